"""The spread of final totals in letters: a row of blocks for each seat."""

import numpy as np

from hotdice.arena.counts import BINS, Bins, Ints
from hotdice.arena.figures import Simulation
from hotdice.arena.spread import extent, quantile
from hotdice.texts import say

WIDTH = 79
BLOCKS = " ▁▂▃▄▅▆▇█"
QUANTILES = (0.1, 0.5, 0.9)


def totals(simulation: Simulation, labels: list[str]) -> list[str]:
    """A row of blocks for each seat with some quantiles, which tell it without blocks as well."""
    bins, found = Bins.of(simulation.rules), simulation.counts.totals
    heads = say("simulation.quantiles").split("|")
    rows = [[f"{bins.start(quantile(row, part)):,}" for part in QUANTILES] for row in found]
    width = 2 + max(len(cell) for row in [heads, *rows] for cell in row)
    left = 4 + max(map(len, labels))
    begin, step, columns = _scale(
        found, bins.bin(simulation.rules.target), WIDTH - left - len(heads) * width
    )
    piles = [_piles(row, begin, step, columns) for row in found]
    highest = max(int(pile.max()) for pile in piles)
    pictures = [
        say("simulation.totals", step=f"{step * bins.width:,}"),
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
    return [*drawn, " " * left + _ruler(simulation, begin, step)]


def _scale(found: Ints, target: int, most: int) -> tuple[int, int, int]:
    """The first bin, the bins in one column, and the columns; one of them begins at the target."""
    first, last = extent(found, target)
    step = 1
    while True:
        begin = target + (first - target) // step * step
        columns = (last - begin) // step + 1
        if columns <= most:
            return begin, step, columns
        step += 1


def _piles(row: Ints, begin: int, step: int, columns: int) -> Ints:
    """Totals by column; the outer columns take what is beyond."""
    column = np.clip((np.arange(BINS) - begin) // step, 0, columns - 1)
    return np.bincount(column, row, columns).astype(np.int64)


def _blocks(pile: Ints, highest: int) -> str:
    """Piles in eighths of a line; what is there at all can be seen."""
    return "".join(BLOCKS[-(-8 * int(count) // max(1, highest))] for count in pile)


def _ruler(simulation: Simulation, begin: int, step: int) -> str:
    """The total at the left end, and a mark below the target."""
    bins, target = Bins.of(simulation.rules), simulation.rules.target
    first = f"{bins.start(begin):,}"
    place = (bins.bin(target) - begin) // step
    return (first if len(first) < place else "").ljust(place) + f"^ {target:,}"
