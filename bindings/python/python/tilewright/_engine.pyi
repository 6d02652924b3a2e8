from types import TracebackType
from typing import Optional, Type, Union

__version__: str

class ClosedError(ValueError):
    """The engine was closed; nothing can be asked of it any more."""

class Engine:
    """The engine. It may be used by several threads at once, and keeps nothing of any game."""

    def __init__(self) -> None: ...
    def handle(self, request: Union[bytes, bytearray]) -> bytes:
        """Answers the bytes of a request with the bytes of a response. Other threads go on meanwhile."""
    def add_lexicon(self, id: str, words: Union[bytes, bytearray]) -> None:
        """Adds a word list by its id: text with one word a line, or a packed list, as bytes."""
    def close(self) -> None:
        """Closes the engine. Calls under way on other threads are finished."""
    @property
    def closed(self) -> bool:
        """Whether the engine was closed."""
    def __enter__(self) -> Engine: ...
    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None: ...
