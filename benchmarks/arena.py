"""How fast the arena plays, beside a plain C program of the same game in the same run.

Both play the same games: two players of `basic` who take all that scores and bank at 300, with the
same generator, and must end with the same totals. The C program is compiled here with `cc -O2`;
without a compiler there is no comparison. Times are those of the processor, so that other programs
on the machine count as little as they can; for two threads they are those of the clock. Games
through `State` are compared with the loop of `engine.py`, in actions.

    python benchmarks/arena.py
"""

import argparse
import json
import os
import resource
import shutil
import statistics
import subprocess
import tempfile
from functools import partial
from pathlib import Path
from time import perf_counter, process_time

from engine import hotdice_rate

from hotdice import Rules
from hotdice.arena.engine.by_state import play_by_state
from hotdice.arena.engine.play import play_block
from hotdice.arena.match.blocks import Block, Match, blocks
from hotdice.arena.match.counts import FARKLES, POINTS, ROLLS, TURNS, Counts
from hotdice.game import Action, State
from hotdice.game.actions import BANK, ROLL
from hotdice.jobs import Threads

SEED = 1
BOT = "threshold:300"
AT_LEAST = {BOT: 0.8, "turn": 0.6, "optimal": 0.05}
COLUMNS = {"turns": TURNS, "rolls": ROLLS, "farkles": FARKLES, "points": POINTS}


def c_program(folder: str) -> str | None:
    """The plain program, compiled; nothing where there is no compiler."""
    compiler = shutil.which("cc")
    if compiler is None:
        return None
    source, program = Path(__file__).parent / "arena.c", f"{folder}/arena"
    subprocess.run([compiler, "-O2", "-o", program, str(source)], check=True)
    return program


def c_seconds(program: str, games: int) -> tuple[float, list[dict[str, int]]]:
    """Processor time of the plain program, and what it counted by seat."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    words = [program, str(games), str(SEED), BOT.partition(":")[2]]
    found = subprocess.run(words, check=True, capture_output=True).stdout
    seconds = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    return seconds, json.loads(found)["seats"]


def arena_seconds(bot: str, games: int) -> tuple[float, Counts]:
    """Processor time of the arena on one thread, and its counts."""
    begin = process_time()
    played = play_block(match_of(bot), Block(0, games))
    return process_time() - begin, played.counts


def match_of(bot: str) -> Match:
    """A bot against itself."""
    return Match(Rules.load("basic"), (bot, bot), SEED)


def compare_totals(counts: Counts, seats: list[dict[str, int]]) -> None:
    """Both must have played the same games."""
    for seat, wanted in enumerate(seats):
        found = {name: int(counts.figure(column)[seat]) for name, column in COLUMNS.items()}
        found["wins"] = int(counts.wins[seat, 0])
        if found != wanted:
            raise SystemExit(f"seat {seat + 1}: the arena counts {found}, the C program {wanted}")


def against_c(program: str, games: int, rounds: int) -> None:
    """The arena on one thread against one thread of C, in turn."""
    for bot, least in AT_LEAST.items():
        begin = perf_counter()
        play_block(match_of(bot), Block(0, games))  # compiles, and writes the plans of best play
        prepared = perf_counter() - begin
        ratios, rates = [], []
        for _ in range(rounds):
            plain, seats = c_seconds(program, games)
            seconds, counts = arena_seconds(bot, games)
            if bot == BOT:
                compare_totals(counts, seats)
            ratios.append(plain / seconds)
            rates.append(games / seconds)
        ratio, rate = statistics.median(ratios), statistics.median(rates)
        print(
            f"{bot:<14} {rate:>12,.0f} games/s on one thread, {ratio:.2f} of C"
            f" (at least {least}); ready after {prepared:.1f} s"
        )


def two_threads(games: int, rounds: int) -> None:
    """Two threads against one, by the clock."""
    work = partial(play_block, match_of(BOT))
    parts = blocks(games, games // 40)
    ratios = []
    for _ in range(rounds):
        seconds = []
        for count in (1, 2):
            begin = perf_counter()
            for _ in Threads(count).run(work, parts):
                pass
            seconds.append(perf_counter() - begin)
        ratios.append(seconds[0] / seconds[1])
    ratio, busy = statistics.median(ratios), os.getloadavg()[0]
    print(f"two threads    {ratio:>12.2f} times one (at least 1.7 if quiet; load is {busy:.1f})")


class Plain:
    """A bot as somebody would write it: all that scores, and bank at 300."""

    def __init__(self) -> None:
        self.actions = 0

    def choose(self, state: State) -> Action:
        """Count what is asked."""
        self.actions += 1
        if state.rolled:
            return state.actions()[0]
        return BANK if state.turn_points >= 300 else ROLL


def through_state(rounds: int) -> None:
    """A bot in Python against random play by the raw loop of `engine.py`, in actions a second."""
    match = Match(Rules.load("basic"), ("Plain", "Plain"), SEED)
    ratios = []
    for number in range(rounds):
        bot = Plain()
        begin = perf_counter()
        play_by_state(match, Block(50 * number, 50), {0: bot, 1: bot})
        rate = bot.actions / (perf_counter() - begin)
        ratios.append(rate / hotdice_rate("basic", 0.05, number))
    print(f"Python bot     {statistics.median(ratios):>12.2f} of engine.py's rate (at least 0.5)")


def main() -> None:
    """Measure in turn, so that a noisy machine is noisy for both."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=300_000)
    parser.add_argument("--rounds", type=int, default=9)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        program = c_program(folder)
        if program is None:
            print("there is no C compiler: no comparison with C")
        else:
            against_c(program, options.games, options.rounds)
    two_threads(4 * options.games, options.rounds)
    through_state(4 * options.rounds)


if __name__ == "__main__":
    main()
