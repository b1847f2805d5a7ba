"""Plain compiled loops over one turn: whole tables, one number at a time."""

import numpy as np
from numba import njit


@njit(cache=True)
def last_turn(chance, roll_at, keep_at, points, left, dice, hot, safe, most, reach, shared):
    """Chances to get what is needed; see `last_turn.chances`."""
    best = np.zeros((most + reach + 1, dice))  # by need + reach and dice left; 0 is hot dice
    found = np.zeros(most + 1)
    for row in range(most + reach + 1):
        need = row - reach
        bank = 1.0 if need < 0 else 0.0
        if need == 0:
            bank = 0.5 if shared else 1.0
        if need < 0 or (need == 0 and not shared):
            best[row, :] = 1.0
            best[row, 0] = safe if hot == 1 else 1.0
            if need == 0:
                found[0] = 1.0
            continue
        for count in range(1, dice + 1):
            total = 0.0
            for outcome in range(roll_at[count - 1], roll_at[count]):
                top = 0.0
                for k in range(keep_at[outcome], keep_at[outcome + 1]):
                    top = max(top, best[row - points[k], left[k]])
                total += chance[outcome] * top
            if count < dice:
                best[row, count] = max(bank, total)
            else:
                found[need] = total
                best[row, 0] = total if hot == 1 else (bank if hot == 2 else max(bank, total))
    return found


@njit(cache=True)
def rolling(
    chance, roll_at, keep_at, points, left, farkle, dice, hot, minimum, levels, reach, lost
):
    """Values of rolling; above the last level a turn is stopped after one more roll at most."""
    values = np.zeros((levels, dice + 1))
    best = np.zeros((levels + reach + 1, dice))  # what a keep is worth, by dice left; 0 is hot dice
    for u in range(levels + reach, -1, -1):
        inside = u < levels
        if inside:
            for count in range(1, dice + 1):
                total = farkle[count - 1] * lost
                for outcome in range(roll_at[count - 1], roll_at[count]):
                    top = -1e300
                    for k in range(keep_at[outcome], keep_at[outcome + 1]):
                        top = max(top, best[u + points[k], left[k]])
                    total += chance[outcome] * top
                values[u, count] = total
        for count in range(dice):
            roll = values[u, count or dice] if inside else -1e300
            bank = float(u) if u >= minimum else -1e300
            if count == 0 and hot == 2:
                best[u, 0] = bank if u >= minimum else 0.0
            elif count == 0 and hot == 1:
                best[u, 0] = roll if inside else float(u)
            else:
                best[u, count] = max(bank, roll)
    return values
