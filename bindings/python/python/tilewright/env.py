"""An environment with the interface of Gymnasium: `reset`, `step`, a mask of legal actions.

Neither Gymnasium nor NumPy is needed. With NumPy observations are arrays, without it lists and
memory views; with Gymnasium the environment is one of its own, with its spaces.
"""

from __future__ import annotations

from typing import Any, Callable, Dict, List, Optional, Tuple, Union

from . import protocol
from ._board import GRID_PLANES
from ._client import Points
from ._engine import Engine
from ._game import Game
from ._lexicon import WordsLike
from ._moves import Move, swapping
from ._variant import Variant, VariantLike

try:
    import numpy
except ImportError:
    numpy = None  # type: ignore[assignment, unused-ignore]
try:
    import gymnasium
except ImportError:
    gymnasium = None  # type: ignore[assignment, unused-ignore]

Observation = Dict[str, Any]
Info = Dict[str, Any]
#: Who plays the other seats: the level of a bot, or a function that gives a command.
Opponent = Union[protocol.BotLevel, Callable[[Game], protocol.Command]]

_Base: Any = object if gymnasium is None else gymnasium.Env
#: Infinite scores are cut off here, so that sums and differences stay numbers.
_MOST_POINTS = 1_000_000_000


class TilewrightEnv(_Base):  # type: ignore[misc]
    """One seat learns, the others play as `opponent` says.

    With K `candidates`, action `i` below K is the i-th best play by equity, K swaps the whole rack
    (or as much of it as is allowed), K + 1 passes, and K + 2 challenges the last move. The mask says
    which of them are legal. One that is not changes nothing and costs `penalty`; if that is `None`,
    it is an error.

    The reward is how much the lead over the best opponent has grown since the last step, so that
    rewards add up to the final lead.

    Observations are dictionaries: `board` (planes of `GRID_PLANES`), `rack` and `unseen` (tiles of
    every kind), `scores` (the learner's first, then in turn order), `bag`, `candidates` (score and
    equity of each). `info` has `action_mask` and the `moves` themselves.
    """

    metadata: Dict[str, Any] = {"render_modes": ["svg"], "render_fps": 1}

    def __init__(
        self,
        variant: VariantLike = "classic",
        players: int = 2,
        *,
        seat: int = 0,
        opponent: Opponent = "strong",
        candidates: int = 32,
        penalty: Optional[float] = 10.0,
        words: WordsLike = None,
        engine: Optional[Engine] = None,
        render_mode: Optional[str] = None,
    ) -> None:
        self.variant = variant if isinstance(variant, Variant) else Variant(variant, engine=engine)
        if not 0 <= seat < players:
            raise ValueError(f"there is no seat {seat} among {players}")
        if candidates < 1:
            raise ValueError("there must be at least one candidate")
        self.players, self.seat, self.opponent = players, seat, opponent
        self.candidates, self.penalty, self.render_mode = candidates, penalty, render_mode
        self._words = words
        self._engine = engine
        self._game: Optional[Game] = None
        self._moves: List[Move] = []
        self._mask: List[int] = [0] * (candidates + 3)
        self._swap: Tuple[str, ...] = ()
        self._seen: Tuple[Observation, Info] = ({}, {})
        #: The number of actions.
        self.action_count = candidates + 3
        if gymnasium is not None and numpy is not None:
            self.action_space, self.observation_space = self._spaces()

    def _spaces(self) -> Tuple[Any, Any]:
        from gymnasium import spaces

        def box(shape: Tuple[int, ...], kind: str, low: float, high: float) -> Any:
            return spaces.Box(low, high, shape, dtype=numpy.dtype(kind).type)

        kinds = len(self.variant.tiles)
        observation = {
            "board": box((len(GRID_PLANES), *self.variant.shape), "uint8", 0, 255),
            "rack": box((kinds,), "int32", 0, 1 << 16),
            "unseen": box((kinds,), "int32", 0, 1 << 20),
            "scores": box((self.players,), "float32", -_MOST_POINTS, _MOST_POINTS),
            "bag": box((1,), "int32", 0, 1 << 20),
            "candidates": box((self.candidates, 2), "float32", -_MOST_POINTS, _MOST_POINTS),
        }
        return spaces.Discrete(self.action_count), spaces.Dict(observation)

    @property
    def game(self) -> Game:
        """The game; there is one after `reset`."""
        if self._game is None:
            raise RuntimeError("call reset first")
        return self._game

    def reset(
        self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None
    ) -> Tuple[Observation, Info]:
        """Starts a game; the same seed gives the same game. There are no options."""
        del options
        if gymnasium is not None:
            super().reset(seed=seed)
            # Games after the first one follow from its seed.
            seed = int(self.np_random.integers(1 << 48)) if seed is None else seed
        self._game = Game(self.variant, self.players, seed, words=self._words, engine=self._engine)
        self._others()
        return self._observe()

    def step(self, action: int) -> Tuple[Observation, float, bool, bool, Info]:
        """Observation, reward, whether the game is over, whether it was cut off (never), and more."""
        action = int(action)
        if not 0 <= action < self.action_count:
            raise ValueError(f"there is no action {action}; they are 0 to {self.action_count - 1}")
        game, before = self.game, self._lead()
        if not self._mask[action]:
            if self.penalty is None:
                raise ValueError(f"action {action} is not legal now; see the mask")
            observation, info = self._seen
            return observation, -float(self.penalty), game.is_over, False, {**info, "illegal": True}
        game.submit(self._command(action))
        self._others()
        observation, info = self._observe()
        return observation, float(self._lead() - before), game.is_over, False, info

    def action_masks(self) -> Any:
        """The mask of legal actions, 1 where they are."""
        return _array(self._mask, "int8")

    def render(self) -> str:
        """The board as SVG."""
        return self.game.render()

    def close(self) -> None:
        """Lets go of the game."""
        self._game = None

    def _command(self, action: int) -> protocol.Command:
        if action < self.candidates:
            return {"type": "move", "seat": self.seat, "move": self._moves[action].move}
        if action == self.candidates:
            return {"type": "move", "seat": self.seat, "move": swapping(*self._swap)}
        if action == self.candidates + 1:
            return {"type": "pass", "seat": self.seat}
        return {"type": "challenge", "seat": self.seat}

    def _others(self) -> None:
        """The other seats take their turns."""
        game = self.game
        while not game.is_over and game.to_move != self.seat:
            if callable(self.opponent):
                game.submit(self.opponent(game))
            else:
                game.play_best(self.opponent, seed=game.revision)

    def _lead(self) -> Points:
        scores = [_bounded(score) for score in self.game.scores]
        others = [score for seat, score in enumerate(scores) if seat != self.seat]
        return scores[self.seat] - max(others, default=0)

    def _observe(self) -> Tuple[Observation, Info]:
        game, kinds = self.game, self.variant.tiles
        view = game.view(self.seat)
        self._look(view["rack"])
        unseen = {count["tile"]: count["count"] for count in view["unseen"]}
        scores = [float(_bounded(score)) for score in game.scores]
        worth = [[float(_bounded(move.score)), move.equity] for move in self._moves]
        worth += [[0.0, 0.0]] * (self.candidates - len(worth))
        board = game.board
        observation = {
            "board": board.grid if numpy is None else numpy.asarray(board.grid),
            "rack": _array([view["rack"].count(kind) for kind in kinds], "int32"),
            "unseen": _array([unseen.get(kind, 0) for kind in kinds], "int32"),
            "scores": _array(scores[self.seat :] + scores[: self.seat], "float32"),
            "bag": _array([game.state["bag_len"]], "int32"),
            "candidates": _array(worth, "float32"),
        }
        self._seen = observation, {"action_mask": self.action_masks(), "moves": list(self._moves)}
        return self._seen

    def _look(self, rack: List[str]) -> None:
        """Works out the candidates and the mask."""
        game = self.game
        self._moves, self._swap, self._mask = [], (), [0] * self.action_count
        if game.is_over:
            return
        self._moves = list(game.moves(self.seat, self.candidates))
        self._mask[: len(self._moves)] = [1] * len(self._moves)
        most = self.variant.rules.get("swap_limit", {}).get("max_tiles") or len(rack)
        self._swap = tuple(rack[: min(most, game.state["bag_len"])])
        for action in range(self.candidates, self.action_count):
            self._mask[action] = int(game.accepts(self._command(action)))


def _bounded(score: Points) -> Points:
    return max(-_MOST_POINTS, min(_MOST_POINTS, score))


def _array(values: List[Any], kind: str) -> Any:
    return values if numpy is None else numpy.asarray(values, dtype=kind)


def register(id: str = "Tilewright-v0", **options: Any) -> None:
    """Makes `gymnasium.make(id)` give a `TilewrightEnv` with these options."""
    if gymnasium is None:
        raise RuntimeError("gymnasium is not installed")
    gymnasium.register(id, entry_point=f"{__name__}:TilewrightEnv", kwargs=options)
