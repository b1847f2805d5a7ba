"""What best play makes of a day's dice: with all of them known, and with none."""

from functools import lru_cache
from itertools import pairwise

from msgspec import Struct

from hotdice.bots.turn import TurnBot
from hotdice.game import State
from hotdice.game.day import ROUNDS, day_dice, day_rules
from hotdice.game.driver import play
from hotdice.game.hindsight import most_points
from hotdice.server.games.day_secret import DAYS_BACK
from hotdice.solver.turn.odds import odds


class BestPlay(Struct, frozen=True):
    """Points by round: the most there could be, and those of best play that knows no dice.

    `average` are the points that such play makes with any dice, in the mean of all games.
    """

    possible: tuple[int, ...]
    played: tuple[int, ...]
    average: float


@lru_cache(maxsize=2 * DAYS_BACK)
def best_play(secret: str, turn_rolls: int) -> BestPlay:
    """The best play of a day, whose turns have at most so many rolls."""
    rules, dice = day_rules(), day_dice(secret)
    possible = tuple(most_points(rules, dice, turn, turn_rolls) for turn in range(ROUNDS))
    totals = [0]
    for step in play(State.start(rules, 1), [TurnBot()], dice):
        if step.after.fresh:
            totals.append(step.after.totals[0])
    played = tuple(after - before for before, after in pairwise(totals))
    average = odds(rules).expected_turn
    assert average is not None
    return BestPlay(possible, played, ROUNDS * average)
