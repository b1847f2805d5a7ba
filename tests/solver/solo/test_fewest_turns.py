"""The fewest turns to the target, alone: against plain iteration over `State`, and as played."""

from collections import Counter
from itertools import product

import pytest
from support.presets import PLAIN_PRESETS

from hotdice import Bank, Keep, Rules, State
from hotdice.arena.simulation import simulate
from hotdice.game import Action
from hotdice.solver.advice.choices import advise
from hotdice.solver.solo.fewest_turns import fewest_turns
from hotdice.solver.storage.lookup import solo_solution, values_for
from hotdice.solver.storage.store import SOLO, shipped
from hotdice.texts import HotDiceError

NEAR = 1e-9
LONG = 3000  # turn points beyond which nothing is forced on: with two dice they hardly ever come


class Brute:
    """Turns to come by plain iteration over the real `State`; shares nothing with the solver."""

    def __init__(self, rules: Rules, lowest: int = 0) -> None:
        self.lowest = lowest
        self.turns: dict[State, float] = {}
        self._trees: dict[State, _Tree] = {}
        new = [State.start(rules, 1)]
        while new:
            start = new.pop()
            if start not in self._trees:
                self._trees[start] = tree = _Tree(start, lowest)
                self.turns[start] = 1.0
                new += tree.ends
        change = 1.0
        while change > 1e-13:
            found = {start: tree.value(self.turns) for start, tree in self._trees.items()}
            change = max(abs(found[start] - self.turns[start]) for start in found)
            self.turns = found

    def play(self, state: State) -> float:
        """The turns to come from a position in mid-turn, this one included."""
        return _Tree(state, self.lowest).value(self.turns)


class _Tree:
    """The rest of a turn as a list of sums and minima, each of those before it."""

    def __init__(self, state: State, lowest: int) -> None:
        self.lowest = lowest
        self.ends: list[State] = []
        self._nodes: list[State | list[tuple[int, float]] | list[int] | None] = []
        self._known: dict[State, int] = {}
        self._best(state)

    def value(self, turns: dict[State, float]) -> float:
        """The turns to come by those from the starts of later turns."""
        values: list[float] = []
        for node in self._nodes:
            if node is None:
                values.append(1.0)
            elif isinstance(node, State):
                values.append(1.0 + turns[node])
            elif isinstance(node[0], tuple):
                values.append(sum(chance * values[at] for at, chance in node))
            else:
                values.append(min(values[at] for at in node))
        return values[-1]

    def _best(self, state: State) -> int:
        if state not in self._known:
            choices = [self._act(state, action) for action in state.actions()]
            self._known[state] = self._new(choices)
        return self._known[state]

    def _act(self, state: State, action: Action) -> int:
        if isinstance(action, Bank):
            return self._after(state.bank())
        if isinstance(action, Keep):
            return self._after(state.keep(action.dice))
        reached = Bank() in state.actions() and state.totals[0] + state.gain >= state.rules.target
        if reached or state.turn_points > LONG:
            return self._new(None)
        ways = Counter(tuple(sorted(roll)) for roll in product(range(1, 7), repeat=state.dice))
        some = [(self._after(state.roll(roll)), n / 6**state.dice) for roll, n in ways.items()]
        return self._new(some)

    def _after(self, state: State) -> int:
        if not state.fresh:
            return self._best(state)
        if state.over:
            return self._new(None)
        totals = (max(state.totals[0], self.lowest),)
        end = State(state.rules, totals, 0, 0, state.rules.dice, (), state.farkles)
        self.ends.append(end)
        return self._new(end)

    def _new(self, node: State | list[tuple[int, float]] | list[int] | None) -> int:
        self._nodes.append(node)
        return len(self._nodes) - 1


@pytest.mark.parametrize(
    "changes",
    [
        "",
        "+target=500",
        "+entry=200",
        "+entry=200+below_entry=refuse",
        "+entry=400",
        "+minimum=100",
        "+minimum=150+entry=200",
        "+hot_dice=end",
        "+hot_dice=end+minimum=150",
        "+hot_dice=must",
        "+hot_dice=must+entry=150+below_entry=refuse",
        "+keep=all",
        "+penalty.farkles=2+penalty.points=100+penalty.floor=0",
        "+penalty.farkles=1+penalty.points=50+penalty.floor=-100+entry=100",
    ],
)
def test_every_field_with_two_dice(changes: str) -> None:
    rules = Rules.load(f"basic+dice=2+target=300+score.66=150{changes}")
    found = fewest_turns(rules)
    brute = Brute(rules, found.lowest)
    for start, turns in brute.turns.items():
        assert 1.0 - found.chances(start)[0] == pytest.approx(turns, abs=NEAR), start
    assert found.bound() < NEAR


@pytest.mark.parametrize("name", ["basic+dice=3+target=400", "basic+dice=3+target=400+entry=200"])
def test_advice_in_mid_turn(name: str) -> None:
    rules = Rules.load(name)
    found, brute = fewest_turns(rules), Brute(rules)
    for position in ("0 p1 t0 d3 r115", "0 p1 t100 d2", "0 p1 t50 d2 r15", "300 p1 t100 d1"):
        state = State.parse(f"{rules.name} {position}", rules)
        advice = advise(state, found)
        assert advice.exact
        assert {choice.action for choice in advice.choices} == set(state.actions())
        turns = [choice.turns or 0.0 for choice in advice.choices]
        assert turns == sorted(turns)
        assert turns[0] == pytest.approx(brute.play(state), abs=NEAR)


@pytest.mark.parametrize(
    ("mercy", "turns"),
    [
        pytest.param("", 6**4, id="four in a row"),
        pytest.param("+mercy=true", 36 / 11 * 6**3, id="the first one in two tries"),
    ],
)
def test_games_that_hardly_ever_end_end_all_the_same(mercy: str, turns: float) -> None:
    """Four 1s in a row with one die finish; fewer record nothing, so no penalty costs anything."""
    one = "basic+dice=1+score.5=+target=400+entry=400"
    rules = Rules.load(f"{one}+penalty.farkles=3+penalty.points=100+penalty.floor=0{mercy}")
    found = solo_solution(rules)
    assert 1.0 - found.chances(State.start(rules, 1))[0] == pytest.approx(turns, rel=1e-9)


def test_pig_by_its_own_formula() -> None:
    """With t(i) turns from i points: x = min over what one holds at, worked out point by point."""
    turns = [0.0] * 106
    for total in reversed(range(100)):
        low, high = 1.0, 100.0
        while high - low > 1e-13 * high:
            x = (low + high) / 2
            worth = [0.0] * 106  # turns after this one, with so many turn points
            for points in reversed(range(100 - total)):
                rolled = (x + sum(worth[points + face] for face in range(2, 7))) / 6
                worth[points] = min(rolled, turns[total + points] if points else rolled)
            low, high = (x, high) if 1.0 + worth[0] > x else (low, x)
        turns[total] = low
    found = fewest_turns(Rules.load("pig"))
    assert found.turns[0] == pytest.approx(turns[:100], abs=NEAR)


@pytest.mark.parametrize("name", PLAIN_PRESETS)
def test_every_preset_ships(name: str) -> None:
    rules = Rules.load(name)
    found = shipped(SOLO, rules)
    assert found is not None
    assert found.bound() < 1e-8
    if not rules.penalty and rules.target // found.step <= 200:
        assert found.turns == pytest.approx(fewest_turns(rules).turns, abs=1e-10)


@pytest.mark.parametrize("name", ["greed", "pig", "kingdom"])
def test_games_take_as_many_turns_as_told(name: str) -> None:
    """`optimal` alone: lengths deviate by up to 4.1 turns, so 0.06 is 4.6 times the error."""
    rules = Rules.load(name)
    told = 1.0 - values_for(rules, 1).chances(State.start(rules, 1))[0]
    played = simulate(rules, ["optimal"], 100_000, seed=7).turns_per_game
    assert played == pytest.approx(told, abs=0.06)
    assert simulate(rules, ["turn"], 100_000, seed=7).turns_per_game > told


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("pig+score.1=1", "solve/never-farkles"),
        ("pig+entry=1500", "solve/never-ends"),
        ("basic+target=1000000", "solve/large"),
        ("basic+penalty.farkles=1+penalty.points=100000", "solve/never-ends"),
    ],
)
def test_what_has_no_answer_is_refused_at_once(name: str, code: str) -> None:
    with pytest.raises(HotDiceError) as caught:
        fewest_turns(Rules.load(name))
    assert caught.value.code == code
