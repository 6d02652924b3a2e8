"""Boards as blocks of bytes, held against what the engine says of them."""

import unittest

from support import VARIANTS, small_words
from tilewright import GRID_PLANES, PLANES, Game, Variant, placing
from tilewright._variant import _grid

try:
    import numpy
except ImportError:
    numpy = None  # type: ignore[assignment, unused-ignore]


def some_game(variant: Variant) -> Game:
    game = Game(variant, variant.players[0], 11, words=small_words(variant))
    for turn in range(6):
        if not game.is_over:
            game.play_best("strong", seed=turn)
    return game


class Boards(unittest.TestCase):
    def test_every_cell_of_every_variant(self) -> None:
        for summary in VARIANTS:
            with self.subTest(variant=summary["id"]):
                variant = Variant(summary["id"])
                game = some_game(variant)
                board = game.board
                stacks = {cell["cell"]: cell["tiles"] for cell in game.state["board"]}
                used = set(game.state["used_premiums"])
                self.assertTrue(stacks)
                for place, details in enumerate(variant.details["cells"]):
                    stack = stacks.get(details["cell"], [])
                    self.assertEqual(board.heights[place], len(stack))
                    kind = variant.tiles[board.tiles[place] - 1] if board.tiles[place] else None
                    self.assertEqual(kind, stack[-1]["tile"] if stack else None)
                    premium = None if details["cell"] in used else details.get("premium")
                    number = board.premiums[place]
                    self.assertEqual(variant.premiums[number - 1] if number else None, premium)
                self.assertEqual(len(set(variant.places)), len(variant.cells))
                flat = bytes(board.grid)
                size = len(flat) // len(GRID_PLANES)
                self.assertEqual({place for place in range(size) if flat[place]}, set(variant.places))
                for plane in range(len(PLANES)):
                    for cell, place in enumerate(variant.places):
                        self.assertEqual(flat[(plane + 1) * size + place], board.planes[plane, cell])

    def test_letters_and_blanks(self) -> None:
        # The rack of this seed has a blank.
        game = Game("classic", 2, 7, words="free")
        game.play(placing(("7,7", "?", "Q"), ("8,7", "W")))
        board = game.board
        first = game.variant.cells.index("7,7")
        self.assertEqual([board.variant.letters[number - 1] for number in board.letters[first : first + 2]], ["Q", "W"])
        self.assertEqual(list(board.blanks[first : first + 2]), [1, 0])
        self.assertEqual(board.grid[2, 7, 7], board.letters[first])
        self.assertEqual(board, game.copy().board)
        self.assertIn("2 of 225", repr(board))

    def test_shapes(self) -> None:
        table = {"classic": (15, 15), "tower-3d": (3, 9, 9), "graph-demo": (71,), "super-21": (21, 21)}
        for id, shape in table.items():
            self.assertEqual(Variant(id).shape, shape)

    def test_names_that_look_like_far_places_make_no_large_block(self) -> None:
        self.assertEqual(_grid(("0,0", "1000000000,5")), ((2,), (0, 1)))
        self.assertEqual(_grid(("-1,0", "0,0", "0,1")), ((2, 2), (0, 1, 3)))


@unittest.skipIf(numpy is None, "NumPy is not installed")
class Arrays(unittest.TestCase):
    def test_nothing_is_copied(self) -> None:
        game = some_game(Variant("tower-3d"))
        board = game.board
        planes, grid = numpy.asarray(board.planes), numpy.asarray(board)
        self.assertEqual((planes.shape, planes.dtype), ((5, 243), numpy.uint8))
        self.assertEqual((grid.shape, grid.dtype), ((6, 3, 9, 9), numpy.uint8))
        self.assertFalse(planes.flags.owndata)
        self.assertEqual(numpy.asarray(board, dtype="float32").dtype, numpy.float32)
        self.assertTrue(numpy.array(board, copy=True).flags.owndata)
        self.assertEqual(grid[0].sum(), 243)
        self.assertTrue((numpy.frombuffer(bytes(board), "uint8").reshape(planes.shape) == planes).all())


if __name__ == "__main__":
    unittest.main()
