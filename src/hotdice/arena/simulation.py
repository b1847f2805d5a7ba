"""Many games of one match, in blocks on all cores."""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from functools import partial
from time import perf_counter
from typing import SupportsIndex

import msgspec

from hotdice.arena.batch_review.review_block import in_batches, play_adjusted, refuse_unsolved
from hotdice.arena.engine.by_state import Choosers, play_by_state
from hotdice.arena.engine.play import can_be_compiled, play_block, rarely_repeats
from hotdice.arena.match.adjusted import AdjustedSums, add_up
from hotdice.arena.match.blocks import Block, Match, Played, growing_blocks
from hotdice.arena.match.counts import Counts
from hotdice.arena.match.statistics import Simulation
from hotdice.arena.match.validation import check_games, own_names
from hotdice.game import Chooser, State
from hotdice.game.dice import check_seed
from hotdice.game.driver import check_choosers
from hotdice.jobs import Place, Processes, Threads
from hotdice.rules import Rules

COMPILED_BLOCK = 10_000  # games
STATE_BLOCK = 50
SLOW_BLOCK = 5
REVIEWED_BLOCK = 20_000  # the more games, the more turns begin alike
LEAST_REVIEWED = 2_500
MOST_BLOCKS = 100_000


class Run:
    """A match in progress: what was played so far, and how long it took; on request with luck."""

    def __init__(
        self,
        match: Match,
        games: int,
        choosers: Choosers | None = None,
        adjusted: bool = False,
    ) -> None:
        self.match = check(match, games, choosers or {})
        self.games = games
        self.adjusted = adjusted
        if adjusted:
            refuse_unsolved(match.rules, len(match.bots))
        fast = in_batches if adjusted else can_be_compiled
        self.compiled = not choosers and fast(self.match)
        self._choosers = choosers or {}
        self._counts = Counts.none(len(match.bots))
        self._failures: dict[int, tuple[str, ...]] = {}  # by block
        self._sums: dict[int, AdjustedSums] = {}
        self._seconds = self._compile_seconds = 0.0
        self._ready = False

    @property
    def simulation(self) -> Simulation:
        """The result of the games played so far."""
        match = self.match
        times = (self._seconds, self._compile_seconds)
        failures = [each for number in sorted(self._failures) for each in self._failures[number]]
        games = (match.rules, match.bots, match.seed, self._counts)
        adjusted = add_up(self._sums[number] for number in sorted(self._sums))
        return Simulation(*games, *times, tuple(failures), adjusted)

    def usual_place(self, workers: int | None = None) -> Place:
        """The cores of this machine: threads for compiled games, processes for others."""
        return usual_place(self.compiled and not rarely_repeats(self.match), workers)

    def prepare(self) -> None:
        """Compile by playing one game that does not count."""
        if self.compiled and not self._ready:
            begin = perf_counter()
            self._work(Block(0, 1))
            self._compile_seconds = perf_counter() - begin
        self._ready = True

    def play(self, place: Place | None = None) -> Iterator[int]:
        """Play all games; yields after each block how many are played."""
        size = max(self._least_block(), -(-self.games // MOST_BLOCKS))
        work, least = self._work, LEAST_REVIEWED if self.adjusted and self.compiled else None
        if self._choosers:
            place = Threads(1)
        self.prepare()
        begin = perf_counter()
        found = (place or self.usual_place()).run(work, growing_blocks(self.games, size, least))
        with closing(found) as results:
            for number, played in results:
                self._counts += played.counts
                if played.failures:
                    self._failures[number] = played.failures
                if played.adjusted is not None:
                    self._sums[number] = played.adjusted
                self._seconds = perf_counter() - begin
                yield self._counts.games

    @property
    def _work(self) -> Callable[[Block], Played]:
        """The function that plays a block."""
        if self._choosers:
            play = play_adjusted if self.adjusted else play_by_state
            return partial(play, self.match, choosers=self._choosers)
        return partial(play_adjusted if self.adjusted else play_block, self.match)

    def _least_block(self) -> int:
        if not self.compiled:
            return SLOW_BLOCK if self.adjusted else STATE_BLOCK
        if self.adjusted:
            return REVIEWED_BLOCK
        return SLOW_BLOCK if rarely_repeats(self.match) else COMPILED_BLOCK


def simulate(
    rules: Rules,
    bots: Sequence[str | Chooser],
    games: SupportsIndex,
    seed: SupportsIndex = 0,
    place: Place | None = None,
    adjusted: bool = False,
) -> Simulation:
    """Play games between bots by name, or any objects with `choose`; the first begins each.

    With `adjusted` the luck of every game is computed and subtracted from its result.

    >>> found = simulate(Rules.load("pig"), ["threshold:20", "random"], games=100, seed=1)
    >>> found.seats[0].win_rate > 0.8
    True
    """
    names = tuple(bot if isinstance(bot, str) else type(bot).__name__ for bot in bots)
    choosers = {seat: bot for seat, bot in enumerate(bots) if not isinstance(bot, str)}
    check_choosers(choosers.values())
    run = Run(Match(rules, names, check_seed(seed)), check_games(games), choosers, adjusted)
    for _ in run.play(place):
        pass
    return run.simulation


def usual_place(compiled: bool, workers: int | None = None) -> Place:
    """The cores of this machine: compiled games in threads, others in processes."""
    count = workers if workers is not None else os.cpu_count() or 1
    return Threads(count) if compiled else Processes(count)


def check(match: Match, games: int, choosers: Choosers) -> Match:
    """The same match with the bots' canonical names; raises an error if it cannot be played."""
    check_games(games)
    State.start(match.rules, len(match.bots))
    by_name = [bot for seat, bot in enumerate(match.bots) if seat not in choosers]
    names = iter(own_names(by_name, match.limit))
    bots = (bot if seat in choosers else next(names) for seat, bot in enumerate(match.bots))
    return msgspec.structs.replace(match, bots=tuple(bots))
