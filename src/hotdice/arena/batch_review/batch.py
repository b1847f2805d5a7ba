"""The review of many games of two built-in bots at once.

It gives the same results as `review.account.review` game by game. Turns that begin in the same
situation are reviewed together, so each such turn is computed once: before the last round by the
solver's compiled turns, in the last round one by one as for advice.
"""

from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache
from threading import Lock
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hotdice.arena.batch_review.chunk_kernel import review_chunk
from hotdice.arena.batch_review.games import TracedGames, in_parts, joined, trace_games
from hotdice.arena.batch_review.reviewed import Reviewed, concatenated
from hotdice.arena.batch_review.trace_kernel import FIRST_ROLL, GAME, OTHER, OWN, SEAT, SITUATION
from hotdice.arena.batch_review.turn_kernel import DecisionLimits, ReviewTables, Turn, review_turns
from hotdice.arena.engine.compiled import game_rules
from hotdice.arena.engine.roll_tables import roll_tables
from hotdice.arena.match.blocks import Block, Match
from hotdice.game import State
from hotdice.review.judgement import MATTERS, OBVIOUS
from hotdice.rules import Rules
from hotdice.solver.advice.current_turn import forced_rolls, solve_turn
from hotdice.solver.advice.turn_end import after_bank, after_farkle
from hotdice.solver.kernels.lanes import LANES
from hotdice.solver.storage.lookup import two_player_solution
from hotdice.solver.turn.moves import Moves, moves_of
from hotdice.solver.two_player.solved_turns import SolvedTurns, SumOfTotals
from hotdice.solver.two_player.turns import TurnChunk

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

LIMITS = DecisionLimits(MATTERS, OBVIOUS)
LAST_ROUND = SITUATION + 4  # the column that says whether it is one


class _Groups(NamedTuple):
    """Turns grouped by the situation in which they begin.

    Those of group g are in `order` from `starts[g]` to below `starts[g + 1]`; `firsts` has the row
    of one turn of each.
    """

    order: Ints
    starts: Ints
    firsts: Ints


class _Found(NamedTuple):
    """The results of the review, by turn."""

    luck: Floats
    lost: Floats
    decisions: Ints


class BatchReview:
    """Reviews games of two under some rules; thread-safe, one review at a time."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._solution = two_player_solution(rules)
        self._solved = SolvedTurns(self._solution)
        self._moves = moves_of(rules, roll_tables(rules).step)
        self._tables = _tables(rules, self._moves)
        self._may = game_rules(rules, 2, 0).may_bank.astype(np.int64)
        self._lock = Lock()

    def review(self, match: Match, block: Block) -> Reviewed:
        """Play a block of games, and review all of them."""
        parts = [self.review_all([match], part)[0] for part in in_parts(match, block)]
        return parts[0] if len(parts) == 1 else concatenated(parts)

    def review_all(self, matches: Sequence[Match], block: Block) -> list[Reviewed]:
        """The same block of several matches, whose turns are reviewed together."""
        some = [trace_games(match, block, self._solution.lowest) for match in matches]
        games = joined(some)
        count = len(games.turns)
        found = _Found(np.zeros(count), np.zeros(count), np.zeros(count, dtype=np.int64))
        groups = _groups(games.turns[:, SITUATION:])
        by_sum = np.zeros(len(groups.firsts), dtype=np.bool_)
        if self._solution.step == self._moves.step:
            by_sum = games.turns[groups.firsts, LAST_ROUND] == 0
        levels = _levels(games, self._moves)
        with self._lock:
            self._review_sums(games, groups, np.flatnonzero(by_sum), levels, found)
            for group in np.flatnonzero(~by_sum):
                self._review_one(games, groups, int(group), levels, found)
        reviewed = self._reviewed(games, found)
        return [reviewed.part(at * block.count, each.played) for at, each in enumerate(some)]

    def _review_sums(
        self, games: TracedGames, groups: _Groups, some: Ints, levels: int, found: _Found
    ) -> None:
        """Review the turns of these groups, chunk by chunk."""
        wanted: defaultdict[SumOfTotals, dict[int, Ints]] = defaultdict(dict)
        lowest, step = self._solution.lowest, self._solution.step
        rows = games.turns[groups.firsts[some]].tolist()
        for group, row in zip(some.tolist(), rows, strict=True):
            own, other, farkles, against = row[SITUATION:LAST_ROUND]
            a, b = (own - lowest) // step, (other - lowest) // step
            which = SumOfTotals(farkles, against, a + b)
            chunk, lane = divmod(a - int(self._solved.turns.totals(a + b)[0]), LANES)
            lanes = wanted[which].setdefault(chunk, np.full(LANES, -1, dtype=np.int64))
            lanes[lane] = group
        if not wanted:
            return
        sums = list(wanted)
        farkled = [self._solved.after_farkle(which) for which in sums]
        forced = np.array(forced_rolls(self._moves)[:2])

        def visit(number: int, chunk: TurnChunk) -> None:
            which = sums[number]
            at = chunk.first - int(self._solved.turns.totals(which.sum)[0])
            lanes = len(chunk.stops)
            totals = chunk.first + np.arange(lanes)
            review_chunk(
                self._tables, LIMITS, chunk.rows, chunk.base, chunk.levels, chunk.stops,
                farkled[number][at : at + lanes], forced,
                self._may[(totals > self._solved.turns.zero).astype(np.int64)],
                wanted[which][at // LANES][:lanes], groups.starts, groups.order,
                games.turns, games.ends, games.classes, games.kept, *found,
            )  # fmt: skip

        chunks = {which: np.array(sorted(wanted[which])) for which in sums}
        self._solved.visit(chunks, visit, levels)

    def _review_one(
        self, games: TracedGames, groups: _Groups, group: int, levels: int, found: _Found
    ) -> None:
        """Review the turns of one group, computed as for advice."""
        row = games.turns[groups.firsts[group]]
        state = self._state(row)
        turn = self._turn(state, levels)
        members = groups.order[groups.starts[group] : groups.starts[group + 1]]
        review_turns(
            self._tables, turn, LIMITS, members, games.turns, games.ends, games.classes, games.kept,
            *found,
        )  # fmt: skip

    def _state(self, row: Ints) -> State:
        """The position at the start of a turn, the mover on the first seat."""
        rules, last = self._rules, bool(row[LAST_ROUND])
        totals, farkles = (int(row[OWN]), int(row[OTHER])), (0, 0)
        if not last:
            a, b, i, j = row[SITUATION:LAST_ROUND].tolist()
            totals, farkles = (a, b), (i, j)
        return State(rules, totals, 0, 0, rules.dice, (), farkles, 1 if last else None)

    def _turn(self, start: State, levels: int) -> Turn:
        """The values of a turn up to so many levels."""
        solution, step = self._solution, self._moves.step
        pieces, known = [], 0
        while True:
            turn = solve_turn(start, known * step, solution)
            known += turn.usable
            if turn.usable == len(turn.chances.roll):  # above it, it is best to stop
                pieces.append(turn.chances.best)
                break
            pieces.append(turn.chances.best[: turn.usable])
            if known >= levels:
                break
        best = np.concatenate(pieces)
        lost, forced = after_farkle(start, solution), forced_rolls(self._moves)
        stop = after_bank(start, step * np.arange(levels), solution)
        hot = forced.safe + forced.farkle * lost
        may = int(self._may[int(start.on_board)])
        return Turn(best.reshape(-1), 0, 1, len(best), stop, lost, hot, may)

    def _reviewed(self, games: TracedGames, found: _Found) -> Reviewed:
        """The sums of all turns, by game and seat."""
        count = len(games.results)
        places = 2 * games.turns[:, GAME] + games.turns[:, SEAT]

        def by_seat(numbers: Floats) -> Floats:
            return np.asarray(np.bincount(places, numbers, 2 * count).reshape(count, 2), np.float64)

        luck = by_seat(found.luck)
        return Reviewed(
            played=games.played,
            start=np.array(self._solution.chances(State.start(self._rules))),
            results=games.results,
            own_luck=luck,
            others_luck=-luck[:, ::-1],
            lost=by_seat(found.lost),
            decisions=by_seat(found.decisions.astype(np.float64)).astype(np.int64),
        )


@lru_cache(maxsize=4)
def batch_review(rules: Rules) -> BatchReview:
    """The reviewer for some rules, cached."""
    return BatchReview(rules)


def _tables(rules: Rules, moves: Moves) -> ReviewTables:
    rolls = roll_tables(rules)
    return ReviewTables(
        terms=rules.terms,
        farkle=moves.farkle,
        chance=moves.chance,
        roll_at=moves.roll_at,
        keep_at=moves.keep_at,
        points=moves.points,
        left=moves.left,
        class_at=rolls.keep_at.astype(np.int64),
        class_keeps=rolls.keeps.astype(np.int64),
    )


def _levels(games: TracedGames, moves: Moves) -> int:
    """How many levels of turn points anybody could have reached in these games."""
    points = np.add.reduceat(
        (games.kept >> np.uint64(4)).astype(np.int64), games.turns[:, FIRST_ROLL]
    )
    return int(points.max()) + 2 * int(moves.points.max()) + 1


def _groups(situations: Ints) -> _Groups:
    """Turns grouped by their situations."""
    lowest = situations.min(axis=0)
    wide = (situations.max(axis=0) - lowest + 1).tolist()
    keys = np.zeros(len(situations), dtype=np.int64)
    for column, width in enumerate(wide):
        keys = keys * width + situations[:, column] - lowest[column]
    order = np.argsort(keys, kind="stable")
    in_order = keys[order]
    starts = np.flatnonzero(np.r_[True, in_order[1:] != in_order[:-1]])
    return _Groups(order, np.r_[starts, len(keys)], order[starts])
