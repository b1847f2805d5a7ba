"""Records of games with fair dice, and vectors made with openssl."""

import json
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from hotdice import Rules, State, play
from hotdice.bots import make
from hotdice.game.day import day_rules
from hotdice.game.fair import Fair, FairDice, FairSeat, combine, commitment
from hotdice.game.record import Record
from hotdice.game.roll_off import beginner, roll_off

GOLDEN = tomllib.loads((Path(__file__).parents[1] / "golden" / "fair.toml").read_text())
SEEDS = {name: bytes.fromhex(text) for name, text in GOLDEN["seeds"].items()}
LOW, MIDDLE, ONES = SEEDS["low"], SEEDS["middle"], SEEDS["ones"]
SEATS = ("Ann", "bot:bold", "Cy")
HOUSE = [
    "basic+hot_dice=end",
    "greed+hot_dice=end",
    "greed+score.none=500",
    "greed+piggyback=true",
    "basic+rounds=6+confirm=aaa",
    "greed+overshoot=welfare+mercy=true",
    "basic+finish=equal-turns+last_round=one-roll+rolls.2222=lose-total+rolls.123456=win",
]


@cache
def a_game(name: str = "basic", rolled_off: bool = False) -> Record:
    """A whole game of a person, a bot and a person who revealed nothing.

    If it was `rolled_off` who begins, that is not the first seat.
    """
    person = FairSeat("person", commitment(MIDDLE), MIDDLE.hex())
    fallback = FairSeat("fallback", commitment(ONES))
    fair = Fair(commitment(LOW), (person, FairSeat("bot"), fallback), LOW.hex())
    rules, dice = Rules.load(name), FairDice(LOW, combine([MIDDLE, None, None]))
    rounds = roll_off(3, dice, rules.sides) if rolled_off else ()
    start = State.start(rules, 3, beginner=beginner(rounds))
    steps = tuple(play(start, [make("cautious", 1), make("bold", 2), make("random", 3)], dice))
    return Record(start, SEATS, fair=fair, roll_off=rounds).having(*steps)


@cache
def a_day() -> Record:
    """A whole game with the dice of a day whose secret is known by now."""
    seats = (FairSeat("fallback"),)
    fair = Fair(commitment(LOW), seats, LOW.hex(), "2026-11-20")
    start = State.start(day_rules(), 1)
    steps = tuple(play(start, [make("bold", 2)], FairDice(LOW, combine([None]))))
    return Record(start, ("Ann",), fair=fair).having(*steps)


def lines_of(name: str = "basic", rolled_off: bool = False) -> list[str]:
    return a_game(name, rolled_off).text().splitlines()


def rolls_in(lines: list[str]) -> list[int]:
    return [at for at, line in enumerate(lines) if line.startswith('{"roll"')]


def flipped(text: str, at: int, by: int) -> str:
    data = bytearray(bytes.fromhex(text))
    data[at] ^= by
    return data.hex()


def passed_turns() -> list[str]:
    """Turns that were passed before a roll, after one, and with points; the rolls are openssl's."""
    people = [FairSeat("person", commitment(seed), seed.hex()) for seed in (MIDDLE, ONES)]
    fair = Fair(commitment(LOW), (people[0], FairSeat("bot"), people[1]), LOW.hex())
    rolls = {
        (seat, turn, roll): dice
        for server, seats, seat, turn, roll, dice in GOLDEN["throws"]["all"]
        if (server, seats, len(dice)) == ("low", "middle,,ones", 6)
    }
    moves: list[dict[str, Any]] = [
        {"roll": rolls[0, 0, 0]},
        {"keep": [5]},
        {"pass": 50},
        {"pass": 0},
        {"roll": rolls[2, 0, 0]},
        {"pass": 0},
        {"roll": rolls[0, 1, 0]},
    ]
    header = Record(State.start(Rules.load("basic"), 3), SEATS, fair=fair).text()
    return [header.strip(), *map(json.dumps, moves)]
