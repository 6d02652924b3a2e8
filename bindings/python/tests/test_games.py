"""Whole games, of every variant, through everything that a game can do."""

import pickle
import tempfile
import unittest
from pathlib import Path

from support import VARIANTS, small_words
from tilewright import (
    EngineError,
    FinishedError,
    Game,
    Lexicon,
    RulesError,
    StaleError,
    Variant,
    placing,
    points,
)


class EveryVariant(unittest.TestCase):
    def test_games_are_played_to_their_ends(self) -> None:
        self.assertGreaterEqual(len(VARIANTS), 33)
        for number, summary in enumerate(VARIANTS):
            with self.subTest(variant=summary["id"]):
                variant = Variant(summary["id"])
                players = min(max(2, variant.players[0]), variant.players[1])
                game = Game(variant, players, number, words=small_words(variant))
                self.play_to_the_end(game)

    def play_to_the_end(self, game: Game) -> None:
        for turn in range(400):
            if game.is_over:
                break
            seat, before = game.to_move, game.scores
            command = game.best("strong" if turn % 2 else "casual", seed=turn)
            preview = None
            if command["type"] == "move" and "swap_rack" not in command["move"]["actions"][0]:
                preview = game.preview(command["move"])
                self.assertTrue(preview, preview.violations)
            if turn < 3:
                self.assertTrue(game.accepts(command))
            events = game.submit(command, revision=game.revision)
            self.assertEqual(events, game.last_events)
            if preview is not None and not game.is_over:
                self.assertEqual(game.scores[seat] - before[seat], preview.score)
        self.assertTrue(game.is_over)
        result = game.result
        assert result is not None
        self.assertEqual([points(score) for score in result["scores"]], game.scores)
        self.assertTrue(game.verify())
        self.assertTrue(game.render().startswith("<svg"))
        saved = game.save()
        game.undo()
        self.assertNotEqual(game.save(), saved)
        game.redo()
        self.assertEqual(game.save(), saved)
        again = Game.load(saved)
        self.assertEqual(again.state, game.state)
        self.assertEqual(again.variant, game.variant)
        self.assertEqual(len(game.events()), game.revision)

    def test_found_moves_score_what_previews_say(self) -> None:
        for summary in VARIANTS:
            with self.subTest(variant=summary["id"]):
                variant = Variant(summary["id"])
                game = Game(variant, variant.players[0], 3, words=small_words(variant))
                moves = list(game.moves())
                self.assertEqual(len(moves), min(10_000, game.count_moves()))
                self.assertEqual([move.equity for move in moves], sorted((m.equity for m in moves), reverse=True))
                for move in moves[:5]:
                    self.assertEqual(game.preview(move).score, move.score)


class OneGame(unittest.TestCase):
    def setUp(self) -> None:
        self.game = Game("classic", 2, 7, words="en_test_small")

    def test_seats_see_their_own_tiles_only(self) -> None:
        own, other = self.game.view(0), self.game.view(1)
        self.assertEqual((own["seat"], len(own["rack"]), own["rack"]), (0, 7, self.game.rack(0)))
        self.assertNotEqual(own["rack"], other["rack"])
        self.assertNotIn("rack", self.game.view())
        drawn = {}
        for event in self.game.events(1):
            if event["fact"]["type"] == "drew":
                drawn[event["fact"]["seat"]] = event["fact"].get("own")
        self.assertIsNone(drawn[0])
        self.assertEqual(sorted(drawn[1] or []), sorted(other["rack"]))

    def test_turns_of_every_kind(self) -> None:
        game = self.game
        game.swap(game.rack()[:2])
        game.pass_turn()
        move = next(game.moves())
        self.assertIn(move.words[0], str(move))
        game.play(move)
        self.assertEqual(game.scores[0], move.score)
        game.play_best("expert")
        self.assertIn("#character", game.gcg(["Ann", "Bob"]))
        revision = game.revision
        with self.assertRaises(StaleError) as caught:
            game.submit({"type": "pass", "seat": game.to_move}, revision=1)
        self.assertEqual((caught.exception.code, caught.exception.revision), ("stale", revision))
        game.resign()
        self.assertTrue(game.is_over)
        with self.assertRaises(FinishedError):
            game.pass_turn()

    def test_every_broken_rule_is_told_and_nothing_changes(self) -> None:
        before = self.game.save()
        move = placing(("0,0", "X"), ("2,1", "E"))
        preview = self.game.preview(move)
        self.assertFalse(preview)
        self.assertIsNone(preview.score)
        with self.assertRaises(RulesError) as caught:
            self.game.play(move)
        rules = {violation.rule for violation in caught.exception.violations}
        self.assertEqual(rules, {violation.rule for violation in preview.violations})
        self.assertGreaterEqual(len(rules), 3)
        self.assertEqual(self.game.save(), before)
        self.assertEqual(str(pickle.loads(pickle.dumps(caught.exception))), str(caught.exception))

    def test_copies_go_their_own_way(self) -> None:
        copy, thawed = self.game.copy(), pickle.loads(pickle.dumps(self.game))
        self.game.pass_turn()
        self.assertEqual(copy.save(), thawed.save())
        self.assertNotEqual(copy.save(), self.game.save())
        moves = copy.moves()
        next(moves)
        copy.pass_turn()
        with self.assertRaises(RuntimeError):
            list(moves)

    def test_seeds(self) -> None:
        self.assertEqual(Game(seed=7, words="en_test_small").save(), self.game.save())
        secret = Game(seed="ab" * 32, words="free")
        self.assertTrue(secret.state["fair"])
        self.assertNotEqual(Game(words="free").save(), Game(words="free").save())

    def test_free_words_blanks_and_switched_rules(self) -> None:
        # The rack of this seed has a blank.
        self.assertIn("?", self.game.rack())
        move = placing(("7,7", "?", "Q"), ("8,7", "W"), ("9,7", "S"))
        self.assertFalse(self.game.preview(move))
        free = Game("classic", 2, 7, words="free")
        preview = free.preview(move)
        self.assertTrue(preview, preview.violations)
        assert preview.breakdown is not None
        self.assertEqual(preview.breakdown["words"][0]["text"], "QWS")
        self.assertTrue(preview.breakdown["words"][0]["letters"][0]["blank"])
        self.game.switch_rule("word_validation", False)
        self.assertEqual(self.game.preview(move).score, preview.score)
        self.assertIn("QWS scores 10", self.game.render(move, account=True, options={"theme": "dark"}))

    def test_stacks_reading_directions_challenges_and_plugins(self) -> None:
        stacking = Game("stacking", 2, 3, words="en_test_small")
        while not stacking.is_over and max(stacking.board.heights) < 2:
            stacking.play_best("strong")
        self.assertGreaterEqual(max(stacking.board.heights), 2)
        self.assertIn("both", Variant("anadrome").reading.values())
        self.assertTrue(Variant("plugin-demo").plugins)
        bluff = Game("wordstockt-challenge", 2, 1, words=["XX"])
        rack = [tile for tile in bluff.rack() if tile != "?"]
        start = bluff.variant.details["start_cells"][0]
        column, row = (int(part) for part in start.split(","))
        bluff.play(placing(*((f"{column + i},{row}", tile) for i, tile in enumerate(rack[:3]))))
        self.assertEqual(bluff.state.get("challengeable"), 0)
        kinds = {event["fact"]["type"] for event in bluff.challenge(1)}
        self.assertIn("withdrawn", kinds)

    def test_clocks(self) -> None:
        speed = Game("wordstockt-speed", 2, 1, words="free", now=0)
        self.assertTrue(speed.tick(10**10))


class Words(unittest.TestCase):
    def test_questions(self) -> None:
        lexicon = Lexicon("en_test_small")
        self.assertIn("READ", lexicon)
        self.assertIn("read", lexicon)
        self.assertNotIn("RAEDX", lexicon)
        self.assertNotIn(5, lexicon)
        self.assertIn("DARE", lexicon.anagrams("READ") + ["DARE"])
        self.assertIn("READ", lexicon.matching("R??D"))
        front, back = lexicon.hooks("EAR")
        self.assertTrue(all(f"{letter}EAR" in lexicon for letter in front))
        self.assertTrue(all(f"EAR{letter}" in lexicon for letter in back))
        self.assertFalse(lexicon.explain("RAEDX")["valid"])

    def test_lists_of_ones_own(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "pets.txt"
            path.write_text("CAT\nDOG\n", encoding="utf-8")
            pets = Lexicon.from_file(path)
        self.assertEqual(pets.check(["CAT", "COW", "dog"]), [True, False, True])
        self.assertEqual(Lexicon(["CAT", "COW"]).check(["COW", "DOG"]), [True, False])
        game = Game("classic", 2, 1, words=pets)
        self.assertLessEqual({word for move in game.moves() for word in move.words}, {"CAT", "DOG"})

    def test_the_shipped_list(self) -> None:
        self.assertEqual(Lexicon().check(["QUIZ", "QUIX"]), [True, False])


class Variants(unittest.TestCase):
    def test_files(self) -> None:
        text = 'format = 1\nid = "nine"\nname = "Nine"\ndescription = "Nine tiles."\nextends = "classic"\n'
        variant = Variant(toml=text + "[rules.rack_size]\nsize = 9\n")
        self.assertEqual((variant.id, variant.rack_size), ("nine", 9))
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "nine.toml"
            path.write_text(variant.toml, encoding="utf-8")
            self.assertEqual(Variant.from_file(path), variant)
        game = Game(variant, 2, 1, words="en_test_small")
        self.assertEqual(len(game.rack()), 9)
        self.assertEqual(Game.load(game.save()).variant, variant)
        with self.assertRaises(EngineError):
            Variant(toml="format = ")
        # A word list that is not there is an error when the game is made, not at its first move.
        with self.assertRaises(EngineError) as caught:
            Game("classic", 2, 1, words="enn")
        self.assertIn("enn", str(caught.exception))
        with self.assertRaises(TypeError):
            Variant()


if __name__ == "__main__":
    unittest.main()
