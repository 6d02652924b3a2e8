"""Boards as blocks of bytes, for NumPy and other programs that calculate."""

from __future__ import annotations

from typing import Any, Dict, Optional, Tuple

from . import protocol
from ._variant import Variant

#: What the planes say of every cell, in order; every number is a byte. `tiles`, `letters` and `premiums`
#: count from 1 in the orders of the variant, 0 is none; premiums that are used up are none.
PLANES = ("tiles", "letters", "heights", "blanks", "premiums")
#: The planes of the block of numbered cells: the first says where there is a cell at all.
GRID_PLANES = ("cells", *PLANES)


class Board:
    """The board of a game at one moment.

    `tiles`, `letters`, `heights`, `blanks` and `premiums` have one number for every cell of the
    variant, in its order; `planes` has them all, `grid` has them where they lie. All are memory
    views: `numpy.asarray(board.planes)` copies nothing, and `numpy.asarray(board)` is the grid.
    """

    def __init__(self, variant: Variant, state: protocol.PublicState) -> None:
        self.variant = variant
        count = len(variant.cells)
        places = {cell: place for place, cell in enumerate(variant.cells)}
        kinds = {kind: number for number, kind in enumerate(variant.tiles, 1)}
        letters = {letter: number for number, letter in enumerate(variant.letters, 1)}
        shown: Dict[str, Optional[str]] = {tile["tile"]: tile.get("letter") for tile in variant.details["tiles"]}
        data = bytearray(len(PLANES) * count)
        for cell in state["board"]:
            place, top = places[cell["cell"]], cell["tiles"][-1]
            own = shown[top["tile"]]
            letter = top.get("as") or own
            data[place] = kinds[top["tile"]]
            data[count + place] = letters.get(letter, 0) if letter is not None else 0
            data[2 * count + place] = len(cell["tiles"])
            data[3 * count + place] = own is None
        premiums = {premium: number for number, premium in enumerate(variant.premiums, 1)}
        used = set(state["used_premiums"])
        for place, details in enumerate(variant.details["cells"]):
            premium = details.get("premium")
            if premium is not None and details["cell"] not in used:
                data[4 * count + place] = premiums[premium]
        self._data = bytes(data)
        self._grid: Optional[bytes] = None

    def _plane(self, number: int) -> memoryview:
        count = len(self.variant.cells)
        return memoryview(self._data)[number * count : (number + 1) * count]

    @property
    def tiles(self) -> memoryview:
        """The topmost tile of every cell."""
        return self._plane(0)

    @property
    def letters(self) -> memoryview:
        """The letter that it shows."""
        return self._plane(1)

    @property
    def heights(self) -> memoryview:
        """The number of tiles on every cell."""
        return self._plane(2)

    @property
    def blanks(self) -> memoryview:
        """Where the topmost tile is a blank."""
        return self._plane(3)

    @property
    def premiums(self) -> memoryview:
        """The premiums that can still be had."""
        return self._plane(4)

    @property
    def planes(self) -> memoryview:
        """All planes of `PLANES` by cell: a view of two dimensions."""
        return memoryview(self._data).cast("B", (len(PLANES), len(self.variant.cells)))

    @property
    def shape(self) -> Tuple[int, ...]:
        """The shape of `grid`."""
        return (len(GRID_PLANES), *self.variant.shape)

    @property
    def grid(self) -> memoryview:
        """All planes of `GRID_PLANES` by place on the board: rows of columns, perhaps in layers."""
        if self._grid is None:
            size = 1
            for length in self.variant.shape:
                size *= length
            block = bytearray(len(GRID_PLANES) * size)
            for cell, place in enumerate(self.variant.places):
                block[place] = 1
                for plane in range(len(PLANES)):
                    block[(plane + 1) * size + place] = self._data[plane * len(self.variant.cells) + cell]
            self._grid = bytes(block)
        return memoryview(self._grid).cast("B", self.shape)

    def __array__(self, dtype: Any = None, copy: Optional[bool] = None) -> Any:
        import numpy

        array = numpy.asarray(self.grid)
        wanted = array if dtype is None else array.astype(dtype, copy=False)
        return wanted.copy() if copy and wanted is array else wanted

    def __bytes__(self) -> bytes:
        return self._data

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and self.variant == other.variant and self._data == other._data

    def __hash__(self) -> int:
        return hash((self.variant, self._data))

    def __repr__(self) -> str:
        covered = sum(1 for height in self.heights if height)
        return f"<Board of {self.variant.id!r}, {covered} of {len(self.variant.cells)} cells covered>"
