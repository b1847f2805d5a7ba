"""What solving whole games costs, beside a C++ program of the same algorithm in the same run.

Both take turns, several times; each counts with the least CPU time it took (user and system, all
threads), so that other programs on the machine count as little as they can. The first players'
chances are compared. The yardstick is compiled here with g++ for this machine; without a compiler,
for three and more players, and for rules that it does not know, ours is measured alone, once. Times
of the clock are of two threads and say nothing on a busy machine.

    python benchmarks/solver.py [RULES | RULES:PLAYERS ...] [--rounds 5]

Without names all games with a wanted ratio are measured. Those with a wanted time are long jobs.
"""

import argparse
import os
import resource
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import NamedTuple, TypeVar

from hotdice import Rules, State
from hotdice.rules.meaning import has_last_round, hot_dice_bank, hot_dice_roll, ties_share
from hotdice.solver.n_player.solution import NPlayerSolution
from hotdice.solver.n_player.solve import solve_n_players
from hotdice.solver.turn.moves import moves_of
from hotdice.solver.turn.program import step_of
from hotdice.solver.two_player.solution import TwoPlayerSolution
from hotdice.solver.two_player.solve import solve_two_players

SAME = 1e-9
SMALL = 300  # points
ASKED = {  # how many times as fast as the yardstick, and what is aimed at
    "basic": (1.0, 1.5),
    "doubling": (1.0, 1.5),
    "three-pair": (1.0, 1.5),
    "classic": (1.0, 1.5),
    "thousand": (0.8, 1.0),
    "greed": (0.8, 1.0),
}
SECONDS = {  # CPU seconds asked and aimed at
    "facebook": (80, 40),
    "zilch": (160, 80),
    "greed:3": (3, 2),
    "greed:4": (720, 360),
    "basic:3": (5400, 1800),
}
# threads that wait for work of other programs' making should not count as work
ENVIRONMENT = dict(os.environ, OMP_WAIT_POLICY="passive")


Found = TypeVar("Found")


class Cost(NamedTuple):
    """CPU and clock seconds."""

    cpu: float
    clock: float


def yardstick(folder: str) -> str | None:
    """The C++ program, compiled for this machine; nothing where there is no compiler."""
    compiler = shutil.which("g++")
    if compiler is None:
        print("There is no g++, so there is no yardstick: ours alone.")
        return None
    source, program = Path(__file__).parent / "yardstick.cpp", f"{folder}/yardstick"
    words = [compiler, "-std=c++17", "-O3", "-march=native", "-fopenmp", "-o", program, str(source)]
    subprocess.run(words, check=True)
    return program


def as_numbers(rules: Rules) -> str | None:
    """The rules as the yardstick reads them; nothing if it does not know them."""
    moves = moves_of(rules, step_of(rules))
    terms = moves.terms
    if rules.penalty or terms.minimum or hot_dice_bank(terms) or moves.never_farkles():
        return None
    flags = (hot_dice_roll(terms), has_last_round(terms), ties_share(terms))
    lines = [f"{rules.dice} {terms.target} {terms.entry} {terms.refuse_below_entry:d}"]
    lines += [f"{flag:d}" for flag in flags]
    for roll in moves.rolls:
        lines.append(f"{float(roll.farkle)!r} {len(roll.chances)}")
        for pairs, chance in roll.chances.items():
            keeps = " ".join(f"{points} {left}" for points, left in sorted(pairs))
            lines.append(f"{float(chance)!r} {len(pairs)} {keeps}")
    return "\n".join(lines)


def cost(who: int, work: Callable[[], Found]) -> tuple[Cost, Found]:
    """What some work costs this process, or its children."""
    before, begin = resource.getrusage(who), perf_counter()
    found = work()
    clock, after = perf_counter() - begin, resource.getrusage(who)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Cost(cpu, clock), found


def solved(game: str, **changes: object) -> TwoPlayerSolution | NPlayerSolution:
    """A game solved anew; `greed:3` is greed with three players."""
    name, _, players = game.partition(":")
    rules = Rules.load(name, **changes)
    return solve_n_players(rules, int(players)) if players else solve_two_players(rules)


def first_chance(program: str, numbers: str) -> float:
    """The first player's chance as the yardstick finds it."""
    done = subprocess.run(
        [program], input=numbers, capture_output=True, text=True, check=True, env=ENVIRONMENT
    )
    return float(done.stdout.split()[0])


def compare(game: str, program: str, numbers: str, rounds: int) -> None:
    """Both in turn; prints the least cost of each and how many times as fast ours is."""
    rules, ours, theirs = Rules.load(game), [], []
    for _ in range(rounds):
        took, found = cost(resource.RUSAGE_SELF, lambda: solve_two_players(rules))
        ours.append(took)
        took, chance = cost(resource.RUSAGE_CHILDREN, lambda: first_chance(program, numbers))
        theirs.append(took)
        assert abs(chance - found.chance(0, 0)) < SAME, (game, chance, found.chance(0, 0))
    own, other = min(ours), min(theirs)
    asked = "asked {}, aimed at {}".format(*ASKED[game]) if game in ASKED else ""
    print(
        f"{game:<12}{own.cpu:8.3f} CPU s {min(ours, key=lambda c: c.clock).clock:7.3f} s"
        f"   yardstick{other.cpu:8.3f} CPU s {min(theirs, key=lambda c: c.clock).clock:7.3f} s"
        f"   {other.cpu / own.cpu:5.2f} times as fast   {asked}"
        f"   win {found.chance(0, 0):.9f} ± {found.bound():.0e}",
        flush=True,
    )


def alone(game: str) -> None:
    """Ours once."""
    took, found = cost(resource.RUSAGE_SELF, lambda: solved(game))
    first = found.chances(State.start(found.rules, found.players))[0]
    within = found.bound() if isinstance(found, TwoPlayerSolution) else found.gap
    asked = "asked {}, aimed at {} CPU s".format(*SECONDS[game]) if game in SECONDS else ""
    print(
        f"{game:<12}{took.cpu:8.2f} CPU s {took.clock:7.2f} s   {asked}"
        f"   win {first:.9f} ± {within:.0e}",
        flush=True,
    )


def main() -> None:
    """Measure what is named."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", metavar="RULES[:PLAYERS]", default=list(ASKED))
    parser.add_argument("--rounds", type=int, default=5)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        program = yardstick(folder)
        for game in asked.games:
            solved(game, target=SMALL, entry=0)  # so that everything is compiled
            numbers = None if ":" in game else as_numbers(Rules.load(game))
            if program and numbers:
                compare(game, program, numbers, asked.rounds)
            else:
                alone(game)


if __name__ == "__main__":
    main()
