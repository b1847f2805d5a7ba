"""The account of many games: luck is even, no choice gains, and everything adds up."""

import pytest
from support.lengths import cases
from support.reviewing import bots_of, checked, game, solved

from hotdice import Rules

TWO = ("basic", "greed", "pig", "facebook", "zilch")
THREE = (
    "greed+target=500",
    "pig+target=20",
    "basic+target=300",
    "kingdom+target=300",
    "facebook+target=200+minimum=50+penalty.floor=0",
)
OTHERS = (
    "basic+target=300+hot_dice=must",
    "basic+target=400+hot_dice=end+entry=200",
    "basic+dice=3+target=400+keep=all+entry=100",
    "basic+dice=3+target=400+tie=shared+minimum=100",
    "zilch+target=100+dice=4+hot_dice=end+penalty.points=100",
    "greed+target=300+finish=immediate",
)
MANY = [(name, 2) for name in TWO] + [(name, 3) for name in THREE]
BLOCK = 100  # games of a case: in all 1,000, and 100,000 in long runs
WHOLE = 50  # so many games of two players have one among them that begins at 0


@pytest.mark.parametrize("block", cases(range(100), lambda block: block == 0))
@pytest.mark.parametrize(("name", "players"), MANY)
def test_games_of_all_kinds_of_bots(name: str, players: int, block: int) -> None:
    rules = Rules.load(name)
    for seed in range(block * BLOCK, (block + 1) * BLOCK):
        totals = late(rules, seed) if players == 2 and seed % WHOLE else None
        checked(game(rules, bots_of(players, seed), seed, totals), solved(rules, players))


def late(rules: Rules, seed: int) -> tuple[int, int]:
    """Totals that are eight or nine tenths of the target."""
    return rules.target * (8 + seed % 2) // 10, rules.target * (8 + seed // 2 % 2) // 10


@pytest.mark.parametrize("name", OTHERS)
@pytest.mark.parametrize("players", [2, 3])
def test_unusual_rules(name: str, players: int) -> None:
    rules = Rules.load(name)
    checked(game(rules, bots_of(players, 4), 4), solved(rules, players))


@pytest.mark.parametrize("name", ["basic", "pig", "greed", "zilch"])
def test_a_single_player_has_an_account_in_turns(name: str) -> None:
    rules = Rules.load(name)
    record = game(rules, ["human:5"], 1)
    found = checked(record, solved(rules, 1))
    (account,) = found.accounts
    assert account.result == record.turns.finished[0]
    assert account.own_choices > 0
    assert account.others_luck == account.others_choices == account.mixing == 0
