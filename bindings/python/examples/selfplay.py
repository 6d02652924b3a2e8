"""Self-play for research: an agent in the environment against a bot, and what it has learnt.

    python selfplay.py [--variant classic] [--games 20] [--seed 1] [--words LIST] [--opponent skilled]

The agent chooses among the best plays by `score + weight * (equity - score)`, and learns from whole
games how much the tiles that a play leaves are worth to it. It needs neither NumPy nor Gymnasium.
"""

import argparse
import random
from typing import Any, Dict, Tuple

from tilewright.env import TilewrightEnv


def choose(observation: Dict[str, Any], mask: Any, weight: float) -> int:
    """The legal play that is worth most; the first other legal action if there is none."""
    plays = [
        (score + weight * (equity - score), -action)
        for action, ((score, equity), legal) in enumerate(zip(observation["candidates"], mask))
        if legal
    ]
    if plays:
        return -max(plays)[1]
    return next(action for action, legal in enumerate(mask) if legal)


def play(env: TilewrightEnv, weight: float, seed: int) -> Tuple[float, int]:
    """Plays a game: what the agent was ahead in the end, and its turns."""
    observation, info = env.reset(seed=seed)
    lead, over, turns = float(observation["scores"][0] - max(observation["scores"][1:], default=0)), False, 0
    while not over:
        action = choose(observation, info["action_mask"], weight)
        observation, reward, over, _, info = env.step(action)
        lead, turns = lead + reward, turns + 1
    return lead, turns


def main() -> None:
    parser = argparse.ArgumentParser(description="Self-play of a small agent against a bot")
    parser.add_argument("--variant", default="classic")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--words", help="the id of a word list; without it the variant's own")
    parser.add_argument("--opponent", default="skilled")
    options = parser.parse_args()

    env = TilewrightEnv(options.variant, opponent=options.opponent, words=options.words, candidates=16)
    chance = random.Random(options.seed)
    weight, average, turns = 0.5, 0.0, 0
    for number in range(1, options.games + 1):
        step = chance.choice((-0.25, 0.25))
        # The same tiles twice, so that the difference is the agent's doing.
        here, more = play(env, weight, options.seed + number)
        there, again = play(env, weight + step, options.seed + number)
        weight += step * (0.2 if there > here else -0.1 if there < here else 0.0)
        average += (here - average) / number
        turns += more + again
    print(f"{2 * options.games} games, {turns} turns of the agent, {average:+.1f} points a game, weight {weight:.2f}")


if __name__ == "__main__":
    main()
