"""Bad input raises an exception, and the engine goes on."""

import math
import unittest
from typing import Any, Callable, List, Tuple, Type

from tilewright import ClosedError, Engine, EngineError, Game, Lexicon, Variant, current_game, placing, points

REQUEST = b'{"v":1,"call":{"op":"new","variant":{"shipped":"classic"},"players":2,"seed":{"number":1},"words":"free"}}'
SURROGATE = "\ud800"


class Requests(unittest.TestCase):
    def test_strange_bytes_have_a_response(self) -> None:
        with Engine() as engine:
            whole = engine.handle(REQUEST)
            for length in range(len(REQUEST)):
                self.assertIn(b'"error"', engine.handle(REQUEST[:length]))
            strange: List[Tuple[bytes, bytes]] = [
                (b"\xff\xfe\x00", b"bad_request"),
                (b"[" * (1 << 20), b"bad_request"),
                (b" " * (10 << 20), b"too_large"),
                (bytes(10 << 20), b"too_large"),
            ]
            for request, code in strange:
                self.assertIn(code, engine.handle(request))
            self.assertEqual(engine.handle(bytearray(REQUEST)), whole)

    def test_what_is_no_bytes_is_refused(self) -> None:
        engine: Any = Engine()
        for wrong in (None, 5, "text", [1, 2], object(), SURROGATE, memoryview(b"x")):
            with self.assertRaises(TypeError):
                engine.handle(wrong)
            with self.assertRaises(TypeError):
                engine.add_lexicon("x", wrong)
        for id, words, error in (
            (None, b"A", TypeError),
            (SURROGATE, b"A", UnicodeEncodeError),
            ("a b", b"A", ValueError),
            ("x", b"\xff\xfe", ValueError),
        ):
            with self.assertRaises(error):
                engine.add_lexicon(id, words)

    def test_a_closed_engine_says_so(self) -> None:
        engine = Engine()
        game = Game("classic", 2, 1, words="free", engine=engine)
        engine.close()
        engine.close()
        self.assertTrue(engine.closed)
        calls: List[Callable[[], object]] = [
            lambda: engine.handle(REQUEST),
            lambda: engine.add_lexicon("x", b"READ"),
            game.pass_turn,
            game.copy().undo,
            lambda: Variant("classic", engine=engine),
        ]
        for call in calls:
            with self.assertRaises(ClosedError):
                call()
        with Engine() as other:
            self.assertEqual(Game.load(game.save(), engine=other).state, game.state)


class Arguments(unittest.TestCase):
    def test_they_are_refused_with_an_exception(self) -> None:
        any_game: Any = Game
        game: Any = Game("classic", 2, 1, words="en_test_small")
        before = game.save()
        table: List[Tuple[Callable[[], object], Type[BaseException]]] = [
            (lambda: any_game(None), TypeError),
            (lambda: any_game("nope"), EngineError),
            (lambda: any_game(SURROGATE), EngineError),
            (lambda: any_game("x" * (10 << 20)), EngineError),
            (lambda: any_game("classic", 200), EngineError),
            (lambda: any_game("classic", -1), EngineError),
            (lambda: any_game("classic", None), EngineError),
            (lambda: any_game("classic", 2, 1 << 200), EngineError),
            (lambda: any_game("classic", 2, "abc"), EngineError),
            (lambda: any_game("classic", 2, b"abc"), TypeError),
            (lambda: any_game("classic", words=5), TypeError),
            (lambda: any_game("classic", words=[None]), TypeError),
            (lambda: any_game("classic", words=["A" * (10 << 20)]), EngineError),
            (lambda: any_game.load(None), TypeError),
            (lambda: any_game.load(b"{}"), TypeError),
            (lambda: any_game.load(""), ValueError),
            (lambda: any_game.load("{}"), EngineError),
            (lambda: any_game.load("[]"), ValueError),
            (lambda: any_game.load(before[:-9]), ValueError),
            (lambda: any_game.load(before.replace('"secret_seed":"', '"secret_seed":"\ud800')), ValueError),
            (lambda: any_game.load('{"a":1}},"op":"variants"'), ValueError),
            (lambda: any_game.load("[" * 1_000_000), RecursionError),
            (lambda: game.play(None), EngineError),
            (lambda: game.play({"actions": [{"place_at": {"cell": SURROGATE, "kind_id": "A"}}]}), EngineError),
            (lambda: game.play(placing(("99,99", "A"))), EngineError),
            (lambda: game.play(object()), TypeError),
            (lambda: game.swap([None]), EngineError),
            (lambda: game.swap(["x" * (10 << 20)]), EngineError),
            (lambda: game.rack(9), EngineError),
            (lambda: game.view(-1), EngineError),
            (lambda: game.best("godlike"), EngineError),
            (lambda: list(game.moves(limit=10**9, seat=77)), EngineError),
            (lambda: game.submit({"type": "nonsense"}), EngineError),
            (lambda: game.submit(math.nan), EngineError),
            (lambda: game.render(options={"theme": SURROGATE}), EngineError),
            (lambda: Lexicon("nope").check(["A"]), EngineError),
            (lambda: Lexicon().check(["A"] * 100_000), EngineError),
            (lambda: Lexicon().anagrams("?" * 10_000), EngineError),
            (lambda: Variant(toml="\x00"), EngineError),
            (lambda: Variant(toml="x" * (10 << 20)), EngineError),
        ]
        for number, (call, error) in enumerate(table):
            with self.subTest(number=number), self.assertRaises(error):
                call()
        self.assertEqual(game.save(), before)
        game.play_best()

    def test_games_are_cut_out_of_responses_as_they_are(self) -> None:
        start = '{"v":1,"answer":{"type":"game","game":'
        game = '{"a":"}\\\\\\"{","n":9007199254740993}'
        self.assertEqual(current_game(start + game + ',"x":1}}'), game)
        self.assertIsNone(current_game(start + '{"a":"'))
        self.assertIsNone(current_game("{}"))

    def test_points_of_any_size(self) -> None:
        self.assertEqual([points(5), points(str(2**80)), points("-" + str(2**80))], [5, 2**80, -(2**80)])
        self.assertEqual([points("Infinity"), points("-Infinity")], [math.inf, -math.inf])


if __name__ == "__main__":
    unittest.main()
