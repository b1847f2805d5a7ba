"""The risk of a roll as text."""

from fractions import Fraction

from hotdice.game import State
from hotdice.game.risk import farkle_risk


def risk(chance: Fraction) -> str:
    """The chance of a farkle in whole percents; a small one is "<1", not "0".

    >>> risk(Fraction(4, 9)), risk(Fraction(1, 300)), risk(Fraction(0))
    ('44', '<1', '0')
    """
    percents = float(100 * chance)
    return f"{percents:.0f}" if percents >= 1 or not chance else "<1"


def roll_risk(state: State) -> str:
    """The chance that a roll now ends the turn as a farkle."""
    return risk(farkle_risk(state))
