"""Times the frames of a file: speed.py IN prints microseconds of processor time, one a line."""

import struct
import sys
import time

from tilewright import Engine


def main(source: str) -> None:
    engine = Engine()

    def run(request: bytes, rounds: int) -> float:
        start = time.thread_time()
        for _ in range(rounds):
            engine.handle(request)
        return (time.thread_time() - start) * 1e6

    with open(source, "rb") as read:
        while head := read.read(4):
            request = read.read(struct.unpack("<I", head)[0])
            run(request, 3)
            rounds = 1
            while run(request, rounds) < 2e5 and rounds < 1 << 20:
                rounds *= 2
            print(f"{min(run(request, rounds) / rounds for _ in range(5)):.3f}")


if __name__ == "__main__":
    main(*sys.argv[1:])
