"""The turns of three or more players, each with what may follow it: turn starts or a last round."""

import numpy as np

from hotdice.solver.kernels.n_player import (
    Channels,
    LastRoundEnds,
    Outlook,
    TurnStarts,
    play_turns,
)
from hotdice.solver.n_player.free_rolls import with_free_rolls
from hotdice.solver.n_player.last_round import last_rounds, sure_chance
from hotdice.solver.n_player.runner import Floats, Ints, KernelRunner
from hotdice.solver.n_player.solution import LastRounds


class NPlayerTurns:
    """The turns of some rules with the last rounds that they can lead to."""

    def __init__(self, runner: KernelRunner) -> None:
        self.runner = runner
        self.players, self.target = runner.players, runner.target
        self.stride: int = self.target ** (self.players - 1)
        self.sums = range(self.players * (self.target - 1), -1, -1)
        self.places: int = (len(self.sums) + 2) * self.stride
        tables = last_rounds(runner)
        self.last_rounds = LastRounds(tables, runner.axes.needs, runner.axes.boards, runner.terms)
        won = np.zeros((self.players, 1))
        won[0] = 1.0
        ends = tables[-1][0] if tables else won
        hot_ends = with_free_rolls(runner, ends)
        self._ends = LastRoundEnds(ends, hot_ends, sure_chance(runner, ends[0], self.players - 1))
        beyond = max(runner.axes.needs + self.target, runner.least_gain(on_board=False))
        self._levels = self.target + beyond + runner.reach + 2

    def best(
        self,
        values: Floats,
        channels: Channels,
        starts: TurnStarts,
        after_farkle: Floats,
        after_nothing: Floats,
        lanes: Ints,
    ) -> Floats:
        """All channels of the best turns at some of the turn starts."""
        out = np.empty((len(channels.values), len(starts.own)))
        runner = self.runner
        outlook = Outlook(values, self._ends, runner.axes, self.stride, runner.least_farkle)

        def work(rows: Floats, first: int, last: int) -> None:
            play_turns(
                runner.turn_rules, runner.program, outlook, channels, starts,
                after_farkle, after_nothing, rows, lanes[first:last], out,
            )  # fmt: skip

        runner.split(work, len(lanes), self._levels, len(channels.values))
        return out[:, lanes]
