"""Advice under every option against plain recursion over `State`."""

from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest
from support.lengths import cases
from support.optional_rules import ALONE, EVERY, slow
from support.slow_options import SlowOptions

from hotdice import Bank, Keep, Roll, State
from hotdice.game.actions import TAKE, Action, Take
from hotdice.solver.advice.choices import advise, best_action
from hotdice.solver.feasibility import needs_explicit

POSITIONS = 12
QUICK = {*ALONE, "piggyback and mercy"} - {"confirm"}


def positions(found: SlowOptions, seed: int) -> Iterator[State]:
    """Positions of random games."""
    random = Random(seed)
    while True:
        state = State.start(found.rules, found.players)
        while not state.over:
            yield state
            action = random.choice(state.actions())
            if isinstance(action, Keep):
                state = state.keep(action.dice)
            elif isinstance(action, Roll):
                state = state.roll([random.randint(1, 6) for _ in range(state.dice)])
            else:
                state = state.bank() if isinstance(action, Bank) else state.take()


def plans(found: SlowOptions, state: State) -> dict[tuple[Action, Action | None], float]:
    """Every choice of advice with its chance."""
    every: dict[tuple[Action, Action | None], float] = {}
    for action in state.actions():
        after = state.keep(action.dice) if isinstance(action, Keep) else None
        if after is None or after.fresh:
            every[action, None] = found.after(state, action)[state.player]
        else:
            for then in after.actions():
                every[action, then] = found.after(after, then)[state.player]
    return every


@pytest.mark.parametrize("name", cases(EVERY, QUICK.__contains__))
def test_every_choice_is_worth_what_recursion_says(name: str, long_run: bool) -> None:
    found = slow(name)
    assert needs_explicit(found.rules)
    seen = positions(found, seed=len(name))
    for state in islice(seen, 20 * POSITIONS if long_run else POSITIONS):
        advice = advise(state, found)
        expected = plans(found, state)
        assert {(choice.action, choice.then) for choice in advice.choices} == set(expected)
        best = max(expected.values())
        for choice in advice.choices:
            assert choice.chance == pytest.approx(expected[choice.action, choice.then], abs=1e-9)
            assert choice.cost == pytest.approx(best - choice.chance, abs=1e-9)
        assert best_action(state, found) == advice.choices[0].action


@pytest.mark.parametrize("name", cases(EVERY, QUICK.__contains__))
def test_risk_and_points_are_what_recursion_says(name: str, long_run: bool) -> None:
    found = slow(name)
    seen = (state for state in positions(found, seed=7) if not state.rolled)
    for state in islice(seen, 10 * POSITIONS if long_run else POSITIONS):
        for choice in advise(state, found).choices:
            rolls = state.take() if isinstance(choice.action, Take) else state
            risk = 0 if isinstance(choice.action, Bank) else found.farkle(rolls)
            assert choice.farkle == risk
            assert choice.points == pytest.approx(found.gain(state, choice.action)[1], abs=1e-9)


def test_to_take_over_is_the_rival_of_a_roll() -> None:
    found = slow("piggyback")
    state = State.start(found.rules, 2).roll([1, 2]).keep([1]).bank()
    advice = advise(state, found)
    kinds = {type(choice.action) for choice in advice.choices}
    assert kinds == {Roll, Take}
    assert advice.rival == advice.choices[1]
    assert all(choice.rolls for choice in advice.choices)
    taken = next(choice for choice in advice.choices if choice.action == TAKE)
    assert taken.farkle == found.rules.farkle_chance(1)
