"""Tilewright: a word-board-game engine for every board, every rule and every variant."""

from ._engine import Engine
from ._game import EngineError, Game, Lexicon, Move, Variant, variants
from ._text import current_game

__all__ = ["Engine", "EngineError", "Game", "Lexicon", "Move", "Variant", "current_game", "variants"]
__version__ = "0.1.0"
