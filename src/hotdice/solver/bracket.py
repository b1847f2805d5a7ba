"""A bracket around values under a penalty that one turn of everybody sends into itself.

The value of a turn never falls if the values that follow fall for the other player. So if
turns(lower) <= upper and turns(upper) >= lower everywhere, rounding included, the true values are
within. Where totals are cut off, whoever falls below has lost at once in the lower bracket and
stays at the lowest total in the upper one, since fewer points are never better; so the cost of the
cut is part of the bracket.

A linear model tells how wide the bracket should be. Where it does not fit it is widened, and what
follows from that is looked at again, until nothing is left: every position was then looked at
after the last change of all that it depends on.

The model is a little off, so every turn gets some slack. All the turns of a game multiply it: where
games are long, a bracket with less of it is narrower, as long as it still fits.
"""

import numpy as np

from hotdice.solver.evaluate import Bools, Floats
from hotdice.solver.linear import Linear
from hotdice.solver.penalty import Falls

SLACK = 0.05  # by how much every turn may widen the bracket more than the model says, at first
LEAST_SLACK = 1e-5  # as good as the model can be
LESS = 4  # times less slack is tried next
STRETCH = 0.6  # of the slack, so that widening one place seldom makes others too narrow
FINE = 1e-10  # at the beginning of a game; then no narrower bracket is looked for
HOPELESS = 0.1  # a width that says nothing, whether less slack has changed it or not
COMPARED = 2  # how often the model is compared with real turns
SWEEPS = 200


def bracket(falls: Falls, values: Floats, model: Linear, moved: Floats) -> Floats:
    """Half-widths of a bracket around the values; `moved` is how far off they may be alone."""
    slack = SLACK
    guess = _guess(falls, values, model, moved, slack)
    while falls.at_start(guess) > FINE and slack > LEAST_SLACK:
        narrower = _guess(falls, values, model, moved, slack / LESS)
        if falls.at_start(guess) < HOPELESS and not _halved(falls, guess, narrower):
            break
        slack, guess = slack / LESS, narrower
    found = _fitted(falls, values, guess, slack)
    return np.maximum(values, 1.0 - values) if found is None else found


def _halved(falls: Falls, guess: Floats, narrower: Floats) -> bool:
    """Whether less slack has made a bracket much narrower."""
    return falls.at_start(narrower) < falls.at_start(guess) / 2


def _fitted(falls: Falls, values: Floats, width: Floats, slack: float) -> Floats | None:
    """Widths that fit real turns, from a guess; none where too many have to be widened again."""
    edges = _Edges(falls, values, width)
    for _ in range(SWEEPS):
        if not edges.widen(STRETCH * slack):
            return np.asarray(np.maximum(edges.upper - values, values - edges.lower))
    return None


def _guess(falls: Falls, values: Floats, model: Linear, moved: Floats, slack: float) -> Floats:
    """Widths that fit as far as the model is right; below zero it is compared with real turns."""
    source = 2 * falls.board(moved) + 2 * falls.turns.rounding
    after = 1.0 - falls.board(values)[:, 0][:, :, falls.kept].swapaxes(1, 2)
    source[-1] += np.where(falls.below[:, None], model.farkle[-1] * after, 0.0)
    fallen = np.where(falls.below, -1, falls.kept)
    short = np.ones_like(source)
    table = np.zeros_like(values)
    for again in range(COMPARED + 1):
        weight = short * (1.0 + slack)
        width = model.spread(fallen, short * source, weight, source.min(), slack / 10)
        table[falls.places] = width
        if again < COMPARED:
            real = falls.board(_Edges(falls, values, table).over_zero())
            short = np.maximum(1.0, real / (source + model.before(fallen, width)))
    return table


class _Edges:
    """Both edges of the bracket, and where they were widened in this sweep and the one before."""

    def __init__(self, falls: Falls, values: Floats, width: Floats) -> None:
        self._falls = falls
        self._values = values
        self.upper = np.minimum(values + width, 1.0)
        self.lower = np.maximum(values - width, 0.0)
        self._before = np.full(values.shape, True)
        self._now = np.full(values.shape, True)

    def widen(self, stretch: float) -> bool:
        """Widen the bracket where one turn leads out of it; whether there was such a place.

        It is made a little wider than that, so that what follows from it soon fits.
        """
        falls, turns = self._falls, self._falls.turns
        self._before, self._now = self._now, np.full(self._values.shape, False)
        raised = np.full((falls.counts, turns.target), False)  # some bank, by count and total
        for (own, other), s, totals in falls.order():
            at = (own, other, s, s - totals)
            wanted = self._touched(own, other, s) | raised[other, s - totals]
            if not wanted.any():
                continue
            high = self._turns(self.lower, own, other, s, wanted, cut=False) + turns.rounding
            low = self._turns(self.upper, own, other, s, wanted, cut=True) - turns.rounding
            over = wanted & (high.clip(max=1.0) > self.upper[at])
            under = wanted & (low.clip(min=0.0) < self.lower[at])
            self.upper[at] = np.where(
                over, _beyond(self._values[at], high, stretch), self.upper[at]
            )
            self.lower[at] = np.where(
                under, _beyond(self._values[at], low, stretch), self.lower[at]
            )
            self._now[at] = over | under
            if other == 0:
                raised[own, totals] |= self._now[at]
        return bool(self._now.any())

    def over_zero(self) -> Floats:
        """How far above the values the turns with a total below zero lead; 0 for all others."""
        falls, turns = self._falls, self._falls.turns
        above = np.zeros_like(self._values)
        for (own, other), s, totals in falls.order():
            wanted = np.minimum(totals, s - totals) < turns.zero
            if wanted.any():
                at = (own, other, s, s - totals)
                high = self._turns(self.lower, own, other, s, wanted, cut=False) + turns.rounding
                above[at] = np.where(wanted, high.clip(max=1.0) - self._values[at], 0.0)
        return above

    def _touched(self, own: int, other: int, s: int) -> Bools:
        """Where what a turn without points leads to was widened since it was last looked at."""
        totals = self._falls.turns.totals(s)
        same = (other, 0, s, totals)
        touched = self._before[same] | self._now[same]
        if own + 1 < self._falls.counts:
            return np.asarray(touched | self._now[other, own + 1, s, totals])
        kept = self._falls.kept[totals]
        fallen = (other, 0, s - totals + kept, kept)
        return np.asarray(touched | self._before[fallen] | self._now[fallen])

    def _turns(
        self, edge: Floats, own: int, other: int, s: int, wanted: Bools, cut: bool
    ) -> Floats:
        """The turns of one sum and pair of counts if one edge of the bracket is to follow."""
        found = np.empty(len(wanted))
        lost, nothing = self._falls.inputs(edge, own, other, s, cut)
        self._falls.turns.evaluate(edge[other, 0], s, lost, nothing, found, wanted)
        return found


def _beyond(value: Floats, edge: Floats, stretch: float) -> Floats:
    """Further from the value than the edge, by this part of the way."""
    return np.asarray((value + (1.0 + stretch) * (edge - value)).clip(0.0, 1.0))
