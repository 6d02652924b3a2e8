"""Answers the frames of a file: frames.py IN OUT. A frame is a length, four bytes with the lowest
first, and as many bytes."""

import struct
import sys

from tilewright import Engine


def main(source: str, target: str) -> None:
    count = 0
    with Engine() as engine, open(source, "rb") as read, open(target, "wb") as write:
        while head := read.read(4):
            response = engine.handle(read.read(struct.unpack("<I", head)[0]))
            write.write(struct.pack("<I", len(response)) + response)
            count += 1
    print(f"{count} frames answered")


if __name__ == "__main__":
    main(*sys.argv[1:])
