"""Sweeps over all turn starts of three or more players where a penalty makes totals fall.

Each sweep lets every mover do what is best by what follows now; turn starts of which nothing that
follows has changed are left out. Where no floor stops falls, whoever would fall below the lowest
total stays there.
"""

import numpy as np

from hotdice.solver.counts import Batch, Counts
from hotdice.solver.field import Channels
from hotdice.solver.flow import Flow
from hotdice.solver.machine import Floats, Ints

SETTLED = 1e-13


class Tumble:
    """The chances at all turn starts on their way to stable play.

    `values[j - 1]` are those of the j-th player after the mover. Once all stands, `flows` is the
    play itself, and `mixed` tells at how many turn starts the mover mixes.
    """

    def __init__(self, starts: Counts) -> None:
        players = starts.field.players
        self.starts = starts
        self.players = players
        self.flows: list[Flow] = []
        self.mixed = 0
        self.values = np.full((players - 1, starts.places), 1.0 / players)
        self._channels = Channels(
            np.array([players - 2, *range(players - 2)]), np.array([0, *range(2, players)])
        )
        self._change = np.zeros(starts.places)
        self._higher = np.zeros(starts.places)  # the most that it or one by a higher bank changed
        for batch in starts.order():
            self._change[batch.here] = self._higher[batch.here] = np.inf

    def take_up(self, before: "Tumble") -> None:
        """Begin with the chances of higher lowest totals."""
        for batch in self.starts.order():
            known = self.starts.places_in(before.starts, batch)
            self.values[:, batch.here] = before.values[:, known]

    def after_turn(self, batch: Batch, lanes: Ints) -> Floats:
        """The chances of all but the mover after turns that are best by what follows now."""
        rows = self._channels.values[:, None]
        out = self.starts.field.turns(
            self.values,
            self._channels,
            batch.spots,
            self.values[rows, batch.farkled],
            self.values[rows, batch.spots.banked],
            lanes,
        )
        return np.concatenate([1.0 - out.sum(axis=0, keepdims=True), out[1:]])

    def sweep(self) -> float:
        """One sweep; the most that any chance has changed."""
        most = 0.0
        for batch in self.starts.order():
            changed = np.maximum(self._higher[batch.spots.banked], self._change[batch.farkled])
            lanes = np.flatnonzero(changed > SETTLED)
            self._change[batch.here] = 0.0
            if len(lanes):
                here = batch.here[lanes]
                found = self.after_turn(batch, lanes)
                self._change[here] = np.abs(found - self.values[:, here]).max(axis=0)
                self.values[:, here] = found
                most = max(most, float(self._change[here].max()))
            above = self._higher[batch.here + self.starts.field.stride]
            self._higher[batch.here] = np.maximum(self._change[batch.here], above)
        return most
