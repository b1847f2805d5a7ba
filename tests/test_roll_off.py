"""Who begins by a roll of one die, and games that another seat than the first begins."""

import random
from collections.abc import Sequence
from pathlib import Path

import pytest
from support.cli import run_here
from support.fair_records import GOLDEN, LOW, MIDDLE, ONES, a_game
from support.terminal import run

from hotdice import HotDiceError, Rules, State
from hotdice.game.dice import ScriptedDice, SeededDice
from hotdice.game.driver import Turns, repeat
from hotdice.game.fair import FairDice, combine
from hotdice.game.position import PositionError
from hotdice.game.record import parse
from hotdice.game.records import read
from hotdice.game.roll_off import Round, beginner, check, roll_off
from hotdice.game.verify import verify
from hotdice.solver import solve
from hotdice.solver.advice.estimate import EstimatedValues
from hotdice.terminal.session.next_game import next_game
from hotdice.terminal.text.narration import roll_off_lines

SIDES = (1, 2, 3, 4, 5, 6)
ORDER_MATTERS = ("rounds=2", "finish=equal-turns", "finish=equal-turns+last_round=one-roll")


@pytest.mark.parametrize(
    ("seats", "thrown", "rounds", "begins", "said"),
    [
        (1, "", (), 0, []),
        (2, "53", ((5, 3),), 0, ["Ann rolls 5, Bo rolls 3: Ann begins."]),
        (3, "146", ((1, 4, 6),), 2, ["Ann rolls 1, Bo rolls 4, Cy rolls 6: Cy begins."]),
        (
            3,
            "5351426",
            ((5, 3, 5), (1, None, 4)),
            2,
            [
                "Ann rolls 5, Bo rolls 3, Cy rolls 5: Ann and Cy roll again.",
                "Ann rolls 1, Cy rolls 4: Cy begins.",
            ],
        ),
        (2, "332261", ((3, 3), (2, 2), (6, 1)), 0, None),
    ],
)
def test_the_highest_die_begins_and_ties_roll_again(
    seats: int, thrown: str, rounds: tuple[Round, ...], begins: int, said: list[str] | None
) -> None:
    found = roll_off(seats, ScriptedDice([[int(die)] for die in thrown]), SIDES)
    assert (found, beginner(found)) == (rounds, begins)
    check(found, seats)
    if said is not None:
        assert [*roll_off_lines(found, ["Ann", "Bo", "Cy"][:seats])] == said


@pytest.mark.parametrize(
    "rounds",
    [
        [(5, 5)], [(5,)], [(5, 3, 1)], [(5, None)], [(5, 7)], [(5, 3), (5, 3)],
        [(5, 5), (5, None)], [()],
    ],
)  # fmt: skip
def test_rounds_that_cannot_be_are_refused(rounds: Sequence[Round]) -> None:
    with pytest.raises(HotDiceError) as caught:
        check(rounds, 2)
    assert caught.value.code == "record/roll-off"


def test_fair_dice_decide_as_openssl_says() -> None:
    thrown = {
        (seat, number): dice[0]
        for _, _, seat, turn, number, dice in GOLDEN["throws"]["all"]
        if turn == 0xFFFFFFFF
    }
    dice = FairDice(LOW, combine([MIDDLE, None, ONES]))
    assert roll_off(3, dice, SIDES) == tuple(
        tuple(thrown[seat, number] for seat in range(3)) for number in range(2)
    )


def test_seeded_dice_decide_the_same_again_and_the_game_rolls_others() -> None:
    rounds = roll_off(8, SeededDice(3), SIDES)
    assert rounds == roll_off(8, SeededDice(3), SIDES)
    every = {roll_off(8, SeededDice(seed), SIDES) for seed in range(20)}
    assert len(every) == 20
    first = [beginner(roll_off(2, SeededDice(seed), SIDES)) for seed in range(400)]
    assert 160 < sum(first) < 240  # four standard deviations


def test_a_record_says_who_begins_and_proves_it() -> None:
    record = a_game("basic", rolled_off=True)
    assert record.start.player == beginner(record.roll_off) > 0
    again = parse(record.text().encode())
    assert again == record
    verdict = verify(again)
    assert verdict.verified
    dice = sum(die is not None for thrown in record.roll_off for die in thrown)
    assert verdict.rolls == dice + sum(bool(step.dice) for step in record.steps)
    assert Turns.start(3) == parse(record.text().splitlines()[0].encode()).turns


def test_the_next_game_is_begun_by_the_next_seat() -> None:
    record = a_game("basic", rolled_off=True)
    following = next_game(record)
    first = record.start.player
    assert following.seats[0] == record.seats[(first + 1) % 3]
    assert (following.start.player, following.roll_off) == (0, ())


@pytest.mark.parametrize("options", ORDER_MATTERS)
def test_rounds_go_from_the_seat_that_began(options: str) -> None:
    luck = random.Random(4)
    rules = Rules.load(f"basic+{options}" + ("" if "rounds" in options else "+target=1500"))
    for _ in range(60):
        seats = luck.randint(2, 4)
        first = luck.randrange(seats)
        begun = State.start(rules, seats, beginner=first)
        plain = State.start(rules, seats)
        while not plain.over:
            assert State.parse(str(begun), rules) == begun
            assert begun.player == (plain.player + first) % seats
            assert begun.totals == tuple(plain.totals[(at - first) % seats] for at in range(seats))
            action = luck.choice(plain.actions())
            dice = tuple(luck.randint(1, 6) for _ in range(plain.dice))
            begun, plain = (repeat(state, action, dice).after for state in (begun, plain))
        assert begun.over
        assert {(seat - first) % seats for seat in begun.winners} == {*plain.winners}


TINY = """
name = "tiny"
dice = 2
hot_dice = "end"
{}
[score]
1 = 100
5 = 50
"""


@pytest.mark.parametrize("option", ["rounds = 2", 'target = 200\nfinish = "equal-turns"'])
def test_values_are_those_of_the_same_game_with_the_beginner_in_front(option: str) -> None:
    rules = Rules.parse(TINY.format(option))
    for values in (solve(rules, 3), EstimatedValues(rules, 3)):
        waiting = [(State.start(rules, 3), State.start(rules, 3, beginner=2))]
        for plain, begun in waiting:
            if plain.over:
                continue
            one, other = values.chances(plain), values.chances(begun)
            assert other == pytest.approx((*one[1:], one[0]))
            if len(waiting) < 400:
                waiting += [(plain.add(points), begun.add(points)) for points in (0, 50, 150)]
        assert len(waiting) > 100


def test_only_a_seat_can_begin() -> None:
    with pytest.raises(PositionError) as caught:
        State.start(Rules.load("basic"), 2, beginner=2)
    assert caught.value.code == "position/beginner"
    with pytest.raises(PositionError):  # nothing that matters under these rules
        State.parse("basic 0,0 p1 t0 d6 b2")


def test_it_is_played_recorded_and_replayed(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    words = ["greed", "--seats", "bot:bold,bot:cautious", "--roll-off", "--seed", "1"]
    done = run(tmp_path, *words, "--plain", "--record", str(file), answers=[])
    assert done.returncode == 0
    record = read(str(file))
    said = [*roll_off_lines(record.roll_off, ["Bold", "Cautious"])]
    assert "\n".join(said) in done.stdout
    assert record.roll_off == roll_off(2, SeededDice(1), SIDES)
    assert run_here("replay", str(file)).stdout.startswith("\n".join(said))


def test_with_real_dice_people_roll_for_it_themselves() -> None:
    done = run_here("play", "basic", "--roll-off", "--dice", "mine")
    assert done.returncode == 2
    assert "roll for it yourselves" in done.stderr
