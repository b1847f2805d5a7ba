"""Blocks of games between built-in bots, compiled."""

import numpy as np
from numpy.typing import NDArray

from hotdice.arena.engine.endless import endless
from hotdice.arena.engine.game_kernel import (
    BOOK,
    ENDLESS,
    HUMAN,
    NEVER,
    PLANNED,
    RANDOM,
    SENSIBLE,
    SIMPLE,
    Frame,
    Players,
    play_games,
)
from hotdice.arena.engine.plan_cache import PlanCache, book_of
from hotdice.arena.engine.roll_tables import rolls_of
from hotdice.arena.match.bins import Bins
from hotdice.arena.match.blocks import Block, Match, Played
from hotdice.arena.match.counts import Counts
from hotdice.bots import human
from hotdice.bots.players import ENOUGH, usual_points
from hotdice.game import generator
from hotdice.rules import Rules
from hotdice.solver.turn.moves import HOT_DICE

NO_FLOOR = -(1 << 60)

Trace = NDArray[np.uint64]


class Compiled:
    """A match of built-in bots, ready to be played."""

    def __init__(self, match: Match) -> None:
        rules = match.rules
        self._match = match
        self._rolls = rolls_of(rules)
        self._book = book_of(rules, len(match.bots))
        self._frame = frame_of(rules, self._book.lowest if "optimal" in match.bots else 0)
        self._players = _players(match, self._book)
        self._seed_key = np.uint64(generator.number(match.seed, 0))

    def play(self, block: Block, trace: Trace | None = None) -> Played:
        """The counts of one block; situations that the book lacks are written on the way."""
        counts = Counts.none(len(self._match.bots))
        games = np.arange(block.first, block.first + block.count)
        missing = np.zeros((block.count, 2 + 2 * len(self._match.bots)), dtype=np.int64)
        while len(games):
            pages = self._book.pages  # before the plans, to which other threads only add
            left_out, how, game = play_games(
                self._frame,
                self._rolls,
                self._players,
                self._book.plans.tables,
                pages,
                self._seed_key,
                games,
                counts.table,
                missing,
                trace,
            )
            if how == ENDLESS:
                raise endless(self._match, game)
            games = missing[:left_out, 0].copy()
            if left_out:
                self._book.write(np.unique(missing[:left_out, 1:], axis=0))
        return Played(Counts(block.count, counts.table))


def frame_of(rules: Rules, lowest: int) -> Frame:
    """The rules as compiled play reads them; best play knows of totals from the lowest up."""
    rolls = rolls_of(rules)
    entry, minimum = (-(-points // rolls.step) for points in (rules.entry, rules.minimum))
    refused = entry if rules.below_entry == "refuse" else 0
    penalty = rules.penalty
    bins = Bins.of(rules)
    return Frame(
        rules.target,
        rules.finish == "immediate",
        rules.tie == "shared",
        rules.keep == "all",
        HOT_DICE[rules.hot_dice],
        np.uint64(penalty.farkles if penalty else 1),
        penalty.points if penalty else 0,
        NO_FLOOR if penalty is None or penalty.floor is None else penalty.floor,
        np.array([max(entry, minimum), minimum], dtype=np.uint64),
        np.array([max(refused, minimum, 1), max(minimum, 1)], dtype=np.uint64),
        lowest,
        bins.lowest,
        bins.width,
    )


def _players(match: Match, book: PlanCache) -> Players:
    """The bots as compiled play knows them."""
    rules = match.rules
    seats = [_seat(bot, rules, book.plans.step) for bot in match.bots]
    kinds, points, errors = zip(*seats, strict=True)
    counts = rules.penalty.farkles if rules.penalty else 1
    begin, top = np.zeros(2 * counts, np.uint64), np.zeros(2 * counts, np.uint64)
    bars = np.zeros((counts, rules.dice + 1), np.uint64)
    if {PLANNED, HUMAN} & set(kinds):
        for at in range(2 * counts):
            begin[at], top[at] = book.best_turn(at >= counts, at % counts)
    if HUMAN in kinds:
        for farkles, by_count in enumerate(human.bank_from(rules)):
            for count, bar in by_count.items():
                bars[farkles, count] = NEVER if bar is None else -(-bar // book.plans.step)
    return Players(
        np.array(kinds),
        np.array(points, dtype=np.uint64),
        np.array(errors, dtype=np.uint64),
        begin,
        top,
        bars,
    )


def _seat(bot: str, rules: Rules, step: int) -> tuple[int, int, int]:
    """Kind, points to bank from and part of errors of a bot."""
    name, _, parameter = bot.partition(":")
    match name:
        case "threshold":
            return SIMPLE, -(-int(parameter) // step), 0
        case "cautious" | "bold":
            return SENSIBLE, -(-usual_points(rules, ENOUGH[name]) // step), 0
        case "turn":
            return PLANNED, 0, 0
        case "optimal":
            return BOOK, 0, 0
        case "random":
            return RANDOM, 0, 0
        case _:
            return HUMAN, 0, human.errs(int(parameter))
