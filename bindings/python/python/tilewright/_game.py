"""Games."""

from __future__ import annotations

import json
import secrets
import warnings
from typing import Any, Callable, Dict, Iterable, Iterator, List, Optional, Tuple, Union, cast, overload

from . import protocol
from ._board import Board
from ._client import EngineError, Points, ask, change, points, shared_engine
from ._engine import Engine
from ._lexicon import WordsLike, words_of
from ._moves import Move, MoveLike, Preview, message_of, swapping
from ._variant import Variant, VariantLike, source_of

#: The most plays that the engine lists.
MOST_MOVES = 10_000


class Game:
    """A game of a variant.

    It holds the text of the whole game, which is sent with every call: there is nothing to
    close, and a copy is independent. A seat that is not named is the one to move.

    `seed` is a number for experiments that can be repeated, or 64 hexadecimal digits; without one
    the shuffle is secret and fair. `words` are the variant's own, `"free"`, the id of a list, words
    of your own, or a `Lexicon`.
    """

    def __init__(
        self,
        variant: VariantLike = "classic",
        players: int = 2,
        seed: Union[None, int, str] = None,
        *,
        words: WordsLike = None,
        start_word: Optional[str] = None,
        now: Optional[int] = None,
        engine: Optional[Engine] = None,
    ) -> None:
        self._engine = engine or shared_engine()
        self._variant = variant if isinstance(variant, Variant) else None
        call: Dict[str, Any] = {"op": "new", "variant": source_of(variant), "players": players}
        seed = secrets.token_hex(32) if seed is None else seed
        call["seed"] = {"number": seed} if isinstance(seed, int) else {"secret": seed}
        optional = {"start_word": start_word, "now": now}
        call.update((key, value) for key, value in optional.items() if value is not None)
        if words is not None:
            call["words"] = words_of(words)
        self._change(json.dumps(call))

    @classmethod
    def load(cls, text: str, *, engine: Optional[Engine] = None) -> Game:
        """Goes on with a game that was saved."""
        if not isinstance(text, str):
            raise TypeError(f"a saved game is text, not {type(text).__name__}")
        if not isinstance(json.loads(text), dict):
            raise ValueError("the text is not a saved game")
        game = cls.__new__(cls)
        game._engine = engine or shared_engine()
        game._variant = None
        game._text = text
        game._last = []
        game._state = game.view()["game"]
        return game

    def save(self) -> str:
        """The whole game as text. It holds the seed and all tiles: it is for its owner only."""
        return self._text

    def copy(self) -> Game:
        """The same game, going its own way."""
        game = Game.__new__(Game)
        game.__dict__.update(self.__dict__)
        return game

    __copy__ = copy

    def __reduce__(self) -> Tuple[Callable[[str], Game], Tuple[str]]:
        return Game.load, (self._text,)

    def __repr__(self) -> str:
        turn = "over" if self.is_over else f"seat {self.to_move} to move"
        return f"<Game of {self._state['variant']!r}, {turn}, scores {self.scores}>"

    # Asking the engine.

    def _about(self, op: str, more: Dict[str, Any]) -> str:
        rest = json.dumps(more)[1:]
        return f'{{"op":"{op}","game":{self._text}{"," if more else ""}{rest}'

    def _ask(self, op: str, **more: Any) -> Any:
        return ask(self._engine, self._about(op, more))

    def _change(self, call: str) -> List[protocol.Event]:
        text, events, view = change(self._engine, call)
        self._text: str = text
        self._last: List[protocol.Event] = events
        self._state: protocol.PublicState = cast(protocol.ViewSpectator, view)["spectator"]["game"]
        return events

    def _seat(self, seat: Optional[int]) -> int:
        return self.to_move if seat is None else seat

    # Looking at the game.

    @property
    def state(self) -> protocol.PublicState:
        """What everyone may see: the board with its stacks, the seats, the premiums used up."""
        return self._state

    @property
    def last_events(self) -> List[protocol.Event]:
        """The events of the last change; hidden tiles are in them."""
        return self._last

    @property
    def variant(self) -> Variant:
        """The variant."""
        if self._variant is None:
            source = json.loads(self._text)["variant"]
            self._variant = Variant(source.get("shipped"), toml=source.get("toml"), engine=self._engine)
        return self._variant

    @property
    def to_move(self) -> int:
        """The seat to move."""
        return self._state["to_move"]

    @property
    def players(self) -> int:
        """The number of seats."""
        return len(self._state["seats"])

    @property
    def revision(self) -> int:
        """The number of events so far."""
        return self._state["revision"]

    @property
    def scores(self) -> List[Points]:
        """The scores, by seat."""
        return [points(seat["score"]) for seat in self._state["seats"]]

    @property
    def result(self) -> Optional[protocol.GameResult]:
        """How the game ended."""
        return self._state.get("result")

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.result is not None

    @property
    def board(self) -> Board:
        """The board as blocks of bytes."""
        return Board(self.variant, self._state)

    @overload
    def view(self, seat: None = None) -> protocol.SpectatorView: ...

    @overload
    def view(self, seat: int) -> protocol.SeatView: ...

    def view(self, seat: Optional[int] = None) -> Any:
        """What a seat sees, or without one a spectator."""
        viewer: protocol.Viewer = "spectator" if seat is None else {"seat": seat}
        view = self._ask("view", viewer=viewer)["view"]
        return view["spectator"] if seat is None else view["seat"]

    def rack(self, seat: Optional[int] = None) -> List[str]:
        """The tiles of a seat."""
        return self.view(self._seat(seat))["rack"]

    def events(self, seat: Optional[int] = None, *, after: int = 0) -> List[protocol.VisibleEvent]:
        """The events that a seat may see, or a spectator."""
        viewer: protocol.Viewer = "spectator" if seat is None else {"seat": seat}
        answer: protocol.AnswerEvents = self._ask("events", viewer=viewer, after=after)
        return answer["events"]

    def render(
        self,
        move: Optional[MoveLike] = None,
        *,
        account: bool = False,
        options: Optional[protocol.PictureOptions] = None,
    ) -> str:
        """A picture of the board as SVG, perhaps with a move on it and its account."""
        more = {} if move is None else {"move": message_of(move)}
        answer: protocol.AnswerPicture = self._ask("render", account=account, options=options or {}, **more)
        return answer["svg"]

    def gcg(self, players: Iterable[str] = ()) -> str:
        """The game as GCG."""
        answer: protocol.AnswerGcg = self._ask("gcg", players=list(players))
        return answer["text"]

    def verify(self) -> bool:
        """Draws every tile again, after the end: whether all is well."""
        answer: protocol.AnswerVerified = self._ask("verify")
        return answer["ok"]

    # Finding moves.

    def preview(self, move: MoveLike, seat: Optional[int] = None) -> Preview:
        """What a move would score, or every reason why it is not legal."""
        return Preview.of(self._ask("preview", seat=self._seat(seat), move=message_of(move)))

    def moves(self, seat: Optional[int] = None, limit: int = MOST_MOVES) -> Iterator[Move]:
        """The legal plays, best first. An iterator: it asks for more on demand."""
        text, given, count = self._text, 0, 16
        asked = self._seat(seat)
        while given < limit:
            count = min(count, limit)
            call = {"seat": asked, "count": count}
            if self._text is not text:
                raise RuntimeError("the game changed while its moves were gone through; make a list first")
            found: protocol.AnswerMoves = self._ask("moves", **call)
            for item in found["moves"][given:]:
                yield Move.of(item)
            given = len(found["moves"])
            if given < count or given == found["total"]:
                return
            count *= 8

    def count_moves(self, seat: Optional[int] = None) -> int:
        """The number of all legal plays."""
        answer: protocol.AnswerMoves = self._ask("moves", seat=self._seat(seat), count=0)
        return answer["total"]

    def best(
        self, level: protocol.BotLevel = "expert", seat: Optional[int] = None, *, seed: int = 0
    ) -> protocol.Command:
        """What a player of a level would do, to be submitted."""
        answer: protocol.AnswerBest = self._ask("best", seat=self._seat(seat), level=level, seed=seed)
        refused = answer.get("refused")
        if refused:
            warnings.warn(f"the rules refuse the bot's move ({refused}); it does something else", stacklevel=2)
        return answer["command"]

    def accepts(self, command: protocol.Command) -> bool:
        """Whether a command would be accepted now; nothing changes."""
        try:
            change(self._engine, self._about("submit", {"submission": {"command": command}}))
        except EngineError:
            return False
        return True

    # Changing the game. All give the events of the change; an error changes nothing.

    def submit(
        self, command: protocol.Command, *, revision: Optional[int] = None, now: Optional[int] = None
    ) -> List[protocol.Event]:
        """Submits a command; `revision` guards against changes by others."""
        submission: protocol.Submission = {"command": command}
        if revision is not None:
            submission["revision"] = revision
        if now is not None:
            submission["now"] = now
        return self._change(self._about("submit", {"submission": submission}))

    def play(self, move: MoveLike, seat: Optional[int] = None) -> List[protocol.Event]:
        """Makes a move."""
        return self.submit({"type": "move", "seat": self._seat(seat), "move": message_of(move)})

    def swap(self, tiles: Iterable[str], seat: Optional[int] = None) -> List[protocol.Event]:
        """Swaps tiles."""
        return self.play(swapping(*tiles), seat)

    def pass_turn(self, seat: Optional[int] = None) -> List[protocol.Event]:
        """Passes, or accepts the move of a player who went out."""
        return self.submit({"type": "pass", "seat": self._seat(seat)})

    def challenge(self, seat: Optional[int] = None) -> List[protocol.Event]:
        """Challenges the last move."""
        return self.submit({"type": "challenge", "seat": self._seat(seat)})

    def resign(self, seat: Optional[int] = None) -> List[protocol.Event]:
        """Leaves the game."""
        return self.submit({"type": "resign", "seat": self._seat(seat)})

    def switch_rule(self, rule: str, enabled: bool) -> List[protocol.Event]:
        """Switches a rule on or off; without `word_validation` every word is accepted."""
        return self.submit({"type": "switch_rule", "rule": rule, "enabled": enabled})

    def tick(self, now: int) -> List[protocol.Event]:
        """Lets time do its work; `now` is in milliseconds of the caller's clock."""
        return self.submit({"type": "tick"}, now=now)

    def play_best(self, level: protocol.BotLevel = "expert", *, seed: int = 0) -> List[protocol.Event]:
        """A bot takes the turn of the seat to move."""
        return self.submit(self.best(level, seed=seed))

    def undo(self) -> List[protocol.Event]:
        """Takes the last command back."""
        return self._change(self._about("undo", {}))

    def redo(self) -> List[protocol.Event]:
        """Does the next undone command again."""
        return self._change(self._about("redo", {}))
