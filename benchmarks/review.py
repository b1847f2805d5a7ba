"""How long the review of one game takes, and how many games are reviewed in a second.

One game is reviewed by `hotdice review --json` in a fresh process, and again and again in this one
with everything that is told of it; games of bad players have many slips to explain. Many games are
reviewed at once beside one by one: the same games, and their numbers are compared. Processor time
is measured.

    python benchmarks/review.py [RULES ...]
"""

import subprocess
import sys
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from tempfile import TemporaryDirectory
from time import process_time

import numpy as np

from hotdice.arena.batch_review.batch import batch_review
from hotdice.arena.batch_review.by_record import review_by_record
from hotdice.arena.match.blocks import Block, Match
from hotdice.bots import make
from hotdice.game import State
from hotdice.game.dice import SeededDice
from hotdice.game.driver import play
from hotdice.game.record import Record
from hotdice.review import is_error, report, review
from hotdice.rules import Rules
from hotdice.solver import solve

BOTS = ("human:5", "human:8")
PLAYERS = (("human:8", "human:5"), ("human:1", "human:2"), ("human:1", "random"))
SEED = 2
WARM = 9  # times; the shortest counts, for others may be at work
MANY = 20_000
FEW = 20
SAME = 1e-9


def main(names: list[str]) -> None:
    """Review games of some rules in all ways."""
    print(f"{'':14}{'':20}{'changes':>9}{'slips':>7}{'cold':>9}{'warm':>9}   seconds a game")
    for name in names or ["basic"]:
        for bots in PLAYERS:
            one_game(Rules.load(name), bots)
    print(f"\n{'':14}{'at once':>12}{'one by one':>12}{'':>10}   games per second")
    for name in names or ["basic", "greed"]:
        many_games(Rules.load(name))


def one_game(rules: Rules, bots: tuple[str, ...]) -> None:
    """A game in a fresh process, and in this one."""
    start = State.start(rules, len(bots))
    choosers = [make(bot, SEED + seat) for seat, bot in enumerate(bots)]
    steps = play(start, choosers, SeededDice(SEED))
    record = Record(start, bots).having(*steps)
    values = solve(rules, len(bots))
    times = []
    for _ in range(WARM):
        begin = process_time()
        found = review(record, values)
        report(found, list(bots))
        times.append(process_time() - begin)
    slips = sum(is_error(change) for change in found.changes)
    print(
        f"{rules.name:14}{' '.join(bots):20}{len(found.changes):9}{slips:7}"
        f"{cold(record):9.2f}{min(times):9.3f}",
        flush=True,
    )


def cold(record: Record) -> float:
    """What the command takes in a process of its own, from its start to its end."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "game.jsonl")
        path.write_text(record.text())
        command = [sys.executable, "-m", "hotdice", "review", str(path), "--json"]
        begin = getrusage(RUSAGE_CHILDREN)
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        end = getrusage(RUSAGE_CHILDREN)
    return end.ru_utime + end.ru_stime - begin.ru_utime - begin.ru_stime


def many_games(rules: Rules) -> None:
    """Many games at once, and a few one by one."""
    match = Match(rules, BOTS, 1)
    batch = batch_review(match.rules)
    few = batch.review(match, Block(0, FEW))  # compiles, too
    review_by_record(match, Block(0, 1))
    begin = process_time()
    batch.review(match, Block(0, MANY))
    middle = process_time()
    alone = review_by_record(match, Block(0, FEW))
    end = process_time()
    for one, other in zip(few[2:], alone[2:], strict=True):
        np.testing.assert_allclose(one, other, rtol=0, atol=SAME)
    fast, slow = MANY / (middle - begin), FEW / (end - middle)
    print(f"{rules.name:14}{fast:12,.0f}{slow:12,.1f}{fast / slow:9,.0f}x", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
