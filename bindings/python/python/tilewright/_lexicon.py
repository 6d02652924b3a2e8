"""Word lists."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, Iterable, List, Optional, Tuple, Union

from . import protocol
from ._client import ask, shared_engine
from ._engine import Engine
from ._variant import VariantLike, source_of

#: Words: none for the variant's own, `"free"` for any word at all, the id of a list that came along
#: or was added, words of your own, or a `Lexicon`.
WordsLike = Union[None, str, Iterable[str], "Lexicon"]


class Lexicon:
    """The words of a game: `"READ" in lexicon`, anagrams, patterns, hooks.

    The variant says which letters there are and, unless `words` names others, which words.
    """

    def __init__(
        self,
        words: WordsLike = None,
        variant: VariantLike = "classic",
        *,
        engine: Optional[Engine] = None,
    ) -> None:
        self._engine = engine or shared_engine()
        self._variant = source_of(variant)
        self.words: protocol.Words = words_of(words)

    @classmethod
    def from_file(
        cls,
        path: Union[str, "os.PathLike[str]"],
        variant: VariantLike = "classic",
        *,
        id: Optional[str] = None,
        engine: Optional[Engine] = None,
    ) -> Lexicon:
        """Adds a file to the engine, text with one word a line or a packed list, under its name or `id`."""
        engine = engine or shared_engine()
        id = Path(path).stem if id is None else id
        engine.add_lexicon(id, Path(path).read_bytes())
        return cls(id, variant, engine=engine)

    def _ask(self, query: protocol.WordQuery) -> Any:
        call = {"op": "words", "variant": self._variant, "words": self.words, "query": query}
        return ask(self._engine, json.dumps(call))

    def check(self, words: Iterable[str]) -> List[bool]:
        """Whether texts are words, in their order."""
        answer: protocol.AnswerWordsVerdicts = self._ask({"check": {"words": list(words)}})
        return [verdict["valid"] for verdict in answer["verdicts"]]

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str) and self.check([word])[0]

    def explain(self, word: str) -> protocol.AnswerWordsExplainedExplained:
        """Why something is no word, and what is near."""
        answer: protocol.AnswerWordsExplained = self._ask({"explain": {"word": word}})
        return answer["explained"]

    def anagrams(self, letters: str, *, shorter: bool = False, limit: int = 100) -> List[str]:
        """The words that letters make; `?` is a blank."""
        query: protocol.WordQuery = {"anagrams": {"letters": letters, "shorter": shorter, "limit": limit}}
        answer: protocol.AnswerWordsFound = self._ask(query)
        return answer["found"]["words"]

    def matching(self, pattern: str, *, limit: int = 100) -> List[str]:
        """The words that fit a pattern, such as `C?T` or `*ING`."""
        answer: protocol.AnswerWordsFound = self._ask({"pattern": {"pattern": pattern, "limit": limit}})
        return answer["found"]["words"]

    def hooks(self, word: str) -> Tuple[List[str], List[str]]:
        """The letters that make another word in front, and those at the end."""
        answer: protocol.AnswerWordsHooks = self._ask({"hooks": {"word": word}})
        return answer["hooks"]["front"], answer["hooks"]["back"]


def words_of(words: WordsLike) -> protocol.Words:
    """Words as they stand in messages."""
    if isinstance(words, Lexicon):
        return words.words
    if words is None:
        return "variant"
    if isinstance(words, str):
        return "free" if words == "free" else {"shipped": words}
    return {"list": "\n".join(words)}
