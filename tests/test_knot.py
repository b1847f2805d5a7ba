"""Stable shares in small games, checked by playing these out step by step."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hotdice.solver.knot import Knot
from hotdice.solver.machine import Floats
from hotdice.solver.trail import stable_shares

NEAR = 1e-10


def random_knot(seed: int, starts: int, players: int) -> Knot:
    """Two or three ways for each start; after each the game ends with a chance of 5 % or more."""
    random = np.random.default_rng(seed)
    start = np.repeat(np.arange(starts), random.integers(2, 4, starts))
    hits = random.random((len(start), starts, players)) ** 4
    ends = random.random((len(start), players)) ** 4
    going_on = random.uniform(0.0, 0.95, len(start))
    hits *= (going_on / hits.sum(axis=(1, 2)))[:, None, None]
    ends *= ((1.0 - going_on) / ends.sum(axis=1))[:, None]
    return Knot(start, hits, ends)


def played(knot: Knot, shares: Floats) -> tuple[Floats, Floats]:
    """Chances at each start and worths of all ways, by adding up turn after turn."""
    ways, starts, players = knot.hits.shape
    chances, worths = np.zeros((starts, players)), np.zeros((ways, players))
    for _ in range(1000):
        worths = knot.ends.copy()
        for turns in range(players):
            worths += knot.hits[:, :, turns] @ np.roll(chances, turns, axis=1)
        chances = np.zeros((starts, players))
        np.add.at(chances, knot.start, shares[:, None] * worths)
    return chances, worths


@given(st.integers(0, 10**6), st.integers(1, 5), st.integers(3, 4))
@settings(max_examples=40, deadline=None)
def test_no_mover_gains_by_another_way(seed: int, starts: int, players: int) -> None:
    knot = random_knot(seed, starts, players)
    shares = stable_shares(knot)
    assert shares is not None
    chances, worths = played(knot, shares)
    assert (shares >= 0.0).all()
    assert np.bincount(knot.start, shares) == pytest.approx(1.0)
    assert knot.chances(shares) == pytest.approx(chances, abs=NEAR)
    assert (worths[:, 0] - chances[knot.start, 0]).max() < NEAR


def around(ends: list[float], on: float) -> Knot:
    """One start for all: take what the first end says, or hand the turn on with some chance."""
    hits = np.zeros((2, 1, 3))
    hits[1, 0, 1] = on
    return Knot(np.array([0, 0]), hits, np.array([ends, [(1.0 - on) / 3] * 3]))


def test_one_way_is_stable() -> None:
    """If all hand the turn on, everybody has 1/3, and taking brings less."""
    assert stable_shares(around([0.3, 0.0, 0.7], 0.9)) == pytest.approx([0.0, 1.0])


def test_neither_way_is_stable_alone() -> None:
    """By hand. If all take, handing on brings 1/30 + 0.9 * 0.6; if none does, it brings 1/3.

    With a share u of handing on, the players from the mover on have 0.4, u (1/30 + 0.36) and
    0.6 (1 - u) + u (1/30 + 0.354 u), and handing on is worth 0.4 if the last of these is
    11/27. That is 0.354 u^2 - 17/30 u + 26/135 = 0, with u = (17/30 - 0.22) / 0.708.
    """
    handing_on = (17 / 30 - 0.22) / 0.708
    expected = [1.0 - handing_on, handing_on]
    assert stable_shares(around([0.4, 0.0, 0.6], 0.9)) == pytest.approx(expected, abs=1e-9)
