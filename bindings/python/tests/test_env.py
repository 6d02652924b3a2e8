"""The environment for learning agents, with and without Gymnasium."""

import random
import unittest
import warnings
from typing import Any, List

from support import VARIANTS, small_words
from tilewright import Game, Variant
from tilewright.env import TilewrightEnv, register
from tilewright.protocol import Command

try:
    import gymnasium
except ImportError:
    gymnasium = None  # type: ignore[assignment, unused-ignore]


def small_env(id: str = "classic", players: int = 2, **more: Any) -> TilewrightEnv:
    variant = Variant(id)
    players = min(max(players, variant.players[0]), variant.players[1])
    return TilewrightEnv(variant, players, words=small_words(variant), candidates=8, **more)


class Episodes(unittest.TestCase):
    def episode(self, env: TilewrightEnv, seed: int, most: int = 400) -> List[float]:
        chance = random.Random(seed)
        _, info = env.reset(seed=seed)
        rewards = [float(env._lead())]
        for _ in range(most):
            legal = [action for action, free in enumerate(info["action_mask"]) if free]
            plays = [action for action in legal if action < env.candidates]
            _, reward, over, cut, info = env.step(chance.choice(plays or legal))
            rewards.append(reward)
            self.assertFalse(cut)
            if over:
                self.assertTrue(env.game.is_over)
                self.assertFalse(any(info["action_mask"]))
                return rewards
        self.fail("the game does not end")

    def test_rewards_add_up_to_the_final_lead_in_every_variant(self) -> None:
        for summary in VARIANTS:
            with self.subTest(variant=summary["id"]):
                env = small_env(summary["id"], opponent="beginner")
                rewards = self.episode(env, 4)
                self.assertEqual(sum(rewards), env._lead())

    def test_the_same_seed_is_the_same_game(self) -> None:
        env = small_env(players=3, seat=1)
        self.assertEqual(self.episode(env, 5), self.episode(env, 5))

    def test_the_mask_says_what_the_rules_say(self) -> None:
        for id in ("classic", "wordstockt-challenge", "stacking", "daily-9"):
            env = small_env(id)
            _, info = env.reset(seed=2)
            for _ in range(5):
                for action, free in enumerate(info["action_mask"]):
                    if action < len(info["moves"]) or action >= env.candidates:
                        self.assertEqual(bool(free), env.game.accepts(env._command(action)), (id, action))
                    else:
                        self.assertFalse(free)
                action = max(range(len(info["action_mask"])), key=lambda number: info["action_mask"][number])
                _, _, over, _, info = env.step(action)
                if over:
                    break

    def test_what_is_not_legal_changes_nothing(self) -> None:
        env = small_env(penalty=3.0)
        with self.assertRaises(RuntimeError):
            env.step(0)
        env.reset(seed=1)
        challenge = env.action_count - 1
        before = env.game.save()
        _, reward, over, _, info = env.step(challenge)
        self.assertEqual((reward, over, info["illegal"]), (-3.0, False, True))
        self.assertEqual(env.game.save(), before)
        for action in (-1, env.action_count):
            with self.assertRaises(ValueError):
                env.step(action)
        env.penalty = None
        with self.assertRaises(ValueError):
            env.step(challenge)
        for wrong in ({"seat": 5}, {"candidates": 0}):
            with self.assertRaises(ValueError):
                TilewrightEnv(**wrong)  # type: ignore[arg-type]

    def test_opponents_of_ones_own(self) -> None:
        def passes(game: Game) -> Command:
            return {"type": "pass", "seat": game.to_move}

        env = small_env(opponent=passes)
        env.reset(seed=3)
        env.step(0)
        self.assertEqual(env.game.scores[1], 0)
        self.assertTrue(env.render().startswith("<svg"))
        env.close()


@unittest.skipIf(gymnasium is None, "Gymnasium is not installed")
class Gymnasium(unittest.TestCase):
    def test_its_own_check_finds_nothing(self) -> None:
        from gymnasium.utils.env_checker import check_env

        for id in ("classic", "tower-3d", "graph-demo", "hex", "stacking"):
            with self.subTest(variant=id), warnings.catch_warnings():
                warnings.simplefilter("error")
                env = small_env(id, opponent="beginner")
                check_env(env, skip_render_check=True)
                observation, _ = env.reset(seed=1)
                self.assertIn(observation, env.observation_space)

    def test_it_can_be_made_by_name(self) -> None:
        register("TilewrightTest-v0", words="en_test_small", candidates=4)
        env = gymnasium.make("TilewrightTest-v0", players=3, render_mode="svg")
        env.reset(seed=1)
        self.assertEqual(env.action_space.n, 7)  # type: ignore[attr-defined, unused-ignore]
        self.assertTrue(str(env.render()).startswith("<svg"))
        env.close()


if __name__ == "__main__":
    unittest.main()
