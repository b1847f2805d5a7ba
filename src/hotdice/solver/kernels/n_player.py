"""Turns among many players, compiled: every channel of a turn follows the mover's choices.

A row here has one plane for each channel. The first is the mover's own chance, which the mover
maximises. What the others hold is up to the caller: the chance that a turn records nothing, chances
of other players, or anything else that adds up over the same choices.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hotdice.rules.meaning import (
    ALLOWED,
    NO_DICE,
    bank_refused,
    gained,
    hot_dice_bank,
    hot_dice_roll,
    least_gain,
)
from hotdice.solver.kernels.compiled import njit
from hotdice.solver.kernels.intrinsics import row_select, row_weighted_sum
from hotdice.solver.kernels.lanes import LANES
from hotdice.solver.kernels.two_player import REFUSED

OWN, SCORELESS, OTHERS = 0, 1, 2  # channels

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class NeedAxes(NamedTuple):
    """How tables of last rounds are laid out: one axis for each player still to move.

    An axis has one place for each of `needs` different needs, and twice as many (`boards`) if
    players off the board have to be distinguished.
    """

    needs: int
    boards: int


class LastRoundEnds(NamedTuple):
    """What turns that reach the target are worth, by the others' needs.

    `ends` are the chances of all players, `hot_ends` those with hot dice if rolling them is free,
    and `sure` is what the mover has for certain, however many points come on top.
    """

    ends: Floats
    hot_ends: Floats
    sure: Floats


class Channels(NamedTuple):
    """What turns carry along: rows of the table of values, and rows of the table of last rounds.

    The first is what the mover maximises. A row below 0 is nothing at all, or that of `bank_of`.
    """

    values: Ints
    ends: Ints


class TurnStarts(NamedTuple):
    """The movers' totals, those of the others, and the place after a turn that records nothing.

    All totals are in steps from the lowest; `others[j - 1]` is that of the j-th player after.
    """

    own: Ints
    others: Ints
    banked: Ints


class Outlook(NamedTuple):
    """What follows on turns: `values` where the game goes on, and last rounds.

    One step of points is `stride` places in a row of values. `least_farkle` is the
    least chance that a roll is a farkle, not counting rolls of all dice if they are forced or free.
    """

    values: Floats
    ends: LastRoundEnds
    axes: NeedAxes
    stride: int
    least_farkle: float


class Continuations(NamedTuple):
    """Tables for after a turn in a last round, by the needs of those still to come.

    In `ahead` the mover alone holds the highest total, row 0 being the mover's chance; in `failed`
    and `tied` row 0 is that of each who holds it when the mover has failed, or holds it with them.
    """

    ahead: Floats
    failed: Floats
    tied: Floats


class NeedSpan(NamedTuple):
    """The needs that one call answers, and from how many needed points down banking helps.

    Results are written from `column` on.
    """

    lowest: int
    highest: int
    allowed: int
    column: int


class Planes(NamedTuple):
    """Rows with one plane for each channel."""

    rows: Floats
    size: int
    channels: int


def bank_of(steps: int) -> int:
    """In place of a row of values: 1 for a bank of just so many steps, 0 for all others."""
    return -2 - steps


@njit(cache=True, nogil=True)
def _level(rules, program, planes, base, bank, lost, unrecorded, from_count):
    """All rolls of one level from `from_count` dice up, and what a keep that leads here is worth.

    The roll of all dice stays in the last temporary row. Where a bank is not allowed and hot dice
    end the turn, it records nothing.
    """
    rows, plane, channels = planes.rows, planes.size, planes.channels
    dice = rules.terms.dice
    must_roll, ends = hot_dice_roll(rules.terms), hot_dice_bank(rules.terms)
    total = (program.temporary - 1) * LANES
    for count in range(from_count, dice + 1):
        begin = program.best_at[count - 1]
        for k in range(begin, program.best_at[count]):
            one = program.best_offsets[k] + (program.best_shifts[k] & base)
            other = base + program.best_others[k]
            row_select(rows, (k - begin) * LANES, one, other, plane, channels)
        row = base + (count % dice) * LANES
        chance = program.farkle[count - 1]
        for channel in range(channels):
            at = channel * plane + total
            for lane in range(LANES):
                rows[at + lane] = chance * lost[channel * LANES + lane]
            part = rows[channel * plane : (channel + 1) * plane]
            row_weighted_sum(
                part, total, program.sum_offsets, program.sum_shifts, program.weights,
                program.sum_at[count - 1], program.sum_at[count], base,
            )  # fmt: skip
        for lane in range(LANES):
            rolls = rows[total + lane] > bank[lane]
            if count == dice and must_roll:
                rolls = True
            if count == dice and ends:
                rolls = False
            if rolls:
                for channel in range(channels):
                    at = channel * plane
                    rows[at + row + lane] = rows[at + total + lane]
            else:
                stop = unrecorded if bank[lane] == REFUSED else bank
                for channel in range(channels):
                    rows[channel * plane + row + lane] = stop[channel * LANES + lane]


@njit(cache=True, nogil=True)
def _level_above(rules, planes, base, bank, hot_bank, lost):
    """The rows of a level so high that everybody stops as soon as that is allowed.

    Hot dice are worth `hot_bank`, or have to be rolled.
    """
    rows = planes.rows
    for channel in range(planes.channels):
        at = channel * planes.size + base
        for lane in range(LANES):
            stop = bank[channel * LANES + lane]
            for count in range(rules.terms.dice):
                rows[at + count * LANES + lane] = stop
            rows[at + lane] = hot_bank[channel * LANES + lane]
            if hot_dice_roll(rules.terms):
                rows[at + lane] = rules.safe * stop + rules.lose * lost[channel * LANES + lane]


@njit(cache=True, nogil=True)
def _last_round_place(own, others, lane, axes, zero):
    """The place of a last round in its table: what each other player needs to tie."""
    place = 0
    for seat in range(others.shape[0] - 1, -1, -1):
        total = others[seat, lane]
        need = min(own - total, axes.needs - 1)
        if axes.boards == 2 and total <= zero:
            need += axes.needs
        place = place * (axes.needs * axes.boards) + need
    return place


@njit(cache=True, nogil=True)
def play_turns(
    rules, program, outlook, channels, starts, after_farkle, after_nothing, rows, lanes, out
):
    """Turns of some lanes, given all channels after a farkle and after a turn without points."""
    terms = rules.terms
    dice, target, zero = terms.dice, terms.target, terms.zero
    axes, ends, values = outlook.axes, outlook.ends, outlook.values
    own, others = starts.own, starts.others
    count = len(channels.values)
    planes = Planes(rows, rows.shape[0] // count, count)
    width = dice * LANES
    start = program.temporary * LANES
    total = start - LANES
    bank = np.zeros(count * LANES)
    hot_bank = np.zeros(count * LANES)
    lost = np.zeros(count * LANES)
    unrecorded = np.zeros(count * LANES)
    for at in range(0, len(lanes), LANES):
        top, hot_top = 0, 0
        for lane in range(LANES):
            i = lanes[min(at + lane, len(lanes) - 1)]
            for channel in range(count):
                lost[channel * LANES + lane] = after_farkle[channel, i]
                unrecorded[channel * LANES + lane] = after_nothing[channel, i]
            u = max(target - own[i], least_gain(terms, own[i]))
            limit = min(1.0, 1.0 - outlook.least_farkle * (1.0 - lost[lane]))
            while ends.sure[_last_round_place(own[i] + u, others, i, axes, zero)] < limit:
                u += 1
            top = max(top, u - 1)
            if hot_dice_roll(terms):  # rolled until nobody can tie any more
                for seat in range(others.shape[0]):
                    u = max(u, others[seat, i] + axes.needs - own[i])
            hot_top = max(hot_top, u - 1)
        for u in range(hot_top + program.reach, -1, -1):
            level = start + u * width
            for lane in range(LANES):
                i = lanes[min(at + lane, len(lanes) - 1)]
                gain = gained(terms, own[i], u)
                if gain == 0:  # as it is wherever a bank is refused
                    for channel in range(count):
                        bank[channel * LANES + lane] = unrecorded[channel * LANES + lane]
                    if bank_refused(terms, own[i], u, NO_DICE) != ALLOWED:
                        bank[lane] = REFUSED
                elif own[i] + gain < target:
                    place = starts.banked[i] + gain * outlook.stride
                    for channel in range(count):
                        row = channels.values[channel]
                        if row >= 0:
                            bank[channel * LANES + lane] = values[row, place]
                        else:  # as in `bank_of`
                            bank[channel * LANES + lane] = 1.0 if row == -2 - gain else 0.0
                else:
                    place = _last_round_place(own[i] + gain, others, i, axes, zero)
                    for channel in range(count):
                        row = channels.ends[channel]
                        to = channel * LANES + lane
                        bank[to] = ends.ends[row, place] if row >= 0 else 0.0
                        hot_bank[to] = ends.hot_ends[row, place] if row >= 0 else 0.0
            if u > top:
                _level_above(rules, planes, level, bank, hot_bank, lost)
            if u <= hot_top:
                from_count = 1 if 0 < u <= top else dice
                _level(rules, program, planes, level, bank, lost, unrecorded, from_count)
        for lane in range(min(LANES, len(lanes) - at)):
            for channel in range(count):
                out[channel, lanes[at + lane]] = rows[channel * planes.size + total + lane]


@njit(cache=True, nogil=True)
def last_turns(rules, program, axes, after, span, rows, first, last, out):
    """Turns in the last round with others still to come, for all needs of the mover at once.

    A lane is one set of the others' needs, from `first` to below `last`. `out[j, lane, column +
    need]` gets the chances of each holder of the highest total (0), of the mover (1) and of the
    others.
    """
    dice, needs = rules.terms.dice, axes.needs
    axis = needs * axes.boards
    others = after.ahead.shape[0] - 1
    channels = others + 3
    tie_channel = channels - 1
    planes = Planes(rows, rows.shape[0] // channels, channels)
    plane = planes.size
    width = dice * LANES
    start = program.temporary * LANES
    total = start - LANES
    bank = np.zeros(channels * LANES)
    lost = np.zeros(channels * LANES)
    lost[SCORELESS * LANES : OTHERS * LANES] = 1.0
    for at in range(first, last, LANES):
        for need in range(1 - needs - program.reach, span.highest + 1):
            level = start + (span.highest - need) * width
            for lane in range(LANES):
                bank[lane] = 0.0
                bank[SCORELESS * LANES + lane] = 1.0
                for channel in range(OTHERS, channels):
                    bank[channel * LANES + lane] = 0.0
                place = min(at + lane, last - 1)
                if need > span.allowed or (need == 0 and not rules.terms.shared_ties):
                    continue
                bank[SCORELESS * LANES + lane] = 0.0
                if need == 0:
                    bank[lane] = after.tied[0, place]
                    for other in range(others):
                        bank[(OTHERS + other) * LANES + lane] = after.tied[1 + other, place]
                    bank[tie_channel * LANES + lane] = after.tied[0, place]
                    continue
                moved, unit, rest = 0, 1, place
                for _ in range(others):
                    code = rest % axis
                    rest //= axis
                    side = code // needs
                    moved += (side * needs + min(code % needs - need, needs - 1)) * unit
                    unit *= axis
                bank[lane] = after.ahead[0, moved]
                for other in range(others):
                    bank[(OTHERS + other) * LANES + lane] = after.ahead[1 + other, moved]
            if need <= 1 - needs:
                _level_above(rules, planes, level, bank, bank, lost)
                continue
            _level(rules, program, planes, level, bank, lost, lost, 1)
            if need < span.lowest:
                continue
            column = span.column + need
            for lane in range(min(LANES, last - at)):
                place = at + lane
                nothing = rows[SCORELESS * plane + total + lane]
                tie = rows[tie_channel * plane + total + lane]
                out[0, place, column] = tie + nothing * after.failed[0, place]
                out[1, place, column] = rows[total + lane]
                for other in range(others):
                    decided = rows[(OTHERS + other) * plane + total + lane]
                    out[2 + other, place, column] = (
                        decided + nothing * after.failed[1 + other, place]
                    )
