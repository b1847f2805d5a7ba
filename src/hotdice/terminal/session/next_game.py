"""The next game with the same players."""

from hotdice.game import State
from hotdice.game.dice import MOST_SEED
from hotdice.game.record import Record


def next_game(record: Record) -> Record:
    """A new game with the same rules, players and head start; the first seat moves on by one.

    Seeded dice use the next seed, or the same dice would fall again.
    """
    seats = record.seats[1:] + record.seats[:1]
    seed = None if record.seed is None else (record.seed + 1) % (MOST_SEED + 1)
    totals = record.start.totals[1:] + record.start.totals[:1]
    start = State.start(record.start.rules, len(seats), totals)
    return Record(start, seats, seed, record.dice, advice=record.advice)
