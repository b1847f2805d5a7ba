"""Every kind of solution answers the same questions."""

import pytest

from hotdice import HotDiceError, Rules, State
from hotdice.solver import values_for
from hotdice.solver.explicit.solution import ExplicitSolution
from hotdice.solver.n_player.solution import NPlayerSolution
from hotdice.solver.solo.solution import SoloSolution
from hotdice.solver.storage import lookup
from hotdice.solver.two_player.solution import TwoPlayerSolution

FALLS = "basic+dice=2+hot_dice=end+target=200+penalty.farkles=2+penalty.points=50+penalty.floor=-50"
Found = TwoPlayerSolution | NPlayerSolution | ExplicitSolution | SoloSolution
KINDS = [
    (FALLS, 1, SoloSolution),
    (FALLS, 2, TwoPlayerSolution),
    (FALLS, 3, NPlayerSolution),
    (f"{FALLS}+mercy=true", 1, SoloSolution),
    (f"{FALLS}+mercy=true", 2, ExplicitSolution),
    (f"{FALLS}+mercy=true", 3, ExplicitSolution),
]


def solved(name: str, players: int) -> Found:
    """The solution of any number of players."""
    rules = Rules.load(name)
    if players > 1:
        return lookup.solve(rules, players)
    found = values_for(rules, 1)
    assert isinstance(found, SoloSolution)
    return found


@pytest.mark.parametrize(("name", "players", "kind"), KINDS)
def test_every_solution_has_the_same_face(name: str, players: int, kind: type[Found]) -> None:
    found = solved(name, players)
    assert isinstance(found, kind)
    assert (found.rules, found.players) == (Rules.load(name), players)
    assert (found.step, found.lowest, found.exact) == (50, -50, True)
    assert found.states >= (2 * 5) ** players
    totals = (100, 50, 0)[:players]
    start = State.start(found.rules, players)
    middle = State.start(found.rules, players, totals)
    for state, chance in ((start, found.chance()), (middle, found.chance(*totals))):
        assert found.chances(state)[0] == chance
        assert sum(found.chances(state)) == pytest.approx(1.0 if players > 1 else chance)
        assert found.bound(state) < 1e-6
        best = found.advise(state).choices[0]
        known = best.chance if best.turns is None else 1.0 - best.turns
        assert known == pytest.approx(chance, abs=1e-6)
    assert found.bound() == found.bound(start)
    assert found.chance(*[0] * players) == found.chance() < found.chance(*totals)


@pytest.mark.parametrize(("name", "players", "kind"), KINDS)
def test_totals_and_farkles_are_from_the_player_to_move_on(
    name: str, players: int, kind: type[Found]
) -> None:
    """A farkle leaves the totals as they are, and counts one for its player, now the last."""
    found = solved(name, players)
    totals = (100, 50, 0)[:players]
    after = State.start(found.rules, players, totals).farkle()
    chance = found.chance(*totals[1:], 100, farkles=[*[0] * (players - 1), 1])
    assert chance == found.chances(after)[after.player]
    assert chance != found.chance(*totals[1:], 100)


@pytest.mark.parametrize(("name", "players", "kind"), KINDS)
def test_what_no_game_has_is_refused(name: str, players: int, kind: type[Found]) -> None:
    found = solved(name, players)
    with pytest.raises(HotDiceError):
        found.chance(*[0] * (players + 1))
