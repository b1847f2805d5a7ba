"""The app at a real terminal: how soon the first screen is there, and how soon a key is answered.

The first screen of `hotdice play basic` beside `python -c pass` (at most 40 times) and beside
importing Textual alone; runs take turns, and the least time of each counts. The program is compiled
to bytecode before, as an installer does it. A key is answered when the terminal gets something to
show; the 95th percentile is at most 50 ms, with advice on as well.
"""

import compileall
import os
import select
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from support.pty_screen import PtyScreen

import hotdice

ROUNDS = 8
KEYS = 200
SHOWN = b"Hot Dice"  # what the first screen has at its top
PLAY = [sys.executable, "-m", "hotdice", "play", "basic"]


def main() -> None:
    """Print both, each beside what it is compared with."""
    compileall.compile_dir(os.path.dirname(hotdice.__file__), quiet=1)
    empty = textual = first = float("inf")
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(ROUNDS):
            empty = min(empty, _run("-c", "pass"))
            textual = min(textual, _run("-c", "import textual.app"))
            first = min(first, _first_screen(Path(folder)))
        print(f"python -c pass          {1000 * empty:7.1f} ms")
        print(f"import textual.app      {1000 * textual:7.1f} ms  {textual / empty:5.1f} times")
        print(f"first screen            {1000 * first:7.1f} ms  {first / empty:5.1f} times (40)")
        for name, before in (("without advice", ""), ("with winning chances on", "w")):
            times = sorted(_answers(Path(folder), before))
            middle, late = times[len(times) // 2], times[len(times) * 95 // 100]
            print(
                f"a key, {name:<24} {1000 * middle:5.1f} ms in the middle, "
                f"{1000 * late:5.1f} ms at the 95th percentile (50)"
            )


def _run(*words: str) -> float:
    begin = perf_counter()
    subprocess.run([sys.executable, *words], check=True)
    return perf_counter() - begin


def _first_screen(folder: Path) -> float:
    begin = perf_counter()
    screen = PtyScreen(PLAY, folder)
    seen = b""
    while SHOWN not in seen:
        seen += os.read(screen.near, 1 << 16)
    took = perf_counter() - begin
    screen.kill()
    return took


def _answers(folder: Path, before: str) -> list[float]:
    """The time from each key to the first sign of its answer, over several turns."""
    seats = ["--seats", "Ann,Bob", "--seed", "1", "--fast"]
    record = folder / f"game{before}.jsonl"
    screen = PtyScreen([*PLAY, *seats, "--record", str(record)], folder)
    screen.until(lambda screen: "Ann to roll" in screen.text)
    if before:
        screen.type(before)
        screen.until(lambda screen: "%" in screen.lines[4])
    times: list[float] = []
    while len(times) < KEYS:
        for key in "r\t\tb":
            screen.read(0.04)
            begin = perf_counter()
            screen.type(key)
            select.select([screen.near], [], [], 1)
            times.append(perf_counter() - begin)
    screen.kill()
    os.unlink(record)
    return times


if __name__ == "__main__":
    main()
