"""The approximation for many players: what must hold of it anyway, and how far off it is."""

import random
from functools import lru_cache

import numpy as np
import pytest

from hotdice import Rules, State
from hotdice.solver.n_player.pairwise import PairwiseApproximation
from hotdice.solver.n_player.solution import NPlayerSolution
from hotdice.solver.n_player.solve import solve_n_players
from hotdice.solver.storage.lookup import two_player_solution
from hotdice.solver.two_player.solution import TwoPlayerSolution

RULES = ("greed", "basic", "greed+target=500+penalty.farkles=2+penalty.points=100+penalty.floor=0")
STARTS = 50
OFF, LAST_OFF = 0.03, 0.08  # the most that chances of three may be off, in a last round too


def approximation(name: str, players: int) -> PairwiseApproximation:
    """Values for so many players."""
    return PairwiseApproximation(_pairs(name), players)


@lru_cache
def solved() -> NPlayerSolution:
    """Three players of a game that is solved in a second."""
    return solve_n_players(Rules.load("greed", target=1500), 3)


def starts(rules: Rules, players: int) -> list[State]:
    """Some turn starts before the last round."""
    rng = random.Random(players)
    most = rules.penalty.farkles if rules.penalty else 1
    return [
        State(
            rules,
            tuple(rng.randrange(0, rules.target, 50) for _ in range(players)),
            rng.randrange(players),
            0,
            rules.dice,
            (),
            tuple(rng.randrange(most) for _ in range(players)),
        )
        for _ in range(STARTS)
    ]


def last_rounds(rules: Rules, players: int) -> list[State]:
    """The same with a starter at the target or above, often level with others; some are over."""
    rng = random.Random(players)
    found = []
    for state in starts(rules, players):
        starter = rng.randrange(players)
        totals = list(state.totals)
        totals[starter] = rules.target + rng.choice((0, 0, 200))
        seat = (starter + 1) % players
        while seat != state.player and state.player != starter:
            totals[seat] = rng.choice((totals[seat], totals[starter]))
            seat = (seat + 1) % players
        farkles = state.farkles
        found.append(State(rules, tuple(totals), state.player, 0, rules.dice, (), farkles, starter))
    return found


def turned(state: State) -> State:
    """The same game with every player one seat on."""
    players = len(state.totals)
    totals = state.totals[-1:] + state.totals[:-1]
    farkles = state.farkles[-1:] + state.farkles[:-1]
    player = (state.player + 1) % players
    starter = None if state.starter is None else (state.starter + 1) % players
    return State(state.rules, totals, player, 0, state.dice, (), farkles, starter)


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("players", [2, 3, 5])
def test_chances_add_up_and_go_by_the_order_of_play(name: str, players: int) -> None:
    values = approximation(name, players)
    for state in starts(values.rules, players) + last_rounds(values.rules, players):
        chances = values.chances(state)
        assert sum(chances) == pytest.approx(1.0, abs=1e-12), state
        assert all(0.0 <= chance <= 1.0 for chance in chances), state
        on = values.chances(turned(state))
        assert on[1:] + on[:1] == pytest.approx(chances, abs=1e-12), state


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_banking_is_worth_what_the_next_turn_start_is(name: str, players: int) -> None:
    values = approximation(name, players)
    for state in starts(values.rules, players)[:10]:
        gains = np.arange(0, values.rules.target - state.totals[state.player], 50)
        expected = [values.chances(state.add(int(gain)))[state.player] for gain in gains]
        assert values.banked(state, gains) == pytest.approx(expected, abs=1e-12), state


def test_two_players_are_exact() -> None:
    for state in starts(Rules.load("greed"), 2):
        found = approximation("greed", 2).chances(state)
        assert found == pytest.approx(_pairs("greed").chances(state), abs=1e-12), state


@pytest.mark.parametrize("name", ["greed", "basic"])
def test_a_game_that_is_over_is_exact(name: str) -> None:
    values = approximation(name, 3)
    over = [state for state in last_rounds(values.rules, 3) if state.over]
    assert len(over) > 5
    for state in over:
        share = 1.0 / len(state.winners)
        assert values.chances(state) == tuple(share * (s in state.winners) for s in range(3)), state


def test_the_last_player_against_one_holder_is_exact() -> None:
    values = approximation(solved().rules.name, 3)
    for total in range(0, 1500, 50):
        state = State(values.rules, (1500, 1550, total), 2, 0, 5, (), (0, 0, 0), 0)
        assert values.chances(state) == pytest.approx(solved().chances(state), abs=1e-9), state


def test_chances_of_three_are_close_to_the_solved_ones() -> None:
    values = approximation(solved().rules.name, 3)
    under_way = [state for state in last_rounds(values.rules, 3) if not state.over]
    for states, off in ((starts(values.rules, 3), OFF), (under_way, LAST_OFF)):
        for state in states:
            found = values.chances(state)
            assert found == pytest.approx(solved().chances(state), abs=off), state


@lru_cache
def _pairs(name: str) -> TwoPlayerSolution:
    return two_player_solution(Rules.load(name))


def test_advice_high_above_the_target_has_an_answer() -> None:
    values = approximation("thousand", 3)
    for points in (18700, 19500):
        assert values.advise(State.parse(f"thousand 9450,8800,0 p1 t{points} d1")).choices
