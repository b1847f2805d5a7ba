"""The built-in bots under options: legal moves, games that end, and what they say they do."""

import json
from fractions import Fraction

import pytest
from msgspec.structs import replace

from hotdice import Bank, HotDiceError, Keep, Roll, Rules, SeededDice, State, play
from hotdice.bots import make, question_line, read_answer
from hotdice.game.actions import TAKE
from hotdice.game.extras import Extras, Offer
from hotdice.game.generator import stream_key

BOTS = ("random", "cautious", "bold", "threshold:300", "human:1", "human:5", "human:10", "turn")
OPTIONS = (
    {"piggyback": True},
    {"overshoot": "lose-turn"},
    {"overshoot": "welfare"},
    {"finish": "equal-turns"},
    {"last_round": "one-roll"},
    {"rounds": 5},
    {"mercy": True},
    {"confirm": "aaa"},
    {"rolls": {"666": "win"}},
    {"rolls": {"222": "lose-total", "333": "farkle"}},
    {"piggyback": True, "overshoot": "welfare", "mercy": True},
    {"piggyback": True, "last_round": "one-roll", "entry": 500},
    {"piggyback": True, "confirm": "aaa", "hot_dice": "must"},
    {"rounds": 3, "piggyback": True, "penalty": {"farkles": 2, "points": 300}},
    {"overshoot": "welfare", "hot_dice": "end", "tie": "shared"},
)
PIGGYBACK = Rules.load("basic", piggyback=True)
GIVEN = Rules.load("basic", overshoot="welfare")
LOST = Rules.load("basic", overshoot="lose-turn")
ROUNDS = Rules.load("basic", rounds=5)


def rules_with(options: dict[str, object]) -> Rules:
    """Basic with a small target and these options."""
    target = {} if "rounds" in options else {"target": 2000}
    return Rules.load("basic", **target, **options)


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_bots_play_legal_games_to_their_end(options: dict[str, object], long_run: bool) -> None:
    rules = rules_with(options)
    for number in range(200 if long_run else 3):
        for place, name in enumerate(BOTS):
            names = (name, BOTS[(place + number + 1) % len(BOTS)], "random")[: 2 + number % 2]
            start = State.start(rules, len(names))
            bots = [make(each, stream_key(number, place, seat)) for seat, each in enumerate(names)]
            *_, last = play(start, bots, SeededDice(number))
            assert last.after.over


def at(position: str, rules: Rules) -> State:
    """A position under these rules."""
    return State.parse(f"{rules.name} {position}", rules)


def offered(points: int, dice: int, rules: Rules = PIGGYBACK) -> State:
    """A turn that may begin with so many points and dice of somebody else."""
    start = State.start(rules, totals=(points, 0))
    return replace(start, player=1, extras=Extras(offer=Offer(points, dice)))


@pytest.mark.parametrize("points", [300, 450, 500, 600, 900, 1500])
@pytest.mark.parametrize("dice", [1, 2, 3, 4])
def test_a_threshold_takes_over_what_is_worth_as_much(points: int, dice: int) -> None:
    """A roll of one or two dice scores with a 1 or a 5; of more also with three alike."""
    misses = {1: 4, 2: 16, 3: 60, 4: 204}[dice]  # of all ways; known farkle counts
    worth = points * (1 - Fraction(misses, 6**dice))
    takes = make("threshold:300", 0).choose(offered(points, dice)) == TAKE
    assert takes is (worth >= 300)


def test_turn_takes_over_what_brings_more_than_a_turn_of_its_own() -> None:
    """The best turn of basic brings some 500; one die scores in a third of its rolls."""
    bot = make("turn", 0)
    assert bot.choose(offered(1000, 4)) == TAKE
    assert bot.choose(offered(350, 1)) == Roll()
    assert bot.choose(offered(5000, 1)) == TAKE
    assert bot.choose(offered(100, 2)) == Roll()


def test_timid_people_never_take_over_and_greedy_ones_always() -> None:
    state = offered(50, 1)
    drawn = [make("human:1", key).choose(state) for key in range(200)]
    assert 0.3 < drawn.count(TAKE) / len(drawn) < 0.6  # nine tenths of a beginner are errors
    state = offered(5000, 5)
    drawn = [make("human:1", key).choose(state) for key in range(200)]
    assert 0.3 < drawn.count(Roll()) / len(drawn) < 0.6


KEEPERS = ["cautious", "bold", "threshold:300", "turn"]


@pytest.mark.parametrize("name", KEEPERS)
@pytest.mark.parametrize("rules", [GIVEN, LOST], ids=["welfare", "lose-turn"])
def test_nobody_passes_the_target_who_need_not(name: str, rules: Rules) -> None:
    bot = make(name, 0)
    both = at("9900,0 p1 t0 d6 r152346", rules)
    kept = bot.choose(both)
    assert kept in (Keep((1,)), Keep((5,)))
    assert bot.choose(at("9900,0 p1 t100 d5", rules)) == Bank()
    assert bot.choose(at("9950,0 p1 t0 d6 r122346", rules)) == Keep((1,))


@pytest.mark.parametrize("name", [*KEEPERS, "human:10"])
def test_points_past_the_target_are_lost_rather_than_given_away(name: str) -> None:
    assert make(name, 0).choose(at("9950,0 p1 t100 d5", GIVEN)) == Roll()
    assert make(name, 0).choose(at("9950,9950 p1 t100 d5", GIVEN)) == Bank()
    assert make(name, 0).choose(at("9950,0 p1 t100 d5", LOST)) == Bank()


@pytest.mark.parametrize("name", KEEPERS)
def test_one_roll_is_kept_for_its_points(name: str) -> None:
    rules = Rules.load("basic", last_round="one-roll", score={"1": 100, "22": 120})
    state = at("10000,9000 p2 t0 d6 r122346 l1", rules)
    assert make(name, 0).choose(state) == Keep((1, 2, 2))


@pytest.mark.parametrize("name", ["cautious", "bold", "human:10"])
def test_less_than_the_leader_is_worth_nothing_in_the_last_of_the_rounds(name: str) -> None:
    bot = make(name, 0)
    assert bot.choose(at("3000,2000 p2 t1000 d2 n4", ROUNDS)) == Roll()
    assert bot.choose(at("3000,2000 p2 t1050 d5 n4", ROUNDS)) == Bank()
    assert bot.choose(at("3000,5000 p1 t2000 d2 n4", ROUNDS)) == Roll()
    assert bot.choose(at("3000,2000 p1 t50 d5 n4", ROUNDS)) == Roll()
    assert bot.choose(at("3000,2000 p1 t3000 d1 n4", ROUNDS)) == Bank()


def test_a_program_is_asked_whether_it_takes_over() -> None:
    state = offered(350, 2)
    actions = json.loads(question_line(state))["actions"]
    assert actions == [{"action": "roll"}, {"action": "take", "points": 350, "left": 2}]
    assert read_answer(json.dumps(actions[1]).encode(), state) == TAKE
    with pytest.raises(HotDiceError, match="nothing is offered"):
        read_answer(b'{"action": "take"}', State.start(PIGGYBACK, 2))
