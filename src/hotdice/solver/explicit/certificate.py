"""Bounds where totals can fall: how far chances can be off, and what a deviation can gain.

As in `n_player.certificate`. Let c be the most by which one turn, played best by the reported
values V, differs from V for anybody, with rounding and what is cut off. The chances of the play
differ from V by at most e if everywhere e >= c + E[e after a turn]; and changing all of their own
play gains a player at most g if g >= c + E[g after a turn] where others move, and where the player
moves, g >= c + the most that any way to play the turn makes of E[g after it]. Both are found from
below with 2 c in place of c: as soon as no number grows by more than c in a sweep, they hold.

Where totals are cut off, a fall below the cut adds 1 to the error.
"""

import numpy as np

from hotdice.solver.explicit.turns import ExplicitTurns, tables_of
from hotdice.solver.kernels.explicit import NO_PAYOFF, OWN, TableRows
from hotdice.solver.kernels.explicit_sweeps import grow_bounds
from hotdice.solver.turn.levels import Floats, Ints
from hotdice.texts import HotDiceError

BOUND_SWEEPS = 3000  # gives up after so many


def certify(turns: ExplicitTurns, places: Ints, off: float) -> tuple[Floats, float]:
    """The bound on errors by place, and the gap; `off` is what the last sweep has changed."""
    players, source = turns.axes.players, off + turns.source
    error = players - 1
    tables = tables_of(turns.axes, 2 * players)
    tables.plain[:error], tables.offered[:error] = turns.tables.plain, turns.tables.offered
    play = TableRows(
        np.array([OWN, error, *range(error + 1, error + players)]),
        np.array([0, *[NO_PAYOFF] * players]),
        1,
    )
    deviation = TableRows(np.array([error + players]), np.array([NO_PAYOFF]), -1)
    free = turns.game._replace(bound_stop=0, flat_stop=0)
    for _ in range(BOUND_SWEEPS):
        grown = grow_bounds(
            turns.game, free, turns.rolls, tables, play, deviation, places, source, turns.work
        )
        if grown <= source:
            gap = float(tables.plain[error + 1 :].max())
            return tables.plain[error], gap
    raise HotDiceError("solve/never-ends", rules=turns.axes.rules.name)
