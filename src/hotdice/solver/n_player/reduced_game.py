"""A small stochastic game: the states without a pure equilibrium; all others are eliminated.

Every state has some actions, each a strategy for one whole turn. For each action it is known with
what chance each state of this game comes next, and what it pays all players if none does. So the
values of all players solve a small system of linear equations, and the gain of an action is a
smooth function of everybody's mixed strategies.
"""

from typing import NamedTuple

import numpy as np

from hotdice.solver.n_player.runner import Floats, Ints


class Advantages(NamedTuple):
    """What each action gains its mover against their mixed strategy, and its derivatives."""

    advantage: Floats
    jacobian: Floats


class ReducedGame(NamedTuple):
    """Actions by the number of their state.

    `transition[action, state, turns]` is the chance that a state is the next to come up, after so
    many turns not counting whole rounds; `payoff[action, seat]` is what each player gets if none
    does, from the mover on. A mixed strategy is one number for each action, which add up to 1 at
    each state.
    """

    state: Ints
    transition: Floats
    payoff: Floats

    @property
    def actions_of(self) -> Floats:
        """A row for each state, with 1 at each of its actions."""
        states = np.arange(self.transition.shape[1])
        return np.asarray(states[:, None] == self.state, dtype=np.float64)

    def normalized(self, weights: Floats) -> Floats:
        """The mixed strategy in proportion to these weights."""
        return np.asarray(weights / (self.actions_of @ weights)[self.state])

    def values(self, strategy: Floats) -> Floats:
        """The chances of all players at each state, from the mover on."""
        mix = self.actions_of * strategy
        return self._solved(mix, (mix @ self.payoff)[..., None])[..., 0]

    def action_values(self, values: Floats) -> Floats:
        """What each action is worth to all players, if these values follow."""
        onward = np.einsum("wst,spt->wp", self.transition, by_turns(values))
        return np.asarray(self.payoff + onward)

    def advantages(self, strategy: Floats) -> Floats:
        """What each action gains its mover against their mixed strategy."""
        values = self.values(strategy)
        return np.asarray(self.action_values(values)[:, 0] - values[self.state, 0])

    def with_jacobian(self, strategy: Floats) -> Advantages:
        """The advantages, and how each changes with every probability."""
        values = self.values(strategy)
        action_values = self.action_values(values)
        mix = self.actions_of
        pushed = self._solved(mix * strategy, mix[:, None, :] * action_values.T)
        onward = np.einsum("wst,sptv->wpv", self.transition, by_turns(pushed))[:, 0]
        jacobian = onward - pushed[self.state, 0]
        return Advantages(action_values[:, 0] - values[self.state, 0], jacobian)

    def _solved(self, mix: Floats, right: Floats) -> Floats:
        """The solution of the linear equations with this right-hand side, by state and player."""
        states, players = self.transition.shape[1], self.payoff.shape[1]
        chances = np.einsum("iw,wst->ist", mix, self.transition)
        left = np.zeros((states, players, states, players))
        for player, seats in enumerate(_seats(players)):
            for turns, seat in enumerate(seats):
                left[:, player, :, seat] = -chances[:, :, turns]
        size = states * players
        left = left.reshape(size, size) + np.eye(size)
        found = np.linalg.solve(left, right.reshape(size, -1))
        return np.asarray(found.reshape(right.shape), dtype=np.float64)


def by_turns(values: Floats) -> Floats:
    """Values by state and seat as those by state, seat and turns before."""
    return np.asarray(values[:, _seats(values.shape[1])])


def _seats(players: int) -> Ints:
    """The seat of a player (row) relative to the mover after so many turns (column)."""
    every = np.arange(players)
    return np.asarray((every[:, None] - every) % players)
