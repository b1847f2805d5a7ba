"""Bounds where totals can fall: how far chances can be off, and what a deviation can gain.

Let c be the most by which one turn, played best by the reported values V, differs from V for
anybody, with rounding and what is cut off. All bounds are found from below with 2 c in place of c:
as soon as no number grows by more than c in a sweep, they hold. Where totals are cut off, nothing
is assumed about what comes after a fall below the cut: it adds 1 to the error, and the best turn
against V - e counts it as a win.

Two players: the value of a turn rises if what follows is worth less to the next mover. So the value
of the game is within e of V if everywhere V + e is at least what the best turn makes of V - e, and
e >= c + E[e after a turn] under the best turns by V.

Three and more, as in `n_player.certificate`: the chances of the play differ from V by at most e if
everywhere e >= c + E[e after a turn]; and changing all of their own play gains a player at most g
if g >= c + E[g after a turn] where others move, and where the player moves, g >= c + the most that
any way to play the turn makes of E[g after it].
"""

from collections.abc import Callable

import numpy as np

from hotdice.solver.explicit.turns import ExplicitTurns, tables_of
from hotdice.solver.kernels.explicit import NO_PAYOFF, OWN, TableRows
from hotdice.solver.kernels.explicit_sweeps import grow_bounds, grow_bracket
from hotdice.solver.turn.levels import Floats, Ints
from hotdice.texts import HotDiceError

BOUND_SWEEPS = 3000  # gives up after so many


def certify(turns: ExplicitTurns, places: Ints, off: float) -> tuple[Floats, float]:
    """The bound on errors by place, and the gap; `off` is what the last sweep has changed.

    For two players the errors bound the distance from the value of the game, so there is no gap.
    """
    source = off + turns.source
    if turns.axes.players == 2:
        return _bracket(turns, places, source), 0.0
    return _errors_and_gap(turns, places, source)


def _bracket(turns: ExplicitTurns, places: Ints, source: float) -> Floats:
    """How far the values of two players can be off, by place."""
    tables, lower = tables_of(turns.axes, 2), tables_of(turns.axes, 1)
    for table in (tables, lower):
        table.plain[:1], table.offered[:1] = turns.tables.plain, turns.tables.offered
    play = TableRows(np.array([OWN, 1]), np.array([0, NO_PAYOFF]), 1)
    mover = TableRows(np.array([OWN]), np.array([0]), 0)

    def sweep() -> float:
        rolls, work = turns.rolls, turns.work
        return float(
            grow_bracket(turns.game, rolls, tables, lower, play, mover, places, source, work)
        )

    _until_settled(turns, sweep, source)
    return np.asarray(tables.plain[1])


def _errors_and_gap(turns: ExplicitTurns, places: Ints, source: float) -> tuple[Floats, float]:
    """How far the chances of more players can be off by place, and the gap."""
    players = turns.axes.players
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

    def sweep() -> float:
        rolls, work = turns.rolls, turns.work
        return float(
            grow_bounds(turns.game, free, rolls, tables, play, deviation, places, source, work)
        )

    _until_settled(turns, sweep, source)
    return tables.plain[error], float(tables.plain[error + 1 :].max())


def _until_settled(turns: ExplicitTurns, sweep: Callable[[], float], source: float) -> None:
    """Sweep until nothing grows by more than the source."""
    for _ in range(BOUND_SWEEPS):
        if sweep() <= source:
            return
    raise HotDiceError("solve/never-ends", rules=turns.axes.rules.name)
