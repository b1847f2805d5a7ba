"""How many games are reviewed in a second: many at once, beside one by one.

The same games, and their numbers are compared. Processor time is measured.

    python benchmarks/review.py [RULES ...]
"""

import sys
from time import process_time

import numpy as np

from hotdice.arena.batch_review.batch import batch_review
from hotdice.arena.batch_review.by_record import review_by_record
from hotdice.arena.match.blocks import Block, Match
from hotdice.rules import Rules

BOTS = ("human:5", "human:8")
MANY = 20_000
FEW = 20
SAME = 1e-9


def main(names: list[str]) -> None:
    """Review games of some rules in both ways."""
    print(f"{'':14}{'at once':>12}{'one by one':>12}{'':>10}   games per second")
    for name in names or ["basic", "greed"]:
        match = Match(Rules.load(name), BOTS, 1)
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
        print(f"{name:14}{fast:12,.0f}{slow:12,.1f}{fast / slow:9,.0f}x", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
