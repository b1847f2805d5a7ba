"""How far the chances of many players under a penalty can be off, and what anybody could gain.

The play is told by its flows. Let c be the most by which one turn of this play differs from the
values V for anybody, and the best turn from V for the mover, with rounding. Then the chances of the
play differ from V by at most e, if everywhere e >= c + (e after a turn of this play). And changing
his own play alone gains the j-th player at most g[j], if g[j] >= c + (g[j] after a turn of this
play) where others move, and where he moves g[j] >= c + (the greatest g[j] that may follow).

Where totals are cut off, the play is that of a game with a floor there, and so are the gains. To
the error such a fall adds 1: nothing is taken to be known of the chances from there on.

Both are found from below with 2c for c, in sweeps. As soon as none of these numbers has grown by
more than c in a sweep, they are such bounds.
"""

import numpy as np

from hotdice.solver.flow import Flow
from hotdice.solver.layer import Layer
from hotdice.solver.machine import NEGLIGIBLE, Floats
from hotdice.solver.sweeping import Tumble
from hotdice.texts import HotDiceError

SWEEPS = 200
ERROR, GAIN = 0, 1  # rows of the table; from the last one on, one for each player


def certified(play: Tumble) -> Layer:
    """The chances at all turn starts, bounds on their errors, and on what anybody could gain."""
    found = _Bounds(play)
    for _ in range(SWEEPS):
        if not found.grow():
            return found.layer(play)
    raise HotDiceError("solve/never-ends", rules=play.starts.field.machine.rules.name)


class _Bounds:
    """Bounds on their way up."""

    def __init__(self, play: Tumble) -> None:
        players = play.players
        self._starts = play.starts
        self._players = players
        machine = play.starts.field.machine
        self._last_round = (players - 1) * (NEGLIGIBLE + machine.rounding)
        rows = len(play.flows[0].chances)
        self._source = _off(play) + (1 + players + rows) * machine.rounding
        self._table = np.zeros((GAIN + players, play.starts.places))
        self._most = np.zeros(play.starts.places)  # gain of the last player, here or banking more
        self._flows = play.flows

    def grow(self) -> bool:
        """One sweep; whether anything has grown too much still."""
        grown = 0.0
        for flow in self._flows:
            batch = flow.batch
            found = 2 * self._source + self._after(flow)
            known = self._table[:, batch.here]
            grown = max(grown, float((found - known).max()))
            self._table[:, batch.here] = np.maximum(found, known)
            last = self._table[-1, batch.here]
            above = self._most[batch.here + self._starts.field.stride]
            self._most[batch.here] = np.maximum(last, above)
        return grown > self._source

    def layer(self, play: Tumble) -> Layer:
        """Chances and errors, and the greatest gain, those of a last round included."""
        every = self._starts.every()
        errors = np.minimum(self._table[ERROR, every] + self._last_round, 1.0)
        gap = float(self._table[GAIN:].max()) + self._last_round
        return Layer(np.vstack([play.values[:, every], errors]), gap, self._last_round, play.mixed)

    def _after(self, flow: Flow) -> Floats:
        """Error and gains, from that of the mover on, after a turn."""
        batch, others = flow.batch, self._table[:-1]
        farkled = others[:, batch.farkled]
        farkled[ERROR, batch.below] = 1.0
        out = flow.after(others, farkled, self._starts.field.stride)
        own = np.maximum(self._table[-1, batch.farkled], self._most[batch.spots.banked])
        return np.concatenate([out[:GAIN], own[None], out[GAIN:]])


def _off(play: Tumble) -> float:
    """The most by which one turn of the play, or the best one for the mover, differs from V."""
    worst = 0.0
    table = np.concatenate([1.0 - play.values.sum(axis=0, keepdims=True), play.values])
    for flow in play.flows:
        after = flow.after(table, table[:, flow.batch.farkled], play.starts.field.stride)
        known = table[:, flow.batch.here]
        found = np.roll(after, 1, axis=0) + flow.ends
        worst = max(worst, float(np.abs(found - known).max()))
        worst = max(worst, float(np.abs(flow.best - known[0]).max()))
    return worst
