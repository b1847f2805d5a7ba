"""Games under any options by plain recursion over `State`: slow, for tiny targets.

Shares nothing with the package but `State`. Turn starts that can come again are iterated until they
settle; all others follow. The mover takes what is best for it, of equals the first: to bank, else
in the order of actions. Points that are hardly ever reached end a turn.
"""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import fsum

from hotdice import Rules, State
from hotdice.game.actions import BANK, ROLL, Action, Bank, Pass, Roll, Take
from hotdice.game.record import Record
from hotdice.rules import Keep

Chances = tuple[float, ...]
Branches = list[tuple[float, State]]
SAME = 1e-12
SETTLED = 1e-13
SWEEPS = 1000


class SlowOptions:
    """The chances of all seats in any position, and values of turn starts for advice."""

    lowest = 0
    exact = True

    def __init__(self, rules: Rules, players: int = 2, cap: int = 1500, lowest: int = 0) -> None:
        self.rules, self.players, self.cap, self.lowest = rules, players, cap, lowest
        self._starts: dict[State, Chances] = {}  # turn starts that can come again
        self._moving: dict[State, Chances] = {}  # what depends on them, in this sweep
        self._fixed: dict[State, Chances] = {}
        self._branches: dict[tuple[State, Action], Branches] = {}
        self._rolls = {
            count: Counter(tuple(sorted(roll)) for roll in product(range(1, 7), repeat=count))
            for count in range(1, rules.dice + 1)
        }
        self._solve(State.start(rules, players))

    def chances(self, state: State) -> Chances:
        """The chances in any position where the one to move plays best."""
        if state.over:
            seats = range(len(state.totals))
            return tuple((seat in state.winners) / len(state.winners) for seat in seats)
        state = self._clamped(state)
        comes_again = state.starter is None and not self.rules.rounds
        if state.fresh and comes_again:
            if state not in self._starts:
                self._starts[state] = (1 / self.players,) * self.players
            return self._starts[state]
        known = self._moving if comes_again else self._fixed
        if state not in known:
            known[state] = self._best(state)
        return known[state]

    def after(self, state: State, action: Action) -> Chances:
        """The chances after an action, before any dice are seen."""
        rows = [(share, self.chances(then)) for share, then in self._lead(state, action)]
        return tuple(fsum(share * row[seat] for share, row in rows) for seat in range(self.players))

    def gain(self, state: State, action: Action) -> tuple[float, float]:
        """The mover's chance, and what the total gains in this turn."""
        own = state.player
        found = [
            (share, *self._gain(then, own, state.totals[own]))
            for share, then in self._lead(state, action)
        ]
        return fsum(s * chance for s, chance, _ in found), fsum(s * gain for s, _, gain in found)

    def farkle(self, state: State) -> Fraction:
        """The chance that the next roll is a farkle: nothing to keep, no win, and not again."""
        rolls = self._rolls[state.dice]
        bad = 0
        for dice, ways in rolls.items():
            after = state.roll(dice)
            if after.fresh and not self.rules.keeps(dice) and not after.extras.won:
                bad += ways
        return Fraction(bad, rolls.total())

    def turn_bound(self, state: State) -> float:
        """What the iteration may be off."""
        return 1e-11

    bound = turn_bound

    def _solve(self, start: State) -> None:
        self.chances(start)
        for _ in range(SWEEPS):
            self._moving.clear()
            before = dict(self._starts)
            apart = 0.0
            for state in before:
                now = self._best(state)
                apart = max(apart, *(abs(x - y) for x, y in zip(now, before[state], strict=True)))
                self._starts[state] = now
            if apart < SETTLED and len(before) == len(self._starts):
                self._moving.clear()
                return
        raise AssertionError("the values do not settle")

    def _best(self, state: State) -> Chances:
        actions = self._actions(state)
        if actions == [ROLL] and state.turn_points > 2 * self.cap:
            rest = 1 / max(1, self.players - 1)  # next to never
            return tuple(rest * (seat != state.player) for seat in range(self.players))
        found = [self.after(state, action) for action in actions]
        best = max(chances[state.player] for chances in found)
        return next(chances for chances in found if chances[state.player] >= best - SAME)

    def _gain(self, state: State, own: int, before: int) -> tuple[float, float]:
        if state.over or state.fresh:
            return self.chances(state)[own], float(state.totals[own] - before)
        actions = self._actions(state)
        if actions == [ROLL] and state.turn_points > 2 * self.cap:
            return 0.0, 0.0
        found = [self.gain(state, action) for action in actions]
        best = max(chance for chance, _ in found)
        return next(each for each in found if each[0] >= best - SAME)

    def _actions(self, state: State) -> list[Action]:
        actions = sorted(state.actions(), key=lambda action: not isinstance(action, Bank))
        if state.turn_points >= self.cap and BANK in actions:
            return [BANK]
        return actions

    def _lead(self, state: State, action: Action) -> Branches:
        key = (state, action)
        if key not in self._branches:
            self._branches[key] = self._new(state, action)
        return self._branches[key]

    def _new(self, state: State, action: Action) -> Branches:
        if isinstance(action, Keep):
            return [(1.0, state.keep(action.dice))]
        if isinstance(action, Bank):
            return [(1.0, state.bank())]
        if isinstance(action, Take):
            return self._new(state.take(), ROLL)
        rolls = self._rolls[state.dice]
        return [(ways / rolls.total(), state.roll(dice)) for dice, ways in rolls.items()]

    def _clamped(self, state: State) -> State:
        from msgspec.structs import replace

        if min(state.totals) >= self.lowest:
            return state
        return replace(state, totals=tuple(max(total, self.lowest) for total in state.totals))


def changes(slow: SlowOptions, record: Record) -> list[tuple[int, int, str, Chances, Chances]]:
    """Number, seat, kind, and the chances before and after every choice and roll of a game."""
    found = []
    for number, step in enumerate(record.steps, 1):
        state, action = step.before, step.action
        chosen = slow.chances(step.after) if isinstance(action, Pass) else slow.after(state, action)
        if isinstance(action, Pass) or len(state.actions()) > 1:
            found.append((number, state.player, "choice", slow.chances(state), chosen))
        if isinstance(action, Roll):
            found.append((number, state.player, "luck", chosen, slow.chances(step.after)))
    return found
