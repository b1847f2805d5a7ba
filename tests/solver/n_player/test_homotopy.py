"""Equilibria of small games, checked by playing these out step by step."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hotdice.solver.n_player.homotopy import find_equilibrium
from hotdice.solver.n_player.reduced_game import ReducedGame
from hotdice.solver.n_player.runner import Floats

NEAR = 1e-10


def random_game(seed: int, states: int, players: int) -> ReducedGame:
    """Two or three actions for each state; each ends the game with a chance of 5 % or more."""
    random = np.random.default_rng(seed)
    state = np.repeat(np.arange(states), random.integers(2, 4, states))
    transition = random.random((len(state), states, players)) ** 4
    payoff = random.random((len(state), players)) ** 4
    going_on = random.uniform(0.0, 0.95, len(state))
    transition *= (going_on / transition.sum(axis=(1, 2)))[:, None, None]
    payoff *= ((1.0 - going_on) / payoff.sum(axis=1))[:, None]
    return ReducedGame(state, transition, payoff)


def played(game: ReducedGame, strategy: Floats) -> tuple[Floats, Floats]:
    """Values of each state and of all actions, by adding up turn after turn."""
    actions, states, players = game.transition.shape
    chances, action_values = np.zeros((states, players)), np.zeros((actions, players))
    for _ in range(1000):
        action_values = game.payoff.copy()
        for turns in range(players):
            action_values += game.transition[:, :, turns] @ np.roll(chances, turns, axis=1)
        chances = np.zeros((states, players))
        np.add.at(chances, game.state, strategy[:, None] * action_values)
    return chances, action_values


@given(st.integers(0, 10**6), st.integers(1, 5), st.integers(3, 4))
@settings(max_examples=40, deadline=None)
def test_no_mover_gains_by_another_action(seed: int, states: int, players: int) -> None:
    game = random_game(seed, states, players)
    strategy = find_equilibrium(game)
    assert strategy is not None
    chances, action_values = played(game, strategy)
    assert (strategy >= 0.0).all()
    assert np.bincount(game.state, strategy) == pytest.approx(1.0)
    assert game.values(strategy) == pytest.approx(chances, abs=NEAR)
    assert (action_values[:, 0] - chances[game.state, 0]).max() < NEAR


def around(ends: list[float], on: float) -> ReducedGame:
    """One state for all: take what the first end says, or hand the turn on with some chance."""
    transition = np.zeros((2, 1, 3))
    transition[1, 0, 1] = on
    return ReducedGame(np.array([0, 0]), transition, np.array([ends, [(1.0 - on) / 3] * 3]))


def test_one_action_is_an_equilibrium() -> None:
    """If all hand the turn on, everybody has 1/3, and taking brings less."""
    assert find_equilibrium(around([0.3, 0.0, 0.7], 0.9)) == pytest.approx([0.0, 1.0])


def test_neither_action_is_an_equilibrium_alone() -> None:
    """By hand. If all take, handing on brings 1/30 + 0.9 * 0.6; if none does, it brings 1/3.

    With a probability u of handing on, the players from the mover on have 0.4, u (1/30 + 0.36) and
    0.6 (1 - u) + u (1/30 + 0.354 u), and handing on is worth 0.4 if the last of these is
    11/27. That is 0.354 u^2 - 17/30 u + 26/135 = 0, with u = (17/30 - 0.22) / 0.708.
    """
    handing_on = (17 / 30 - 0.22) / 0.708
    expected = [1.0 - handing_on, handing_on]
    assert find_equilibrium(around([0.4, 0.0, 0.6], 0.9)) == pytest.approx(expected, abs=1e-9)
