"""The distribution of final totals as text: a row of blocks for each seat."""

from hotdice.arena.match.bins import Bins
from hotdice.arena.match.counts import Ints
from hotdice.arena.match.statistics import Simulation
from hotdice.arena.report.distribution import Columns, columns, quantile
from hotdice.texts import grouped, say

WIDTH = 79
BLOCKS = " ▁▂▃▄▅▆▇█"
QUANTILES = (0.1, 0.5, 0.9)


def totals(simulation: Simulation, labels: list[str]) -> list[str]:
    """A row of blocks for each seat with some quantiles, which say the same in numbers."""
    bins, found = Bins.of(simulation.rules), simulation.counts.totals
    heads = say("simulation.quantiles").split("|")
    rows = [[bins.label(quantile(row, part)) for part in QUANTILES] for row in found]
    width = 2 + max(len(cell) for row in [heads, *rows] for cell in row)
    left = 4 + max(map(len, labels))
    shown = columns(found, bins, WIDTH - left - len(heads) * width)
    piles = [shown.of(row) for row in found]
    highest = max(int(pile.max()) for pile in piles)
    pictures = [
        say("simulation.totals", step=grouped(shown.step * bins.width)),
        *(
            f"  {label}".ljust(left) + _blocks(pile, highest)
            for label, pile in zip(labels, piles, strict=True)
        ),
    ]
    middle = max(map(len, pictures))
    drawn = [
        picture.ljust(middle) + "".join(cell.rjust(width) for cell in row)
        for picture, row in zip(pictures, [heads, *rows], strict=True)
    ]
    return [*drawn, " " * left + _ruler(simulation, bins, shown)]


def _blocks(pile: Ints, highest: int) -> str:
    """Bars in eighths of a line; anything above 0 is visible."""
    return "".join(BLOCKS[-(-8 * int(count) // max(1, highest))] for count in pile)


def _ruler(simulation: Simulation, bins: Bins, shown: Columns) -> str:
    """The total at the left end, and a mark below the target, if there is one."""
    first = bins.label(*shown.bins(0))
    if simulation.rules.rounds:
        return first
    place = (bins.goal - shown.begin) // shown.step
    mark = f"^ {grouped(simulation.rules.target)}"
    return (first if len(first) < place else "").ljust(place) + mark
