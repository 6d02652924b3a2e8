"""Tilewright: a word-board-game engine for every board, every rule and every variant.

    from tilewright import Game

    game = Game("classic", players=2, seed=7)
    for move in game.moves(limit=3):
        print(move)
    game.play(next(game.moves()))
    game.play_best("strong")
    print(game.scores)
"""

from ._board import GRID_PLANES, PLANES, Board
from ._client import (
    EngineError,
    FinishedError,
    Points,
    RulesError,
    StaleError,
    Violation,
    current_game,
    points,
    shared_engine,
)
from ._engine import ClosedError, Engine, __version__
from ._game import Game
from ._lexicon import Lexicon
from ._moves import Move, Preview, placing, swapping
from ._variant import Variant

__all__ = [
    "GRID_PLANES",
    "PLANES",
    "Board",
    "ClosedError",
    "Engine",
    "EngineError",
    "FinishedError",
    "Game",
    "Lexicon",
    "Move",
    "Points",
    "Preview",
    "RulesError",
    "StaleError",
    "Variant",
    "Violation",
    "__version__",
    "current_game",
    "placing",
    "points",
    "shared_engine",
    "swapping",
]
