"""Asking the engine, and what it says when something is wrong."""

from __future__ import annotations

import json
import math
import threading
from dataclasses import dataclass
from typing import Any, Dict, List, NoReturn, Optional, Tuple, Union

from . import protocol
from ._engine import Engine

#: Points: whole numbers of any size, or an infinity.
Points = Union[int, float]

_START = '{"v":1,"answer":{"type":"game","game":'
_DECODER = json.JSONDecoder()
_lock = threading.Lock()
_shared: Optional[Engine] = None


def shared_engine() -> Engine:
    """The engine that is used where none is given: what it has compiled serves everybody."""
    global _shared
    with _lock:
        if _shared is None:
            _shared = Engine()
        return _shared


def points(value: protocol.Points) -> Points:
    """Points as a number; in messages those past 2^53 are text."""
    if isinstance(value, int):
        return value
    return {"Infinity": math.inf, "-Infinity": -math.inf}.get(value) or int(value)


@dataclass(frozen=True)
class Violation:
    """A broken rule."""

    rule: str
    message: str
    cells: Tuple[str, ...] = ()
    words: Tuple[str, ...] = ()

    @classmethod
    def of(cls, found: protocol.Violation) -> Violation:
        cells, words = found.get("cells", []), found.get("words", [])
        return cls(found["rule"], found["message"], tuple(cells), tuple(words))


class EngineError(Exception):
    """An error of the engine: its code, its message, every broken rule."""

    def __init__(
        self,
        message: str,
        code: str = "internal",
        violations: Tuple[Violation, ...] = (),
        revision: Optional[int] = None,
    ) -> None:
        super().__init__(message, code, violations, revision)
        self.message = message
        self.code = code
        self.violations = violations
        self.revision = revision

    def __str__(self) -> str:
        return self.message


class RulesError(EngineError):
    """The rules reject a move; `violations` names all of them."""


class StaleError(EngineError):
    """The game has changed meanwhile; `revision` is the present one."""


class FinishedError(EngineError):
    """The game is over."""


_KINDS = {"rules": RulesError, "stale": StaleError, "finished": FinishedError}


def _raise(fault: protocol.Fault) -> NoReturn:
    kind = _KINDS.get(fault["code"], EngineError)
    violations = tuple(Violation.of(found) for found in fault.get("violations", []))
    raise kind(fault["message"], fault["code"], violations, fault.get("revision"))


def send(engine: Engine, call: str) -> str:
    """Makes a call, given as text, and gives the response as text."""
    return engine.handle(f'{{"v":1,"call":{call}}}'.encode()).decode()


def ask(engine: Engine, call: str) -> Any:
    """Makes a call and gives the answer."""
    response = json.loads(send(engine, call))
    if "error" in response:
        _raise(response["error"])
    return response["answer"]


def change(engine: Engine, call: str) -> Tuple[str, List[protocol.Event], protocol.View]:
    """Makes a call that changes a game: the text of the game, the new events, the view."""
    response = send(engine, call)
    game = current_game(response)
    if game is None:
        fault = json.loads(response).get("error")
        if fault is not None:
            _raise(fault)
        raise EngineError("the call has not changed a game", "bad_request")
    # The game itself is kept as it is written and not read a second time.
    rest: Dict[str, Any] = json.loads("{" + response[len(_START) + len(game) + 1 : -1])
    return game, rest["events"], rest["view"]


def current_game(response: str) -> Optional[str]:
    """The text of the game in a response that has one: cut out, not serialised again."""
    if not response.startswith(_START):
        return None
    try:
        _, end = _DECODER.raw_decode(response, len(_START))
    except ValueError:
        return None
    return response[len(_START) : end]
