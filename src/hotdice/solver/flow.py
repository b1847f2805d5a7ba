"""Where the turns of a play lead under a penalty: found once for all sweeps that rest on it."""

from typing import NamedTuple

import numpy as np

from hotdice.solver.counts import Batch, Counts
from hotdice.solver.field import Channels, Spots, bank_of
from hotdice.solver.machine import Floats

FARKLE, NOTHING, BANKS = 0, 1, 2  # rows of the chances of a turn


class Flow(NamedTuple):
    """The turn starts of a batch with the chances of their turns.

    The first row is that of a farkle, the next that of a turn which records nothing; from `BANKS`
    on there is one for each bank that does not reach the target, from the least points up.
    """

    batch: Batch
    chances: Floats
    least: int

    def after(self, table: Floats, farkled: Floats, stride: int) -> Floats:
        """What can be expected of each row of a table after a turn, a farkle being worth this."""
        found = self.chances[FARKLE] * farkled
        found += self.chances[NOTHING] * table[:, self.batch.spots.banked]
        for row, chance in enumerate(self.chances[BANKS:], self.least):
            some = np.flatnonzero(chance)
            place = self.batch.spots.banked[some] + row * stride
            found[:, some] += chance[some] * table[:, place]
        return np.asarray(found)


def flows(starts: Counts, own: Floats) -> list[Flow]:
    """The turns that are best by these chances of the movers, at all turn starts in order.

    Turns of one total are worked out together, as they can end in the same banks.
    """
    batches = list(starts.order())
    field = starts.field
    least = field.machine.minimum
    together = zip(*(batch.spots for batch in batches), strict=True)
    spots = Spots(*(np.concatenate(parts, axis=-1) for parts in together))
    farkled = np.concatenate([batch.farkled for batch in batches])
    chances = np.zeros((BANKS + max(0, field.target - least), len(spots.own)))
    for total in range(field.target):
        lanes = np.flatnonzero(spots.own == total)
        some = Spots(*(part[..., lanes] for part in spots))
        banks = max(0, field.target - least - total)
        rows = np.array([0, -1, -1, *(bank_of(least + bank) for bank in range(banks))])
        channels = Channels(rows, np.where(rows == 0, 0, -1))
        lost, nothing = np.zeros((2, len(rows), len(lanes)))
        lost[0], nothing[0] = own[farkled[lanes]], own[some.banked]
        lost[1 + FARKLE] = nothing[1 + NOTHING] = 1.0
        found = field.turns(own[None], channels, some, lost, nothing, np.arange(len(lanes)))
        chances[: len(rows) - 1, lanes] = found[1:]
    ends = np.cumsum([len(batch.here) for batch in batches])[:-1]
    parts = np.split(chances, ends, axis=1)
    return [Flow(batch, part, least) for batch, part in zip(batches, parts, strict=True)]
