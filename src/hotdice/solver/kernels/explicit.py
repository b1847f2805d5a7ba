"""One turn by backward induction, in games whose turn starts are numbered one by one.

A *place* is the number of a turn start as its mover sees it. Before the end of a game it is made of
the totals in order of play, the counts of farkles, and where the rules need them the mover's seat,
the rounds that are finished, and who began the last round. Where a last round is decided by points
alone it is made of what each player still to move needs to draw level with the highest total, and
who holds that.

An *end* says how a turn ends: the next place, or -1 minus the set of winners in binary, seats
counted from the mover.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hotdice.rules.meaning import (
    ALLOWED,
    NO_DICE,
    NOBODY,
    after_bank,
    after_farkle,
    after_lost_total,
    after_turn,
    bank_refused,
    gained,
    has_won,
    hot_dice_bank,
    keep_banks,
    leader,
    offered,
    on_board,
    ties_share,
    turns_left,
    who_began,
)
from hotdice.rules.terms import Terms
from hotdice.solver.kernels.compiled import njit

OWN = -1  # a channel's source: what the others leave of 1
SCORELESS = -2  # a channel's source: whether nothing has changed but the turn
NO_PAYOFF = -1

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class Game(NamedTuple):
    """How turn starts are numbered; `terms` are in steps from the lowest total.

    `totals`, `counts`, `seats`, `rounds` and `starters` are the lengths of the axes before the end.
    Last rounds by needs have `needs` times `boards` numbers for each player to move, and begin at
    `last_at[m]` for m such players; `needs` is 0 where there are none.

    Levels of turn points end at `top`, and `offer_levels` is the number of points that can be taken
    over. `bound_stop` and `flat_stop` say whether the two reasons of `highest_level` hold, and
    `differences` that only those between totals matter.
    """

    terms: Terms
    players: int
    totals: int
    counts: int
    seats: int
    rounds: int
    starters: int
    needs: int
    boards: int
    last_at: Ints
    top: int
    offer_levels: int
    bound_stop: int
    flat_stop: int
    differences: int
    least_lost: float


class RollEnds(NamedTuple):
    """The rolls of each number of dice: choices between keeps, then sums over results.

    A number of at least 0 is a node so far above the current level; -1-k is the k-th choice.
    `spared` is the chance of a roll without any score, `farkle` that of dice that decide to be
    one, `lost_total` and `win` those of dice that decide so.
    """

    best: Ints
    best_at: Ints
    rows: Ints
    weights: Floats
    sum_at: Ints
    spared: Floats
    farkle: Floats
    lost_total: Floats
    win: Floats
    reach: int
    width: int


class Tables(NamedTuple):
    """Rows of numbers by place, and by place, points and dice of what may be taken over."""

    plain: Floats
    offered: Floats


class TableRows(NamedTuple):
    """The rows that are followed through a turn; decisions are made by the first.

    `source` is the row of the table for the next mover, `payoff` the player, counted from the
    mover, whose share of a win is paid at the end. A total that falls below the lowest makes the
    row `cut` 1; it is -1 where that is not asked for.
    """

    source: Ints
    payoff: Ints
    cut: int


class Workspace(NamedTuple):
    """Room for one turn, to be used again."""

    totals: Ints
    counts: Ints
    after: Ints
    after_counts: Ints
    by_seat: Ints
    rotated: Ints
    where: Ints
    ends: Ints
    nodes: Floats
    rolls: Floats
    lost: Floats
    lost_total: Floats
    stop: Floats
    stop_ends: Ints
    chosen: Ints
    out: Floats


SEAT, ROUND, STARTER, MOVERS, HOLDERS = range(5)  # entries of `Workspace.where`
LOST, LOST_TOTAL, SAME, BELOW = range(4)  # entries of `Workspace.ends`


@njit(cache=True, nogil=True)
def full_place(game, totals, counts, seat, finished, starter):
    """The place of a turn start before the end, or in a last round with all totals."""
    lowest = totals.min() if game.differences else 0
    place = finished if game.rounds > 1 else 0
    place = place * game.seats + (seat if game.seats > 1 else 0)
    place = place * game.starters + (starter if game.starters > 1 else 0)
    for seat_after in range(game.players):
        place = place * game.counts + counts[seat_after]
    for seat_after in range(game.players):
        place = place * game.totals + min(totals[seat_after] - lowest, game.totals - 1)
    return place


@njit(cache=True, nogil=True)
def last_place(game, movers, holders, needs):
    """The place of a turn start in a last round by needs.

    `holders` is a set in binary of those who hold the highest total, `needs` has a board added to
    each need where boards matter.
    """
    place = holders >> movers
    for mover in range(movers):
        place = place * game.needs * game.boards + needs[mover]
    return game.last_at[movers] + place


@njit(cache=True, nogil=True)
def read_place(game, place, work):
    """Take a place apart; returns whether it is a last round by needs."""
    where = work.where
    players = game.players
    if game.needs and place >= game.last_at[1]:
        movers = 1
        while movers + 1 < players and place >= game.last_at[movers + 1]:
            movers += 1
        rest = place - game.last_at[movers]
        for mover in range(movers - 1, -1, -1):
            work.totals[mover] = rest % (game.needs * game.boards)
            rest //= game.needs * game.boards
        where[MOVERS], where[HOLDERS] = movers, rest << movers
        return True
    rest = place
    for seat in range(players - 1, -1, -1):
        work.totals[seat] = rest % game.totals
        rest //= game.totals
    for seat in range(players - 1, -1, -1):
        work.counts[seat] = rest % game.counts
        rest //= game.counts
    where[STARTER] = rest % game.starters
    rest //= game.starters
    where[SEAT] = rest % game.seats
    where[ROUND] = rest // game.seats
    return False


@njit(cache=True, nogil=True)
def winners(game, totals, first):
    """Who has won a game that is over, as a set in binary; `first` began the end."""
    leads = leader(totals, first)
    found = 0
    for seat in range(game.players):
        if has_won(game.terms, totals, leads, seat):
            found |= 1 << seat
    return found


@njit(cache=True, nogil=True)
def turn_end(game, work, totals, counts, seat, finished, starter):
    """The end of a turn that leaves these totals and counts, from the mover on.

    `starter` is who began the end, counted from the mover, or nobody.
    """
    players, terms = game.players, game.terms
    began = NOBODY if starter == NOBODY else (seat + starter) % players
    if terms.rounds:  # who leads after the last one is asked by seat
        for player in range(players):
            work.by_seat[(seat + player) % players] = totals[player]
    following, began, finished = after_turn(terms, work.by_seat, seat, began, finished)
    step = (following - seat) % players
    if following == began:
        return -1 - winners(game, totals, (began - seat) % players)
    if starter != NOBODY and game.needs:
        holders = winners(game, totals, starter)
        movers = turns_left(terms, players, following, began)
        highest = totals[leader(totals, starter)]
        for mover in range(movers):
            total = totals[(mover + step) % players]
            work.rotated[mover] = min(highest - total, game.needs - 1)
            if game.boards > 1 and on_board(terms, total):
                work.rotated[mover] += game.needs
        turned = 0
        for player in range(players):
            if holders >> (player + step) % players & 1:
                turned |= 1 << player
        return last_place(game, movers, turned, work.rotated)
    for player in range(players):
        work.rotated[player] = totals[(player + step) % players]
        work.by_seat[player] = counts[(player + step) % players]
    relative = 0 if starter == NOBODY else (starter - step) % players
    return full_place(game, work.rotated, work.by_seat, following, finished, relative)


@njit(cache=True, nogil=True)
def last_end(game, work, points):
    """The end of a turn in a last round by needs, if it gains so many points."""
    players = game.players
    movers, holders = work.where[MOVERS], work.where[HOLDERS]
    need = work.totals[0] % game.needs
    more = 0
    if points > need:
        more, holders = points - need, 1
    elif points == need and points > 0 and ties_share(game.terms):
        holders |= 1
    if movers == 1:
        return -1 - holders
    for mover in range(1, movers):
        board = work.totals[mover] // game.needs
        other = min(work.totals[mover] % game.needs + more, game.needs - 1)
        work.rotated[mover - 1] = other + board * game.needs
    turned = holders >> 1 | (holders & 1) << players - 1
    return last_place(game, movers - 1, turned, work.rotated)


@njit(cache=True, nogil=True)
def starter_of(work):
    """Who began the last round, counted from the mover."""
    return work.where[STARTER] if work.where[STARTER] else NOBODY


@njit(cache=True, nogil=True)
def bank_end(game, work, by_needs, points):
    """The end of a turn whose points are banked, by the player or by themselves."""
    terms = game.terms
    if by_needs:
        board = terms.zero + work.totals[0] // game.needs if game.boards > 1 else terms.zero + 1
        return last_end(game, work, gained(terms, board, points))
    for player in range(game.players):
        work.after[player] = work.totals[player]
        work.after_counts[player] = work.counts[player]
    work.after_counts[0] = 0
    starter = starter_of(work)
    got, gain = after_bank(terms, work.totals, 0, points)
    if gain > 0:
        work.after[got] += gain
        starter = who_began(terms, starter, got, work.after[got])
    seat, finished = work.where[SEAT], work.where[ROUND]
    return turn_end(game, work, work.after, work.after_counts, seat, finished, starter)


@njit(cache=True, nogil=True)
def find_ends(game, work, by_needs):
    """Put the ends of turns that score nothing into the workspace."""
    ends = work.ends
    if by_needs:
        ends[LOST] = ends[LOST_TOTAL] = ends[SAME] = last_end(game, work, 0)
        ends[BELOW] = 0
        return
    terms, seat, finished = game.terms, work.where[SEAT], work.where[ROUND]
    starter = starter_of(work)
    for player in range(game.players):
        work.after[player] = work.totals[player]
        work.after_counts[player] = work.counts[player]
    after, counts = work.after, work.after_counts
    ends[SAME] = turn_end(game, work, after, counts, seat, finished, starter)
    after[0], counts[0] = after_lost_total(terms, work.totals[0], work.counts[0])
    ends[BELOW] = 2 if after[0] < 0 else 0
    after[0] = max(after[0], 0)
    ends[LOST_TOTAL] = turn_end(game, work, after, counts, seat, finished, starter)
    after[0], counts[0] = after_farkle(terms, work.totals[0], work.counts[0])
    ends[BELOW] += 1 if after[0] < 0 else 0
    after[0] = max(after[0], 0)
    ends[LOST] = turn_end(game, work, after, counts, seat, finished, starter)


@njit(cache=True, nogil=True)
def put_end(game, tables, rows, same, end, points, dice, out):
    """Put what an end is worth into a row; it may be taken over if it has points."""
    players = game.players
    for k in range(len(rows.source)):
        source = rows.source[k]
        if source == SCORELESS:
            out[k] = 1.0 if end == same and end >= 0 else 0.0
        elif end < 0:
            out[k] = 0.0
            if rows.payoff[k] != NO_PAYOFF:
                won = -1 - end
                if won >> rows.payoff[k] & 1:
                    count = 0
                    for player in range(players):
                        count += won >> player & 1
                    out[k] = 1.0 / count
        elif source == OWN:
            out[k] = 1.0
            for other in range(players - 1):
                if points > 0:
                    out[k] -= tables.offered[other, end, points, dice - 1]
                else:
                    out[k] -= tables.plain[other, end]
        elif points > 0:
            out[k] = tables.offered[source, end, points, dice - 1]
        else:
            out[k] = tables.plain[source, end]


@njit(cache=True, nogil=True)
def highest_level(game, work, total, last_level):
    """The highest level at which rolling can be better than banking, or the last one.

    Rolling is worth at most 1 - `least_lost` (1 - what is left after a loss). Where a farkle costs
    no more than a bank that records nothing, and no roll wins, it is also no use if all banks from
    there on record nothing.
    """
    if not game.bound_stop and not game.flat_stop:
        return last_level
    level = last_level
    while (
        level > 0
        and game.flat_stop > 0
        and work.stop_ends[level] == work.ends[SAME]
        and bank_refused(game.terms, total, level, NO_DICE) == ALLOWED
    ):
        level -= 1
    limit = 1.0 - game.least_lost * (1.0 - max(work.lost[0], work.lost_total[0]))
    while (
        level > 0
        and game.bound_stop > 0
        and work.stop[level, 0] >= limit
        and bank_refused(game.terms, total, level, NO_DICE) == ALLOWED
    ):
        level -= 1
    return level


@njit(cache=True, nogil=True)
def roll_dice(rolls, work, rows, points, count):
    """Put what rolling so many dice at some turn points is worth into the workspace."""
    base = points * rolls.width
    nodes, chosen, kinds = work.nodes, work.chosen, len(rows.source)
    for k in range(rolls.best_at[count - 1], rolls.best_at[count]):
        one = rolls.best[k, 0]
        one = base + one if one >= 0 else chosen[-1 - one]
        other = base + rolls.best[k, 1]
        chosen[k] = other if nodes[other, 0] >= nodes[one, 0] else one
    out = work.rolls[points, count - 1]
    lost = rolls.spared[count - 1] + rolls.farkle[count - 1]
    for kind in range(kinds):
        out[kind] = lost * work.lost[kind] + rolls.lost_total[count - 1] * work.lost_total[kind]
        if rows.payoff[kind] == 0:
            out[kind] += rolls.win[count - 1]
    for k in range(rolls.sum_at[count - 1], rolls.sum_at[count]):
        row = rolls.rows[k]
        at = base + row if row >= 0 else chosen[-1 - row]
        for kind in range(kinds):
            out[kind] += rolls.weights[k] * nodes[at, kind]


@njit(cache=True, nogil=True)
def put_stop(game, tables, rows, work, total, points, count):
    """Put what banking is worth into the workspace; so many dice may then be taken over."""
    end, offer = work.stop_ends[points], 0
    if end >= 0 and game.terms.piggyback:
        gain = offered(game.terms, 0, 0, gained(game.terms, total, points))
        offer = min(gain, game.offer_levels - 1)
    put_end(game, tables, rows, work.ends[SAME], end, offer, count, work.stop[points])


@njit(cache=True, nogil=True)
def put_nodes(game, rolls, rows, work, total, points, count, last_level, one_roll):
    """Put what keeps that lead to these points and dice are worth into the workspace."""
    node = points * rolls.width + count % game.terms.dice
    by_itself = one_roll or (count == game.terms.dice and hot_dice_bank(game.terms))
    allowed = by_itself or bank_refused(game.terms, total, points, count) == ALLOWED
    rolling = points <= last_level
    stop, rolled = work.stop[points], work.rolls[min(points, last_level), count - 1]
    stops = by_itself or (allowed and not (rolling and rolled[0] > stop[0]))
    for kind in range(len(rows.source)):
        onward = rolled[kind] if rolling else work.lost[kind]
        work.nodes[node, kind] = stop[kind] if stops else onward
        if rolls.width > game.terms.dice:  # the same after a keep that has to be confirmed
            work.nodes[node + game.terms.dice, kind] = stop[kind] if by_itself else onward


@njit(cache=True, nogil=True)
def evaluate(game, rolls, tables, rows, place, work, offered):
    """Solve the turn that begins at a place; what it is worth is put into `work.out`.

    `work.rolls` then has what rolling is worth by points and dice. With `offered` it is complete,
    also where a turn of one's own would never come.
    """
    terms = game.terms
    dice = terms.dice
    by_needs = read_place(game, place, work)
    find_ends(game, work, by_needs)
    same, total = work.ends[SAME], work.totals[0]
    if by_needs:
        total = terms.zero + (work.totals[0] // game.needs if game.boards > 1 else 1)
    one_roll = keep_banks(terms) and (by_needs or work.where[STARTER] > 0)
    put_end(game, tables, rows, same, work.ends[LOST], 0, 0, work.lost)
    put_end(game, tables, rows, same, work.ends[LOST_TOTAL], 0, 0, work.lost_total)
    if rows.cut >= 0 and work.ends[BELOW] & 1:
        work.lost[rows.cut] = 1.0
    if rows.cut >= 0 and work.ends[BELOW] & 2:
        work.lost_total[rows.cut] = 1.0
    last_level = 0 if one_roll and not offered else game.top
    for points in range(1, last_level + rolls.reach + 1):
        work.stop_ends[points] = bank_end(game, work, by_needs, points)
        if terms.piggyback == 0:
            put_stop(game, tables, rows, work, total, points, dice)
    if not offered:
        last_level = highest_level(game, work, total, last_level)
    for points in range(last_level + rolls.reach, 0, -1):
        for count in range(1, dice + 1):
            if points <= last_level and (offered or not one_roll):
                roll_dice(rolls, work, rows, points, count)
            if terms.piggyback > 0:
                put_stop(game, tables, rows, work, total, points, count)
            put_nodes(game, rolls, rows, work, total, points, count, last_level, one_roll)
    roll_dice(rolls, work, rows, 0, dice)
    again = rolls.spared[dice - 1] if terms.mercy else 0.0
    for kind in range(len(rows.source)):
        rolled = work.rolls[0, dice - 1, kind]
        work.out[kind] = rolled + again * (rolled - work.lost[kind])
