"""Many games of one match, in blocks on as many cores as there are."""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from functools import partial
from time import perf_counter
from typing import SupportsIndex

import msgspec

from hotdice.arena.engine.by_state import Choosers, play_by_state
from hotdice.arena.engine.play import can_be_compiled, play_block, rarely_repeats
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
MOST_BLOCKS = 100_000


class Run:
    """A match under way: what was played so far, and how long it took."""

    def __init__(self, match: Match, games: int, choosers: Choosers | None = None) -> None:
        self.match = check(match, games, choosers or {})
        self.games = games
        self.compiled = not choosers and can_be_compiled(self.match)
        self._choosers = choosers or {}
        self._counts = Counts.none(len(match.bots))
        self._failures: dict[int, tuple[str, ...]] = {}  # by block
        self._seconds = self._compile_seconds = 0.0
        self._ready = False

    @property
    def simulation(self) -> Simulation:
        """The result of the games played so far."""
        match = self.match
        times = (self._seconds, self._compile_seconds)
        failures = [each for number in sorted(self._failures) for each in self._failures[number]]
        games = (match.rules, match.bots, match.seed, self._counts)
        return Simulation(*games, *times, tuple(failures))

    def usual_place(self, workers: int | None = None) -> Place:
        """The cores of this machine: games that leave Python in threads, others in processes."""
        return usual_place(self.compiled and not rarely_repeats(self.match), workers)

    def prepare(self) -> None:
        """Compile by playing one game that does not count."""
        if self.compiled and not self._ready:
            begin = perf_counter()
            play_block(self.match, Block(0, 1))
            self._compile_seconds = perf_counter() - begin
        self._ready = True

    def play(self, place: Place | None = None) -> Iterator[int]:
        """Play all games; yields after each block how many are played."""
        size = max(self._least_block(), -(-self.games // MOST_BLOCKS))
        work: Callable[[Block], Played] = partial(play_block, self.match)
        if self._choosers:
            place, work = Threads(1), self._play_objects
        self.prepare()
        begin = perf_counter()
        found = (place or self.usual_place()).run(work, growing_blocks(self.games, size))
        with closing(found) as results:
            for number, played in results:
                self._counts += played.counts
                if played.failures:
                    self._failures[number] = played.failures
                self._seconds = perf_counter() - begin
                yield self._counts.games

    def _play_objects(self, block: Block) -> Played:
        return play_by_state(self.match, block, self._choosers)

    def _least_block(self) -> int:
        if not self.compiled:
            return STATE_BLOCK
        return SLOW_BLOCK if rarely_repeats(self.match) else COMPILED_BLOCK


def simulate(
    rules: Rules,
    bots: Sequence[str | Chooser],
    games: SupportsIndex,
    seed: SupportsIndex = 0,
    place: Place | None = None,
) -> Simulation:
    """Play games between bots by name, or any objects with `choose`; the first begins each.

    >>> found = simulate(Rules.load("pig"), ["threshold:20", "random"], games=100, seed=1)
    >>> found.seats[0].win_rate > 0.8
    True
    """
    names = tuple(bot if isinstance(bot, str) else type(bot).__name__ for bot in bots)
    choosers = {seat: bot for seat, bot in enumerate(bots) if not isinstance(bot, str)}
    check_choosers(choosers.values())
    run = Run(Match(rules, names, check_seed(seed)), check_games(games), choosers)
    for _ in run.play(place):
        pass
    return run.simulation


def usual_place(compiled: bool, workers: int | None = None) -> Place:
    """The cores of this machine: compiled games in threads, others in processes."""
    count = workers if workers is not None else os.cpu_count() or 1
    return Threads(count) if compiled else Processes(count)


def check(match: Match, games: int, choosers: Choosers) -> Match:
    """The same match with every bot by its own name, if it can be played."""
    check_games(games)
    State.start(match.rules, len(match.bots))
    by_name = [bot for seat, bot in enumerate(match.bots) if seat not in choosers]
    names = iter(own_names(by_name, match.limit))
    bots = (bot if seat in choosers else next(names) for seat, bot in enumerate(match.bots))
    return msgspec.structs.replace(match, bots=tuple(bots))
