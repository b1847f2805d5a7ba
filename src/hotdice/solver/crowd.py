"""Turns among many players, compiled: every channel of a turn follows the mover's choices.

A row here has one plane for each channel. The first is the mover's own chance, by which he
chooses. What the others are is up to the caller: the chance that a turn records nothing, chances of
other players, or anything else that adds up over the same choices.
"""

import numpy as np
from numba import njit

from hotdice.solver.rows import LANES, add_weighted, keep_all_of_best
from hotdice.solver.turns import REFUSED

OWN, NOTHING, OTHERS = 0, 1, 2  # channels


@njit(cache=True, nogil=True)
def _level(
    rows, plane, channels, offsets, shifts, singles, best_at, sum_offsets, sum_shifts, weights,
    sum_at, farkle, dice, hot, temporary, base, bank, lost, unrecorded, from_count,
):  # fmt: skip
    """All rolls of one level from `from_count` dice up, and what a keep that leads here is worth.

    The roll of all dice stays in the last temporary row. Where a bank is not allowed and hot dice
    end the turn, it records nothing.
    """
    total = (temporary - 1) * LANES
    for count in range(from_count, dice + 1):
        begin = best_at[count - 1]
        for k in range(begin, best_at[count]):
            one = offsets[k] + (shifts[k] & base)
            keep_all_of_best(rows, (k - begin) * LANES, one, base + singles[k], plane, channels)
        row = base + (count % dice) * LANES
        chance = farkle[count - 1]
        for channel in range(channels):
            at = channel * plane + total
            for lane in range(LANES):
                rows[at + lane] = chance * lost[channel * LANES + lane]
            part = rows[channel * plane : (channel + 1) * plane]
            add_weighted(
                part, total, sum_offsets, sum_shifts, weights,
                sum_at[count - 1], sum_at[count], base,
            )  # fmt: skip
        for lane in range(LANES):
            rolls = rows[total + lane] > bank[lane]
            if count == dice and hot == 1:
                rolls = True
            if count == dice and hot == 2:
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
def _above(rows, plane, channels, dice, hot, base, bank, hot_bank, lost, safe, lose):
    """The rows of a level so high that everybody stops as soon as that is allowed.

    Hot dice are worth `hot_bank`, or have to be rolled.
    """
    for channel in range(channels):
        at = channel * plane + base
        for lane in range(LANES):
            stop = bank[channel * LANES + lane]
            for count in range(dice):
                rows[at + count * LANES + lane] = stop
            rows[at + lane] = hot_bank[channel * LANES + lane]
            if hot == 1:
                rows[at + lane] = safe * stop + lose * lost[channel * LANES + lane]


@njit(cache=True, nogil=True)
def _end(own, others, lane, needs, boards, zero):
    """The place of a last round in its table: what each other player needs to draw level."""
    place = 0
    for seat in range(others.shape[0] - 1, -1, -1):
        total = others[seat, lane]
        need = min(own - total, needs - 1)
        if boards == 2 and total <= zero:
            need += needs
        place = place * (needs * boards) + need
    return place


@njit(cache=True, nogil=True)
def play_turns(
    values, ends, hot_ends, sure, rows, offsets, shifts, singles, best_at, sum_offsets, sum_shifts,
    weights, sum_at, farkle, settings, safe, lose, least, channel_rows, end_rows, own, others,
    base, after_farkle, after_nothing, lanes, out,
):  # fmt: skip
    """Turns of some lanes, given all channels after a farkle and after a turn without points.

    `channel_rows` tells for each channel which row of `values` a bank brings, and `end_rows` which
    row of `ends` one that reaches the target does, or of `hot_ends` if it has hot dice and could go
    on; below 0 neither brings anything, but -2 - u is 1 for a bank of u steps. `base` is the place
    after a bank of nothing, one step of points being `stride` places apart.
    """
    dice, hot, reach, temporary = settings[0], settings[1], settings[2], settings[3]
    target, entry, minimum, refuse = settings[4], settings[5], settings[6], settings[7]
    needs, boards, stride, endless = settings[8], settings[9], settings[10], settings[11]
    zero = settings[13]
    channels = len(channel_rows)
    plane = rows.shape[0] // channels
    width = dice * LANES
    start = temporary * LANES
    total = start - LANES
    bank = np.zeros(channels * LANES)
    hot_bank = np.zeros(channels * LANES)
    lost = np.zeros(channels * LANES)
    unrecorded = np.zeros(channels * LANES)
    for at in range(0, len(lanes), LANES):
        top, hot_top = 0, 0
        for lane in range(LANES):
            i = lanes[min(at + lane, len(lanes) - 1)]
            for channel in range(channels):
                lost[channel * LANES + lane] = after_farkle[channel, i]
                unrecorded[channel * LANES + lane] = after_nothing[channel, i]
            needed = max(minimum, entry) if own[i] <= zero else minimum
            u = max(target - own[i], needed)
            limit = min(1.0, 1.0 - least * (1.0 - lost[lane]))
            while sure[_end(own[i] + u, others, i, needs, boards, zero)] < limit:
                u += 1
            top = max(top, u - 1)
            if endless:
                for seat in range(others.shape[0]):
                    u = max(u, others[seat, i] + needs - own[i])
            hot_top = max(hot_top, u - 1)
        for u in range(hot_top + reach, -1, -1):
            level = start + u * width
            for lane in range(LANES):
                i = lanes[min(at + lane, len(lanes) - 1)]
                if u < minimum or (own[i] <= zero and u < entry):
                    if u < minimum or refuse:
                        bank[lane] = REFUSED
                    else:
                        for channel in range(channels):
                            bank[channel * LANES + lane] = unrecorded[channel * LANES + lane]
                elif own[i] + u < target:
                    place = base[i] + u * stride
                    for channel in range(channels):
                        row = channel_rows[channel]
                        if row >= 0:
                            bank[channel * LANES + lane] = values[row, place]
                        else:
                            bank[channel * LANES + lane] = 1.0 if row == -2 - u else 0.0
                else:
                    place = _end(own[i] + u, others, i, needs, boards, zero)
                    for channel in range(channels):
                        row = end_rows[channel]
                        bank[channel * LANES + lane] = ends[row, place] if row >= 0 else 0.0
                        hot_bank[channel * LANES + lane] = hot_ends[row, place] if row >= 0 else 0.0
            if u > top:
                _above(rows, plane, channels, dice, hot, level, bank, hot_bank, lost, safe, lose)
            if u <= hot_top:
                _level(
                    rows, plane, channels, offsets, shifts, singles, best_at, sum_offsets,
                    sum_shifts, weights, sum_at, farkle, dice, hot, temporary, level, bank, lost,
                    unrecorded, 1 if 0 < u <= top else dice,
                )  # fmt: skip
        for lane in range(min(LANES, len(lanes) - at)):
            for channel in range(channels):
                out[channel, lanes[at + lane]] = rows[channel * plane + total + lane]


@njit(cache=True, nogil=True)
def last_turns(
    alone, failed, tied, rows, offsets, shifts, singles, best_at, sum_offsets, sum_shifts, weights,
    sum_at, farkle, settings, safe, lose, first, last, lowest, highest, allowed, column, out,
):  # fmt: skip
    """Turns in the last round with others still to come, for all needs of the mover at once.

    A lane is one set of the others' needs. `alone[j]` are the chances of the mover (0) and of the
    others (j) once he alone holds the highest total, by their needs; `failed` and `tied` those of
    whoever holds it when he has failed, or holds it with them. Banking helps from `allowed` needed
    points down. `out[j, lane, column + need]` gets the chances of the holder (0), of the mover (1)
    and of the others.
    """
    dice, hot, reach, temporary = settings[0], settings[1], settings[2], settings[3]
    needs, boards, shared = settings[8], settings[9], settings[12]
    axis = needs * boards
    others = alone.shape[0] - 1
    channels = others + 3
    plane = rows.shape[0] // channels
    width = dice * LANES
    start = temporary * LANES
    total = start - LANES
    bank = np.zeros(channels * LANES)
    lost = np.zeros(channels * LANES)
    lost[NOTHING * LANES : OTHERS * LANES] = 1.0
    for at in range(first, last, LANES):
        for need in range(1 - needs - reach, highest + 1):
            level = start + (highest - need) * width
            for lane in range(LANES):
                bank[lane] = 0.0
                bank[NOTHING * LANES + lane] = 1.0
                for channel in range(OTHERS, channels):
                    bank[channel * LANES + lane] = 0.0
                place = min(at + lane, last - 1)
                if need > allowed or (need == 0 and not shared):
                    continue
                bank[NOTHING * LANES + lane] = 0.0
                if need == 0:
                    bank[lane] = tied[0, place]
                    for other in range(others):
                        bank[(OTHERS + other) * LANES + lane] = tied[1 + other, place]
                    bank[(channels - 1) * LANES + lane] = tied[0, place]
                    continue
                moved, unit, rest = 0, 1, place
                for _ in range(others):
                    code = rest % axis
                    rest //= axis
                    side = code // needs
                    moved += (side * needs + min(code % needs - need, needs - 1)) * unit
                    unit *= axis
                bank[lane] = alone[0, moved]
                for other in range(others):
                    bank[(OTHERS + other) * LANES + lane] = alone[1 + other, moved]
            if need <= 1 - needs:
                _above(rows, plane, channels, dice, hot, level, bank, bank, lost, safe, lose)
                continue
            _level(
                rows, plane, channels, offsets, shifts, singles, best_at, sum_offsets, sum_shifts,
                weights, sum_at, farkle, dice, hot, temporary, level, bank, lost, lost, 1,
            )  # fmt: skip
            if need < lowest:
                continue
            for lane in range(min(LANES, last - at)):
                place = at + lane
                nothing = rows[NOTHING * plane + total + lane]
                tie = rows[(channels - 1) * plane + total + lane]
                out[0, place, column + need] = tie + nothing * failed[0, place]
                out[1, place, column + need] = rows[total + lane]
                for other in range(others):
                    decided = rows[(OTHERS + other) * plane + total + lane]
                    out[2 + other, place, column + need] = (
                        decided + nothing * failed[1 + other, place]
                    )
