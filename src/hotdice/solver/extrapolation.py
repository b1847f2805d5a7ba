"""Where the sweeps of an iteration are heading, for values that can return to where they were.

In the end every change is the same part of the one before, so all that are still to come add up to
a geometric series (Aitken). It only saves sweeps: what is reached is proved by those that follow.
"""

import numpy as np

from hotdice.solver.turn.levels import Floats

EVERY = 10  # sweeps; after a jump the other changes have to die down again


def further_changes(sweep: int, change: Floats, before: Floats) -> Floats | float:
    """What the sweeps to come will change, by the last two; nothing in most sweeps."""
    size = float(np.vdot(before, before))
    if (sweep + 1) % EVERY or size == 0.0:
        return 0.0
    ratio = float(np.vdot(change, before)) / size
    return change * (ratio / (1.0 - ratio)) if 0.0 < ratio < 1.0 else 0.0
