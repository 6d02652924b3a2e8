class Engine:
    """The engine. It may be used by several threads at once."""

    def __init__(self) -> None: ...
    def handle(self, request: bytes) -> bytes:
        """Answers the bytes of a request with the bytes of a response."""
    def add_lexicon(self, id: str, words: bytes) -> None:
        """Adds a word list: text with one word a line, or a packed list."""
