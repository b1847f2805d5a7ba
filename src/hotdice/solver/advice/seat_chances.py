"""The chances of all seats at every moment of a turn, while its mover plays as the solution does.

Of two players one has what the other has not. Of more, the chance of every seat is carried along
the mover's choices. Where choices are equally good to the mover, the solution has taken one of
them, or mixes; only what comes of it is stored, the chances of all at the start of the turn. So the
ways to break ties are tried until those chances come out, with one way or with two in some shares.
"""

from collections.abc import Iterator
from functools import cached_property
from itertools import combinations
from operator import itemgetter
from typing import NamedTuple, cast

import numpy as np

from hotdice.game import Action, Bank, State
from hotdice.game.actions import ROLL
from hotdice.rules import Keep
from hotdice.solver.advice.current_turn import SELDOM, CurrentTurn, current_turn, forced_rolls
from hotdice.solver.advice.turn_end import after_farkle, gains, nobody_left
from hotdice.solver.advice.values import NPlayerValues, Values, within_known_totals
from hotdice.solver.turn.final_turn import NEGLIGIBLE
from hotdice.solver.turn.levels import TIE, Floats, Ints, turn_solver
from hotdice.solver.turn.moves import moves_of
from hotdice.solver.turn.program import step_of
from hotdice.solver.turn.rounding import rounding

ALIKE = 1e-10  # chances of the same play differ by less: some hundred roundings of a turn
SCORELESS, FARKLED = 0, 1  # carried along behind the seats: the chances that a turn ends so

Chances = tuple[float, ...]


class TieBreak(NamedTuple):
    """Which of equally good choices is played: the one with most of some quantity, or least.

    Without a quantity it is bank, then the keep with most points, as in the compiled solver.
    """

    quantity: int | None = None
    sign: int = 1


FIRST = TieBreak()


class Way(NamedTuple):
    """One way to play a turn, and the share that it has in the play of the solution."""

    ties: TieBreak
    share: float


class SeatChances:
    """The chances of all seats in one turn of a game."""

    def __init__(self, start: State, values: Values) -> None:
        self._values = values
        self._known = within_known_totals(start, values)
        self._tables: dict[tuple[int, TieBreak], _Table] = {}
        self._by_points: dict[tuple[int, TieBreak], _Table] = {}
        self.start = start
        self.ways: tuple[Way, ...] = (Way(FIRST, 1.0),)
        self._missed = 0.0
        if values.players > 2 and values.exact:
            self._missed, self.ways = self._fitted()

    @property
    def exact(self) -> bool:
        """Whether the chances are those of the solution, within its bound."""
        return self._values.exact and self._known is self.start

    @cached_property
    def bound(self) -> float:
        """The most that any chance in this turn can be off, if it is exact."""
        moves = moves_of(self.start.rules, step_of(self.start.rules))
        values = 0.0 if nobody_left(self.start) else self._values.turn_bound(self._known)
        return values + NEGLIGIBLE + SELDOM + rounding(moves) + self._missed

    @cached_property
    def farkled(self) -> Chances:
        """The chances after a farkle."""
        if self._values.players > 2:
            return chances_at_end(self._known.farkle(), self._values)
        own = np.array(after_farkle(self._known, self._values))
        return tuple(_both(own, self._known).tolist())

    def here(self, state: State) -> Chances:
        """The chances before a choice or a forced action of this turn."""
        return self._mean(state, [self.choice(state, way) for way in self.ways])

    def after(self, state: State, action: Action) -> Chances:
        """The chances after an action; after a roll those before the dice are seen."""
        return self._mean(state, [action] * len(self.ways))

    def choice(self, state: State, way: Way) -> Action:
        """What is done in a position by one way to play."""
        actions = sorted(state.actions(), key=lambda action: not isinstance(action, Bank))
        if len(actions) == 1:
            return actions[0]
        table = self._table(state, way.ties)
        return actions[table.first([table.at(state, action) for action in actions])]

    def roll_variance(self, state: State) -> float:
        """The variance of the mover's chance by the roll that comes next."""
        turn = current_turn(self._position(state), self._values)
        solver = turn_solver(moves_of(state.rules, turn.step))
        above = turn.chances.best[turn.level(state.turn_points) :].reshape(-1)
        kept = np.append(above.take(solver.every).max(axis=0), self.farkled[state.player])
        weights = solver.weights[state.dice % solver.dice]
        return float(weights @ (kept - weights @ kept) ** 2)

    def keep_to(self, state: State, action: Action) -> bool:
        """Drop the ways that would have done something else, if the action is one of some.

        Whether ways have parted here.
        """
        same = [way for way in self.ways if _same(self.choice(state, way), action)]
        parted = 0 < len(same) < len(self.ways)
        if parted:
            whole = sum(way.share for way in same)
            self.ways = tuple(Way(way.ties, way.share / whole) for way in same)
        return parted

    def _mean(self, state: State, actions: list[Action]) -> Chances:
        """The chances after what each way does, by their shares."""
        found = np.zeros(self._values.players)
        for way, action in zip(self.ways, actions, strict=True):
            table = self._table(state, way.ties)
            found += way.share * table.at(state, action)[: self._values.players]
        return tuple(found.tolist())

    def _table(self, state: State, ties: TieBreak) -> "_Table":
        asked = (state.turn_points, ties)
        if asked not in self._by_points:
            turn = current_turn(self._position(state), self._values)
            key = (turn.first, ties)
            if key not in self._tables:
                self._tables[key] = _Table(turn, ties)
            self._by_points[asked] = self._tables[key]
        return self._by_points[asked]

    def _position(self, state: State) -> State:
        """A position of this turn with totals that the values have."""
        known = self._known
        return State(
            rules=known.rules,
            totals=known.totals,
            player=known.player,
            turn_points=state.turn_points,
            dice=state.dice,
            rolled=state.rolled,
            farkles=known.farkles,
            starter=known.starter,
        )

    def _fitted(self) -> tuple[float, tuple[Way, ...]]:
        """Ways and shares by which the stored chances at the start of the turn come out.

        The first number is by how much they miss them.
        """
        start, players = self._known, self._values.players
        wanted = np.array(self._values.chances(start))
        found: list[tuple[TieBreak, Floats]] = []
        best: tuple[float, tuple[Way, ...]] = (np.inf, ())
        for ties in _tie_breaks(players):
            row = self._table(start, ties).at(start, ROLL)[:players]
            missed = float(np.abs(row - wanted).max())
            best = min(best, (missed, (Way(ties, 1.0),)), key=itemgetter(0))
            if missed < ALIKE:
                return best
            if all(np.abs(row - other).max() >= ALIKE for _, other in found):
                found.append((ties, row))
        for (one, at_one), (other, at_other) in combinations(found, 2):
            apart = at_other - at_one
            share = float(np.clip(apart @ (wanted - at_one) / (apart @ apart), 0.0, 1.0))
            missed = float(np.abs(at_one + share * apart - wanted).max())
            two = (Way(one, 1.0 - share), Way(other, share))
            best = min(best, (missed, two), key=itemgetter(0))
        return best


def _tie_breaks(players: int) -> Iterator[TieBreak]:
    """The ways to break ties, the most usual first."""
    yield FIRST
    for quantity in (*range(players, players + 2), *range(players)):
        yield TieBreak(quantity, 1)
        yield TieBreak(quantity, -1)


def _same(one: Action, other: Action) -> bool:
    """Whether two actions lead to the same: keeps with as many points and dice left do."""
    if isinstance(one, Keep) and isinstance(other, Keep):
        return (one.points, one.left) == (other.points, other.left)
    return type(one) is type(other)


class _Table:
    """One turn by level and dice left: all seats' chances, and how it is likely to end."""

    def __init__(self, turn: CurrentTurn, ties: TieBreak) -> None:
        self._turn, self._ties = turn, ties
        self._seat = turn.start.player
        played = turn.chances
        if turn.values.players <= 2:
            self._stop = _both(played.stop, turn.start)
            self._roll, self._best = _both(played.roll, turn.start), _both(played.best, turn.start)
            return
        self._stop = self._stopped()
        self._best = self._stop.copy()
        self._roll = np.empty((*played.roll.shape, self._stop.shape[2]))
        self._carry()

    def at(self, state: State, action: Action) -> Floats:
        """The row after an action: the chances of all seats, and what is carried along."""
        turn = self._turn
        level = turn.level(state.turn_points)
        if isinstance(action, Keep):
            return np.asarray(self._best[level + action.points // turn.step, action.left])
        dice = state.dice % state.rules.dice
        return np.asarray((self._stop if isinstance(action, Bank) else self._roll)[level, dice])

    def first(self, rows: list[Floats]) -> int:
        """Which of these rows is played; bank stands first, then keeps by falling points."""
        own = [float(row[self._seat]) for row in rows]
        if self._ties.quantity is None:
            return own.index(max(own))
        level = [at for at, chance in enumerate(own) if chance >= max(own) - TIE]
        key = [self._ties.sign * float(rows[at][self._ties.quantity]) for at in level]
        return level[key.index(max(key))]

    def _carry(self) -> None:
        """Work the turn out from the highest level down, each choice by the mover's chance."""
        turn = self._turn
        solver = turn_solver(moves_of(turn.start.rules, turn.step))
        columns = solver.every[::-1]  # falling points, so that the first of equals has most
        flat = self._best.reshape(-1, self._best.shape[2])
        either = np.arange(2 * solver.dice).reshape(2, -1)  # to stop stands above to roll
        outcomes = np.arange(columns.shape[1])
        rows = np.empty((solver.weights.shape[1], flat.shape[1]))
        rows[-1] = self._lost()
        for level in range(len(self._roll) - 1, -1, -1):
            places = level * solver.dice + columns
            rows[:-1] = flat[places[self._chosen(flat, places), outcomes]]
            self._roll[level] = solver.weights @ rows
            both = np.concatenate([self._stop[level], self._roll[level]])
            if solver.fixed_hot_dice:
                both[solver.dice] = both[0]
            self._best[level] = both[either[self._chosen(both, either), either[0]]]

    def _chosen(self, rows: Floats, places: Ints) -> Ints:
        """Which of the places along the first axis is played, for each along the second."""
        own = rows[places, self._seat]
        if self._ties.quantity is None:
            return np.asarray(own.argmax(axis=0))
        key = self._ties.sign * rows[places, self._ties.quantity]
        return np.asarray(np.where(own >= own.max(axis=0) - TIE, key, -np.inf).argmax(axis=0))

    def _lost(self) -> Floats:
        start, values = self._turn.start, self._turn.values
        return np.array([*chances_at_end(start.farkle(), values), 0.0, 1.0])

    def _stopped(self) -> Floats:
        """What stopping brings by level and dice left; the mover's part is that of the turn."""
        turn = self._turn
        start, values, own = turn.start, cast(NPlayerValues, turn.values), turn.chances.stop
        rules, seats = start.rules, turn.values.players
        points = turn.first + turn.step * np.arange(len(own))
        gained = gains(start, points)
        found = np.zeros((*own.shape, seats + 2))
        banked = np.empty((len(own), seats + 2))
        inside = (start.totals[self._seat] + gained < rules.target) & (start.starter is None)
        if inside.any():
            banked[inside, :seats] = values.banked_by_seat(start, gained[inside])
        for level in np.flatnonzero(~inside):
            banked[level, :seats] = chances_at_end(start.add(int(gained[level])), values)
        banked[:, seats + SCORELESS] = gained == 0
        banked[:, seats + FARKLED] = 0.0
        found[:] = banked[:, None]
        if rules.hot_dice == "must":
            forced = forced_rolls(moves_of(rules, turn.step))
            above = len(turn.chances.roll)
            found[above:, 0] = forced.safe * banked[above:] + forced.farkle * self._lost()
        found[..., self._seat] = own
        return found


def chances_at_end(state: State, values: Values) -> Chances:
    """The chances of all where a turn has ended."""
    if state.over:
        return tuple(
            (seat in state.winners) / len(state.winners) for seat in range(len(state.totals))
        )
    return values.chances(within_known_totals(state, values))


def _both(own: Floats, start: State) -> Floats:
    """The chances of two players, or the value of one, from that of the mover."""
    if len(start.totals) == 1:
        return own[..., None]
    pair = (own, 1.0 - own)
    return np.stack(pair if start.player == 0 else pair[::-1], axis=-1)
