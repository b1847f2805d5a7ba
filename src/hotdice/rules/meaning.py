"""What rules mean, as small functions over whole numbers alone: here it is said once.

`State` calls them, and the compiled loops of solver and arena are compiled with them, see
`solver.kernels.meaning`. So they use nothing but numbers, comparisons and plain loops. Points and
totals are counted as the terms count them: one by one, or in steps from a lowest total.
"""

from collections.abc import Sequence

from hotdice.rules.terms import (
    HOT_END,
    HOT_MAY,
    HOT_MUST,
    OVERSHOOT_COUNTS,
    OVERSHOOT_IS_GIVEN,
    Terms,
)

NOBODY = -1  # in place of a seat
NO_DICE = 0
# why a bank is refused, if it is, or records nothing
ALLOWED, BELOW_MINIMUM, MUST_ROLL, BELOW_ENTRY, PAST_TARGET = range(5)
FREE, UNCONFIRMED, TAKEN_OVER = range(3)  # why another roll has to score first, if it has to


def next_dice(terms: Terms, left: int) -> int:
    """How many dice are rolled next if a keep leaves so many; 0 if the turn is banked by itself."""
    if left:
        return left
    return 0 if terms.hot_dice == HOT_END else terms.dice


def hot_dice_bank(terms: Terms) -> bool:
    """Whether hot dice end the turn, whose points are banked by themselves."""
    return terms.hot_dice == HOT_END


def hot_dice_roll(terms: Terms) -> bool:
    """Whether hot dice have to be rolled again."""
    return terms.hot_dice == HOT_MUST


def hot_dice_free(terms: Terms) -> bool:
    """Whether hot dice leave the choice between a roll and a bank."""
    return terms.hot_dice == HOT_MAY


def on_board(terms: Terms, total: int) -> bool:
    """Whether a player with this total needs no entry any more."""
    return total > terms.zero


def bank_refused(terms: Terms, total: int, points: int, dice: int) -> int:
    """Why these turn points may not be banked with so many dice to roll; or that they may.

    Whoever leaves hot dice aside asks about no dice.
    """
    if points < terms.minimum:
        return BELOW_MINIMUM
    if dice == terms.dice and terms.hot_dice == HOT_MUST:
        return MUST_ROLL
    if points < terms.entry and terms.refuse_below_entry and not on_board(terms, total):
        return BELOW_ENTRY
    return ALLOWED


def least_bank(terms: Terms, total: int) -> int:
    """The fewest turn points that may be banked, if there are any, hot dice left aside."""
    if terms.refuse_below_entry and not on_board(terms, total):
        return max(terms.minimum, terms.entry)
    return terms.minimum


def least_gain(terms: Terms, total: int) -> int:
    """The fewest turn points that a bank records."""
    return terms.minimum if on_board(terms, total) else max(terms.minimum, terms.entry)


def exact_target(terms: Terms) -> bool:
    """Whether nobody may pass the target."""
    return terms.overshoot != OVERSHOOT_COUNTS


def passes_target(terms: Terms, total: int, points: int) -> bool:
    """Whether so many points more would pass a target that nobody may pass."""
    return exact_target(terms) and total + points > terms.target


def gained(terms: Terms, total: int, points: int) -> int:
    """What the total gains if these turn points are banked, by the player or by themselves."""
    if points < terms.minimum or (points < terms.entry and not on_board(terms, total)):
        return 0
    if total + points > terms.target and exact_target(terms):
        return 0
    return points


def unrecorded(terms: Terms, total: int, points: int) -> int:
    """Why a bank of these turn points would record nothing, if it would; `ALLOWED` otherwise."""
    if points < terms.entry and not on_board(terms, total):
        return BELOW_ENTRY
    if points < terms.minimum:
        return BELOW_MINIMUM
    return PAST_TARGET if passes_target(terms, total, points) else ALLOWED


def receiver(totals: Sequence[int], seat: int) -> int:
    """The seat with the lowest other total, of equals the next in the order of play."""
    found = other = seat + 1 if seat + 1 < len(totals) else 0
    for _ in range(len(totals) - 2):
        other = other + 1 if other + 1 < len(totals) else 0
        if totals[other] < totals[found]:
            found = other
    return found


def given(terms: Terms, totals: Sequence[int], seat: int, other: int, points: int) -> int:
    """What a seat's bank adds to the lowest other total: points that would pass the target."""
    if terms.overshoot != OVERSHOOT_IS_GIVEN or seat == other:
        return 0
    if totals[seat] + points <= terms.target or totals[other] + points > terms.target:
        return 0
    return points if points >= least_gain(terms, totals[seat]) else 0


def after_bank(terms: Terms, totals: Sequence[int], seat: int, points: int) -> tuple[int, int]:
    """The seat that gets something by a seat's bank of these turn points, and how much."""
    gain = gained(terms, totals[seat], points)
    if gain or terms.overshoot != OVERSHOOT_IS_GIVEN:
        return seat, gain
    other = receiver(totals, seat)
    return other, given(terms, totals, seat, other, points)


def offered(terms: Terms, seat: int, other: int, gain: int) -> int:
    """The points that may be taken over after a seat's bank by which another seat, or it, gains."""
    return gain if terms.piggyback and other == seat else 0


def keep_banks(terms: Terms) -> bool:
    """Whether a turn of the last round is banked by itself after one keep."""
    return terms.one_roll > 0


def penalty_due(terms: Terms, farkles: int) -> bool:
    """Whether one more farkle after so many in a row costs the penalty."""
    return terms.penalty_points > 0 and farkles + 1 >= terms.penalty_farkles


def fallen(terms: Terms, total: int) -> int:
    """The total after a penalty, which never takes it below the floor, nor lifts it there."""
    return max(total - terms.penalty_points, min(total, terms.floor))


def after_farkle(terms: Terms, total: int, farkles: int) -> tuple[int, int]:
    """The total after a farkle, and the farkles in a row, which only a penalty counts."""
    if not terms.penalty_points:
        return total, 0
    return (fallen(terms, total), 0) if penalty_due(terms, farkles) else (total, farkles + 1)


def after_lost_total(terms: Terms, total: int, farkles: int) -> tuple[int, int]:
    """The same after a roll that takes the total away, which counts as a farkle."""
    return after_farkle(terms, min(total, terms.zero), farkles)


def begins_end(terms: Terms, total: int) -> bool:
    """Whether somebody who comes to this total by a bank, the first to do so, begins the end."""
    return total >= terms.target


def who_began(terms: Terms, starter: int, seat: int, total: int) -> int:
    """Who has begun the end, if anybody, once a bank has brought a seat to this total."""
    return seat if starter == NOBODY and begins_end(terms, total) else starter


def next_player(terms: Terms, seats: int, player: int, starter: int, beginner: int = 0) -> int:
    """Whose turn comes after a player's; the game is over when it is that of who began the end.

    Rounds go from the `beginner` of the game.
    """
    if terms.immediate and starter != NOBODY:
        return starter
    following = player + 1
    if following == seats:
        following = 0
    if following == beginner and terms.equal_turns and starter != NOBODY:
        return starter
    return following


def has_last_round(terms: Terms) -> bool:
    """Whether others may have a turn after somebody has come to the target."""
    return not (terms.immediate or terms.rounds)


def turns_left(terms: Terms, seats: int, player: int, starter: int, beginner: int = 0) -> int:
    """How many turns a last round still has if this player is to move; 0 when it is over."""
    count = 0
    while player != starter:
        player = next_player(terms, seats, player, starter, beginner)
        count += 1
    return count


def rounds_over(terms: Terms, finished: int) -> bool:
    """Whether a game is over after so many rounds of all players."""
    return 0 < terms.rounds <= finished


def after_turn(
    terms: Terms, totals: Sequence[int], seat: int, starter: int, finished: int, beginner: int = 0
) -> tuple[int, int, int]:
    """Who is next after a seat's turn, who has begun the end, and how many rounds are finished.

    Rounds are counted where a game has a number of them. After the last one whoever leads is next,
    and has begun the end: so the game is over.
    """
    following = next_player(terms, len(totals), seat, starter, beginner)
    if terms.rounds:
        finished += following == beginner
        if rounds_over(terms, finished):
            following = starter = leader(totals, beginner)
    return following, starter, finished


def leader(totals: Sequence[int], starter: int) -> int:
    """The seat with the highest total when a game is over.

    Of equals it is the first in the order of play from the one who began the end: the one who
    was at the target earliest.
    """
    found = seat = starter
    for _ in range(len(totals) - 1):
        seat = seat + 1 if seat + 1 < len(totals) else 0
        if totals[seat] > totals[found]:
            found = seat
    return found


def ties_share(terms: Terms) -> bool:
    """Whether everybody with the highest total wins, and not only the first who came to it."""
    return terms.shared_ties > 0


def has_won(terms: Terms, totals: Sequence[int], first: int, seat: int) -> bool:
    """Whether a seat has won a game with this leader, alone or with others."""
    return seat == first or (ties_share(terms) and totals[seat] == totals[first])
