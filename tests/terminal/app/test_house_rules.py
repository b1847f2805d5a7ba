"""House rules on the whole screen, at 80x24 and in both languages."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from support.pty_screen import PtyScreen

from hotdice import Rules
from hotdice.game import Throw
from hotdice.game.dice import SeededDice

PLAY = [sys.executable, "-m", "hotdice", "play"]
Dice = tuple[int, ...]


def seed_of(rules: str, wanted: Callable[[Rules, Dice], bool]) -> str:
    """A seed whose first roll is as wanted."""
    found = Rules.load(rules)
    throw = Throw(0, 0, 0, found.dice)
    return str(next(s for s in range(9999) if wanted(found, SeededDice(s).roll(throw))))


def scores(rules: Rules, dice: Dice) -> bool:
    return len(rules.keeps(dice)) == 1  # one keep is picked by itself


def table(folder: Path, rules: str, seed: str, *more: str, language: str = "en") -> PtyScreen:
    words = [rules, "--seats", "Ann,Bob", "--seed", seed, "--fast", *more]
    return PtyScreen([*PLAY, *words], folder, LC_ALL=language)


def shows(*words: str) -> Callable[[PtyScreen], bool]:
    return lambda screen: all(word in screen.text for word in words)


def fits(screen: PtyScreen) -> bool:
    """Whether no button is cut at its right end."""
    return all(len(line) < 80 for line in screen.lines if " % " in line)


@pytest.mark.parametrize(
    ("language", "begins", "bank", "offered", "taken", "refused"),
    [
        ("en", "Ann to roll", "Bank ", "t  Take ", "takes over", "Bank · first a roll that scores"),
        ("de", "Ann wirft", "Sichere ", "t  Nimm ", "übernimmt", "Sichern · erst ein Wurf"),
    ],
)
def test_a_takeover_is_offered_made_and_undone(
    tmp_path: Path, language: str, begins: str, bank: str, offered: str, taken: str, refused: str
) -> None:
    rules = "basic+piggyback=true"
    screen = table(tmp_path, rules, seed_of(rules, scores), language=language)
    screen.until(shows(begins))
    assert offered not in screen.text
    screen.type("r")
    screen.until(shows(f"b  {bank}"))
    screen.read(0.5)
    screen.type("b")
    screen.until(shows(offered))
    assert bank not in screen.text  # there is nothing to bank
    assert fits(screen)
    screen.read(0.5)
    screen.type("t")
    screen.until(shows(taken, refused))
    screen.read(0.5)
    screen.type("u")
    screen.until(shows(offered))
    screen.kill()


def test_a_key_that_takes_over_nothing_says_so(tmp_path: Path) -> None:
    screen = table(tmp_path, "basic", "1")
    screen.until(shows("Ann to roll"))
    screen.type("t")
    screen.until(shows("nothing is offered now"))
    screen.kill()


def test_mercy_and_rounds(tmp_path: Path) -> None:
    rules = "greed+mercy=true+rounds=3"
    seed = seed_of(rules, lambda found, dice: not found.keeps(dice))
    screen = table(tmp_path, rules, seed)
    screen.until(shows("Greed · 3 rounds", "Round 1 of 3", "Roll 5 dice · 0 % farkle"))
    screen.type("r")
    screen.until(shows("nothing scored: the first roll is thrown again", "Roll all 5 again"))
    assert "0 % farkle" not in screen.text
    assert "Ann to roll" not in screen.text
    screen.kill()


def test_a_roll_wins_from_behind_and_the_sheet_has_the_head_start(tmp_path: Path) -> None:
    rules = "basic+rolls.666=win"
    seed = seed_of(rules, lambda found, dice: dice.count(6) >= 3)
    screen = table(tmp_path, rules, seed, "--totals", "300,500")
    screen.until(shows("Ann    300", "Bob    500"))
    screen.type("r")
    screen.until(shows("Ann wins by a roll, with 300", "start      300      500"))
    screen.kill()


def test_too_much_for_the_target_is_on_the_button(tmp_path: Path) -> None:
    for overshoot, told in (("lose-turn", "Bank 0 · "), ("welfare", " to the lowest")):
        rules = f"basic+target=1000+overshoot={overshoot}"
        seed = seed_of(
            rules, lambda found, dice: [k.points > 50 for k in found.keeps(dice)] == [True]
        )
        screen = table(tmp_path, rules, seed, "--totals", "950,0")
        screen.until(shows("exactly 50 to go"))
        screen.type("r")
        screen.until(shows(told))
        screen.kill()
