"""Key moments: each swing against its own reckoning, and all of them together."""

from collections.abc import Iterator, Sequence
from itertools import product
from time import process_time
from typing import Any

import pytest
from msgspec import structs

from hotdice import Bank, Keep, Roll, Rules, State, play
from hotdice.bots import make
from hotdice.game.actions import Pass
from hotdice.game.dice import SeededDice
from hotdice.game.driver import Step
from hotdice.game.record import Record
from hotdice.review import Change, Review, key_moments, moment_sentence, review
from hotdice.solver.advice.choices import advise
from hotdice.solver.advice.values import Values
from hotdice.solver.storage.lookup import solve, values_at_hand, values_for
from hotdice.terminal.text.key_moments import key_moments as moment_lines
from hotdice.texts import HotDiceError

PRESETS = ("basic", "greed", "pig", "zilch")
NAMES = ("Ann", "Bob", "Cy", "Di")


def game(
    rules: Rules, bots: Sequence[str], seed: int, totals: Sequence[int] | None = None
) -> Record:
    """A game of bots to its end."""
    start = State.start(rules, len(bots), totals)
    choosers = [make(name, seed + at) for at, name in enumerate(bots)]
    record = Record(start, NAMES[: len(bots)])
    return record.having(*play(start, choosers, SeededDice(seed)))


def at_hand(rules: Rules, players: int = 2) -> Values:
    values = values_at_hand(rules, players)
    assert values is not None
    return values


def chance(state: State, seat: int, values: Any) -> float:
    """The chance of a seat in a game of two, whatever lies on the table, by advice or solve."""
    if state.over:
        return 1.0 / len(state.winners) if seat in state.winners else 0.0
    if state.fresh and not state.last_round:
        return float(values.chances(state)[seat])
    best = max(choice.chance for choice in advise(state, values).choices)
    return best if seat == state.player else 1.0 - best


def expected(record: Record, values: Any) -> Iterator[tuple[int, str, float, float]]:
    """Step, kind and the chances before and after, worked out one state at a time."""
    for number, step in enumerate(record.steps):
        seat = step.before.player
        best = chance(step.before, seat, values)
        rows = advise(step.before, values).choices  # best first, a keep once for each way to go on
        choices = {choice.action: choice for choice in reversed(rows)}
        assert not isinstance(step.action, Pass)
        chosen = choices[step.action].chance
        if len(choices) > 1:
            yield number, "choice", best, chosen
        if isinstance(step.action, Roll):
            yield number, "luck", chosen, chance(step.after, seat, values)


def swing_of_first(reviewed: Review) -> float:
    """What the first of two seats has gained in all."""
    changes = reviewed.changes
    return sum(change.swing if change.seat == 0 else -change.swing for change in changes)


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("bots", [("human:1", "bold"), ("random", "random")])
def test_every_swing_is_what_advice_and_solution_say(name: str, bots: tuple[str, str]) -> None:
    rules = Rules.load(name)
    record = game(rules, bots, seed=3)
    best = solve(rules)
    reviewed = review(record, best)
    wanted = list(expected(record, best))
    found = [(change.number - 1, change.kind) for change in reviewed.changes]
    assert found == [(number, kind) for number, kind, _, _ in wanted]
    assert reviewed.exact
    for change, (number, _, before, after) in zip(reviewed.changes, wanted, strict=True):
        assert change.before[change.seat] == pytest.approx(before, abs=1e-9)
        assert change.after[change.seat] == pytest.approx(after, abs=1e-9)
        assert change.seat == record.steps[number].before.player
        assert change.action == record.steps[number].action


@pytest.mark.parametrize("name", PRESETS)
def test_luck_and_decisions_are_the_whole_change_of_chance(name: str, count: int) -> None:
    rules = Rules.load(name)
    best = solve(rules)
    for seed in range(3 * count):
        record = game(rules, ("human:2", "cautious"), seed)
        change = swing_of_first(review(record, best))
        end = 1.0 if record.state.winners == (0,) else 0.0
        assert len(record.state.winners) == 1
        assert best.chances(record.start)[0] + change == pytest.approx(end, abs=1e-9)


def test_a_game_that_is_not_over_adds_up_as_well() -> None:
    rules = Rules.load("basic")
    best = solve(rules)
    whole = game(rules, ("human:2", "bold"), seed=5)
    for steps in range(0, len(whole.steps), 7):
        record = whole.having(*whole.steps[:steps])
        change = swing_of_first(review(record, best))
        now = chance(record.state, 0, best)
        assert best.chances(record.start)[0] + change == pytest.approx(now, abs=1e-9)


def test_a_shared_win_is_worth_its_share() -> None:
    rules = Rules.load("greed")
    best = solve(rules)
    state = State.start(rules, totals=(2700, 2700))
    steps = []
    for _ in range(2):
        rolled = state.roll([3, 3, 3, 2, 4])
        banked = rolled.bank()
        steps += [
            Step(state, Roll(), (3, 3, 3, 2, 4), rolled),
            Step(rolled, Bank(), (), banked),
        ]
        state = banked
    record = Record(steps[0].before, ("Ann", "Bob")).having(*steps)
    assert record.state.winners == (0, 1)
    change = swing_of_first(review(record, best))
    assert best.chances(record.start)[0] + change == pytest.approx(0.5, abs=1e-9)


@pytest.mark.parametrize(
    "position", ["basic 9000,9500 p1 t300 d2", "greed 2000,2900 p2 t400 d2", "pig 90,80 p1 t9 d1"]
)
def test_dice_are_fair_so_luck_is_nothing_on_average(position: str) -> None:
    state = State.parse(position)
    best = solve(state.rules)
    record = Record(state, ("Ann", "Bob"))
    rolls = list(product(range(1, 7), repeat=state.dice))
    total = 0.0
    for dice in rolls:
        step = Step(state, Roll(), dice, state.roll(dice))
        changes = review(record.having(step), best).changes
        (luck,) = [change for change in changes if change.kind == "luck"]
        total += luck.swing
    assert total == pytest.approx(0.0, abs=1e-9 * len(rolls))


def test_the_largest_swings_come_first() -> None:
    rules = Rules.load("greed")
    record = game(rules, ("random", "random"), seed=1)
    best = solve(rules)
    reviewed = review(record, best)
    found = key_moments(reviewed, count=1000)
    sizes = [abs(change.swing) for change in found]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] == max(abs(change.swing) for change in reviewed.changes)
    assert key_moments(reviewed) == found[:3]
    assert key_moments(review(record.having(), best)) == ()
    for change in found:
        if change.kind == "choice":
            assert change.swing < 0
            choices = advise(change.state, best).choices
            assert change.best == choices[0].action != change.action
        else:
            assert change.best is None


def test_best_play_makes_no_mistakes() -> None:
    rules = Rules.load("greed")
    record = game(rules, ("optimal", "optimal"), seed=2)
    reviewed = review(record, solve(rules))
    assert {change.kind for change in key_moments(reviewed, count=1000)} == {"luck"}


def test_three_players_are_told_as_approximate_where_they_are_not_solved() -> None:
    rules = Rules.load("basic")
    record = game(rules, ("random", "bold", "cautious"), seed=4)
    reviewed = review(record, values_for(rules, 3))
    assert not reviewed.exact
    last = reviewed.changes[-1]
    assert last.after[last.seat] == float(last.seat in record.state.winners)
    assert "about" in moment_sentence(reviewed.changes[0], reviewed, NAMES)


def test_one_player_alone_gains_and_loses_turns() -> None:
    rules = Rules.load("pig")
    reviewed = review(game(rules, ("bold",), seed=1), values_for(rules, 1))
    assert "turns" in moment_sentence(key_moments(reviewed)[0], reviewed, NAMES)


def test_totals_far_below_zero_are_followed_and_told_as_not_exact() -> None:
    rules = Rules.load("zilch")
    start = State.parse("zilch -3000,0 p1 t300 d2")
    record = Record(start, ("Ann", "Bob"))
    dice = (2, 3)
    step = Step(start, Roll(), dice, start.roll(dice))
    reviewed = review(record.having(step), at_hand(rules))
    assert not reviewed.exact
    assert reviewed.changes[-1].swing < 0


@pytest.mark.parametrize(
    ("moment", "position", "dice", "sentence"),
    [
        (
            (0, "luck", 0.5, 0.25, Roll(), None, True),
            "basic 0,0 p1 t300 d3",
            (2, 3, 4),
            "Round 1: Ann farkled with 2 3 4 and lost 300 turn points: from 50.0 % to 25.0 %.",
        ),
        (
            (0, "luck", 0.5, 0.25, Roll(), None, True),
            "pig 0,0 p1 t0 d1",
            (1,),
            "Round 1: Ann farkled at once with 1: from 50.0 % to 25.0 %.",
        ),
        (
            (1, "luck", 0.5, 0.61, Roll(), None, False),
            "basic 0,0 p2 t300 d1",
            (1,),
            "Round 1: Bob rolled 1 at 300 turn points: from about 50.0 % to 61.0 %.",
        ),
        (
            (0, "choice", 0.5, 0.45, Roll(), Bank(), True),
            "basic 0,0 p1 t300 d1",
            (1,),
            (
                "Round 1: at 300 turn points and 1 die Ann chose to roll; it was better to bank: "
                "from 50.0 % to 45.0 %."
            ),
        ),
        (
            (0, "choice", 0.5, 0.45, Keep((1,)), Keep((1, 1)), True),
            "basic 0,0 p1 t0 d6 r112346",
            (),
            (
                "Round 1: with 1 1 2 3 4 6 Ann chose to keep 1; it was better to keep 1 1: "
                "from 50.0 % to 45.0 %."
            ),
        ),
    ],
)
def test_each_moment_is_one_sentence(
    moment: Any, position: str, dice: tuple[int, ...], sentence: str
) -> None:
    seat, kind, before, after, action, best, exact = moment
    state = State.parse(position)
    step = Step(state, action, dice, state.keep([1]) if state.rolled else state.roll(dice))
    change = Change(
        number=1,
        seat=seat,
        round=1,
        kind=kind,
        step=step,
        before=(before, before),
        after=(after, after),
        best=best,
    )
    reviewed = structs.replace(
        review(Record(state, ("Ann", "Bob")), at_hand(state.rules)), exact=exact
    )
    assert moment_sentence(change, reviewed, ("Ann", "Bob")) == sentence


def test_moments_are_told_only_where_nobody_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    solved = game(Rules.load("greed"), ("random", "bold"), seed=1)
    lines = moment_lines(solved, ("Ann", "Bob"))
    assert sum(line.startswith("Round ") for line in lines) == 3
    assert all(len(line) < 80 for line in lines)
    unsolved = game(Rules.load("greed", target=1234, entry=250), ("random", "bold"), seed=1)
    assert values_at_hand(unsolved.start.rules, 2) is None
    assert moment_lines(unsolved, NAMES[:2]) == []
    between = game(Rules.load("greed"), ("random", "bold"), 1, totals=(10, 0))
    with pytest.raises(HotDiceError):
        review(between, at_hand(between.start.rules))
    assert moment_lines(between, NAMES[:2]) == []
    monkeypatch.setattr("hotdice.terminal.text.key_moments.find_spec", lambda name: None)
    assert moment_lines(solved, ("Ann", "Bob")) == []


@pytest.mark.parametrize("name", PRESETS)
def test_a_whole_game_of_two_is_quick(name: str) -> None:
    rules = Rules.load(name)
    record = game(rules, ("cautious", "bold"), seed=6)
    values = at_hand(rules)
    begin = process_time()
    review(record, values)
    assert process_time() - begin < 2.0
