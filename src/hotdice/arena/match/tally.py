"""Counts games while they are played, one after the other."""

from collections.abc import Sequence

import numpy as np
from msgspec import Struct

from hotdice.arena.match.bins import Bins
from hotdice.arena.match.counts import FARKLES, FIGURES, FORFEITS, POINTS, ROLLS, TURNS, Counts
from hotdice.game import State
from hotdice.rules import Rules


class GameCounts(Struct):
    """One game in progress, counted by seat; a turn counts when it is over."""

    state: State
    turns: list[int]
    rolls: list[int]
    farkles: list[int]

    @staticmethod
    def start(state: State) -> "GameCounts":
        """The counts of a game that has not begun."""
        seats = len(state.totals)
        return GameCounts(state, [0] * seats, [0] * seats, [0] * seats)

    def winners(self, failed: int | None = None) -> Sequence[int]:
        """Who has won; if somebody has failed, all others."""
        if failed is None:
            return self.state.winners
        return [seat for seat in range(len(self.turns)) if seat != failed]


class Tally:
    """Counts that grow by whole games."""

    def __init__(self, rules: Rules, seats: int) -> None:
        self._bins = Bins.of(rules)
        self._games = 0
        self._rows: list[list[int]] = Counts.none(seats).table.tolist()

    @property
    def counts(self) -> Counts:
        """The counts so far."""
        return Counts(self._games, np.array(self._rows, dtype=np.int64))

    def add(self, game: GameCounts) -> None:
        """Add a game that is over."""
        self._add(game, game.winners())

    def forfeit(self, game: GameCounts, loser: int) -> None:
        """Add a game that a seat has lost by failing: the others share the win."""
        self._add(game, game.winners(loser))
        self._rows[loser][FORFEITS] += 1

    def _add(self, game: GameCounts, winners: Sequence[int]) -> None:
        self._games += 1
        totals = game.state.totals
        for seat, row in enumerate(self._rows):
            row[TURNS] += game.turns[seat]
            row[ROLLS] += game.rolls[seat]
            row[FARKLES] += game.farkles[seat]
            row[POINTS] += totals[seat]
            row[FIGURES + len(totals) + self._bins.bin(totals[seat])] += 1
        for seat in winners:
            self._rows[seat][FIGURES + len(winners) - 1] += 1
