"""Stable shares for the ways of a knot: pure ones, or else mixed ones at the end of a path.

Pure ones are looked for by best replies, one mover after another. If these go in circles, let every
mover weigh what a way gains him, by t, against keeping to given shares, by 1 - t. At t = 0 the
given shares are stable, at t = 1 those are that we look for, and a path leads from the one to the
other, at times back to lower t for a while. It is smooth if a number z stands for each way: z * z
is its share where z is positive, and what it is worth less than the best where z is negative
(Herings and Peeters, Economic Theory 18, 2001, follow such paths in games of many players).

The last step is taken with plain equations: ways that have a share are worth the same.
"""

from typing import NamedTuple

import numpy as np

from hotdice.solver.knot import Knot
from hotdice.solver.machine import Floats

BEGINNINGS = 8  # from as many shares pure choices are looked for, and paths are tried
REPLIES = 10  # best replies for each start, before they are taken to go in circles
STEPS = 4000
FIRST, LONGEST, SHORTEST = 0.05, 0.5, 1e-8  # lengths of a step
NEWTON = 8
NEAR = 1e-8
TURN = 0.7  # the least cosine between the directions of two steps
NO_SHARE = 1e-7
FIRM = 1e-15  # how firmly ways that are always worth the same keep to their shares
SETTLED = 1e-13  # what a mover may leave on the table
EXACT = 1e-14


def stable_shares(knot: Knot) -> Floats | None:
    """Shares of all ways by which no mover gains by another way; none if no path leads there."""
    random = np.random.default_rng(0)
    for _ in range(BEGINNINGS):
        found = _pure(knot, random)
        if found is not None:
            return found
    begin = np.ones(len(knot.start))
    for _ in range(BEGINNINGS):
        found = _finished(knot, _followed(knot, knot.even(begin)))
        if found is not None:
            return found
        begin = 0.05 + random.random(len(begin))
    return None


def _pure(knot: Knot, random: np.random.Generator) -> Floats | None:
    """Pure choices that are stable, from some that are not."""
    of = knot.ways_of
    taken = (of * random.random(len(knot.start))).argmax(axis=1)
    for _ in range(REPLIES * len(of)):
        shares = np.zeros(len(knot.start))
        shares[taken] = 1.0
        gains = knot.gains(shares)
        better = np.flatnonzero((of * gains).max(axis=1) > EXACT)
        if not len(better):
            return shares
        one = random.choice(better)
        taken[one] = np.where(of[one] > 0.0, gains, -np.inf).argmax()
    return None


class _Path(NamedTuple):
    """The equations of a path: one number for each way, one for each start, and t."""

    knot: Knot
    begin: Floats
    unit: float

    def at(self, point: Floats) -> tuple[Floats, Floats]:
        """How far the equations are from holding, and their slopes."""
        knot, ways = self.knot, len(self.begin)
        z, level, t = point[:ways], point[ways:-1], point[-1]
        above, below = np.maximum(z, 0.0), np.maximum(-z, 0.0)
        shares = above * above
        gains, by_share = knot.slopes(shares)
        away = shares - self.begin
        off = level[knot.start] - t * gains / self.unit + (1.0 - t) * away - below * below
        every, of = np.arange(ways), knot.ways_of
        slopes = np.zeros((len(point) - 1, len(point)))
        slopes[:ways, :ways] = -t * by_share / self.unit * (2.0 * above)
        slopes[every, every] += (1.0 - t) * 2.0 * above + 2.0 * below
        slopes[every, ways + knot.start] = 1.0
        slopes[:ways, -1] = -gains / self.unit - away
        slopes[ways:, :ways] = of * (2.0 * above)
        return np.concatenate([off, of @ shares - 1.0]), slopes

    def corrected(self, point: Floats, along: Floats) -> tuple[Floats, Floats] | None:
        """The point of the path beside this one, and its direction there."""
        there = point
        for _ in range(NEWTON):
            off, slopes = self.at(there)
            bordered = np.vstack([slopes, along])
            step = np.linalg.solve(bordered, -np.append(off, along @ (there - point)))
            there = there + step
            if np.abs(step).max() < NEAR:
                return there, _direction(bordered)
        return None


def _followed(knot: Knot, begin: Floats) -> Floats:
    """The shares at the end of the path, or as far as it can be followed."""
    ways = len(begin)
    gains, by_share = knot.slopes(begin)
    of = knot.ways_of
    moved = by_share - (by_share @ of.T / of.sum(axis=1))[:, knot.start]
    unit = max(float(np.abs(gains).max()), float(np.abs(moved).max()), SETTLED)
    path = _Path(knot, begin, unit)
    point = np.concatenate([np.sqrt(begin), np.zeros(knot.hits.shape[1] + 1)])
    along = np.zeros(len(point))
    along[-1] = 1.0
    along = _direction(np.vstack([path.at(point)[1], along]))
    length = FIRST
    for _ in range(STEPS):
        try:
            found = path.corrected(point + length * along, along)
        except np.linalg.LinAlgError:
            found = None
        if found is None or found[1] @ along < TURN:
            length /= 2.0
            if length < SHORTEST:
                break
            continue
        before = point
        point, along = found
        if point[-1] >= 1.0:
            point = before + (point - before) * (1.0 - before[-1]) / (point[-1] - before[-1])
            break
        length = min(1.5 * length, LONGEST)
    return np.asarray(np.maximum(point[:ways], 0.0) ** 2)


def _direction(bordered: Floats) -> Floats:
    """Where a path goes on, the last row being where it came from."""
    last = np.zeros(len(bordered))
    last[-1] = 1.0
    found = np.linalg.solve(bordered, last)
    return np.asarray(found / np.linalg.norm(found))


def _finished(knot: Knot, shares: Floats) -> Floats | None:
    """Stable shares near these: ways of no use go, and those that gain come in."""
    has = shares > NO_SHARE
    if not (knot.ways_of @ has).all():
        return None
    shares = knot.even(np.where(has, shares, 0.0))
    left = np.inf
    for turn in range(len(shares) + 60):
        gains, by_share = knot.slopes(shares)
        left = float(gains.max())
        if left < EXACT:
            break
        if turn > 3:
            has |= gains > EXACT
        on = np.flatnonzero(has)
        of = knot.ways_of[:, on]
        corner = np.zeros((len(of), len(of)))
        slopes = FIRM * np.eye(len(on)) - by_share[np.ix_(on, on)]
        system = np.block([[slopes, of.T], [of, corner]])
        try:
            step = np.linalg.solve(system, np.append(gains[on], np.zeros(len(of))))[: len(on)]
        except np.linalg.LinAlgError:
            return None
        sinks = shares[on] + step < 0.0
        if sinks.any():
            part = np.where(sinks, shares[on] / np.where(sinks, -step, 1.0), np.inf)
            first = int(part.argmin())
            step = step * part[first]
            has[on[first]] = False
        moved = shares.copy()
        moved[on] = np.maximum(moved[on] + step, 0.0)
        shares = knot.even(np.where(has, moved, 0.0))
    return shares if left < SETTLED else None
