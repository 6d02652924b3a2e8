"""Games, variants and word lists over the messages of the engine."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Dict, Iterable, Iterator, List, Optional, Tuple, Union

from ._engine import Engine
from ._text import current_game

Json = Any
_shared: Optional[Engine] = None


def shared_engine() -> Engine:
    """The engine that is used where none is given: what it has compiled serves everybody."""
    global _shared
    if _shared is None:
        _shared = Engine()
    return _shared


class EngineError(Exception):
    """An error of the engine: its code, its message, every broken rule."""

    def __init__(self, fault: Dict[str, Json]) -> None:
        super().__init__(fault["message"])
        self.code: str = fault["code"]
        self.violations: List[Dict[str, Json]] = fault.get("violations", [])
        self.revision: Optional[int] = fault.get("revision")


def _send(engine: Engine, call: str) -> Tuple[Dict[str, Json], str]:
    text = engine.handle(f'{{"v":1,"call":{call}}}'.encode()).decode()
    response = json.loads(text)
    if "error" in response:
        raise EngineError(response["error"])
    return response["answer"], text


def _source(variant: Union[str, "Variant"]) -> Dict[str, str]:
    return variant.source if isinstance(variant, Variant) else {"shipped": variant}


def _viewer(seat: Optional[int]) -> Json:
    return "spectator" if seat is None else {"seat": seat}


def variants(engine: Optional[Engine] = None) -> List[Dict[str, Json]]:
    """The shipped variants."""
    answer, _ = _send(engine or shared_engine(), '{"op":"variants"}')
    return answer["variants"]


class Variant:
    """A variant: a shipped one by its id, or the text of a variant file."""

    def __init__(self, id: Optional[str] = None, *, toml: Optional[str] = None, engine: Optional[Engine] = None) -> None:
        if (id is None) == (toml is None):
            raise ValueError("give either the id of a shipped variant or the text of a file")
        self.source: Dict[str, str] = {"shipped": id} if id is not None else {"toml": toml or ""}
        call = json.dumps({"op": "variant", "variant": self.source})
        self.details, _ = _send(engine or shared_engine(), call)

    @property
    def id(self) -> str:
        return self.details["summary"]["id"]

    @property
    def name(self) -> str:
        return self.details["summary"]["name"]

    @property
    def cells(self) -> List[str]:
        """The cells in order."""
        return [cell["cell"] for cell in self.details["cells"]]

    @property
    def tiles(self) -> List[str]:
        """The kinds of tiles in order."""
        return [tile["tile"] for tile in self.details["tiles"]]

    @property
    def rules(self) -> Dict[str, Json]:
        """All rules with their settings."""
        return self.details["rules"]

    def __repr__(self) -> str:
        return f"Variant({self.id!r})"


class Lexicon:
    """The words of a variant: `word in lexicon`, anagrams, patterns, hooks."""

    def __init__(self, variant: Union[str, Variant] = "classic", words: Json = None, engine: Optional[Engine] = None) -> None:
        self._engine = engine or shared_engine()
        self._call = {"op": "words", "variant": _source(variant)}
        if words is not None:
            self._call["words"] = words

    def _ask(self, query: Json) -> Dict[str, Json]:
        answer, _ = _send(self._engine, json.dumps({**self._call, "query": query}))
        return answer

    def check(self, words: Iterable[str]) -> List[bool]:
        verdicts = self._ask({"check": {"words": list(words)}})["verdicts"]
        return [verdict["valid"] for verdict in verdicts]

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str) and self.check([word])[0]

    def anagrams(self, letters: str, *, shorter: bool = False, limit: int = 100) -> List[str]:
        return self._ask({"anagrams": {"letters": letters, "shorter": shorter, "limit": limit}})["found"]["words"]

    def matching(self, pattern: str, *, limit: int = 100) -> List[str]:
        return self._ask({"pattern": {"pattern": pattern, "limit": limit}})["found"]["words"]

    def hooks(self, word: str) -> Tuple[List[str], List[str]]:
        hooks = self._ask({"hooks": {"word": word}})["hooks"]
        return hooks["front"], hooks["back"]


@dataclass(frozen=True)
class Move:
    """A legal play."""

    move: Dict[str, Json]
    words: Tuple[str, ...]
    score: Union[int, str]
    equity: int


class Game:
    """A game. It holds the text of the whole game, which is sent along with every call."""

    def __init__(
        self,
        variant: Union[str, Variant] = "classic",
        players: int = 2,
        seed: Union[int, str] = 0,
        *,
        words: Json = None,
        start_word: Optional[str] = None,
        engine: Optional[Engine] = None,
    ) -> None:
        self._engine = engine or shared_engine()
        self._variant = variant if isinstance(variant, Variant) else None
        from_seed = {"number": seed} if isinstance(seed, int) else {"secret": seed}
        call: Dict[str, Json] = {"op": "new", "variant": _source(variant), "players": players, "seed": from_seed}
        if words is not None:
            call["words"] = words
        if start_word is not None:
            call["start_word"] = start_word
        self._change(json.dumps(call))

    @classmethod
    def load(cls, text: str, engine: Optional[Engine] = None) -> "Game":
        """Goes on with a game that was saved."""
        game = cls.__new__(cls)
        game._engine = engine or shared_engine()
        game._variant = None
        game._text = text
        game.events_of_change = []
        game.public = game.view()["spectator"]["game"]
        return game

    def save(self) -> str:
        """The whole game as text. It holds the seed and all tiles."""
        return self._text

    def copy(self) -> "Game":
        return Game.load(self._text, self._engine)

    def _about(self, op: str, **more: Json) -> str:
        rest = json.dumps(more)[1:]
        return f'{{"op":"{op}","game":{self._text}{"," if more else ""}{rest}'

    def _ask(self, op: str, **more: Json) -> Dict[str, Json]:
        return _send(self._engine, self._about(op, **more))[0]

    def _change(self, call: str) -> Dict[str, Json]:
        answer, text = _send(self._engine, call)
        self._text: str = current_game(text) or ""
        self.public: Dict[str, Json] = answer["view"]["spectator"]["game"]
        self.events_of_change: List[Dict[str, Json]] = answer["events"]
        return answer

    @property
    def to_move(self) -> int:
        return self.public["to_move"]

    @property
    def revision(self) -> int:
        return self.public["revision"]

    @property
    def result(self) -> Optional[Dict[str, Json]]:
        return self.public.get("result")

    @property
    def scores(self) -> List[Union[int, str]]:
        return [seat["score"] for seat in self.public["seats"]]

    @property
    def variant(self) -> Variant:
        if self._variant is None:
            source = json.loads(self._text)["variant"]
            self._variant = Variant(source.get("shipped"), toml=source.get("toml"), engine=self._engine)
        return self._variant

    def _seat(self, seat: Optional[int]) -> int:
        return self.to_move if seat is None else seat

    def view(self, seat: Optional[int] = None) -> Dict[str, Json]:
        return self._ask("view", viewer=_viewer(seat))["view"]

    def rack(self, seat: Optional[int] = None) -> List[str]:
        return self.view(self._seat(seat))["seat"]["rack"]

    def preview(self, move: Json, seat: Optional[int] = None) -> Dict[str, Json]:
        """What a move would score, or every reason why it is not legal."""
        return self._ask("preview", seat=self._seat(seat), move=move)

    def submit(self, command: Json, **more: Json) -> Dict[str, Json]:
        return self._change(self._about("submit", submission={"command": command, **more}))

    def play(self, move: Union[Move, Json], seat: Optional[int] = None) -> Dict[str, Json]:
        move = move.move if isinstance(move, Move) else move
        return self.submit({"type": "move", "seat": self._seat(seat), "move": move})

    def swap(self, tiles: Iterable[str], seat: Optional[int] = None) -> Dict[str, Json]:
        return self.play({"actions": [{"swap_rack": {"tiles": list(tiles)}}]}, seat)

    def pass_turn(self, seat: Optional[int] = None) -> Dict[str, Json]:
        return self.submit({"type": "pass", "seat": self._seat(seat)})

    def challenge(self, seat: Optional[int] = None) -> Dict[str, Json]:
        return self.submit({"type": "challenge", "seat": self._seat(seat)})

    def resign(self, seat: Optional[int] = None) -> Dict[str, Json]:
        return self.submit({"type": "resign", "seat": self._seat(seat)})

    def undo(self) -> Dict[str, Json]:
        return self._change(self._about("undo"))

    def redo(self) -> Dict[str, Json]:
        return self._change(self._about("redo"))

    def count_moves(self, seat: Optional[int] = None) -> int:
        """The number of all legal plays."""
        return self._ask("moves", seat=self._seat(seat), count=0)["total"]

    def moves(self, seat: Optional[int] = None, limit: int = 10_000) -> Iterator[Move]:
        """The legal plays, best first. Asks for more as they are wanted."""
        count, given = 16, 0
        while given < limit:
            count = min(count, limit)
            found = self._ask("moves", seat=self._seat(seat), count=count)
            for item in found["moves"][given:]:
                yield Move(item["move"], tuple(item["words"]), item["score"], item["equity"])
            given = len(found["moves"])
            if given < count or count == limit:
                return
            count *= 8

    def best(self, level: str = "expert", seat: Optional[int] = None, seed: int = 0) -> Dict[str, Json]:
        """What a player of a level would do, to be submitted."""
        return self._ask("best", seat=self._seat(seat), level=level, seed=seed)["command"]

    def events(self, seat: Optional[int] = None, after: int = 0) -> List[Dict[str, Json]]:
        return self._ask("events", viewer=_viewer(seat), after=after)["events"]

    def render(self, move: Json = None, account: bool = False, **options: Json) -> str:
        """A picture of the board as SVG."""
        more = {} if move is None else {"move": move}
        return self._ask("render", account=account, options=options, **more)["svg"]

    def gcg(self, players: Iterable[str] = ()) -> str:
        return self._ask("gcg", players=list(players))["text"]

    def verify(self) -> bool:
        return self._ask("verify")["ok"]

    def board(self) -> Tuple[List[int], List[int]]:
        """For every cell of the variant the topmost tile, counted from 1 in the variant's order of
        kinds (0 where there is none), and the number of tiles: `numpy.array(game.board())`."""
        kinds = {kind: number for number, kind in enumerate(self.variant.tiles, 1)}
        places = {cell: place for place, cell in enumerate(self.variant.cells)}
        tiles, heights = [0] * len(places), [0] * len(places)
        for cell in self.public["board"]:
            place = places[cell["cell"]]
            tiles[place] = kinds[cell["tiles"][-1]["tile"]]
            heights[place] = len(cell["tiles"])
        return tiles, heights
