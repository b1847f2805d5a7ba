"""A Nash equilibrium of a reduced game: a pure one, or else a mixed one at the end of a homotopy.

Pure ones are sought by best responses, one mover after another. If these cycle, let every mover
weigh the gain of an action by t, and keeping to a given strategy by 1 - t. At t = 0 the given
strategy is the equilibrium, at t = 1 the equilibria are those of the game, and a path of equilibria
leads from one to the other, at times with falling t. It is smooth if each action is represented by
a number z: if z is positive, z * z is its probability; if z is negative, z * z is how much less it
is worth than the best. This is the differentiable homotopy of Herings and Peeters (A differentiable
homotopy to compute Nash equilibria of n-person games, Economic Theory 18, 2001; for stochastic
games: Stationary equilibria in stochastic games: structure, selection, and computation, Journal of
Economic Theory 118, 2004), followed by predictor and corrector steps.

The last step is Newton's method on the plain equations: actions with a probability above 0 are
worth the same. A result is accepted only if its regret is small enough, so its validity does not
depend on the method.
"""

from typing import NamedTuple

import numpy as np

from hotdice.solver.n_player.best_response import NO_GAIN
from hotdice.solver.n_player.reduced_game import ReducedGame
from hotdice.solver.n_player.runner import Floats

BEGINNINGS = 8  # starting strategies tried for pure equilibria, and again for paths
RESPONSES_PER_STATE = 10  # best responses for each state, before they are assumed to cycle
PATH_STEPS = 4000
FIRST_STEP, LONGEST_STEP, SHORTEST_STEP = 0.05, 0.5, 1e-8
CORRECTOR_STEPS = 8
CORRECTED = 1e-8  # the last corrector step; with quadratic convergence the error is far smaller
LEAST_COSINE = 0.7  # between the directions of two steps, so that no bend is cut off
NO_PROBABILITY = 1e-7  # counts as 0 at the end of a path, which is interpolated
FIRM = 1e-15  # how firmly actions that are always worth the same keep to their probabilities
EXACT = 1e-14  # a regret that is only rounding


def find_equilibrium(game: ReducedGame) -> Floats | None:
    """A mixed strategy at which no action gains a mover anything; None if no path leads to one."""
    random = np.random.default_rng(0)
    for _ in range(BEGINNINGS):
        found = _pure_equilibrium(game, random)
        if found is not None:
            return found
    begin = np.ones(len(game.state))
    for _ in range(BEGINNINGS):
        found = _polished(game, _end_of_path(game, game.normalized(begin)))
        if found is not None:
            return found
        begin = 0.05 + random.random(len(begin))
    return None


def _pure_equilibrium(game: ReducedGame, random: np.random.Generator) -> Floats | None:
    """A pure equilibrium, by best responses from a random choice."""
    of = game.actions_of
    taken = (of * random.random(len(game.state))).argmax(axis=1)
    for _ in range(RESPONSES_PER_STATE * len(of)):
        strategy = np.zeros(len(game.state))
        strategy[taken] = 1.0
        advantage = game.advantages(strategy)
        better = np.flatnonzero((of * advantage).max(axis=1) > EXACT)
        if not len(better):
            return strategy
        one = random.choice(better)
        taken[one] = np.where(of[one] > 0.0, advantage, -np.inf).argmax()
    return None


class _Path(NamedTuple):
    """The equations of a path: one unknown z for each action, one value for each state, and t."""

    game: ReducedGame
    begin: Floats
    unit: float

    def equations(self, point: Floats) -> tuple[Floats, Floats]:
        """The residuals of the equations, and their derivatives."""
        game, actions = self.game, len(self.begin)
        z, value, t = point[:actions], point[actions:-1], point[-1]
        above, below = np.maximum(z, 0.0), np.maximum(-z, 0.0)
        strategy = above * above
        advantage, jacobian = game.with_jacobian(strategy)
        away = strategy - self.begin
        off = value[game.state] - t * advantage / self.unit + (1.0 - t) * away - below * below
        every, of = np.arange(actions), game.actions_of
        slopes = np.zeros((len(point) - 1, len(point)))
        slopes[:actions, :actions] = -t * jacobian / self.unit * (2.0 * above)
        slopes[every, every] += (1.0 - t) * 2.0 * above + 2.0 * below
        slopes[every, actions + game.state] = 1.0
        slopes[:actions, -1] = -advantage / self.unit - away
        slopes[actions:, :actions] = of * (2.0 * above)
        return np.concatenate([off, of @ strategy - 1.0]), slopes

    def corrected(self, point: Floats, along: Floats) -> tuple[Floats, Floats] | None:
        """The nearest point on the path, and its direction there."""
        there = point
        for _ in range(CORRECTOR_STEPS):
            off, slopes = self.equations(there)
            bordered = np.vstack([slopes, along])
            step = np.linalg.solve(bordered, -np.append(off, along @ (there - point)))
            there = there + step
            if np.abs(step).max() < CORRECTED:
                return there, _tangent(bordered)
        return None


def _end_of_path(game: ReducedGame, begin: Floats) -> Floats:
    """The strategy at the end of the path, or where it can be followed no further."""
    actions = len(begin)
    advantage, jacobian = game.with_jacobian(begin)
    of = game.actions_of
    moved = jacobian - (jacobian @ of.T / of.sum(axis=1))[:, game.state]
    unit = max(float(np.abs(advantage).max()), float(np.abs(moved).max()), NO_GAIN)
    path = _Path(game, begin, unit)
    point = np.concatenate([np.sqrt(begin), np.zeros(game.transition.shape[1] + 1)])
    along = np.zeros(len(point))
    along[-1] = 1.0
    along = _tangent(np.vstack([path.equations(point)[1], along]))
    length = FIRST_STEP
    for _ in range(PATH_STEPS):
        try:
            found = path.corrected(point + length * along, along)
        except np.linalg.LinAlgError:
            found = None
        if found is None or found[1] @ along < LEAST_COSINE:
            length /= 2.0
            if length < SHORTEST_STEP:
                break
            continue
        before = point
        point, along = found
        if point[-1] >= 1.0:
            point = before + (point - before) * (1.0 - before[-1]) / (point[-1] - before[-1])
            break
        length = min(1.5 * length, LONGEST_STEP)
    return np.asarray(np.maximum(point[:actions], 0.0) ** 2)


def _tangent(bordered: Floats) -> Floats:
    """The direction of a path; the last row is the direction it came from."""
    last = np.zeros(len(bordered))
    last[-1] = 1.0
    found = np.linalg.solve(bordered, last)
    return np.asarray(found / np.linalg.norm(found))


def _polished(game: ReducedGame, strategy: Floats) -> Floats | None:
    """An equilibrium near this: useless actions are dropped, and those that gain are added."""
    has = strategy > NO_PROBABILITY
    if not (game.actions_of @ has).all():
        return None
    strategy = game.normalized(np.where(has, strategy, 0.0))
    left = np.inf
    for turn in range(len(strategy) + 60):
        advantage, jacobian = game.with_jacobian(strategy)
        left = float(advantage.max())
        if left < EXACT:
            break
        if turn > 3:
            has |= advantage > EXACT
        on = np.flatnonzero(has)
        of = game.actions_of[:, on]
        corner = np.zeros((len(of), len(of)))
        slopes = FIRM * np.eye(len(on)) - jacobian[np.ix_(on, on)]
        system = np.block([[slopes, of.T], [of, corner]])
        try:
            step = np.linalg.solve(system, np.append(advantage[on], np.zeros(len(of))))[: len(on)]
        except np.linalg.LinAlgError:
            return None
        sinks = strategy[on] + step < 0.0
        if sinks.any():
            part = np.where(sinks, strategy[on] / np.where(sinks, -step, 1.0), np.inf)
            first = int(part.argmin())
            step = step * part[first]
            has[on[first]] = False
        moved = strategy.copy()
        moved[on] = np.maximum(moved[on] + step, 0.0)
        strategy = game.normalized(np.where(has, moved, 0.0))
    return strategy if left < NO_GAIN else None
