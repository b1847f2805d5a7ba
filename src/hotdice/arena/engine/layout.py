"""The arguments of compiled play: the rules of a game, the bots, and the input of one turn.

They are NamedTuples, which numba takes as they are. Points are counted in steps.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hotdice.arena.engine.roll_tables import KeepCodes, RollTables
from hotdice.rules.terms import Terms

Ints = NDArray[np.int64]
Counts = NDArray[np.uint64]

# how a bot is played, one for each `CompiledForm`
THRESHOLD, SENSIBLE, MAX_POINTS, OPTIMAL, RANDOM, HUMAN = range(6)
NEVER = np.uint64(1 << 40)  # a limit that no turn reaches, in steps
AT_ONCE = np.uint64(0)  # a limit that every turn reaches: the turn ends automatically


class MatchRules(NamedTuple):
    """The rules of a game without its rolls, their terms in points.

    `least` and `may_bank` are by whether the player is on the board: the least turn points, in
    steps, that are recorded, and those from which on banking is allowed. `next_seats` has whose
    turn comes after each seat's, by who began the end, nobody first.
    """

    terms: Terms
    least: Counts
    may_bank: Counts
    next_seats: Counts
    lowest: int  # total that has values
    bin_lowest: int
    bin_width: int


class BotTable(NamedTuple):
    """The bots by seat: how each is played, the points it banks from, its errors out of 2**64.

    `begin` and `top` are the plans of turns for most points, by count of farkles, first those of
    players off the board, then those on it; `bank_from` is by count of farkles and number of dice.
    """

    kinds: Ints
    enough: Counts
    errors: Counts
    begin: Counts
    top: Counts
    bank_from: Counts


class MatchTables(NamedTuple):
    """Everything that stays the same in a match."""

    rules: MatchRules
    rolls: RollTables
    bots: BotTable


class RollLookup(NamedTuple):
    """A table of rolls by code, where it begins for each number of dice, and how many there are.

    Dice with weights have `sides`.
    """

    table: KeepCodes  # `RollTables.classes` or `RollTables.take_all`
    places: Counts
    sides: Counts | None
    dice: np.uint64


class KeepTables(NamedTuple):
    """Keeps by class of roll: all of them, and that of all scoring dice; distinct keeps by number.

    Under `keep_all` there is only one of each roll.
    """

    keep_all: int
    keep_at: Counts
    keeps: Counts
    all_of_class: Counts
    distinct: Counts


class DiceStream(NamedTuple):
    """The rolls of a turn: the key of the game's dice, the first counter, and its number."""

    key: np.uint64
    counter: np.uint64
    first: np.uint64


class BotStream(NamedTuple):
    """A bot's own random numbers: their key, and how many are already drawn."""

    key: np.uint64
    drawn: np.uint64


class BankLimits(NamedTuple):
    """The turn points from which on a turn is banked, or may be, and those after hot dice."""

    usual: np.uint64
    hot: np.uint64


class PlanRange(NamedTuple):
    """Where the levels of a plan begin, and the highest, which is valid for all above."""

    begin: np.uint64
    top: np.uint64


class OfferedSteps(NamedTuple):
    """What the next player may take over: points, 0 if nothing, and the dice left."""

    points: int
    dice: np.uint64


class HouseTables(NamedTuple):
    """What else bots decide by under options; `at` is the place of a count of farkles in `begin`.

    `least_offers` are the points from which a bot takes over, by seat, `at` and number of dice;
    `worth` is that of turns for most points, by `at`, level and slot, where not every keep will do,
    and whatever is less by `same` at most is as good.
    """

    least_offers: Ints
    worth: NDArray[np.float64]
    same: float


class GameStanding(NamedTuple):
    """Where a game stands as a turn begins: whose it is, and how many rounds are finished."""

    totals: Ints
    seat: int
    last_round: bool | np.bool
    finished: int
    offer: OfferedSteps


class HouseBot(NamedTuple):
    """A bot as it begins a turn after some farkles in a row: what the tables say of it.

    `at` is its place in `begin`, and `key` that of its random numbers.
    """

    kind: int
    enough: np.uint64
    errors: np.uint64
    begin: np.uint64
    top: np.uint64
    farkles: int
    at: int
    key: np.uint64


class HumanAims(NamedTuple):
    """What a `human` bot considers in a turn.

    `bank_from` are the points to bank from by number of dice, less than `least` is not recorded,
    and `sure` points win, or take the lead in a last round.
    """

    errors: np.uint64
    bank_from: Counts
    least: np.uint64
    sure: np.uint64
    last_round: bool | np.bool
