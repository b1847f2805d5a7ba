"""Tiny games with one option or two, each a rules file."""

from functools import cache

from support.slow_options import SlowOptions

from hotdice import Rules

ENDS = """
name = "tiny"
dice = 2
{}
[score]
1 = 100
5 = 50
"""  # hot dice end turns, so that few points can be reached
MAY = """
name = "tiny"
dice = 2
{}
[score]
1 = 100
66 = 150
"""
TARGET = 'target = 250\nhot_dice = "end"\n'
PENALTY = "penalty = { farkles = 2, points = 50, floor = 0 }"
ALONE = {
    "lose-turn": ENDS.format(TARGET + 'overshoot = "lose-turn"'),
    "welfare": ENDS.format(TARGET + 'overshoot = "welfare"'),
    "equal-turns": ENDS.format(TARGET + 'finish = "equal-turns"'),
    "one-roll": ENDS.format(TARGET + 'last_round = "one-roll"'),
    "rounds": ENDS.format('hot_dice = "end"\nrounds = 3'),
    "piggyback": ENDS.format(TARGET + "piggyback = true"),
    "mercy": ENDS.format(TARGET + "mercy = true"),
    "win": ENDS.format(TARGET + '[rolls]\n66 = "win"'),
    "lose-total": ENDS.format(TARGET + '[rolls]\n22 = "lose-total"\n33 = "farkle"'),
    "confirm": MAY.format('target = 200\nconfirm = "66"'),
}
PAIRS = {
    "piggyback and welfare": ENDS.format(TARGET + 'piggyback = true\novershoot = "welfare"'),
    "piggyback and mercy": ENDS.format(TARGET + "piggyback = true\nmercy = true\nentry = 100"),
    "piggyback and rounds": ENDS.format('hot_dice = "end"\nrounds = 2\npiggyback = true'),
    "one-roll and piggyback": ENDS.format(TARGET + 'last_round = "one-roll"\npiggyback = true'),
    "one-roll and equal-turns": ENDS.format(
        TARGET + 'last_round = "one-roll"\nfinish = "equal-turns"'
    ),
    "confirm and mercy": MAY.format('target = 200\nconfirm = "66"\nmercy = true'),
    "confirm and piggyback": MAY.format('target = 200\nconfirm = "66"\npiggyback = true'),
    "welfare and a penalty": ENDS.format(f'{TARGET}overshoot = "welfare"\n{PENALTY}'),
    "lose-total and a penalty": ENDS.format(f'{TARGET}{PENALTY}\n[rolls]\n22 = "lose-total"'),
    "hot dice must and lose-turn": MAY.format(
        'target = 200\nhot_dice = "must"\novershoot = "lose-turn"'
    ),
}
THREE = {
    "three and welfare": ENDS.format('target = 150\nhot_dice = "end"\novershoot = "welfare"'),
    "three and piggyback": ENDS.format('target = 100\nhot_dice = "end"\npiggyback = true'),
    "three and equal-turns": ENDS.format(
        'target = 100\nhot_dice = "end"\nfinish = "equal-turns"\nmercy = true'
    ),
    "three and rounds": ENDS.format('hot_dice = "end"\nrounds = 2\n[rolls]\n66 = "win"'),
}  # for three players
EVERY = ALONE | PAIRS


@cache
def tiny(name: str) -> Rules:
    """The rules with these options."""
    return Rules.parse((EVERY | THREE)[name])


@cache
def slow(name: str, players: int = 2) -> SlowOptions:
    """What the games are worth."""
    return SlowOptions(tiny(name), players)
