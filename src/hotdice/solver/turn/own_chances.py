"""What the mover's own chances are at every moment of a turn under options."""

from typing import NamedTuple

from hotdice.solver.turn.levels import Floats


class OwnChances(NamedTuple):
    """The mover's chances by level and dice left, hot dice being 0: best play, banks, and rolls.

    Where nothing may be banked that is worth `FORBIDDEN`. Those of `best` are by slot, and go on
    above the other levels. `begin` is that of a turn of one's own.
    """

    best: Floats
    bank: Floats
    roll: Floats
    begin: float
