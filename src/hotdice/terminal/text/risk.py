"""The risk of a roll as text."""

from fractions import Fraction


def risk(chance: Fraction) -> str:
    """The chance of a farkle in whole percents; a small one is "<1", not "0".

    >>> risk(Fraction(4, 9)), risk(Fraction(1, 300)), risk(Fraction(0))
    ('44', '<1', '0')
    """
    percents = float(100 * chance)
    return f"{percents:.0f}" if percents >= 1 or not chance else "<1"
