"""Advice against plain recursion over `State`, which shares nothing with the solver."""

from fractions import Fraction

import pytest
from brute import Brute

from hotdice import Bank, HotDiceError, Keep, Roll, Rules, State
from hotdice.game import Action
from hotdice.solver.advice import advise
from hotdice.solver.solve import solve

Worth = tuple[float, float]  # chance of winning, points that the turn adds

TIE = 1e-12


class Turn:
    """One turn played out: the worth of every position of it for the player who has it."""

    def __init__(self, brute: Brute, start: State) -> None:
        self.brute = brute
        self.start = start
        self.known: dict[State, Worth] = {}

    def choices(self, state: State) -> dict[Action, Worth]:
        """What each legal action is worth."""
        return {action: self._play(state, action) for action in state.actions()}

    def _play(self, state: State, action: Action) -> Worth:
        if isinstance(action, Keep):
            return self._worth(state.keep(action.dice))
        if isinstance(action, Bank):
            return self._worth(state.bank())
        rolls = self.brute.rolls[state.dice]
        worths = [(chance, self._worth(state.roll(roll))) for roll, chance in rolls]
        return sum(c * w[0] for c, w in worths), sum(c * w[1] for c, w in worths)

    def _worth(self, state: State) -> Worth:
        if state not in self.known:
            self.known[state] = self._new(state)
        return self.known[state]

    def _new(self, state: State) -> Worth:
        mover = self.start.player
        points = float(state.totals[mover] - self.start.totals[mover])
        if state.over:
            return (mover in state.winners) / len(state.winners), points
        if state.fresh:
            return 1.0 - self.brute.values[state], points
        if state.turn_points >= self.brute.cap and not state.rolled:
            if Bank() in state.actions():
                return self._worth(state.bank())
            if state.turn_points > 2 * self.brute.cap:
                return 0.0, 0.0  # forced on and on by hot dice: next to never
        worths = list(self.choices(state).values())
        best = max(chance for chance, _ in worths)
        return best, max(points for chance, points in worths if chance > best - TIE)


def positions(turn: Turn, most: int) -> list[State]:
    """Every position of a turn up to so many turn points."""
    found: dict[State, None] = {}
    waiting = [turn.start]
    while waiting:
        state = waiting.pop()
        over = state.over or (state.fresh and state != turn.start)
        if over or state in found or state.turn_points > most:
            continue
        found[state] = None
        for action in state.actions():
            if isinstance(action, Keep):
                waiting.append(state.keep(action.dice))
            elif isinstance(action, Roll):
                waiting += [state.roll(roll) for roll, _ in turn.brute.rolls[state.dice]]
    return list(found)


def agree(rules: Rules) -> None:
    """Every choice in every position is what plain recursion finds."""
    forced = rules.hot_dice == "must"  # leads far above any sensible play
    if rules.finish == "immediate":
        cap = 1500 if forced else rules.target + 100
    else:
        cap = 900 if forced else 700
    brute = Brute(rules, cap)
    brute.solve()
    values = solve(rules)
    risk = {count: rules.farkle_chance(count) for count in range(1, rules.dice + 1)}
    compared = 0
    for start in brute.trees:
        if start.player == 1 or max(start.totals) > rules.target + 100:
            continue
        turn = Turn(brute, start)
        for state in positions(turn, rules.target + 50):
            expected = turn.choices(state)
            advice = advise(state, values)
            best = max(chance for chance, _ in expected.values())
            assert {choice.action for choice in advice.choices} == set(expected)
            assert advice.choices[0].cost == 0.0
            assert advice.bound < 1e-9
            for choice in advice.choices:
                chance, points = expected[choice.action]
                where = f"{state} {choice}"
                assert choice.chance == pytest.approx(chance, abs=1e-9), where
                assert choice.cost == pytest.approx(best - chance, abs=1e-9), where
                assert choice.points == pytest.approx(points, abs=1e-9), (where, points)
                assert choice.farkle == _risk(state, choice.action, risk), where
                compared += 1
    assert compared > 80


def _risk(state: State, action: Action, risk: dict[int, Fraction]) -> Fraction:
    after = state.keep(action.dice) if isinstance(action, Keep) else state
    ended = isinstance(action, Bank) or (not after.turn_points and after is not state)
    return Fraction() if ended else risk[after.dice]


@pytest.mark.parametrize(
    "changes",
    [
        "",
        "+tie=shared",
        "+entry=100+below_entry=refuse",
        "+minimum=150+entry=200+tie=shared",
        "+hot_dice=must+tie=shared+entry=100+below_entry=refuse",
        "+hot_dice=end",
        "+hot_dice=end+entry=100+minimum=100",
        "+keep=all+tie=shared+entry=100",
        "+target=190",
        "+finish=immediate+minimum=100",
        "+finish=immediate+entry=250",
        "+penalty.farkles=2+penalty.floor=0+penalty.points=50+target=100",
        "+penalty.farkles=2+penalty.floor=-50+penalty.points=50+entry=100+tie=shared+target=100",
        "+penalty.farkles=2+penalty.floor=-50+penalty.points=100+minimum=100+finish=immediate",
        "+penalty.farkles=1+penalty.floor=0+penalty.points=50+hot_dice=end+minimum=100",
        "+finish=immediate+hot_dice=must",
        "+finish=immediate+hot_dice=end+entry=100",
    ],
)
def test_every_position_with_two_dice(changes: str) -> None:
    agree(Rules.load(f"basic+dice=2+target=150+score.66=150{changes}"))


def test_off_the_grid_and_far_up() -> None:
    """A last round needs no solution, and turn points may be far above the target."""
    rules = Rules.load("greed", target=500)
    values = solve(rules)
    level = advise(State.parse(f"{rules.name} 100,510 p1 t400 d2 l2", rules), values)
    assert [str(choice.action) for choice in level.choices] == ["Roll()", "Bank()"]
    assert level.choices[1].chance == 0.0
    high = advise(State.parse(f"{rules.name} 0,0 p1 t900000000 d2", rules), values)
    assert (high.choices[0].action, high.choices[0].chance) == (Bank(), 1.0)
    with pytest.raises(HotDiceError) as caught:
        advise(State.parse(f"{rules.name} 10,0 p1 t300 d2", rules), values)
    assert caught.value.code == "solve/step"


def test_what_has_no_advice() -> None:
    rules = Rules.load("greed", target=50)
    values = solve(rules)
    for position, code in (("50,0 p1 t0 d5 l1", "over"), ("50,0,0 p2 t0 d5 l1", "players")):
        with pytest.raises(HotDiceError) as caught:
            advise(State.parse(f"{rules.name} {position}", rules), values)
        assert caught.value.code == f"advise/{code}"
    with pytest.raises(HotDiceError) as caught:
        values.advise(State.start(Rules.load("greed", target=100)))
    assert caught.value.code == "advise/rules"


def test_a_cached_turn_is_that_of_these_values() -> None:
    """The same position under other rules, and again, one after the other."""
    found = []
    for target in (500, 700, 500):
        rules = Rules.load("greed", target=target)
        found.append(advise(State.start(rules), solve(rules)).choices[0].chance)
    assert found[0] == found[2] != found[1]
