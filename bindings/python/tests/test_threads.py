"""Eight threads at once, and games that come and go."""

import gc
import os
import threading
import time
import unittest
from concurrent.futures import ThreadPoolExecutor
from typing import List

from tilewright import ClosedError, Engine, Game

#: How many games come and go.
GAMES = int(os.environ.get("TILEWRIGHT_GAMES", "5000"))
#: How much more memory the process may have afterwards, in bytes.
GROWTH = 4 << 20


class Threads(unittest.TestCase):
    def test_eight_threads_say_the_same(self) -> None:
        def play(_: int) -> str:
            game = Game("hex", 3, 5, words="en_test_small", engine=engine)
            for turn in range(12):
                game.play_best("casual", seed=turn)
            return game.save()

        with Engine() as engine, ThreadPoolExecutor(8) as threads:
            self.assertEqual(len(set(threads.map(play, range(16)))), 1)

    def test_others_go_on_during_a_long_call(self) -> None:
        # An engine that has compiled nothing takes its time with the whole list.
        engine, ended = Engine(), threading.Event()

        def long() -> None:
            Game("classic", 2, 1, engine=engine).count_moves()
            ended.set()

        thread, waits = threading.Thread(target=long), [0.0]
        thread.start()
        last = time.perf_counter()
        while not ended.is_set():
            time.sleep(0.001)
            waits.append(time.perf_counter() - last)
            last = time.perf_counter()
        thread.join()
        self.assertGreater(len(waits), 10, "the call held everybody up")

    def test_closing_while_calls_are_under_way(self) -> None:
        engine, done = Engine(), []

        def play() -> None:
            try:
                while True:
                    Game("classic", 2, 1, words="free", engine=engine)
            except ClosedError:
                done.append(True)

        threads: List[threading.Thread] = [threading.Thread(target=play) for _ in range(8)]
        for thread in threads:
            thread.start()
        time.sleep(0.1)
        engine.close()
        for thread in threads:
            thread.join()
        self.assertEqual(len(done), 8)


@unittest.skipUnless(os.path.exists("/proc/self/statm"), "the system does not report how much memory is in use")
class Memory(unittest.TestCase):
    def test_games_come_and_go_and_the_memory_does_not_grow(self) -> None:
        engine = Engine()

        def run(count: int) -> None:
            for _ in range(count):
                game = Game("classic", 2, 1, words="free", engine=engine)
                game.copy()
            gc.collect()

        run(500)
        before = resident()
        run(GAMES)
        after = resident()
        print(f"{GAMES} games: {before >> 10} kB before, {after >> 10} kB after")
        self.assertLess(after - before, GROWTH)

    def test_engines_come_and_go_too(self) -> None:
        def run(count: int) -> None:
            for _ in range(count):
                engine = Engine()
                Game("stacking", 2, 1, words="free", engine=engine)

        run(20)
        before = resident()
        run(100)
        self.assertLess(resident() - before, GROWTH)


def resident() -> int:
    """The bytes of memory that the process has."""
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


if __name__ == "__main__":
    unittest.main()
