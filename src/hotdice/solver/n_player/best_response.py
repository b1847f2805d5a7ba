"""Best-response sweeps over all turn starts of three or more players under a penalty.

Each sweep lets every mover play the best response to the current values; turn starts for which
nothing that follows has changed are skipped. Without a floor, whoever would fall below the lowest
total stays there.
"""

import numpy as np

from hotdice.solver.kernels.n_player import Channels
from hotdice.solver.n_player.penalty_states import Batch, PenaltyStates
from hotdice.solver.n_player.runner import Floats, Ints
from hotdice.solver.n_player.transitions import Transitions

NO_GAIN = 1e-13  # a smaller change or gain is rounding; the certificate measures what is left


class BestResponseSweeps:
    """The chances at all turn starts on their way to an equilibrium.

    `values[j - 1]` are those of the j-th player after the mover. In the end `transitions` are the
    play itself, and `mixed` is at how many turn starts the mover mixes.
    """

    def __init__(self, states: PenaltyStates) -> None:
        players = states.turns.players
        self.states = states
        self.players = players
        self.transitions: list[Transitions] = []
        self.mixed = 0
        self.values = np.full((players - 1, states.places), 1.0 / players)
        self._channels = Channels(
            np.array([players - 2, *range(players - 2)]), np.array([0, *range(2, players)])
        )
        self._change = np.zeros(states.places)
        self._higher = np.zeros(states.places)  # the same, or after a higher bank, if that is more
        for batch in states.order():
            self._change[batch.here] = self._higher[batch.here] = np.inf

    def take_up(self, before: "BestResponseSweeps") -> None:
        """Begin with the chances of a solution that was cut off higher up."""
        for batch in self.states.order():
            known = self.states.places_in(before.states, batch)
            self.values[:, batch.here] = before.values[:, known]

    def after_turn(self, batch: Batch, lanes: Ints) -> Floats:
        """Everybody's chances but the mover's after turns that are best by the current values."""
        rows = self._channels.values[:, None]
        out = self.states.turns.best(
            self.values,
            self._channels,
            batch.starts,
            self.values[rows, batch.farkled],
            self.values[rows, batch.starts.banked],
            lanes,
        )
        return np.concatenate([1.0 - out.sum(axis=0, keepdims=True), out[1:]])

    def sweep(self) -> float:
        """One sweep; returns the most that any chance has changed."""
        most = 0.0
        for batch in self.states.order():
            changed = np.maximum(self._higher[batch.starts.banked], self._change[batch.farkled])
            lanes = np.flatnonzero(changed > NO_GAIN)
            self._change[batch.here] = 0.0
            if len(lanes):
                here = batch.here[lanes]
                found = self.after_turn(batch, lanes)
                self._change[here] = np.abs(found - self.values[:, here]).max(axis=0)
                self.values[:, here] = found
                most = max(most, float(self._change[here].max()))
            above = self._higher[batch.here + self.states.turns.stride]
            self._higher[batch.here] = np.maximum(self._change[batch.here], above)
        return most
