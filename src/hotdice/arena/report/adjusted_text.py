"""Results with luck and without, in at most 80 columns of text."""

from collections.abc import Sequence
from textwrap import wrap

from hotdice.arena.match.adjusted import AdjustedSeat, Mean
from hotdice.texts import grouped, say
from hotdice.texts.say import decimal

WIDTH = 79


def adjusted_lines(labels: Sequence[str], seats: Sequence[AdjustedSeat]) -> list[str]:
    """Both means of each seat with their standard errors, losses, level, and what it is worth."""
    rows = [say("adjusted.columns").split("|")]
    for label, seat in zip(labels, seats, strict=True):
        lost = "–" if seat.lost_per_decision is None else decimal(100 * seat.lost_per_decision, 3)
        level = "–" if seat.level is None else str(seat.level)
        rows.append([label, _told(seat.plain), _told(seat.adjusted), lost, level])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    told = [
        "  ".join(["  " + row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])])
        for row in rows
    ]
    return [*told, *worth_lines(seats)]


def worth_lines(seats: Sequence[AdjustedSeat]) -> list[str]:
    """How many plain games would be as informative, for the seat with the fewest."""
    if any(not seat.plain.error for seat in seats):  # too few games to compare with
        return []
    worth = [seat.worth for seat in seats if seat.worth is not None]
    if not worth:
        return wrap(say("adjusted.certain"), WIDTH)
    return wrap(say("adjusted.worth", games=grouped(min(worth))), WIDTH)


def _told(found: Mean) -> str:
    error = "–" if found.error is None else decimal(100 * found.error, 3)
    return f"{decimal(100 * found.mean, 3)} ± {error}"
