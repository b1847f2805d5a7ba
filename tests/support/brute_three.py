"""Chances of three players, checked turn by turn where turns bring up to tens of thousands.

Shares nothing with the solver. Everybody maximises their own chance, and a win shared by k
counts 1/k. Last rounds are worked out from their end. Before them somebody claims the chances of
all three at every turn start, and `check` looks at one turn at a time: the mover's chance has to be
the most that any way to play this turn gives, and what the next one gets has to lie between the
least and the most that such ways leave to it. The third gets the rest.

If so, the mover mixes best ways in some way that gives everybody what is claimed, and then changing
one's play never gains more than what a single turn gains, for each turn that is still to come.

In a last round only two things matter of a total: what is missing to the highest one, and what may
be banked from it. So totals from which the same may be banked are of one kind.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple

import numpy as np
from support.brute_asks import REFUSED, RequestBody
from support.brute_rolls import Floats, Ints, chunks

from hotdice import Rules, State

Claim = Callable[[State], Sequence[float]]
BELOW, LEVEL, ABOVE = range(3)  # where a total is, seen from the one that reached the target first
SAMPLES = 200
ROUNDING = 1e-13


class Check(NamedTuple):
    """How far claims are from an equilibrium: all but the count are 0 at best.

    `wrong` is the worst difference between what movers claim and the most that a turn gives,
    `outside` the worst amount by which the next one's claim is beyond what best ways leave to it,
    `sums` how far claims are from adding up to 1, `turned` how far they change when everybody sits
    at another seat, `last` how far they are from what last rounds give.
    """

    starts: int
    wrong: float
    outside: float
    sums: float
    turned: float
    last: float


class BruteThree:
    """All turn starts of three players."""

    def __init__(self, rules: Rules, lowest: int = 0) -> None:
        self.asked = RequestBody(rules, 3, lowest)
        self.totals = len(self.asked.totals)
        gains = self.asked.banked - np.arange(self.totals)
        gains[self.asked.banked == REFUSED] = REFUSED
        self.gains, self.kinds = np.unique(gains, axis=2, return_inverse=True)
        if not self.asked.immediate:
            self.ends = self._ask_ends()
            self.final = self._final()
        self.reached = self._reached()

    def check(self, claim: Claim) -> Check:
        """Ask for all claims, and look at every turn."""
        counts = self.asked.counts
        shape = (counts, counts, counts, self.totals, self.totals, self.totals)
        starts = [self.asked.start(place[:3], place[3:]) for place in np.ndindex(*shape)]
        claims = np.array([claim(start) for start in starts]).reshape(*shape, 3)
        places = np.indices(shape).reshape(6, -1)
        wrong = outside = 0.0
        for lanes in chunks(len(starts)):
            some = places[:, lanes]
            own, following, _ = claims[tuple(some)].T
            most, greatest = self._turns(claims, some, 1.0)
            wrong = max(wrong, float(np.abs(most - own).max()))
            outside = max(outside, float((following - greatest).max()))
            less = following < greatest - ROUNDING
            if less.any():
                least = -self._turns(claims, some[:, less], -1.0)[1]
                outside = max(outside, float((least - following[less]).max()))
        sums = float(np.abs(claims.sum(axis=-1) - 1).max())
        return Check(
            len(starts), wrong, outside, sums, self._turned(claim, starts), self._last(claim)
        )

    def _turns(self, claims: Floats, places: Ints, sign: float) -> Floats:
        """What the mover gets, and the next one at most, by the claims at the ends of the turns.

        With a sign of -1 what the next one gets is negated, and so is the most of it the least.
        """
        i, j, k, a, b, c = places
        asked = self.asked
        after = claims[j, k, 0, b, c]  # by lane, own total and seat after this one
        refused = np.full((len(a), 1, 3), REFUSED)
        banks = np.concatenate([after, self.reached[b, c], refused], axis=1)
        at = np.arange(len(a)), asked.banked[:, :, a]
        count, total = asked.fallen[:, i, a]
        farkled = claims[j, k, count, b, c, total]
        own, following = banks[*at, 2], sign * banks[*at, 0]
        return asked.rolls.both(own, following, np.stack([farkled[:, 2], sign * farkled[:, 0]]))

    def _reached(self) -> Floats:
        """Chances after the target was reached: by the totals of the next two and the new one.

        The last axis has the next one, the one after, and who reached it.
        """
        asked, first = self.asked, self.totals
        new = np.arange(first, first + len(asked.banked))
        shape = (first, first, len(new))
        if asked.immediate:
            found = [
                asked.shares(t, b, c)
                for b in range(first)
                for c in range(first)
                for t in new.tolist()
            ]
            return np.roll(np.array(found).reshape(*shape, 3), -1, axis=-1)
        b, c, t = np.indices(shape).reshape(3, -1)
        needs = np.minimum(np.array([new[t] - b, new[t] - c]), asked.cap + 1)
        keys, back = np.unique(
            np.stack([self.kinds[b], self.kinds[c], *needs]), axis=1, return_inverse=True
        )
        parts = [self._second(keys[:, lanes]) for lanes in chunks(keys.shape[1])]
        return np.concatenate(parts, axis=1).T[back.reshape(-1)].reshape(*shape, 3)

    def _second(self, keys: Ints) -> Floats:
        """Chances of the second, the third and the first when the second plays its last turn."""
        own, last, need, its_need = keys
        gain = self.gains[:, :, own]
        side = np.where(gain < need, BELOW, np.where(gain == need, LEVEL, ABOVE))
        more = np.minimum(its_need + np.maximum(gain - need, 0), self.asked.cap + 1)
        then = self.final[last, side, more]  # the third, the second
        mine, its = np.where(gain == REFUSED, REFUSED, then[..., 1]), then[..., 0]
        lost = self.final[last, BELOW, its_need]
        mine, its = self.asked.rolls.both(mine, its, np.stack([lost[:, 1], lost[:, 0]]))
        return np.stack([mine, its, 1.0 - mine - its])

    def _final(self) -> Floats:
        """Chances of the third and the second in the third's last turn.

        By the kind of the third's total, the side that the second is on and what is needed to draw
        level with the higher one.
        """
        asked = self.asked
        kinds, needs = self.gains.shape[2], asked.cap + 2
        found = np.empty((kinds, 3, needs, 2))
        for kind, side in np.ndindex(kinds, 3):
            for lanes in chunks(needs):
                need = np.arange(needs)[lanes]
                gain = np.broadcast_to(
                    self.gains[:, :, kind, None], (*self.gains.shape[:2], len(need))
                )
                won = np.where(gain < need, BELOW, np.where(gain == need, LEVEL, ABOVE))
                ends = self.ends[side, won]
                mine = np.where(gain == REFUSED, REFUSED, ends[..., 2])
                lost = np.repeat(self.ends[side, BELOW][[2, 1], None], len(need), axis=1)
                found[kind, side, lanes] = asked.rolls.both(mine, ends[..., 1], lost).T
            found[kind, side, -1] = self.ends[side, BELOW][[2, 1]]
        return found

    def _ask_ends(self) -> Floats:
        """What the three have won, by the side of the second and then of the third."""
        found = np.empty((3, 3, 3))
        new = [self.totals + more for more in (0, 1, self.asked.cap)]
        for second, third in np.ndindex(3, 3):
            steps = [(-1, -self.totals), (0,), (1, self.asked.cap)]
            same = {
                self.asked.shares(t, t + up, max(t, t + up) + more)
                for t in new
                for up in steps[second]
                for more in steps[third]
            }
            (found[second, third],) = same
        return found

    def _turned(self, claim: Claim, starts: Sequence[State]) -> float:
        """The worst difference between claims at some turn starts and the same at other seats."""
        worst = 0.0
        for start in Random(2).choices(starts, k=SAMPLES):
            first, second, third = start.totals
            one, two, three = start.farkles
            rest = 1, 0, start.dice, (), (three, one, two)
            turned = State(start.rules, (third, first, second), *rest)
            chances = np.roll(claim(turned), -1)
            worst = max(worst, float(np.abs(chances - claim(start)).max()))
        return worst

    def _last(self, claim: Claim) -> float:
        """The worst difference between claims and what was worked out, at some last rounds."""
        asked, draw, worst = self.asked, Random(3), 0.0
        if asked.immediate:
            return worst
        for _ in range(SAMPLES):
            b, c = draw.randrange(self.totals), draw.randrange(self.totals)
            t = draw.randrange(draw.choice((4, 40, asked.cap)))
            totals = [asked.lowest + place * asked.step for place in (b, c, self.totals + t)]
            start = State(asked.rules, tuple(totals), 0, 0, asked.rules.dice, (), (0, 0, 0), 2)
            off = np.abs(self.reached[b, c, t] - claim(start)).max()
            worst = max(worst, float(off))
        return worst
