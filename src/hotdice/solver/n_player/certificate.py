"""Bounds for many players under a penalty: how far the chances can be off, and the Nash gap.

The play is given by its transition probabilities. Let c be the most by which one turn of this play
differs from the values V for anybody, and the best turn from V for the mover, with rounding. Then
the chances of the play differ from V by at most e, if everywhere e >= c + (e after a turn of this
play). And changing their own play alone gains the j-th player at most g[j], if g[j] >= c + (g[j]
after a turn of this play) where others move, and where they move g[j] >= c + (the greatest g[j]
that may follow): iterating either inequality over the turns of a game, whoever deviates, adds up
all the c on the way.

Where totals are cut off, the play is that of a game with a floor there, and so are the gains. Such
a fall adds 1 to the error: nothing is assumed about the chances from there on.

Both are found from below in sweeps, with 2c in place of c. As soon as none of these numbers has
grown by more than c in a sweep, they are such bounds.
"""

import numpy as np

from hotdice.solver.n_player.best_response import BestResponseSweeps
from hotdice.solver.n_player.layer import Layer
from hotdice.solver.n_player.runner import UNMET_NEED, Floats
from hotdice.solver.n_player.transitions import Transitions
from hotdice.texts import HotDiceError

BOUND_SWEEPS = 200  # each follows bounds one turn on; games that need more are refused
ERROR, GAIN = 0, 1  # rows of the table; from GAIN on one for each player


def certify(play: BestResponseSweeps) -> Layer:
    """The chances at all turn starts, bounds on their errors, and on what anybody could gain."""
    found = _Bounds(play)
    for _ in range(BOUND_SWEEPS):
        if not found.grow():
            return found.layer(play)
    raise HotDiceError("solve/never-ends", rules=play.states.turns.runner.rules.name)


class _Bounds:
    """Bounds on their way up, by place: the error, then the gain of each player."""

    def __init__(self, play: BestResponseSweeps) -> None:
        players = play.players
        self._states = play.states
        self._players = players
        runner = play.states.turns.runner
        self._last_round = (players - 1) * (UNMET_NEED + runner.rounding)
        rows = len(play.transitions[0].chances)
        self._source = _off(play) + (1 + players + rows) * runner.rounding
        self._table = np.zeros((GAIN + players, play.states.places))
        self._most = np.zeros(play.states.places)  # last player's gain, here or by a higher bank
        self._transitions = play.transitions

    def grow(self) -> bool:
        """One sweep; returns whether anything still grew too much."""
        grown = 0.0
        for turns in self._transitions:
            batch = turns.batch
            found = 2 * self._source + self._after(turns)
            known = self._table[:, batch.here]
            grown = max(grown, float((found - known).max()))
            self._table[:, batch.here] = np.maximum(found, known)
            last = self._table[-1, batch.here]
            above = self._most[batch.here + self._states.turns.stride]
            self._most[batch.here] = np.maximum(last, above)
        return grown > self._source

    def layer(self, play: BestResponseSweeps) -> Layer:
        """Chances and errors, and the greatest gain, those of a last round included."""
        every = self._states.every()
        errors = np.minimum(self._table[ERROR, every] + self._last_round, 1.0)
        gap = float(self._table[GAIN:].max()) + self._last_round
        return Layer(np.vstack([play.values[:, every], errors]), gap, self._last_round, play.mixed)

    def _after(self, turns: Transitions) -> Floats:
        """Error and gains, from that of the mover on, after a turn."""
        batch, others = turns.batch, self._table[:-1]
        farkled = others[:, batch.farkled]
        farkled[ERROR, batch.below] = 1.0
        out = turns.after(others, farkled, self._states.turns.stride)
        own = np.maximum(self._table[-1, batch.farkled], self._most[batch.starts.banked])
        return np.concatenate([out[:GAIN], own[None], out[GAIN:]])


def _off(play: BestResponseSweeps) -> float:
    """The most by which one turn of the play, or the best one for the mover, differs from V."""
    worst = 0.0
    table = np.concatenate([1.0 - play.values.sum(axis=0, keepdims=True), play.values])
    for turns in play.transitions:
        after = turns.after(table, table[:, turns.batch.farkled], play.states.turns.stride)
        known = table[:, turns.batch.here]
        found = np.roll(after, 1, axis=0) + turns.ends
        worst = max(worst, float(np.abs(found - known).max()))
        worst = max(worst, float(np.abs(turns.best - known[0]).max()))
    return worst
