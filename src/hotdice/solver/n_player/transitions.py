"""The transition probabilities of a play under a penalty."""

from typing import NamedTuple

import numpy as np

from hotdice.solver.kernels.n_player import Channels, TurnStarts, bank_of
from hotdice.solver.n_player.penalty_states import Batch, PenaltyStates
from hotdice.solver.n_player.runner import Floats, Ints

FARKLE, NOTHING, BANKS = 0, 1, 2  # rows of the chances of a turn


class Transitions(NamedTuple):
    """The turn starts of a batch with the chances of how their turns end.

    The first row is that of a farkle, the next that of a turn which records nothing; from `BANKS`
    on there is one for each bank that does not reach the target, from the least points up. `ends`
    is what banks that reach it are worth to all players, from the mover on, and `best` the most
    that any turn is worth to the mover.
    """

    batch: Batch
    chances: Floats
    ends: Floats
    best: Floats
    least: int

    def after(self, table: Floats, farkled: Floats, stride: int) -> Floats:
        """The expectation of each row of a table after a turn, given its value after a farkle."""
        found = self.chances[FARKLE] * farkled
        found += self.chances[NOTHING] * table[:, self.batch.starts.banked]
        for row, chance in enumerate(self.chances[BANKS:], self.least):
            some = np.flatnonzero(chance)
            place = self.batch.starts.banked[some] + row * stride
            found[:, some] += chance[some] * table[:, place]
        return np.asarray(found)

    def some(self, lanes: Ints) -> "Transitions":
        """Some of the turn starts, in this order."""
        batch = self.batch
        starts = TurnStarts(*(part[..., lanes] for part in batch.starts))
        few = Batch(batch.here[lanes], starts, batch.farkled[lanes], batch.below[lanes])
        chances, ends = self.chances[:, lanes], self.ends[:, lanes]
        return Transitions(few, chances, ends, self.best[lanes], self.least)


def best_transitions(states: PenaltyStates, own: Floats) -> list[Transitions]:
    """The best turns for these chances of the movers, at all turn starts in order.

    Turns with the same total are computed together, as they can end in the same banks.
    """
    batches = list(states.order())
    turns = states.turns
    least, players = turns.runner.least_gain(on_board=True), turns.players
    together = zip(*(batch.starts for batch in batches), strict=True)
    starts = TurnStarts(*(np.concatenate(parts, axis=-1) for parts in together))
    farkled = np.concatenate([batch.farkled for batch in batches])
    rows = BANKS + max(0, turns.target - least)
    out = np.zeros((1 + players + rows, len(starts.own)))
    for total in range(turns.target):
        lanes = np.flatnonzero(starts.own == total)
        some = TurnStarts(*(part[..., lanes] for part in starts))
        banks = [bank_of(least + bank) for bank in range(max(0, turns.target - least - total))]
        values = np.array([0, *[-1] * players, -1, -1, *banks])
        channels = Channels(values, np.full(len(values), -1))
        channels.ends[: 1 + players] = [0, *range(players)]
        lost, nothing = np.zeros((2, len(values), len(lanes)))
        lost[0], nothing[0] = own[farkled[lanes]], own[some.banked]
        lost[1 + players + FARKLE] = nothing[1 + players + NOTHING] = 1.0
        every = np.arange(len(lanes))
        out[: len(values), lanes] = turns.best(own[None], channels, some, lost, nothing, every)
    cuts = np.cumsum([len(batch.here) for batch in batches])[:-1]
    parts = np.split(out, cuts, axis=1)
    return [
        Transitions(batch, part[1 + players :], part[1 : 1 + players], part[0], least)
        for batch, part in zip(batches, parts, strict=True)
    ]
