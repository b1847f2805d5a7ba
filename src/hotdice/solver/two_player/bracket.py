"""An enclosure of the values under a penalty: a bracket that one turn maps into itself.

The value of a turn is monotone: it never falls if the values that follow fall for the other player.
So if turns(lower) <= upper and turns(upper) >= lower everywhere, rounding included, value iteration
that begins within the bracket never leaves it; it converges to the true values, as every game ends,
so these are within.

Where totals are cut off, whoever falls below has lost at once in the lower edge. In the upper one
they stay at the lowest total, which there stands for every total below it as well. Fewer points can
be better, near the target; so a bank from the lowest total is then worth the best of all totals up
to the one it leads to, and no turn from further down is worth more (`docs/theory.md` has the
proof). So the cost of the cut is part of the bracket.

A linear model says how wide the bracket should be. Where real turns lead out of it, it is widened,
and the states that depend on it are checked again, until nothing is left: every state was then
checked after the last change of everything it depends on. That last pass is the proof; the model
and all constants below only decide how narrow the result is and how long it takes.

The model is slightly off, so every turn gets some slack. The turns of a game multiply it: where
games are long, a bracket with less slack is narrower, as long as it still fits.
"""

import numpy as np

from hotdice.solver.two_player.linear_model import LinearModel
from hotdice.solver.two_player.penalty_states import PenaltyPairs
from hotdice.solver.two_player.turns import Bools, Floats

SLACK = 0.05  # by how much every turn may widen the bracket more than the model says, at first
LEAST_SLACK = 1e-5  # as good as the model can be
LESS = 4  # the slack is divided by this for the next attempt
STRETCH = 0.6  # of the slack, so that widening one place seldom makes others too narrow
NARROW = 1e-10  # at the beginning of a game: a tenth of `solve.FINE`
HOPELESS = 0.1  # a width that says nothing, whatever less slack has changed
COMPARED = 2  # how often the model is compared with real turns
WIDENING_SWEEPS = 200  # gives up after so many


def bracket_widths(
    states: PenaltyPairs, values: Floats, model: LinearModel, moved: Floats
) -> Floats:
    """Half-widths of a bracket around the values, which one more turn may move by `moved`."""
    slack = SLACK
    guess = _guess(states, values, model, moved, slack)
    while states.at_start(guess) > NARROW and slack > LEAST_SLACK:
        narrower = _guess(states, values, model, moved, slack / LESS)
        if states.at_start(guess) < HOPELESS and not _halved(states, guess, narrower):
            break
        slack, guess = slack / LESS, narrower
    found = _fitted(states, values, guess, slack)
    return np.maximum(values, 1.0 - values) if found is None else found


def _halved(states: PenaltyPairs, guess: Floats, narrower: Floats) -> bool:
    """Whether less slack has made a bracket much narrower."""
    return states.at_start(narrower) < states.at_start(guess) / 2


def _fitted(states: PenaltyPairs, values: Floats, width: Floats, slack: float) -> Floats | None:
    """Widths that fit real turns, from a guess; None if too many have to be widened again."""
    edges = _Bracket(states, values, width)
    for _ in range(WIDENING_SWEEPS):
        if not edges.widen(STRETCH * slack):
            return np.asarray(np.maximum(edges.upper - values, values - edges.lower))
    return None


def _guess(
    states: PenaltyPairs, values: Floats, model: LinearModel, moved: Floats, slack: float
) -> Floats:
    """Widths that fit if the model is right; below zero it is compared with real turns."""
    source = 2 * states.board(moved) + 2 * states.turns.rounding
    after = 1.0 - states.farkled(states.board(values))
    below = states.farkles.below
    source += np.where(below[:, None, :, None], model.farkle * after, 0.0)
    farkles = states.farkles._replace(totals=np.where(below, -1, states.farkles.totals))
    short = np.ones_like(source)
    table = np.zeros_like(values)
    for again in range(COMPARED + 1):
        weight = short * (1.0 + slack)
        width = model.spread(farkles, short * source, weight, source.min(), slack / 10)
        table[states.places] = width
        if again < COMPARED:
            real = states.board(_Bracket(states, values, table).over_zero())
            short = np.maximum(1.0, real / (source + model.before(farkles, width)))
    return table


class _Bracket:
    """Both edges of the bracket, and where they were widened in this sweep and the one before."""

    def __init__(self, states: PenaltyPairs, values: Floats, width: Floats) -> None:
        self._states = states
        self._values = values
        self.upper = np.minimum(values + width, 1.0)
        self.lower = np.maximum(values - width, 0.0)
        self._before = np.full(values.shape, True)
        self._now = np.full(values.shape, True)

    def widen(self, stretch: float) -> bool:
        """Widen the bracket where one turn leads out of it; returns whether there was such a place.

        It is made slightly wider than that, so that the states depending on it soon fit.
        """
        states, turns = self._states, self._states.turns
        self._before, self._now = self._now, np.full(self._values.shape, False)
        raised = np.full((states.counts, turns.target), False)  # some bank, by count and total
        for (own, other), s, totals in states.order():
            at = (own, other, s, s - totals)
            wanted = self._touched(own, other, s) | raised[other, s - totals]
            if not wanted.any():
                continue
            high = self._most(own, other, s, wanted) + turns.rounding
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
        """By how much turns with a total below zero exceed the values; 0 for all others."""
        states, turns = self._states, self._states.turns
        above = np.zeros_like(self._values)
        for (own, other), s, totals in states.order():
            wanted = np.minimum(totals, s - totals) < turns.zero
            if wanted.any():
                at = (own, other, s, s - totals)
                high = self._most(own, other, s, wanted) + turns.rounding
                above[at] = np.where(wanted, high.clip(max=1.0) - self._values[at], 0.0)
        return above

    def _touched(self, own: int, other: int, s: int) -> Bools:
        """Where the state after a scoreless turn was widened since it was last checked."""
        totals = self._states.turns.totals(s)
        same = (other, 0, s, totals)
        touched = self._before[same] | self._now[same]
        farkled = self._states.after_farkle(own, other, s)
        later = ~self._states.earlier[own, totals]
        return np.asarray(touched | self._now[farkled] | (self._before[farkled] & later))

    def _most(self, own: int, other: int, s: int, wanted: Bools) -> Floats:
        """The turns of one sum and pair of counts against the lower edge.

        From the lowest total any part of a bank may be given up.
        """
        gains = np.arange(self._states.turns.target)
        if not self._states.cut or s >= len(gains):
            return self._turns(self.lower, own, other, s, wanted, cut=False)
        banked, places = self.lower[other, 0], (s + gains, gains)
        known = banked[places]
        banked[places] = np.minimum.accumulate(known)
        found = self._turns(self.lower, own, other, s, wanted, cut=False)
        banked[places] = known
        found[0] += self._states.target_at_once
        return found

    def _turns(
        self, edge: Floats, own: int, other: int, s: int, wanted: Bools, cut: bool
    ) -> Floats:
        """The turns of one sum and pair of counts if one edge of the bracket follows."""
        found = np.empty(len(wanted))
        lost, nothing = self._states.inputs(edge, own, other, s, cut)
        self._states.turns.evaluate(edge[other, 0], s, lost, nothing, found, wanted)
        return found


def _beyond(value: Floats, edge: Floats, stretch: float) -> Floats:
    """Further from the value than the edge, by this part of the way."""
    return np.asarray((value + (1.0 + stretch) * (edge - value)).clip(0.0, 1.0))
