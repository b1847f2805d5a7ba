"""States: positions as text, what is refused and why, and the parts scenarios do not reach."""

import copy
import pickle

import pytest

from hotdice import (
    Bank,
    HotDiceError,
    IllegalAction,
    Keep,
    PositionError,
    Roll,
    Rules,
    RulesError,
    State,
    events,
)

BASIC = Rules.load("basic")


def test_the_design_example() -> None:
    state = State.start(BASIC, players=2).roll([1, 1, 1, 5, 2, 3]).keep([1, 1, 1]).bank()
    assert (state.totals, state.player) == ((1000, 0), 1)


@pytest.mark.parametrize(
    ("text", "action", "code"),
    [
        ("basic 0,0 p1 t0 d6 r123446", ("keep", [2]), "keep/not-scoring"),
        ("basic 0,0 p1 t0 d6 r122224", ("keep", [2, 2, 2, 2]), "keep/not-scoring"),
        ("basic 0,0 p1 t0 d6 r123446", ("keep", [5]), "keep/not-rolled"),
        ("basic 0,0 p1 t0 d6 r123446", ("keep", [1, 1]), "keep/not-rolled"),
        ("basic 0,0 p1 t0 d6 r123446", ("keep", []), "keep/nothing"),
        ("basic 0,0 p1 t0 d6 r123446", ("keep", ["1", 1]), "dice/form"),
        ("basic 0,0 p1 t0 d6 r123446", ("keep", None), "dice/form"),
        ("basic 0,0 p1 t0 d6", ("keep", [1]), "keep/no-roll"),
        ("basic 0,0 p1 t0 d6 r123446", ("roll", [1, 1, 1, 1, 1]), "roll/keep-first"),
        ("basic 0,0 p1 t100 d5", ("roll", [1, 1, 1, 1]), "roll/number"),
        ("basic 0,0 p1 t100 d5", ("roll", [1, 1, 1, 1, 7]), "roll/face"),
        ("basic 0,0 p1 t100 d5", ("roll", [1, 1, 1, 1, 0]), "roll/face"),
        ("basic 0,0 p1 t100 d5", ("roll", [1, 1, 1, 1, 1.5]), "roll/face"),
        ("basic 0,0 p1 t100 d5", ("roll", [1, 1, 1, 1, "1"]), "dice/form"),
        ("basic 0,0 p1 t250 d1", ("roll", [None]), "dice/form"),
        ("basic 0,0 p1 t100 d5", ("roll", 11111), "dice/form"),
        ("basic 0,0 p1 t0 d6 r123446", ("bank", None), "bank/keep-first"),
        ("basic 0,0 p1 t0 d6", ("bank", None), "bank/nothing"),
        ("thousand 0,0 p1 t950 d2", ("bank", None), "bank/entry"),
        ("thousand 1000,0 p1 t1500 d6", ("bank", None), "bank/hot-dice"),
        ("zilch 0,0 p1 t250 d2", ("bank", None), "bank/minimum"),
        ("classic 10000,0 p1 t0 d6 l1", ("roll", [1] * 6), "game/over"),
        ("classic 10000,0 p1 t0 d6 l1", ("keep", [1]), "game/over"),
        ("classic 10000,0 p1 t0 d6 l1", ("bank", None), "game/over"),
    ],
)
def test_illegal_calls_say_why_and_change_nothing(
    text: str, action: tuple[str, object], code: str
) -> None:
    state = State.parse(text)
    name, dice = action
    with pytest.raises(IllegalAction) as caught:
        getattr(state, name)(*([] if name == "bank" else [dice]))
    error = caught.value
    assert error.code == code
    assert error.position == text
    assert error.legal == state.actions()
    assert text in str(error)
    assert "legal: " in str(error)
    assert str(state) == text


def test_the_sentence_of_the_style_guide() -> None:
    state = State.parse("basic 0,0 p1 t0 d6 r123446")
    with pytest.raises(IllegalAction) as caught:
        state.keep([2])
    assert str(caught.value) == (
        "cannot keep 2: it scores nothing in 1 2 3 4 4 6; legal: keep 1 "
        "(basic 0,0 p1 t0 d6 r123446)"
    )


@pytest.mark.parametrize(
    "text",
    [
        "basic 0 p1 t0 d6",
        "basic 9950,9000 p1 t1100 d2",
        "basic 9950,9000 p2 t1100 d3 r115",
        "basic 10050,9000 p2 t0 d6 l1",
        "basic 10050,9000 p1 t0 d6 l1",
        "greed 3000,3000,100 p3 t0 d5 l1",
        "facebook -500,200 p2 t0 d6 f0,2",
        "greed+target=5000 3100,0 p1 t50 d4",
        "zilch 0,0,0 p3 t1500 d6 r222334 f1,0,2",
    ],
)
def test_positions_survive_a_round_trip(text: str) -> None:
    state = State.parse(text)
    assert str(state) == text
    assert State.parse(str(state)) == state
    assert hash(State.parse(text)) == hash(state)


@pytest.mark.parametrize(
    ("text", "code", "word"),
    [
        ("", "position/empty", "basic"),
        ("basic", "position/short", "totals"),
        ("basic 0,0", "position/short", "before its player;"),
        ("basic 0,0 p1", "position/short", "before its turn points;"),
        ("basic 0,0 p1 t0", "position/short", "before its dice;"),
        ("basic 0,0 p1 t0 d6 x3", "position/word", "x3"),
        ("basic 0,a p1 t0 d6", "position/word", "0,a"),
        ("greed 99999999999,2000 p2 t400 d2", "position/large", "at most nine digits"),
        ("greed 0,99999999999999999999 p1 t0 d5", "position/large", "at most nine digits"),
        ("zilch -1000000000,0 p1 t0 d6", "position/large", "at most nine digits"),
        ("basic 0,0 p3 t0 d6", "position/player", "p3"),
        ("basic 0,0 p0 t0 d6", "position/player", "p0"),
        ("basic 0,0 p1 t0 d7", "position/dice", "d7"),
        ("basic 0,0 p1 t0 d3", "position/fresh", "d3"),
        ("basic 0,0 p1 t0 d3 r115", "position/points", "t0"),
        ("house.toml 0,0 p1 t0 d6", "position/preset", "--rules house.toml"),
        ("greeed 0,0 p1 t0 d6", "position/preset.near", "did you mean greed?"),
        ("Greed+target=50 0,0 p1 t0 d6", "position/preset.near", "mean greed+target=50?"),
        (
            "basic+penalty.farkles=2+penalty.points=9+penalty.floor=-9 -10,0 p1 t0 d6",
            "position/negative",
            "-10",
        ),
        ("basic 0,0 p1 t100 d4 r115", "position/roll", "1 1 5"),
        ("basic 0,0 p1 t150 d3 r234", "position/farkle", "2 3 4"),
        ("basic 0,0 p1 t100 d3 r784", "position/word", "r784"),
        ("greed 0,0 p1 t100 d3 r115", "position/kept", "1 1 5"),
        ("basic -50,0 p1 t0 d6", "position/negative", "-50"),
        ("basic 10000,0 p1 t0 d6", "position/target", "10000"),
        ("basic 0,0 p2 t0 d6 l1", "position/reached", "l1"),
        ("basic 10000,0 p2 t0 d6 l3", "position/starter", "l3"),
        ("basic 10000,0 p1 t50 d5 l1", "position/over", "t50"),
        ("classic 10000,0 p2 t0 d6 l1", "position/turn", "p2"),
        ("basic+finish=equal-turns 0,10000 p1 t0 d6", "position/turn", "p1"),
        ("basic+finish=equal-turns 0,0,10000 p2 t0 d6 l3", "position/turn", "p2"),
        ("basic 0,0 p1 t0 d6 f1,0", "position/farkles", "f1,0"),
        ("zilch 0,0 p1 t0 d6 f3,0", "position/farkles", "f3,0"),
        ("zilch 0,0 p1 t0 d6 f1", "position/farkles", "f1"),
    ],
)
def test_positions_that_cannot_be_are_refused(text: str, code: str, word: str) -> None:
    with pytest.raises(PositionError) as caught:
        State.parse(text)
    assert caught.value.code == code
    assert word in str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        "basic+finish=equal-turns 0,10000,0 p3 t0 d6 l2",
        "basic+finish=equal-turns 10000,0,0 p3 t0 d6 l1",
        "basic 0,0,10000 p2 t0 d6 l3",
        "basic+finish=equal-turns+overshoot=welfare 9900,0,10000 p2 t0 d6 l3",  # given by the first
    ],
)
def test_in_a_last_round_those_still_to_move_may_move(text: str) -> None:
    assert str(State.parse(text)) == text


def test_positions_of_own_rules_need_them() -> None:
    house = Rules.parse('name = "house"\n[score]\n1 = 100\n', "house.toml")
    text = str(State.start(house, players=3))
    assert State.parse(text, house) == State.start(house, players=3)
    with pytest.raises(PositionError, match="basic"):
        State.parse(text, BASIC)


@pytest.mark.parametrize(
    ("players", "totals"),
    [
        (0, None),
        (256, None),
        (2, (0, 0, 0)),
        (None, ()),
        (2, (10_000, 0)),
        (2, (-50, 0)),
        (2, (0.5, 0)),
    ],
)
def test_impossible_starts_are_refused(players: int | None, totals: tuple[int, ...] | None) -> None:
    with pytest.raises(PositionError):
        State.start(BASIC, players, totals)


def test_one_player_alone_plays_until_the_target() -> None:
    state = State.start(BASIC, totals=(9950,)).roll([5, 2, 3, 4, 4, 6]).keep([5]).bank()
    assert state.over
    assert state.winners == (0,)
    state = State.start(BASIC, players=1).roll([2, 2, 3, 3, 4, 6])
    assert str(state) == "basic 0 p1 t0 d6"


def test_actions_are_offered_best_first() -> None:
    state = State.start(BASIC)
    assert state.actions() == (Roll(),)
    rolled = state.roll([1, 5, 2, 3, 4, 6])
    assert rolled.actions() == (Keep((1, 5)), Keep((1,)), Keep((5,)))
    assert [keep.points for keep in rolled.actions() if isinstance(keep, Keep)] == [150, 100, 50]
    assert rolled.keep([1]).actions() == (Roll(), Bank())


def test_three_farkles_cost_and_the_count_starts_again() -> None:
    farkle = [2, 3, 4, 4, 6, 6]
    state = State.start(Rules.load("facebook"), totals=(200,))
    counts, totals = [], []
    for _ in range(4):
        state = state.roll(farkle)
        counts.append(state.farkles)
        totals.append(state.totals)
    assert counts == [(1,), (2,), (0,), (1,)]
    assert totals == [(200,), (200,), (-300,), (-300,)]


def test_a_floor_stops_a_penalty_and_a_bank_starts_the_count_again() -> None:
    rules = Rules.load("basic", penalty={"farkles": 2, "points": 500, "floor": 0}, entry=300)
    farkle = [2, 2, 3, 3, 4, 6]
    state = State.start(rules, totals=(300,)).roll(farkle)
    unrecorded = state.roll([1, 2, 3, 3, 4, 6]).keep([1])
    assert unrecorded.bank().farkles == (0,)
    assert unrecorded.bank().totals == (400,)
    off = state.roll(farkle)
    assert off.totals == (0,)
    again = off.roll(farkle).roll([1, 2, 3, 3, 4, 6]).keep([1]).bank()
    assert (again.totals, again.farkles) == ((0,), (0,))


def test_hot_dice_end_banks_by_itself() -> None:
    rules = Rules.load("basic", hot_dice="end", entry=500)
    state = State.start(rules).roll([1, 1, 1, 5, 5, 5]).keep([1, 1, 1, 5, 5, 5])
    assert (state.totals, state.player) == ((1500, 0), 1)
    below = State.start(rules).roll([1, 2, 3, 4, 4, 6]).keep([1])
    for die in (5, 5, 5, 5):
        below = below.roll([die, *[2, 3, 4, 6][: below.dice - 1]]).keep([die])
    below = below.roll([5]).keep([5])
    assert (below.totals, below.player) == ((0, 0), 1)


@pytest.mark.parametrize(
    ("text", "roll", "kinds"),
    [
        ("basic 0 p1 t0 d6", [2, 2, 3, 3, 4, 6], ["farkle"]),
        ("basic 0 p1 t0 d6", [1, 2, 3, 3, 4, 6], []),
        ("greed 0,0 p1 t0 d5", [1, 2, 3, 3, 4], ["kept"]),
        ("greed 0,0 p1 t200 d1", [1], ["kept", "hot-dice"]),
        ("greed+dice=1 0,0 p1 t100 d1", [1], ["kept"]),
        ("facebook 0,0 p1 t0 d6 f2,0", [2, 2, 3, 4, 4, 6], ["farkle", "penalty"]),
        (
            "facebook+entry=300+penalty.points=5000 400,0 p1 t0 d6 f2,0",
            [2, 2, 3, 4, 4, 6],
            ["farkle", "penalty", "off-board"],
        ),
    ],
)
def test_events_of_a_roll(text: str, roll: list[int], kinds: list[str]) -> None:
    state = State.parse(text)
    assert [event.kind for event in events(state, state.roll(roll), roll)] == kinds


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("basic 0,0 p1 t100 d5", ["banked"]),
        ("greed 0,0 p1 t100 d4", ["unrecorded"]),
        ("greed 0,0 p1 t300 d4", ["banked", "on-board"]),
        ("greed 2900,0 p1 t300 d4", ["banked", "last-round"]),
        ("greed 3000,2900 p2 t300 d4 l1", ["banked", "won"]),
        ("greed 3000,2900 p2 t100 d4 l1", ["banked", "won", "won"]),
        ("classic 9900,0 p1 t200 d4", ["banked", "won"]),
        ("greed 2900 p1 t300 d4", ["banked", "won"]),
    ],
)
def test_events_of_a_bank(text: str, kinds: list[str]) -> None:
    state = State.parse(text)
    assert [event.kind for event in events(state, state.bank())] == kinds


def test_events_carry_their_points() -> None:
    state = State.parse("facebook 300,0 p1 t450 d2 f2,0")
    found = events(state, state.roll([2, 3]), [2, 3])
    assert [(event.kind, event.points) for event in found] == [("farkle", 450), ("penalty", 500)]
    greed = State.parse("greed 0,0 p1 t100 d4")
    (kept,) = events(greed, greed.roll([1, 5, 2, 2]), [1, 5, 2, 2])
    assert (kept.points, kept.dice) == (150, (1, 5))


def test_events_without_the_dice_tell_what_the_states_tell() -> None:
    state = State.start(BASIC)
    assert [event.kind for event in events(state, state.roll([2, 2, 3, 3, 4, 6]))] == ["farkle"]
    assert events(state, state.roll([1, 2, 3, 3, 4, 6])) == []
    greed = State.start(Rules.load("greed"))
    found = events(greed, greed.roll([1, 5, 2, 2, 3]))
    assert [(event.kind, event.points) for event in found] == [("kept", 150)]


@pytest.mark.parametrize("name", ["basic", "facebook", "greed+target=5000"])
def test_states_survive_a_trip_to_another_process(name: str) -> None:
    state = State.start(Rules.load(name), 3).roll([1, 5, 2, 2, 3, 4][: Rules.load(name).dice])
    again = pickle.loads(pickle.dumps(state))
    assert again == state
    assert again.rules.table() == state.rules.table()
    assert copy.deepcopy(state) == state
    assert again.actions() == state.actions()


def test_errors_survive_a_trip_to_another_process() -> None:
    for text, call in [("basic 0,0 p1 t0 d6", "keep"), ("basic 0,0 p9 t0 d6", "parse")]:
        with pytest.raises(HotDiceError) as caught:
            State.parse(text).keep([1])
        again = pickle.loads(pickle.dumps(caught.value))
        assert type(again) is type(caught.value), call
        assert (str(again), again.code) == (str(caught.value), caught.value.code)
    with pytest.raises(RulesError) as wrong:
        Rules.load("gred")
    assert str(pickle.loads(pickle.dumps(wrong.value))) == str(wrong.value)


def test_events_of_a_keep() -> None:
    rules = Rules.load("basic", hot_dice="end", entry=1000)
    state = State.parse("basic 0,0 p1 t150 d3 r115", BASIC)
    assert events(state, state.keep([1])) == []
    assert [event.kind for event in events(state, state.keep([1, 1, 5]))] == ["hot-dice"]
    ended = State.parse(f"{rules.name} 0,0 p1 t150 d3 r115", rules)
    found = events(ended, ended.keep([1, 1, 5]))
    assert [(event.kind, event.points) for event in found] == [("hot-dice", 0), ("unrecorded", 400)]


def test_a_passed_turn_loses_its_points_and_counts_as_no_farkle() -> None:
    state = State.parse("zilch 500,300 p1 t400 d3 f2,0")
    after = state.pass_on()
    assert str(after) == "zilch 500,300 p2 t0 d6 f2,0"
    assert state.rules.penalty is not None


def test_a_passed_turn_is_the_last_one_of_a_last_round() -> None:
    state = State.parse("basic 10000,9000 p2 t900 d2 l1")
    after = state.pass_on()
    assert after.over
    assert after.winners == (0,)
    with pytest.raises(IllegalAction, match="the game is over"):
        after.pass_on()


def test_nothing_comes_after_the_end_and_no_total_gains_less_than_nothing() -> None:
    over = State.parse("classic 10000,0 p1 t0 d6 l1")
    for name, given in (("add", [50]), ("farkle", []), ("pass_on", [])):
        with pytest.raises(IllegalAction) as caught:
            getattr(over, name)(*given)
        assert caught.value.code == "game/over"
    state = State.parse("basic 0,0 p1 t300 d3")
    for points in (-5, 2.5, True, "50", None):
        with pytest.raises(IllegalAction, match="a whole number of points, 0 or more") as caught:
            state.add(points)  # type: ignore[arg-type]
        assert caught.value.code == "add/points"
    assert str(state.add(0)) == "basic 0,0 p2 t0 d6"
    assert str(state.farkle()) == "basic 0,0 p2 t0 d6"


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("basic+rounds=3 0,0 p1 t0 d6 n3", "n3"),
        ("basic+rounds=3 0,0 p1 t0 d6 n1 w", "w"),
        ("basic+piggyback=true 0,0 p1 t0 d6 o25:3", "o25:3"),
        ("basic 0,0 p1 t0 d6 o300:3", "o300:3"),
        ("basic 0,0 p1 t300 d3 v", "v"),
        ("basic 0,0 p1 t300 d3 u", "u"),
        ("basic 0,0 p1 t0 d6 m", "m"),
        ("basic 0,0 p1 t0 d6 b2", "b2"),
    ],
)
def test_the_word_that_does_not_fit_is_named(text: str, word: str) -> None:
    with pytest.raises(PositionError) as caught:
        State.parse(text)
    assert (caught.value.code, caught.value.data["word"]) == ("position/extras", word)
