"""An environment in the manner of Gymnasium: `reset`, `step`, a mask of legal actions.

Neither Gymnasium nor NumPy is needed. With Gymnasium installed the spaces are its own; with NumPy
installed observations and masks are arrays.
"""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Tuple

from ._game import Game, Move, Variant

try:
    import numpy
except ImportError:
    numpy = None  # type: ignore[assignment]

Observation = Dict[str, Any]


def _array(values: List[int]) -> Any:
    return values if numpy is None else numpy.asarray(values, dtype=numpy.int32)


class TilewrightEnv:
    """One seat plays, the others are bots.

    Action `i` below `candidates` is the i-th best play; the last action is a pass. The reward is
    the difference of the score and that of the best opponent since the last step.
    """

    metadata: Dict[str, Any] = {"render_modes": ["svg"]}

    def __init__(
        self,
        variant: str = "classic",
        players: int = 2,
        *,
        candidates: int = 32,
        seat: int = 0,
        opponent: str = "strong",
        words: Any = None,
    ) -> None:
        self.variant = Variant(variant)
        self.players, self.candidates, self.seat = players, candidates, seat
        self.opponent, self.words = opponent, words
        self.action_count = candidates + 1
        self.game: Optional[Game] = None
        self._moves: List[Move] = []
        try:
            from gymnasium import spaces

            cells, kinds = len(self.variant.cells), len(self.variant.tiles)
            box = lambda size, high: spaces.Box(0, high, (size,), dtype=numpy.int32)  # noqa: E731
            self.action_space: Any = spaces.Discrete(self.action_count)
            self.observation_space: Any = spaces.Dict(
                {"tiles": box(cells, kinds), "heights": box(cells, 16), "rack": box(kinds, 64),
                 "bag": box(1, 4096)}
            )
        except ImportError:
            self.action_space = self.observation_space = None

    def _need(self) -> Game:
        if self.game is None:
            raise RuntimeError("call reset first")
        return self.game

    def _lead(self) -> int:
        scores = [int(score) for score in self._need().scores]
        others = [score for seat, score in enumerate(scores) if seat != self.seat]
        return scores[self.seat] - max(others, default=0)

    def _observe(self) -> Tuple[Observation, Dict[str, Any]]:
        game = self._need()
        over = game.result is not None
        self._moves = [] if over else list(game.moves(self.seat, self.candidates))
        tiles, heights = game.board()
        counts = [0] * len(self.variant.tiles)
        for tile in game.rack(self.seat):
            counts[self.variant.tiles.index(tile)] += 1
        mask = [int(index < len(self._moves)) for index in range(self.candidates)] + [1]
        observation = {"tiles": _array(tiles), "heights": _array(heights), "rack": _array(counts),
                       "bag": _array([game.public["bag_len"]])}
        return observation, {"action_mask": _array(mask), "moves": self._moves}

    def _others(self) -> None:
        game = self._need()
        while game.result is None and game.to_move != self.seat:
            game.submit(game.best(self.opponent, seed=game.revision))

    def reset(self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> Tuple[Observation, Dict[str, Any]]:
        """Starts a game; the same seed gives the same game."""
        del options
        self.game = Game(self.variant, self.players, seed or 0, words=self.words)
        self._others()
        return self._observe()

    def step(self, action: int) -> Tuple[Observation, float, bool, bool, Dict[str, Any]]:
        """Observation, reward, whether the game is over, whether it was cut off, and more."""
        game = self._need()
        before = self._lead()
        if 0 <= action < len(self._moves):
            game.play(self._moves[action], self.seat)
        elif action == self.candidates:
            game.submit({"type": "pass", "seat": self.seat})
        else:
            raise ValueError(f"action {action} is not legal now; see the mask")
        self._others()
        observation, info = self._observe()
        return observation, float(self._lead() - before), game.result is not None, False, info

    def action_masks(self) -> Any:
        """The mask of legal actions."""
        return _array([int(index < len(self._moves)) for index in range(self.candidates)] + [1])

    def render(self) -> str:
        return self._need().render()

    def close(self) -> None:
        self.game = None
