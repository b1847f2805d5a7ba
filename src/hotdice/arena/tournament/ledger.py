"""The results of a tournament so far, added up block by block."""

from collections.abc import Iterator
from contextlib import closing

from hotdice.arena.match.adjusted import AdjustedSums, add_up
from hotdice.arena.match.blocks import Played
from hotdice.arena.match.counts import Counts
from hotdice.arena.tournament.plan import Plan
from hotdice.arena.tournament.results import Tournament
from hotdice.jobs import Place


class Ledger:
    """The blocks played, added up; their order does not matter."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.parts = plan.parts
        self.done: set[int] = set()
        self._counts = [Counts.none(2) for _ in plan.pairs]
        self._failures: dict[int, tuple[str, ...]] = {}
        self._sums: dict[int, AdjustedSums] = {}

    @property
    def games(self) -> int:
        """How many games were played."""
        return sum(counts.games for counts in self._counts)

    @property
    def left(self) -> list[int]:
        """The numbers of the blocks that are still to be played."""
        return [number for number in range(len(self.parts)) if number not in self.done]

    def add(self, number: int, played: Played) -> None:
        """Count a block that was played."""
        pair = self.parts[number].pair
        self.done.add(number)
        self._counts[pair] += played.counts
        if played.failures:
            self._failures[number] = played.failures
        if played.adjusted is not None:
            self._sums[number] = played.adjusted

    def tournament(self, seconds: float = 0.0) -> Tournament:
        """The counts of all pairs so far."""
        failures = tuple(
            each for number in sorted(self._failures) for each in self._failures[number]
        )
        sums = tuple(self._adjusted(pair) for pair in range(len(self._counts)))
        return Tournament(self.plan, tuple(self._counts), failures, seconds, sums)

    def _adjusted(self, pair: int) -> AdjustedSums | None:
        """The results of a pair without luck, if that is known."""
        numbers = [number for number in sorted(self._sums) if self.parts[number].pair == pair]
        return add_up(self._sums[number] for number in numbers)


def play_on(ledger: Ledger, place: Place) -> Iterator[tuple[int, Played]]:
    """Play the blocks that are left; the caller adds each to the ledger."""
    left = ledger.left
    parts = [ledger.parts[number] for number in left]
    with closing(place.run(ledger.plan.play, parts)) as results:
        for at, played in results:
            yield left[at], played
