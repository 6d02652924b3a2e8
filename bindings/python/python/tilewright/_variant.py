"""Variants: boards, tiles and rules."""

from __future__ import annotations

import json
import math
import os
from typing import Dict, Iterator, List, Optional, Tuple, Union

from . import protocol
from ._client import ask, shared_engine
from ._engine import Engine

#: The most places of a block for every cell of the board; where there were more, it is one row.
_SPARSEST = 64

#: A variant, or the id of a shipped one.
VariantLike = Union[str, "Variant"]


class Variant:
    """A variant: a shipped one by its id, or the text of a variant file.

    Its cells, tile kinds, letters and premiums are in a fixed order; the numbers in exported boards
    are places in these orders, counted from 1.
    """

    def __init__(
        self, id: Optional[str] = None, *, toml: Optional[str] = None, engine: Optional[Engine] = None
    ) -> None:
        if (id is None) == (toml is None):
            raise TypeError("give either the id of a shipped variant or the text of a variant file")
        self.source: protocol.VariantSource = {"toml": toml} if toml is not None else {"shipped": id or ""}
        call = json.dumps({"op": "variant", "variant": self.source})
        #: Everything the engine says of it.
        self.details: protocol.AnswerVariant = ask(engine or shared_engine(), call)
        #: The cells: `x,y`, `x,y,z` or a node's name.
        self.cells: Tuple[str, ...] = tuple(cell["cell"] for cell in self.details["cells"])
        #: The kinds of tiles.
        self.tiles: Tuple[str, ...] = tuple(tile["tile"] for tile in self.details["tiles"])
        #: The letters that tiles can show.
        self.letters: Tuple[str, ...] = tuple(_letters(self.details["tiles"]))
        #: The premium kinds on the board.
        self.premiums: Tuple[str, ...] = tuple(kind["premium"] for kind in self.details["premium_kinds"])
        #: The smallest block of numbered cells that holds the board, slowest first: `(rows, columns)`
        #: or `(layers, rows, columns)`. A board of named nodes is one row.
        self.shape, self.places = _grid(self.cells)

    @classmethod
    def from_file(cls, path: Union[str, "os.PathLike[str]"], *, engine: Optional[Engine] = None) -> Variant:
        """A variant file."""
        with open(path, encoding="utf-8") as file:
            return cls(toml=file.read(), engine=engine)

    @staticmethod
    def shipped(*, engine: Optional[Engine] = None) -> Iterator[protocol.VariantSummary]:
        """The bundled variants."""
        answer: protocol.AnswerVariants = ask(engine or shared_engine(), '{"op":"variants"}')
        return iter(answer["variants"])

    @property
    def id(self) -> str:
        """Its id."""
        return self.details["summary"]["id"]

    @property
    def name(self) -> str:
        """Its name."""
        return self.details["summary"]["name"]

    @property
    def description(self) -> str:
        """What is special about it."""
        return self.details["summary"]["description"]

    @property
    def players(self) -> Tuple[int, int]:
        """The fewest and the most players."""
        fewest, most = self.details["summary"]["players"]
        return fewest, most

    @property
    def ruleset(self) -> str:
        """The content hash of its rules."""
        return self.details["summary"]["ruleset"]

    @property
    def playable(self) -> bool:
        """Whether its word list is bundled."""
        return self.details["summary"]["playable"]

    @property
    def rack_size(self) -> int:
        """The tiles of a full rack."""
        return self.details["rack_size"]

    @property
    def rules(self) -> protocol.RulesSpec:
        """All rules with their settings: stacking, free words and the rest."""
        return self.details["rules"]

    @property
    def reading(self) -> Dict[str, protocol.Reading]:
        """The axes of the board, and which way words on them are read."""
        return {axis["axis"]: axis["reading"] for axis in self.details["axes"]}

    @property
    def plugins(self) -> List[protocol.PluginSpec]:
        """The plugins it names, with their settings."""
        return self.details["plugins"]

    @property
    def lints(self) -> List[protocol.VariantLint]:
        """What the linter finds."""
        return self.details["lints"]

    @property
    def toml(self) -> str:
        """The whole variant as a file that builds on no other."""
        return self.details["toml"]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Variant) and self.ruleset == other.ruleset

    def __hash__(self) -> int:
        return hash(self.ruleset)

    def __repr__(self) -> str:
        return f"Variant({self.id!r})"


def source_of(variant: VariantLike) -> protocol.VariantSource:
    """A variant as it stands in messages."""
    if isinstance(variant, Variant):
        return variant.source
    if isinstance(variant, str):
        return {"shipped": variant}
    raise TypeError(f"a variant is its id or a Variant, not {type(variant).__name__}")


def _letters(tiles: List[protocol.TileDetails]) -> Iterator[str]:
    own = [tile.get("letter") for tile in tiles]
    others = [letter for tile in tiles for letter in tile.get("stands_for", [])]
    return iter(dict.fromkeys(letter for letter in [*own, *others] if letter is not None))


def _grid(cells: Tuple[str, ...]) -> Tuple[Tuple[int, ...], Tuple[int, ...]]:
    """The shape of the block, and the place of every cell in it."""
    try:
        spots = [[int(part) for part in cell.split(",")] for cell in cells]
    except ValueError:
        spots = []
    if not spots or not {len(spot) for spot in spots} <= {2, 3}:
        return (len(cells),), tuple(range(len(cells)))
    # `x,y,z` is written with the fastest first, and without the lowest layer.
    axes = max(len(spot) for spot in spots)
    spots = [[*[0] * (axes - len(spot)), *reversed(spot)] for spot in spots]
    least = [min(spot[axis] for spot in spots) for axis in range(len(spots[0]))]
    shape = tuple(max(spot[axis] for spot in spots) - low + 1 for axis, low in enumerate(least))
    if math.prod(shape) > _SPARSEST * len(cells):
        return (len(cells),), tuple(range(len(cells)))
    places = []
    for spot in spots:
        place = 0
        for axis, size in enumerate(shape):
            place = place * size + spot[axis] - least[axis]
        places.append(place)
    return shape, tuple(places)
