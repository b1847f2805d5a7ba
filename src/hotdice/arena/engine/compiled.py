"""Blocks of games between bots that have a compiled form."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from hotdice.arena.engine.endless import endless
from hotdice.arena.engine.game_kernel import ENDLESS, play_games
from hotdice.arena.engine.house_kernel import play_house_games
from hotdice.arena.engine.layout import (
    HUMAN,
    MAX_POINTS,
    NEVER,
    OPTIMAL,
    RANDOM,
    SENSIBLE,
    THRESHOLD,
    BotTable,
    HouseTables,
    MatchRules,
    MatchTables,
)
from hotdice.arena.engine.plan_cache import PlanCache, plan_cache
from hotdice.arena.engine.roll_tables import roll_tables
from hotdice.arena.match.bins import Bins
from hotdice.arena.match.blocks import Block, Match, Played
from hotdice.arena.match.counts import Counts
from hotdice.bots import human, make
from hotdice.bots.built_in import compiled_form
from hotdice.bots.house_rules import least_offers
from hotdice.bots.players import SensibleBot, ThresholdBot, usual_points
from hotdice.game import generator
from hotdice.rules import Rules
from hotdice.rules.meaning import NOBODY, least_bank, least_gain, next_player
from hotdice.rules.terms import NO_TARGET
from hotdice.solver.feasibility import needs_explicit
from hotdice.solver.turn.max_points import max_points
from hotdice.solver.turn.odds import SAME_POINTS

Trace = NDArray[np.uint64]


class Compiled:
    """A match of bots with a compiled form, ready to be played."""

    def __init__(self, match: Match) -> None:
        rules = match.rules
        self._match = match
        self._cache = plan_cache(rules, len(match.bots))
        bots = bot_table(match, self._cache)
        lowest = self._cache.lowest if OPTIMAL in bots.kinds else 0
        self._tables = MatchTables(
            game_rules(rules, len(match.bots), lowest), roll_tables(rules), bots
        )
        self._house = house_tables(match, self._cache) if needs_explicit(rules) else None
        self._seed_key = np.uint64(generator.number(match.seed, 0))

    def play(self, block: Block, trace: Trace | None = None) -> Played:
        """The counts of one block; missing plans are computed on the way."""
        counts = Counts.none(len(self._match.bots))
        games = np.arange(block.first, block.first + block.count)
        missing = np.zeros((block.count, 1 + self._cache.words), dtype=np.int64)
        while len(games):
            index = self._cache.index  # read before the plans, to which other threads only add
            plans = self._cache.plans.tables
            given = (plans, index, self._seed_key, games, counts.table, missing, trace)
            if self._house is None:
                left_out, end, game = play_games(self._tables, *given)
            else:
                left_out, end, game = play_house_games(self._tables, self._house, *given)
            if end == ENDLESS:
                raise endless(self._match, game)
            games = missing[:left_out, 0].copy()
            if left_out:
                self._cache.add_plans(np.unique(missing[:left_out, 1:], axis=0))
        return Played(Counts(block.count, counts.table))


def game_rules(rules: Rules, players: int, lowest: int) -> MatchRules:
    """The rules as compiled play reads them; `lowest` is the lowest total with values."""
    in_steps = rules.terms.in_steps(roll_tables(rules).step)
    boards = (in_steps.zero, in_steps.zero + 1)  # a total off the board, and one on it
    bins = Bins.of(rules)
    return MatchRules(
        terms=rules.terms,
        least=np.array([least_gain(in_steps, total) for total in boards], dtype=np.uint64),
        may_bank=np.array(
            [max(least_bank(in_steps, total), 1) for total in boards], dtype=np.uint64
        ),
        next_seats=np.array(
            [
                [next_player(rules.terms, players, seat, starter) for seat in range(players)]
                for starter in (NOBODY, *range(players))
            ],
            dtype=np.uint64,
        ),
        lowest=lowest,
        bin_lowest=bins.lowest,
        bin_width=bins.width,
    )


def bot_table(match: Match, cache: PlanCache) -> BotTable:
    """The bots as compiled play reads them."""
    rules, step = match.rules, cache.plans.step
    kinds, enough, errors = zip(*(_bot(bot, rules, step) for bot in match.bots), strict=True)
    counts = rules.terms.penalty_farkles
    begin, top = np.zeros(2 * counts, np.uint64), np.zeros(2 * counts, np.uint64)
    bank_from = np.zeros((counts, rules.dice + 1), np.uint64)
    if {MAX_POINTS, HUMAN} & set(kinds):
        for at in range(2 * counts):
            begin[at], top[at] = cache.max_points_plan(at >= counts, at % counts)
    if HUMAN in kinds:
        for farkles, by_dice in enumerate(human.bank_from(rules)):
            for dice, points in by_dice.items():
                bank_from[farkles, dice] = NEVER if points is None else -(-points // step)
    return BotTable(
        kinds=np.array(kinds),
        enough=np.array(enough, dtype=np.uint64),
        errors=np.array(errors, dtype=np.uint64),
        begin=begin,
        top=top,
        bank_from=bank_from,
    )


def house_tables(match: Match, cache: PlanCache) -> HouseTables:
    """What the bots decide by under options; each is asked for its part."""
    rules = match.rules
    counts = rules.terms.penalty_farkles
    offers = np.zeros((len(match.bots), 2 * counts, rules.dice + 1), dtype=np.int64)
    worth: list[Any] = []
    for at in range(2 * counts):
        for seat, bot in enumerate(match.bots):
            for dice, points in _least_offers(bot, rules, at >= counts, at % counts).items():
                offers[seat, at, dice] = min(points, NO_TARGET)
        if rules.terms.overshoot and {"max-points", "human"} & set(map(compiled_form, match.bots)):
            worth.append(max_points(rules).levels(at >= counts, at % counts).best)
    return HouseTables(offers, np.array(worth or [[[0.0]]]), SAME_POINTS)


def _least_offers(bot: str, rules: Rules, on_board: bool, farkles: int) -> dict[int, int]:
    """The points from which a bot takes over, by dice, if it is by points that it decides."""
    if not rules.piggyback:
        return {}
    match compiled_form(bot), make(bot, key=0):
        case _, ThresholdBot() as simple:
            return least_offers(rules, simple.bar(rules))
        case (("max-points" | "human"), _):
            return max_points(rules).least_offers(on_board, farkles)
    return {}


def _bot(bot: str, rules: Rules, step: int) -> tuple[int, int, int]:
    """How a bot is played, the points it banks from, and its share of errors."""
    match compiled_form(bot), make(bot, key=0):
        case "threshold", ThresholdBot(points=points):
            return THRESHOLD, -(-points // step), 0
        case "sensible", SensibleBot(rolls=rolls):
            return SENSIBLE, -(-usual_points(rules, rolls) // step), 0
        case "max-points", _:
            return MAX_POINTS, 0, 0
        case "optimal", _:
            return OPTIMAL, 0, 0
        case "random", _:
            return RANDOM, 0, 0
        case "human", human.HumanBot(errors=errors):
            return HUMAN, 0, errors
    raise AssertionError(f"{bot} has no compiled form")
