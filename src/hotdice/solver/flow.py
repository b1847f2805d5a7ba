"""Where the turns of a play lead under a penalty: found once for all that rests on it."""

from typing import NamedTuple

import numpy as np

from hotdice.solver.counts import Batch, Counts
from hotdice.solver.field import Channels, Spots, bank_of
from hotdice.solver.machine import Floats, Ints

FARKLE, NOTHING, BANKS = 0, 1, 2  # rows of the chances of a turn


class Flow(NamedTuple):
    """The turn starts of a batch with the chances of their turns.

    The first row is that of a farkle, the next that of a turn which records nothing; from `BANKS`
    on there is one for each bank that does not reach the target, from the least points up. `ends`
    is what the banks that do reach it bring all players, from the mover on, and `best` the most
    that any turn brings the mover.
    """

    batch: Batch
    chances: Floats
    ends: Floats
    best: Floats
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

    def some(self, lanes: Ints) -> "Flow":
        """Some of the turn starts, in this order."""
        batch = self.batch
        spots = Spots(*(part[..., lanes] for part in batch.spots))
        few = Batch(batch.here[lanes], spots, batch.farkled[lanes], batch.below[lanes])
        chances, ends = self.chances[:, lanes], self.ends[:, lanes]
        return Flow(few, chances, ends, self.best[lanes], self.least)


def flows(starts: Counts, own: Floats) -> list[Flow]:
    """The turns that are best by these chances of the movers, at all turn starts in order.

    Turns of one total are worked out together, as they can end in the same banks.
    """
    batches = list(starts.order())
    field = starts.field
    least, players = field.machine.minimum, field.players
    together = zip(*(batch.spots for batch in batches), strict=True)
    spots = Spots(*(np.concatenate(parts, axis=-1) for parts in together))
    farkled = np.concatenate([batch.farkled for batch in batches])
    rows = BANKS + max(0, field.target - least)
    out = np.zeros((1 + players + rows, len(spots.own)))
    for total in range(field.target):
        lanes = np.flatnonzero(spots.own == total)
        some = Spots(*(part[..., lanes] for part in spots))
        banks = [bank_of(least + bank) for bank in range(max(0, field.target - least - total))]
        values = np.array([0, *[-1] * players, -1, -1, *banks])
        channels = Channels(values, np.full(len(values), -1))
        channels.ends[: 1 + players] = [0, *range(players)]
        lost, nothing = np.zeros((2, len(values), len(lanes)))
        lost[0], nothing[0] = own[farkled[lanes]], own[some.banked]
        lost[1 + players + FARKLE] = nothing[1 + players + NOTHING] = 1.0
        every = np.arange(len(lanes))
        out[: len(values), lanes] = field.turns(own[None], channels, some, lost, nothing, every)
    cuts = np.cumsum([len(batch.here) for batch in batches])[:-1]
    parts = np.split(out, cuts, axis=1)
    return [
        Flow(batch, part[1 + players :], part[1 : 1 + players], part[0], least)
        for batch, part in zip(batches, parts, strict=True)
    ]
