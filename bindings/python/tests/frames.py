"""Answers the frames of a file, or plays games: frames.py IN OUT, frames.py --games N."""

import struct
import sys
import threading

import tilewright
from tilewright.env import TilewrightEnv


def frames(source: str, target: str) -> None:
    engine = tilewright.Engine()
    count = 0
    with open(source, "rb") as read, open(target, "wb") as write:
        while head := read.read(4):
            response = engine.handle(read.read(struct.unpack("<I", head)[0]))
            write.write(struct.pack("<I", len(response)) + response)
            count += 1
    print(f"{count} frames answered")


def resident() -> int:
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096


def refused(run, kind, part: str) -> None:
    try:
        run()
    except kind as error:
        assert part in str(error), error
        return
    raise AssertionError(f"nothing was refused: {part}")


def games(count: int) -> None:
    engine = tilewright.Engine()
    small = {"shipped": "en_test_small"}
    game = tilewright.Game("stacking", 2, 3, words=small, engine=engine)
    for _ in range(6):
        moves = list(game.moves(limit=40))
        assert len(moves) == min(40, game.count_moves())
        if moves:
            assert game.preview(moves[0].move)["breakdown"]["total"] == moves[0].score
        game.submit(game.best("strong"), revision=game.revision)
    tiles, heights = game.board()
    assert max(heights) >= 1 and len(tiles) == len(heights) == len(game.variant.cells)
    saved = game.save()
    game.undo()
    game.redo()
    assert game.save() == saved and tilewright.Game.load(saved, engine).public == game.public
    while game.result is None:
        game.submit(game.best())
    assert game.verify() and game.render().startswith("<svg")
    refused(game.pass_turn, tilewright.EngineError, "over")
    refused(lambda: engine.add_lexicon("x", b"\xff\xfe"), ValueError, "word list")
    assert b"bad_request" in engine.handle(b"") and b"too_large" in engine.handle(bytes(10 << 20))
    lexicon = tilewright.Lexicon("classic", small, engine)
    assert "read" in lexicon and "RAEDX" not in lexicon

    env = TilewrightEnv("classic", words=small, candidates=8, opponent="beginner")
    _, info = env.reset(seed=4)
    total, over, steps = 0.0, False, 0
    while not over and steps < 200:
        action = 0 if info["action_mask"][0] else 8
        _, reward, over, _, info = env.step(action)
        total, steps = total + reward, steps + 1
    assert over and total == env._lead() and len(env.action_masks()) == 9

    said = set()
    def play() -> None:
        said.add(tilewright.Game("hex", 2, 5, words="free", engine=engine).save())
    threads = [threading.Thread(target=play) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(said) == 1

    before = 0
    for number in range(count + 500):
        if number == 500:
            before = resident()
        tilewright.Game("classic", 2, 1, words="free", engine=engine)
    grown = resident() - before
    assert grown < 16 << 20, f"{grown} bytes more"
    print(f"all is well, {count} games made and dropped, {grown >> 10} kB more")


if sys.argv[1] == "--games":
    games(int(sys.argv[2]))
else:
    frames(sys.argv[1], sys.argv[2])
