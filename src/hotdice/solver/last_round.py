"""The last round of three or more players: who of those still to move beats the highest total.

Only what each of them needs to draw level counts, and how many hold the highest total. With the
others' needs as lanes one turn answers all needs of the mover at once; from the table for the last
player the one for two is made, and so on. Chances to get the table's greatest need are negligible.
"""

from itertools import pairwise
from typing import NamedTuple

import numpy as np

from hotdice.solver.crowd import last_turns
from hotdice.solver.machine import Floats, Machine

Tables = tuple[tuple[Floats, ...], ...]


class After(NamedTuple):
    """Tables for after a turn: the mover alone holds the highest total, has failed, has tied."""

    alone: Floats
    failed: Floats
    tied: Floats


def last_rounds(machine: Machine) -> Tables:
    """The chances of all in a last round, by how many are still to move and how many hold it.

    Row 0 of a table is the chance of each who holds the highest total, row j that of the j-th
    player to move. A place in a row is the sum of need * axis**(j - 1).
    """
    players = machine.players
    if machine.rules.finish == "immediate":
        return ()
    tables = [tuple(np.full((1, 1), 1.0 / holders) for holders in range(1, players + 1))]
    for movers in range(1, players):
        after = tables[-1]
        tables.append(
            tuple(
                _turn(machine, After(after[0], failed, tied), movers, holders)
                for holders, (failed, tied) in enumerate(pairwise(after), 1)
            )
        )
    return tuple(tables)


def _turn(machine: Machine, after: After, movers: int, holders: int) -> Floats:
    """Chances with one more player to move, who comes first of all movers."""
    needs = machine.needs
    found = np.empty((movers + 1, after.alone.shape[1], machine.boards * needs))
    for board in range(machine.boards):
        least = max(machine.minimum, machine.entry) if board else machine.minimum
        spans = [(1, needs - 1, 0), *((n, n, n - least) for n in range(1, min(least, needs)))]
        for lowest, highest, allowed in spans:
            _needs(machine, after, (lowest, highest, allowed, board * needs), found)
        found[:, :, board * needs] = found[:, :, board * needs + 1]  # nobody needs nothing
    flat = found.reshape(movers + 1, -1)
    beyond = _clipped(machine, movers)
    flat[0, beyond] = 1.0 / holders
    flat[1:, beyond] = 0.0
    return flat


def _needs(machine: Machine, after: After, span: tuple[int, int, int, int], found: Floats) -> None:
    """The mover's turn for a span of needs: the lowest, the highest, from where banking helps."""
    levels = span[1] + machine.needs + machine.reach + 1

    def work(rows: Floats, first: int, last: int) -> None:
        last_turns(*after, rows, *machine.arguments, first, last, *span, found)

    machine.split(work, after.alone.shape[1], levels, planes=len(after.alone) + 2)


def _clipped(machine: Machine, movers: int) -> list[int]:
    """The places where everybody needs too much."""
    axis = machine.needs * machine.boards
    codes = [board * machine.needs + machine.needs - 1 for board in range(machine.boards)]
    places = [0]
    for _ in range(movers):
        places = [place * axis + code for place in places for code in codes]
    return places


def sure(machine: Machine, holder: Floats, movers: int) -> Floats:
    """The least chance of the holder here and with all needs raised alike.

    So much is certain, however many points are added.
    """
    needs = machine.needs
    least = holder.reshape((machine.boards, needs) * movers)
    raised_by = 1
    while raised_by < needs:
        higher = np.minimum(np.arange(needs) + raised_by, needs - 1)
        raised = least
        for axis in range(1, 2 * movers, 2):
            raised = raised.take(higher, axis)
        least = np.minimum(least, raised)
        raised_by *= 2
    return least.reshape(-1)
