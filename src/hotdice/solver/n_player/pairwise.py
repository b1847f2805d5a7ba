"""Approximate chances of three or more players, from those of every two of them.

For games too large to be solved, the odds against a player are approximated by the sum of the odds
against them in games of two with each of the others, whoever of the two moves first; the chances
that these odds give are divided by their sum. That is exact if everybody wins in proportion to some
strength (the model of Bradley and Terry). In a last round a player holds the highest total if none
of those to come beats it, each of them playing only to beat it. Neither is exact;
`benchmarks/approximation.py` measures how much it loses against exact play.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from hotdice.game import State
from hotdice.rules import Rules
from hotdice.rules.meaning import has_won, leader, on_board, turns_left
from hotdice.solver.turn.final_turn import last_mover_wins
from hotdice.solver.turn.levels import Floats, Ints
from hotdice.solver.turn.moves import moves_of
from hotdice.solver.two_player.solution import TwoPlayerSolution

if TYPE_CHECKING:
    from hotdice.solver.advice.choices import Advice

FINITE_ODDS = 1e-30  # smaller chances count as this, so that odds are finite


class PairwiseApproximation(NamedTuple):
    """Values for so many players, from the solution for two."""

    pairs: TwoPlayerSolution
    players: int

    @property
    def rules(self) -> Rules:
        """The rules that were solved."""
        return self.pairs.rules

    @property
    def lowest(self) -> int:
        """The lowest total that has values."""
        return self.pairs.lowest

    @property
    def exact(self) -> bool:
        """Never: nothing bounds the error of these chances."""
        return False

    def chances(self, state: State) -> tuple[float, ...]:
        """The chance of each seat at the start of a turn."""
        if state.starter is not None:
            return self._last_round(state)
        beats = np.ones((self.players, self.players))
        for one in range(self.players):
            for other in range(one):
                pair = self._pair(state, one, other)
                beats[one, other], beats[other, one] = self.pairs.chances(pair)
        shares = 1.0 / (1.0 + _odds(beats).sum(axis=1))
        return tuple(map(float, shares / shares.sum()))

    def banked(self, state: State, gains: Ints) -> Floats:
        """The mover's chances after a turn that adds these points; all totals below the target."""
        return np.asarray(self.banked_by_seat(state, gains)[:, state.player])

    def banked_by_seat(self, state: State, gains: Ints) -> Floats:
        """The chances of all seats, in each row, after a turn that adds these points."""
        own = state.player
        after = state.add(0)
        others = [seat for seat in range(self.players) if seat != own]
        beaten = [self.pairs.banked(self._pair(state, own, seat), gains) for seat in others]
        shares = np.empty((len(gains), self.players))
        shares[:, own] = 1.0 / (1.0 + _odds(np.array(beaten)).sum(axis=0))
        for seat, lost in zip(others, beaten, strict=True):
            rivals = [rival for rival in others if rival != seat]
            against = [self.pairs.chances(self._pair(after, seat, rival))[0] for rival in rivals]
            shares[:, seat] = 1.0 / (1.0 + _odds(1.0 - lost) + _odds(np.array(against)).sum())
        return np.asarray(shares / shares.sum(axis=1, keepdims=True))

    def leader_chances(self, totals: Ints, others: Sequence[int]) -> Floats:
        """The chances of a sole holder of the highest total, against those still to move."""
        kept = [1.0 - self._beats(totals, total) for total in others]
        return np.asarray(np.prod(kept, axis=0))

    def turn_bound(self, state: State) -> float:
        """Infinite: nothing bounds the error of these chances."""
        return 1.0

    def advise(self, state: State) -> "Advice":
        """Every legal choice in a position with its value."""
        from hotdice.solver.advice.choices import advise

        return advise(state, self)

    def _pair(self, state: State, one: int, other: int) -> State:
        """The game of just two seats, the first of them in order of play about to move."""
        from_mover = [(seat - state.player) % self.players for seat in (one, other)]
        totals = (state.totals[one], state.totals[other])
        farkles = (state.farkles[one], state.farkles[other])
        first = 0 if from_mover[0] < from_mover[1] else 1
        return State(
            rules=self.rules,
            totals=totals,
            player=first,
            turn_points=0,
            dice=self.rules.dice,
            rolled=(),
            farkles=farkles,
        )

    def _last_round(self, state: State) -> tuple[float, ...]:
        seats, first = range(self.players), state.starter or 0
        to_move = turns_left(self.rules.terms, self.players, state.player, first)
        order = [(state.player + turn) % self.players for turn in seats]
        moving, done = order[:to_move], order[to_move:]
        totals = [state.totals[seat] for seat in done]
        first = leader(totals, 0)
        holders = [
            seat for at, seat in enumerate(done) if has_won(self.rules.terms, totals, first, at)
        ]
        to_beat = np.array([totals[first]])
        wins = {seat: float(self._beats(to_beat, state.totals[seat])[0]) for seat in moving}
        kept = float(np.prod([1.0 - chance for chance in wins.values()]))
        all_wins = sum(wins.values()) or 1.0
        found = dict.fromkeys(seats, 0.0)
        for seat in holders:
            found[seat] = kept / len(holders)
        for seat, chance in wins.items():
            found[seat] = (1.0 - kept) * chance / all_wins
        return tuple(found[seat] for seat in seats)

    def _beats(self, highest: Ints, total: int) -> Floats:
        """The chances that a last turn beats the highest total, a tie counted as half."""
        moves = moves_of(self.rules, self.pairs.step)
        wins = last_mover_wins(moves)[int(on_board(self.rules.terms, total))]
        need = (highest - total) // self.pairs.step
        return np.where(need < len(wins), wins[np.minimum(need, len(wins) - 1)], 0.0)


def _odds(chances: Floats) -> Floats:
    """The odds against somebody with these chances."""
    return np.asarray(1.0 / np.maximum(chances, FINITE_ODDS) - 1.0)
