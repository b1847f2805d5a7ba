"""The next game with the same players."""

from hotdice.game import State
from hotdice.game.dice import MOST_SEED
from hotdice.game.record import Record


def next_game(record: Record) -> Record:
    """A new game with the same rules, players and head start; the next seat begins.

    Seeded dice use the next seed, or the same dice would fall again.
    """
    first = record.start.player + 1
    seats = record.seats[first:] + record.seats[:first]
    seed = None if record.seed is None else (record.seed + 1) % (MOST_SEED + 1)
    totals = record.start.totals[first:] + record.start.totals[:first]
    start = State.start(record.start.rules, len(seats), totals)
    return Record(start, seats, seed, record.dice, advice=record.advice)
