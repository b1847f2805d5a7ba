"""What a turn start consists of under some rules, and how many there are."""

from typing import NamedTuple

import numpy as np
from msgspec.structs import replace

from hotdice.rules import Rules
from hotdice.rules.meaning import exact_target, has_last_round, hot_dice_bank
from hotdice.solver.feasibility import lowest_total, refuse_endless, total_step
from hotdice.solver.turn.final_turn import NEGLIGIBLE, any_dice_at_least, turn_tail
from hotdice.solver.turn.levels import Floats
from hotdice.solver.turn.moves import Moves, moves_of
from hotdice.solver.turn.program import program_of
from hotdice.texts import HotDiceError

WORK_A_SECOND = 2.9e8  # as measured on a busy machine, with these numbers
MOST_WORK = 3600 * WORK_A_SECOND
MOST_BYTES = 8 * 2**30
SWEEPS = 4  # evaluations of a turn start where totals only grow
FALLING_SWEEPS = 50  # and where they can fall
LEVEL = 80  # what a level costs for each number of dice, beside choices and sums


class Axes(NamedTuple):
    """The lengths of the axes of turn starts; points are in steps, totals from the lowest.

    See `kernels.explicit.Game` for their meaning. Totals without a floor are followed down `depth`
    times as far as at first.
    """

    rules: Rules
    players: int
    step: int
    lowest: int
    totals: int
    counts: int
    seats: int
    rounds: int
    starters: int
    needs: int
    boards: int
    top: int
    offer_levels: int
    differences: bool
    depth: int

    @property
    def full(self) -> int:
        """The number of places before the end, or with all totals."""
        each: int = (self.totals * self.counts) ** self.players
        return each * self.seats * self.rounds * self.starters

    @property
    def last_at(self) -> list[int]:
        """Where last rounds by needs begin, by the number of players to move; and the end."""
        found = [self.full, self.full]
        for movers in range(1, self.players):
            each = (self.needs * self.boards) ** movers << self.players - movers
            found.append(found[-1] + (each if self.needs else 0))
        return found

    @property
    def places(self) -> int:
        """The number of all places."""
        return self.last_at[-1]

    @property
    def solved(self) -> int:
        """How many of them are turn starts that have to be solved."""
        if self.differences:
            least: int = self.totals**self.players - (self.totals - 1) ** self.players
            return least * self.seats * self.rounds
        return self.places

    @property
    def before_end(self) -> int:
        """How many of these are not in a last round."""
        return self.solved if self.rules.rounds else self.full // self.starters

    @property
    def gigabytes(self) -> float:
        """The memory that the tables need, those of bounds included, and the order of places."""
        numbers = 1 + (self.offer_levels * self.rules.dice if self.rules.piggyback else 0)
        rows, lists = self.players - 1, 1
        if self.sweeps == FALLING_SWEEPS:
            rows, lists = rows + (3 if self.players == 2 else 2 * self.players), 2
        all_totals: int = self.totals**self.players
        order = lists * self.before_end + (self.players + 4) * all_totals
        return 8 * (rows * numbers * self.places + order) / 2**30

    @property
    def sweeps(self) -> int:
        """How often a turn start before the end is evaluated, about."""
        if self.rules.rounds:
            return 1
        return FALLING_SWEEPS if can_fall(self.rules) else SWEEPS

    @property
    def work(self) -> int:
        """The steps of all turns together, mostly choices of keeps and sums for every player."""
        program = program_of(self.rules, self.step)
        each = len(program.best) + self.players * len(program.rows) + LEVEL * self.rules.dice
        last = self.solved - self.before_end
        return self.top * each * (last + self.before_end * self.sweeps)

    @property
    def starts(self) -> int:
        """The number of turn starts, those with something to take over included."""
        return self.solved * (1 + (self.offer_levels - 1) * self.rules.dice)

    @property
    def larger(self) -> float:
        """How many times as many turn starts there are as without options."""
        target = -(-(self.rules.target - self.lowest) // self.step)
        plain: int = (target * self.counts) ** self.players
        return self.starts / plain


def can_fall(rules: Rules) -> bool:
    """Whether totals can fall, so that games can come back to where they were."""
    return rules.terms.has_penalty or "lose-total" in rules.decides


def axes_of(rules: Rules, players: int, depth: int = 1) -> Axes:
    """The axes of some rules; raises an error for rules that cannot be solved."""
    step = total_step(rules)
    moves = moves_of(rules, step)
    refuse_endless(moves)
    lowest = lowest_total(rules, step, players, depth)
    terms = rules.terms.in_steps(step, lowest)
    tail = turn_tail(_longest(moves))
    top = len(tail)
    exact, last_round = exact_target(terms), has_last_round(terms)
    totals = terms.target + (exact and last_round)
    if terms.rounds:
        totals = min(terms.rounds * top, _most_in_rounds(tail, terms.rounds, bool(rules.piggyback)))
        totals += terms.zero + 1
    needs = 0
    if last_round and not exact:
        needs = len(tail) + 2
        if terms.one_roll:
            needs = min(needs, int(moves.points.max()) + 2)
        if terms.piggyback:
            needs = terms.target + top + 2
    boards = 1
    if needs and (terms.entry > terms.target - terms.zero or (terms.piggyback and terms.entry)):
        boards = 2
    offers = 1
    if terms.piggyback:
        most = top if not exact and not terms.immediate else min(top, terms.target)
        offers = most + 1
    return Axes(
        rules=rules,
        players=players,
        step=step,
        lowest=lowest,
        totals=totals,
        counts=terms.penalty_farkles,
        seats=players if terms.equal_turns or terms.rounds else 1,
        rounds=max(1, terms.rounds),
        starters=players if exact and last_round else 1,
        needs=needs,
        boards=boards,
        top=top,
        offer_levels=offers,
        differences=bool(terms.rounds and not terms.entry and not can_fall(rules)),
        depth=depth,
    )


def _longest(moves: Moves) -> Moves:
    """Moves that climb as easily as a chain of takeovers, in which hot dice are rolled on."""
    if not (moves.rules.piggyback and hot_dice_bank(moves.rules.terms)):
        return moves
    longest = moves_of(replace(moves.rules, hot_dice="may"), moves.step)
    refuse_endless(longest)
    return longest


def refuse_large(axes: Axes) -> None:
    """Refuse what would take too long or too much memory, with the size of the work."""
    if axes.work > MOST_WORK or axes.gigabytes * 2**30 > MOST_BYTES:
        raise HotDiceError(
            "solve/large",
            rules=axes.rules.name,
            count=axes.players,
            states=axes.solved,
            gigabytes=axes.gigabytes,
            minutes=round(axes.work / WORK_A_SECOND / 60),
            most_minutes=round(MOST_WORK / WORK_A_SECOND / 60),
            most_gigabytes=MOST_BYTES // 2**30,
        )


def _most_in_rounds(tail: Floats, rounds: int, chains: bool) -> int:
    """The points that nobody comes to in so many turns, but with a negligible chance.

    The tail bounds the chance of so many points in a turn, whatever came before; so that of all
    turns together is bounded by that of a sum of independent numbers with this tail.
    """
    if chains:
        return rounds * len(tail)
    each = -np.diff(np.concatenate([[1.0], tail, [0.0]]))
    every = np.ones(1)
    for _ in range(rounds):
        every = np.convolve(every, each)
        above = np.cumsum(every[::-1])[::-1]
        every = every[: max(1, int((above >= NEGLIGIBLE / rounds).sum()))]
    return len(every)


def least_reached(axes: Axes, points: int) -> float:
    """The greatest chance to get from so many points beyond the highest level."""
    known = any_dice_at_least(_longest(moves_of(axes.rules, axes.step)))
    missing = axes.top - points - 1
    return float(known[missing]) if 0 <= missing < len(known) else 0.0
