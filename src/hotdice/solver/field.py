"""The turns of three or more players, each with what may follow it: turn starts or a last round."""

from typing import NamedTuple

import numpy as np

from hotdice.solver.crowd import play_turns
from hotdice.solver.free_rolls import with_free_rolls
from hotdice.solver.last_round import last_rounds, sure
from hotdice.solver.machine import Floats, Ints, Machine
from hotdice.solver.melee import LastRounds


class Spots(NamedTuple):
    """Turn starts: the movers' totals, those of the others, and the place after a bank of nothing.

    All totals are in steps from the lowest; `others[j - 1]` is that of the j-th player after.
    """

    own: Ints
    others: Ints
    banked: Ints


class Channels(NamedTuple):
    """What turns carry along: rows of the table of values, and rows of the table of last rounds.

    The first is what the mover chooses by. A row below 0 is nothing at all, or that of `bank_of`.
    """

    values: Ints
    ends: Ints


def bank_of(steps: int) -> int:
    """In place of a row of values: 1 for a bank of just so many steps, 0 for all others."""
    return -2 - steps


class Field:
    """A machine with the last rounds that its turns can lead to."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.players, self.target = machine.players, machine.target
        self.stride: int = self.target ** (self.players - 1)
        self.sums = range(self.players * (self.target - 1), -1, -1)
        self.places: int = (len(self.sums) + 2) * self.stride
        tables = last_rounds(machine)
        shared = machine.rules.tie == "shared"
        self.last_rounds = LastRounds(tables, machine.needs, machine.boards, shared)
        won = np.zeros((self.players, 1))
        won[0] = 1.0
        ends = tables[-1][0] if tables else won
        hot_ends = with_free_rolls(machine, ends)
        self._ends = (ends, hot_ends, sure(machine, ends[0], self.players - 1))
        beyond = max(machine.needs + self.target, machine.entry, machine.minimum)
        self._levels = self.target + beyond + machine.reach + 2

    def turns(
        self,
        values: Floats,
        channels: Channels,
        spots: Spots,
        after_farkle: Floats,
        after_nothing: Floats,
        lanes: Ints,
    ) -> Floats:
        """All channels of the best turns at some of the spots."""
        out = np.empty((len(channels.values), len(spots.own)))
        machine = self.machine

        def work(rows: Floats, first: int, last: int) -> None:
            play_turns(
                values, *self._ends, rows, *machine.arguments, machine.least, *channels, *spots,
                after_farkle, after_nothing, lanes[first:last], out,
            )  # fmt: skip

        machine.split(work, len(lanes), self._levels, len(channels.values))
        return out[:, lanes]
