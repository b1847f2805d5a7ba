"""Three and more players: every turn start checked over `State`, and what is refused."""

from pathlib import Path

import pytest
from support.brute_many import check, plain_iteration
from support.brute_three import BruteThree
from support.cli import refused
from support.lengths import cases, long
from support.presets import PLAIN_PRESETS

from hotdice import Rules, State
from hotdice.solver.n_player.solution import NPlayerSolution
from hotdice.solver.n_player.solve import solve_n_players

EXACT = 1e-12  # what turns of a bounded length leave to rounding


def stable(
    rules: Rules, players: int, cap: int | None = None, within: float = EXACT
) -> NPlayerSolution:
    """The solution, after a check that nobody gains by one other turn, nor by all of theirs.

    Totals without a floor are cut off where the solver does it.
    """
    found = solve_n_players(rules, players)
    seen = check(rules, players, found.chances, cap, found.lowest)
    assert seen.wrong < within
    assert seen.outside < within
    assert seen.sums < EXACT
    assert seen.gain < EXACT
    assert seen.gap_as_mixed < max(found.gap, within)
    assert found.gap < 1e-9
    assert found.bound(State.start(rules, players)) < (1e-6 if _cut(rules) else 1e-9)
    return found


def _cut(rules: Rules) -> bool:
    """Whether totals have to be cut off."""
    return rules.penalty is not None and rules.penalty.floor is None


QUICK = ("greed", "kingdom", "pig")


@pytest.mark.parametrize("name", cases(PLAIN_PRESETS, lambda name: name in QUICK))
def test_every_preset_as_it_is_but_for_the_target(name: str, long_run: bool) -> None:
    """All of it: six dice, hot dice without end, the last round, entry, minimum and penalty.

    What a mover forgoes by a choice that next to never comes is too little to matter, but may be
    more to the others.
    """
    preset = Rules.load(name)
    target = 20 if name == "pig" else 300 if long_run and not preset.penalty else 100
    found = solve_n_players(Rules.load(name, target=target), 3)
    seen = BruteThree(found.rules, found.lowest).check(found.chances)
    assert max(seen.wrong, seen.sums, seen.turned) < EXACT
    assert max(seen.outside, seen.last) < 1e-9
    assert found.gap < 1e-9


SOME = (*QUICK, "thousand", "three-pair")


@pytest.mark.parametrize("name", cases(PLAIN_PRESETS, lambda name: name in SOME))
def test_every_preset_to_a_small_target(name: str) -> None:
    """The finish is immediate, so that stopping at the target loses nothing."""
    preset = Rules.load(name)
    target = 10 if name == "pig" else 200
    entry, minimum = min(preset.entry, 100), min(preset.minimum, 100)
    changes = {"entry": entry, "minimum": minimum, "finish": "immediate", "penalty": None}
    cap = 6000 if preset.hot_dice == "must" else None  # forced turns can be long
    stable(Rules.load(name, target=target, **changes), 3, cap)


@pytest.mark.parametrize(
    "changes",
    [
        "+dice=4+target=300",
        "+dice=3+target=400+entry=200",
        "+dice=3+target=400+tie=shared+minimum=100",
        "+dice=4+target=400+entry=300+tie=shared",
        "+dice=3+target=200+entry=300",
        "+dice=3+target=200+keep=all",
    ],
)
def test_a_last_round_of_three(changes: str) -> None:
    """Hot dice end the turn, so that no turn is longer than brute force follows it."""
    stable(Rules.load(f"basic+hot_dice=end{changes}"), 3)


@pytest.mark.parametrize(
    "changes",
    cases(["+tie=shared+entry=100", "+hot_dice=must+entry=100"], lambda each: "tie" in each),
)
def test_turns_without_end(changes: str) -> None:
    """Two dice, so that long turns are rare enough to be cut off."""
    stable(Rules.load(f"basic+dice=2+target=200{changes}"), 3, 2500, within=1e-8)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("facebook+target=100+penalty.floor=0", marks=long),
        "facebook+target=200+minimum=50+penalty.floor=0",
        pytest.param("facebook+target=300+minimum=50+dice=3+penalty.floor=0", marks=long),
        "facebook+target=250+minimum=0+entry=100+dice=2+penalty.floor=0",
        pytest.param("facebook+target=200+minimum=0+entry=100+penalty.floor=0", marks=long),
        "facebook+target=150+minimum=50+penalty.floor=-100+penalty.points=100",
        "facebook+target=100+minimum=50+penalty.points=100",
        "zilch+target=200+minimum=50+finish=immediate+penalty.floor=0",
        pytest.param("zilch+target=300+minimum=50+dice=3+hot_dice=end+penalty.floor=0", marks=long),
        "zilch+target=300+dice=3+hot_dice=end+tie=shared+penalty.floor=0+penalty.farkles=2",
        pytest.param("zilch+target=100+dice=4+hot_dice=end+penalty.points=100", marks=long),
    ],
)
def test_penalties(name: str) -> None:
    stable(Rules.load(name), 3)


def test_penalties_of_four_players() -> None:
    stable(Rules.load("pig", target=5, penalty={"farkles": 2, "points": 3, "floor": 0}), 4)


def test_penalties_that_take_nothing() -> None:
    """A floor above all totals: the same chances as without a penalty."""
    plain = Rules.load("pig", target=8)
    idle = Rules.load("pig", target=8, penalty={"farkles": 2, "points": 3, "floor": 8})
    without, found = solve_n_players(plain, 3), solve_n_players(idle, 3)
    for totals in ((0, 0, 0), (7, 0, 3), (2, 6, 6)):
        expected = without.chances(State(plain, totals, 1, 0, 1, (), (0, 0, 0)))
        for farkles in ((0, 0, 0), (1, 0, 1)):
            start = State(idle, totals, 1, 0, 1, (), farkles)
            assert found.chances(start) == pytest.approx(expected, abs=1e-10)


def test_what_a_cut_costs() -> None:
    """Totals followed much deeper by brute force: the chances differ by less than the bound."""
    penalty = {"farkles": 2, "points": 50}
    rules = Rules.load("facebook", target=100, dice=4, minimum=50, penalty=penalty)
    found = solve_n_players(rules, 3)
    deep, change = plain_iteration(rules, 3, 60, lowest=found.lowest - 150)
    assert change < 1e-10
    begin = State.start(rules, 3)
    off = max(abs(one - two) for one, two in zip(found.chances(begin), deep[begin], strict=True))
    assert 1e-10 < off < found.bound(begin)


def test_advice_under_a_penalty() -> None:
    """A turn worked out at once has the chances that are solved, whatever the counts."""
    found = solve_n_players(Rules.load("zilch+target=300+dice=3+hot_dice=end+penalty.floor=0"), 3)
    for position in ("0,100,250 p2 t0 d3 f2,1,0", "50,0,200 p3 t0 d3 f0,2,2", "0,0,0 p1 t0 d3"):
        start = State.parse(f"{found.rules.name} {position}", found.rules)
        advice = found.advise(start)
        chance = found.chances(start)[start.player]
        assert advice.choices[0].chance == pytest.approx(chance, abs=1e-11)
        assert advice.exact
        assert advice.bound < 1e-10


def test_four_players() -> None:
    stable(Rules.load("pig", target=8), 4)
    stable(Rules.load("basic+dice=2+target=150+hot_dice=end+tie=shared"), 4)


def test_where_movers_have_to_mix() -> None:
    """Found by the solver; that no pure choice is stable there, best responses show by cycling."""
    rules = Rules.load("greed", target=500, hot_dice="end")
    assert stable(rules, 3).mixed > 0
    _, change = plain_iteration(rules, 3, 60)
    assert change > 1e-3


def test_the_case_that_goes_in_circles() -> None:
    """`basic` to 300 at 100, 200, 100: plain iteration never settles, the solver does."""
    found = solve_n_players(Rules.load("basic", target=300), 3)
    assert found.mixed > 0
    assert found.gap < 1e-9


def test_seats_are_turned_with_the_mover() -> None:
    rules = Rules.load("greed", target=500)
    found = solve_n_players(rules, 3)
    first = found.chances(State.start(rules, totals=(100, 200, 300)))
    third = found.chances(State.parse(f"{rules.name} 200,300,100 p3 t0 d5", rules))
    assert sum(first) == pytest.approx(1, abs=1e-12)
    assert third == pytest.approx((first[1], first[2], first[0]), abs=1e-15)


def test_greed_with_three_players() -> None:
    found = solve_n_players(Rules.load("greed"), 3)
    chances = found.chances(State.start(found.rules, 3))
    assert chances[0] > chances[1] > chances[2]
    assert found.gap < 1e-9


@pytest.mark.parametrize("players", ["2", "3"])
def test_games_that_hardly_ever_end_are_no_answer(players: str) -> None:
    rules = ["pig", "--set", "target=20", "--set", "finish=last-round", "--players", players]
    for field in ("entry=1500", "minimum=1500"):
        assert "pig" in refused("solve", *rules, "--set", field)


def test_turns_that_go_on_too_long_are_told(tmp_path: Path) -> None:
    """Nearly every roll scores all dice."""
    house = tmp_path / "long.toml"
    pairs = "\n".join(f"{face}6 = 50" for face in (1, 2, 3, 6))
    singles = "\n".join(f"{face} = 50" for face in range(1, 6))
    house.write_text(f'name = "long"\ntarget = 100\n[score]\n{singles}\n{pairs}\n')
    assert "so long" in refused("solve", str(house))


def test_hot_dice_that_end_a_turn_end_a_game() -> None:
    """Every face of the only die scores, so there is never a farkle."""
    rules = Rules.load("pig", target=10, hot_dice="end", **{"score.1": 1})
    stable(rules, 3)


def test_where_movers_have_to_mix_under_a_penalty() -> None:
    penalty = {"farkles": 1, "points": 50, "floor": 200}
    rules = Rules.load("greed", target=300, dice=3, hot_dice="end", penalty=penalty)
    assert stable(rules, 3).mixed > 0
    _, change = plain_iteration(rules, 3, 60)
    assert change > 1e-4


def test_best_replies_in_circles_around_stable_choices() -> None:
    """Nobody has to mix here, but sweeps by best replies do not lead there."""
    penalty = {"farkles": 1, "points": 100, "floor": 100}
    found = solve_n_players(Rules.load("greed", target=400, penalty=penalty), 3)
    assert found.gap < 1e-9


def test_what_cannot_be_solved_is_told() -> None:
    assert "minutes" in refused("solve", "facebook", "--players", "3")
    assert "GiB" in refused("solve", "basic", "--players", "4")
    assert "minutes" in refused("solve", "greed", "--players", "5")
    for players in ("1", "7", "255"):
        assert "2 to 6" in refused("solve", "greed", "--players", players)
    assert "3 totals" in refused("solve", "greed", "--players", "3", "--totals", "0,0")
    assert "step" in refused("solve", "greed", "--players", "3", "--totals", "0,0,10")
