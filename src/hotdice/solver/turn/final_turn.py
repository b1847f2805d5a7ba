"""The last turn of a game, where only the points still needed matter.

What a player needs shrinks with every keep, so one table over "needed" and "dice" answers every
last turn of some rules, and also the best chance of banking at least so many points in one turn.
"""

from functools import lru_cache

import numpy as np

from hotdice.rules.meaning import has_last_round, hot_dice_roll, least_gain, ties_share
from hotdice.solver.turn.levels import FORBIDDEN, Floats, Levels, turn_solver
from hotdice.solver.turn.moves import Moves, forced_roll
from hotdice.texts import HotDiceError

REMEMBERED_RULES = 64
NEGLIGIBLE = 1e-14  # a chance too small to count; it is part of every bound of two players
LONGEST = 2**15  # steps that a turn may score with a chance that is not negligible


def chances(moves: Moves, most: int, shared: bool) -> Floats:
    """The chance to get at least `need` points in steps, for needs from 0 to `most`.

    Where ties are shared, exactly `need` counts as half and anything above it as 1.
    """
    needs = _Needs(moves, shared)
    needs.extend(most)
    return needs.chances()


def last_mover_wins(moves: Moves) -> Floats:
    """Chances of whoever has the last turn, by the steps needed to tie.

    A tie counts as half where ties are shared, and as nothing where not. The first row is
    for somebody off the board, the second on it. The table ends where the chance is negligible.
    """
    return _last_mover(moves, ties_share(moves.terms))


def last_mover_beats(moves: Moves) -> Floats:
    """The same where a tie counts as nothing in any case."""
    return _last_mover(moves, shared=False)


@lru_cache(REMEMBERED_RULES)
def _last_mover(moves: Moves, shared: bool) -> Floats:
    terms = moves.terms
    if not has_last_round(terms):
        return np.zeros((2, 1))
    at_least = _at_least(moves).chances()
    most = len(at_least) - 2
    level = chances(moves, most, shared=True) if shared else at_least[1:]
    wins = np.stack([level, level])
    for board in (0, 1):
        least = min(least_gain(terms, terms.zero + board), most)
        wins[board, :least] = at_least[least]  # the least that may be banked is more than a tie
    return wins[:, : int(np.argmax(wins.max(axis=0) < NEGLIGIBLE)) + 1].copy()


@lru_cache(REMEMBERED_RULES)
def forced_hot_dice(moves: Moves) -> Floats:
    """The chance to win the game from hot dice that have to be rolled, but for a farkle.

    The game is won if the last mover then does not; all keeps that leave dice stop the turn. By
    what the last mover needs to tie, as in `last_mover_wins`, and one place more for all above.
    """
    wins = last_mover_wins(moves)
    size = wins.shape[1]
    safe = 1.0 - np.concatenate([wins, np.zeros((2, 1))], axis=1)
    found: Floats = np.zeros((2, size + 1))
    again = []
    for pairs, chance in moves.rolls[-1].chances.items():
        stops = [points for points, left in pairs if left]
        if stops:
            after = np.minimum(np.arange(size + 1) + max(stops), size)
            found += float(chance) * safe[:, after]
        else:
            again.append((max(points for points, _ in pairs), float(chance)))
    found[:, size] = float(forced_roll(moves.rolls)[0])
    for need in range(size - 1, -1, -1):
        for points, weight in again:
            found[:, need] += weight * found[:, min(need + points, size)]
    return found


def at_least(moves: Moves, need: int) -> float:
    """The greatest chance to get so many steps in a turn, 0 where it is negligible."""
    found = _at_least(moves).chances()
    return float(found[need]) if need < len(found) else 0.0


def turn_tail(moves: Moves) -> Floats:
    """The greatest chances to get so many steps in a turn, from 1 up to a negligible one."""
    found = _at_least(moves).chances()
    return found[1 : int(np.argmax(found < NEGLIGIBLE)) + 1]


@lru_cache(REMEMBERED_RULES)
def any_dice_at_least(moves: Moves) -> Floats:
    """The greatest chance, whatever the dice, to get so many steps more in a turn."""
    return _at_least(moves).any_dice()


@lru_cache(REMEMBERED_RULES)
def _at_least(moves: Moves) -> "_Needs":
    """The same up to needs that are met with a negligible chance, and one step more."""
    needs = _Needs(moves, shared=False)
    most = 64
    needs.extend(most)
    while needs.chances()[-1] >= NEGLIGIBLE:
        most *= 2
        if most > LONGEST:
            raise HotDiceError("solve/long-turns", rules=moves.rules.name)
        needs.extend(most)
    needs.extend(most + 1)
    return needs


def _confirmed(moves: Moves) -> Floats:
    """The best chances of confirming a keep once everything is reached, by the dice left."""
    dice = moves.rules.dice
    found: Floats = np.zeros(moves.width)
    found[:dice] = 1.0
    while moves.width > dice:
        before = found.copy()
        for count, roll in enumerate(moves.rolls, 1):
            found[dice + count % dice] = sum(
                float(chance) * max(found[left] for _, left in pairs)
                for pairs, chance in roll.chances.items()
            )
        if np.abs(found - before).max() < NEGLIGIBLE:
            break
    return found[dice:]


class _Needs:
    """A table of last turns that grows with what is needed: the levels of a turn, upside down."""

    def __init__(self, moves: Moves, shared: bool) -> None:
        self._turn = turn_solver(moves)
        self._shared = shared
        forced = hot_dice_roll(moves.rules.terms)
        dice = moves.rules.dice
        reached = np.ones((self._turn.reach, self._turn.width))
        self._stop = np.zeros(self._turn.width)
        self._stop[dice:] = FORBIDDEN
        reached[:, dice:] = _confirmed(moves)
        if forced:
            reached[:, 0] = float(forced_roll(moves.rolls)[0])
            self._stop[0] = FORBIDDEN
        self._levels = Levels(reached, reached, *self._turn.allocate(0))
        if shared:
            self._prepend(np.where(self._stop == 0.0, 0.5, self._stop)[None])

    def extend(self, most: int) -> None:
        """Up to `most` steps needed."""
        more = most + self._shared - len(self._levels.roll)
        if more > 0:
            self._prepend(np.tile(self._stop, (more, 1)))

    def chances(self) -> Floats:
        """The chances of a whole turn, by the steps needed from 0 up."""
        found = self._levels.roll[::-1, 0]
        return found if self._shared else np.concatenate([[1.0], found])

    def any_dice(self) -> Floats:
        """The chances of rolling the best number of dice, by the steps needed from 1 up."""
        return np.asarray(self._levels.roll[::-1].max(axis=1))

    def _prepend(self, stop: Floats) -> None:
        known = self._levels
        rolls, tops = self._turn.allocate(len(stop))
        self._levels = Levels(
            np.concatenate([stop, known.stop]),
            np.concatenate([stop, known.best]),
            np.concatenate([rolls, known.roll]),
            np.concatenate([tops, known.best_keep]),
        )
        self._turn.solve_range(self._levels, 0.0, 0, len(stop))
