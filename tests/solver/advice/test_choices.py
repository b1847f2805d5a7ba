"""Advice against plain recursion over `State`, which shares nothing with the solver."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import islice, product
from random import Random

import pytest
from support.brute import Brute
from support.lengths import cases, long
from support.presets import PLAIN_PRESETS

from hotdice import Bank, HotDiceError, Keep, Roll, Rules, State
from hotdice.game import Action
from hotdice.rules.files import preset_names
from hotdice.solver.advice.choices import Choice, advise, best_action
from hotdice.solver.advice.values import Values
from hotdice.solver.storage.lookup import values_at_hand, values_for
from hotdice.solver.turn.program import step_of
from hotdice.solver.two_player.solve import solve_two_players

Worth = tuple[float, float]  # chance of winning, points that the turn adds
Plan = tuple[Action, Action | None]  # what is done now, and after a keep

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

    def plans(self, state: State) -> dict[Plan, Worth]:
        """The same, each keep once for every way to go on after it."""
        found: dict[Plan, Worth] = {}
        for action, worth in self.choices(state).items():
            after = state.keep(action.dice) if isinstance(action, Keep) else None
            if after is None or after.fresh:
                found[action, None] = worth
            else:
                found |= {(action, then): w for then, w in self.choices(after).items()}
        return found

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
    values = solve_two_players(rules)
    risk = {count: rules.farkle_chance(count) for count in range(1, rules.dice + 1)}
    compared = 0
    for start in brute.trees:
        if start.player == 1 or max(start.totals) > rules.target + 100:
            continue
        turn = Turn(brute, start)
        for state in positions(turn, rules.target + 50):
            expected = turn.plans(state)
            advice = advise(state, values)
            best = max(chance for chance, _ in expected.values())
            plans = [(choice.action, choice.then) for choice in advice.choices]
            assert len(plans) == len(expected), state
            assert set(plans) == set(expected), state
            assert advice.choices[0].cost == 0.0
            assert advice.bound < 1e-9
            for choice in advice.choices:
                kept = choice.action.points if isinstance(choice.action, Keep) else 0
                if choice.then == Roll() and state.turn_points + kept > rules.target + 50:
                    continue  # leads too close to where plain recursion stops
                chance, points = expected[choice.action, choice.then]
                where = f"{state} {choice}"
                assert choice.chance == pytest.approx(chance, abs=1e-9), where
                assert choice.cost == pytest.approx(best - chance, abs=1e-9), where
                assert choice.points == pytest.approx(points, abs=1e-9), (where, points)
                assert choice.farkle == _risk(state, choice, risk), where
                compared += 1
    assert compared > 80


def _risk(state: State, choice: Choice, risk: dict[int, Fraction]) -> Fraction:
    after = state.keep(choice.action.dice) if isinstance(choice.action, Keep) else state
    rolls = isinstance(choice.action, Roll) or isinstance(choice.then, Roll)
    return risk[after.dice] if rolls else Fraction()


@pytest.mark.parametrize(
    "changes",
    [
        "",
        pytest.param("+tie=shared", marks=long),
        "+entry=100+below_entry=refuse",
        "+minimum=150+entry=200+tie=shared",
        "+hot_dice=must+tie=shared+entry=100+below_entry=refuse",
        pytest.param("+hot_dice=end", marks=long),
        "+hot_dice=end+entry=100+minimum=100",
        "+keep=all+tie=shared+entry=100",
        "+target=190",
        "+finish=immediate+minimum=100",
        "+finish=immediate+entry=250",
        pytest.param("+penalty.farkles=2+penalty.floor=0+penalty.points=50+target=100", marks=long),
        "+penalty.farkles=2+penalty.floor=-50+penalty.points=50+entry=100+tie=shared+target=100",
        "+target=100+penalty.farkles=2+penalty.floor=-50+penalty.points=100+minimum=100+finish=immediate",
        "+penalty.farkles=1+penalty.floor=0+penalty.points=50+hot_dice=end+minimum=100",
        pytest.param("+finish=immediate+hot_dice=must", marks=long),
        "+finish=immediate+hot_dice=end+entry=100",
    ],
)
def test_every_position_with_two_dice(changes: str) -> None:
    agree(Rules.load(f"basic+dice=2+target=150+score.66=150{changes}"))


def test_off_the_grid_and_far_up() -> None:
    """A last round needs no solution, and turn points may be far above the target."""
    rules = Rules.load("greed", target=500)
    values = solve_two_players(rules)
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
    values = solve_two_players(rules)
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
        found.append(advise(State.start(rules), solve_two_players(rules)).choices[0].chance)
    assert found[0] == found[2] != found[1]


# Presets leave out some of what rules can say about stopping; these say it, and are quickly solved.
HOUSE = (
    "greed+target=600+keep=any+below_entry=refuse",
    "greed+target=600+keep=any+entry=200+below_entry=nothing+hot_dice=end",
    "greed+target=600+keep=any+hot_dice=must+minimum=150",
    "greed+target=600+keep=any+finish=immediate+minimum=100",
)


def solved(name: str, players: int) -> Values:
    """What is stored of a preset; house rules are solved."""
    rules = Rules.load(name)
    if players < 3 or name in preset_names():
        found = values_at_hand(rules, players)
        if found is not None:
            return found
    return solve_two_players(rules) if players == 2 else values_for(rules, players)


def random_rolls(rules: Rules, players: int, random: Random) -> Iterator[State]:
    """Positions with dice to pick, from games that begin anywhere and are played at random."""
    step = step_of(rules)
    while True:
        below = [random.choice([0, random.randrange(rules.target)]) for _ in range(players)]
        close = random.random() < 0.7  # soon a last round
        totals = [rules.target - 1 - total // 20 if close else total for total in below]
        state = State.start(rules, players, tuple(total // step * step for total in totals))
        for _ in range(40):
            if state.over or min(state.totals) < 0:
                break
            if state.rolled:
                yield state
            action = random.choice(state.actions())
            if isinstance(action, Keep):
                state = state.keep(action.dice)
            elif isinstance(action, Bank):
                state = state.bank()
            else:
                state = state.roll([random.randint(1, 6) for _ in range(state.dice)])


def worth_after(state: State, seat: int, values: Values) -> float:
    """The chance of a seat at the start of a turn, by the solution or by advice."""
    if state.over:
        return (seat in state.winners) / len(state.winners)
    if values.players == 1:
        turns = advise(state, values).choices[0].turns
        assert turns is not None
        return -turns
    if values.players == 2:
        return 1.0 - advise(state, values).choices[0].chance
    return values.chances(state)[seat]


THREE = ("basic", "greed", "thousand", "zilch", *HOUSE)  # alone and with three players, too


@pytest.mark.parametrize(
    "case",
    cases(
        product([*PLAIN_PRESETS, *HOUSE], [1, 2, 3]),
        lambda case: case[1] == 2 or case[0] in THREE,
    ),
    ids=str,
)
def test_each_keep_is_there_with_rolling_and_with_banking(case: tuple[str, int]) -> None:
    """Rolling is worth what advice says of it after the keep, banking what the next turn says."""
    name, players = case
    values = solved(name, players)
    rules = values.rules
    if rules.keep == "all":
        return  # nobody picks
    compared: Counter[str] = Counter()
    for state in islice(random_rolls(rules, players, Random(name)), 60):
        advice = advise(state, values)
        rows: dict[Plan, Choice] = {(row.action, row.then): row for row in advice.choices}
        expected: list[Plan] = []
        for keep in state.actions():
            assert isinstance(keep, Keep)
            after = state.keep(keep.dice)
            plans = (
                [(keep, then) for then in after.actions()] if not after.fresh else [(keep, None)]
            )
            expected += plans
            for plan in plans:
                row, where = rows[plan], f"{state} {plan}"
                if isinstance(plan[1], Roll):
                    rolled = next(c for c in advise(after, values).choices if c.action == Roll())
                    assert row.chance == pytest.approx(rolled.chance, abs=1e-10), where
                    assert row.turns == pytest.approx(rolled.turns, abs=1e-10), where
                    assert row.points == pytest.approx(rolled.points, abs=1e-7), where
                    assert row.farkle == rules.farkle_chance(after.dice), where
                    compared["roll"] += 1
                    continue
                ended = after if plan[1] is None else after.bank()
                gained = ended.totals[state.player] - state.totals[state.player]
                assert (row.points, row.farkle) == (gained, Fraction()), where
                worth = worth_after(ended, state.player, values)
                if row.turns is None:
                    assert row.chance == pytest.approx(worth, abs=1e-9), where
                else:
                    assert row.turns == pytest.approx(1.0 if ended.over else 1.0 - worth), where
                compared["last round" if state.last_round else "bank"] += 1
        assert len(advice.choices) == len(expected)
        assert set(rows) == set(expected)
        assert advice.choices[0].action == best_action(state, values)
        ranks = [
            choice.chance if choice.turns is None else -choice.turns for choice in rows.values()
        ]
        assert ranks[0] == pytest.approx(max(ranks), abs=1e-11)
        assert ranks == pytest.approx(sorted(ranks, reverse=True), abs=1e-11)
    assert compared["roll"] >= 60
    assert compared["bank"] > 20
    if players > 1 and rules.finish == "last-round":
        assert compared["last round"]
