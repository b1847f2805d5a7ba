"""Whether a game itself says to bank or to roll on, as small functions over whole numbers alone.

The bots call them, and the arena's compiled loops are compiled with them. So they use nothing but
numbers, comparisons and plain loops.
"""

from collections.abc import Sequence

from hotdice.rules.meaning import begins_end, exact_target, gained, given, receiver, rounds_over
from hotdice.rules.terms import Terms

ROLL_ON, BANK_NOW, OPEN = range(3)  # what the game says, if it says anything


def at_target(terms: Terms, totals: Sequence[int], seat: int, points: int) -> int:
    """What to do at or past a target that must not be passed; below any target it is open.

    Past it the points are lost, so they are banked, unless somebody else would get them.
    """
    if not exact_target(terms) or not begins_end(terms, totals[seat] + points):
        return OPEN
    lowest = receiver(totals, seat)
    return ROLL_ON if given(terms, totals, seat, lowest, points) > 0 else BANK_NOW


def end_of_game(
    terms: Terms,
    totals: Sequence[int],
    seat: int,
    points: int,
    last_round: bool,
    finished: int,
    beginner: int,
) -> int:
    """What to do because of how a game stands, after `finished` rounds, each from the `beginner`.

    Nothing is banked that records nothing. In a last round it has to be more than anybody has, and
    in the last of a number of rounds too; whoever reaches the target banks.
    """
    found = at_target(terms, totals, seat, points)
    if found != OPEN:
        return found
    gain = gained(terms, totals[seat], points)
    total = totals[seat] + gain
    last_of_rounds = rounds_over(terms, finished + 1)
    if gain == 0:
        return ROLL_ON
    if last_round or last_of_rounds:
        for other in range(len(totals)):
            if other != seat and totals[other] >= total:
                return ROLL_ON
        return BANK_NOW if last_round or (seat + 1) % len(totals) == beginner else OPEN
    return BANK_NOW if begins_end(terms, total) else OPEN
