"""Moves, and what the engine says of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import List, Optional, Tuple, Union

from . import protocol
from ._client import Points, Violation, points

#: A tile on a cell: cell, kind, and for a blank the letter it stands for.
Placement = Union[Tuple[str, str], Tuple[str, str, str]]


@dataclass(frozen=True)
class Move:
    """A legal play."""

    #: What is sent to the engine.
    move: protocol.UserMove
    #: The words it forms.
    words: Tuple[str, ...]
    #: What it scores.
    score: Points
    #: What it is worth with the tiles it leaves, in points.
    equity: float

    @classmethod
    def of(cls, found: protocol.FoundMove) -> Move:
        return cls(found["move"], tuple(found["words"]), points(found["score"]), found["equity"] / 1000)

    def __str__(self) -> str:
        return f"{'/'.join(self.words)} {self.score}"


#: A play that was found, or a move as it stands in messages.
MoveLike = Union[Move, protocol.UserMove]


@dataclass(frozen=True)
class Preview:
    """What a move would do. It is true if the move is legal."""

    #: Whether it is legal.
    legal: bool
    #: What it scores, if it is.
    score: Optional[Points]
    #: The account of its score, if it is: words, letters, premiums, stacks, bonuses, plugins.
    breakdown: Optional[protocol.ScoreBreakdown]
    #: Every rule that it breaks.
    violations: Tuple[Violation, ...]

    @classmethod
    def of(cls, answer: protocol.AnswerPreview) -> Preview:
        breakdown = answer.get("breakdown")
        score = None if breakdown is None else points(breakdown["total"])
        violations = tuple(Violation.of(found) for found in answer.get("violations", []))
        return cls(answer["legal"], score, breakdown, violations)

    def __bool__(self) -> bool:
        return self.legal


def placing(*placements: Placement) -> protocol.UserMove:
    """A move that places tiles: `placing(("7,7", "R"), ("8,7", "?", "E"))`."""
    actions: List[protocol.Action] = []
    for cell, kind, *letter in placements:
        place: protocol.ActionPlaceAtPlaceAt = {"cell": cell, "kind_id": kind}
        if letter:
            place["as_symbol"] = letter[0]
        actions.append({"place_at": place})
    return {"actions": actions}


def swapping(*tiles: str) -> protocol.UserMove:
    """A move that swaps tiles of the rack."""
    return {"actions": [{"swap_rack": {"tiles": list(tiles)}}]}


def message_of(move: MoveLike) -> protocol.UserMove:
    """A move as it stands in messages."""
    return move.move if isinstance(move, Move) else move
