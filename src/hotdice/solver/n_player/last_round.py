"""The last round of three or more players: who of those still to move beats the highest total.

A finite game of perfect information, solved by backward induction. All that matters is what each of
those still to move needs to tie with the highest total, and how many hold it. With the others'
needs as lanes one turn answers all needs of the mover at once; the table for two movers is computed
from that for one, and so on. The chance of meeting the table's greatest need is negligible
(`runner.UNMET_NEED`).
"""

from itertools import pairwise

import numpy as np

from hotdice.rules.meaning import has_last_round
from hotdice.solver.kernels.n_player import Continuations, NeedSpan, last_turns
from hotdice.solver.n_player.runner import Floats, KernelRunner

Tables = tuple[tuple[Floats, ...], ...]


def last_rounds(runner: KernelRunner) -> Tables:
    """The chances of all in a last round, by how many are still to move and how many hold it.

    Row 0 of a table is the chance of each who holds the highest total, row j that of the j-th
    player to move. A place in a row is the sum of need * axis**(j - 1).
    """
    players = runner.players
    if not has_last_round(runner.terms):
        return ()
    tables = [tuple(np.full((1, 1), 1.0 / holders) for holders in range(1, players + 1))]
    for movers in range(1, players):
        after = tables[-1]
        tables.append(
            tuple(
                _turn(runner, Continuations(after[0], failed, tied), movers, holders)
                for holders, (failed, tied) in enumerate(pairwise(after), 1)
            )
        )
    return tuple(tables)


def _turn(runner: KernelRunner, after: Continuations, movers: int, holders: int) -> Floats:
    """Chances with one more player to move, who comes first of all movers."""
    needs, boards = runner.axes
    found = np.empty((movers + 1, after.ahead.shape[1], boards * needs))
    for board in range(boards):
        least = runner.least_gain(on_board=board == 0)
        column = board * needs
        spans = [NeedSpan(1, needs - 1, 0, column)]
        spans += [NeedSpan(n, n, n - least, column) for n in range(1, min(least, needs))]
        for span in spans:
            _fill_span(runner, after, span, found)
        found[:, :, column] = found[:, :, column + 1]  # column 0 would be a need of nothing
    flat = found.reshape(movers + 1, -1)
    beyond = _out_of_reach(runner, movers)
    flat[0, beyond] = 1.0 / holders
    flat[1:, beyond] = 0.0
    return flat


def _fill_span(runner: KernelRunner, after: Continuations, span: NeedSpan, found: Floats) -> None:
    """The mover's turn for a span of needs."""
    levels = span.highest + runner.axes.needs + runner.reach + 1

    def work(rows: Floats, first: int, last: int) -> None:
        last_turns(
            runner.turn_rules, runner.program, runner.axes, after, span, rows, first, last, found
        )

    runner.split(work, after.ahead.shape[1], levels, planes=len(after.ahead) + 2)


def _out_of_reach(runner: KernelRunner, movers: int) -> list[int]:
    """The places where everybody needs too much."""
    needs, boards = runner.axes
    codes = [board * needs + needs - 1 for board in range(boards)]
    places = [0]
    for _ in range(movers):
        places = [place * needs * boards + code for place in places for code in codes]
    return places


def sure_chance(runner: KernelRunner, holder: Floats, movers: int) -> Floats:
    """The least chance of the holder, here and with all needs raised equally.

    This much is certain, however many points are added.
    """
    needs, boards = runner.axes
    least = holder.reshape((boards, needs) * movers)
    raised_by = 1
    while raised_by < needs:
        higher = np.minimum(np.arange(needs) + raised_by, needs - 1)
        raised = least
        for axis in range(1, 2 * movers, 2):
            raised = raised.take(higher, axis)
        least = np.minimum(least, raised)
        raised_by *= 2
    return least.reshape(-1)
