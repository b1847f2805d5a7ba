"""A slow review: chances of every position by playing it out over `State`.

Shares nothing with the review or the solver. Turn starts have the values of brute force; in any
position within a turn the mover takes what is best for it, and a roll is the mean of all that the
dice can show. Of three players everybody's chance is carried along; of choices that are equally
good to the mover banking goes first, then the first keep as in `actions`.
"""

from collections import Counter
from collections.abc import Mapping
from itertools import product
from math import fsum
from typing import NamedTuple

from support.brute import Brute
from support.brute_many import plain_iteration

from hotdice import Bank, Keep, Roll, Rules, State
from hotdice.game.actions import Action, Pass
from hotdice.game.record import Record

Chances = tuple[float, ...]
SAME = 1e-12
SETTLED = 1e-12  # so little changes in the last round of three players
ROUNDS = 400


class SlowChange(NamedTuple):
    """What one step changed for all seats; `loss` is the mover's."""

    number: int
    seat: int
    kind: str
    before: Chances
    after: Chances
    loss: float
    costs: tuple[float, ...]


class SlowReview:
    """The chances of all seats in any position."""

    def __init__(self, rules: Rules, players: int, cap: int) -> None:
        self._cap = cap
        self._starts = _two(rules, cap) if players == 2 else _more(rules, players, cap)
        self._known: dict[State, Chances] = {}
        self._rolls = {
            count: Counter(tuple(sorted(roll)) for roll in product(range(1, 7), repeat=count))
            for count in range(1, rules.dice + 1)
        }

    def chances(self, state: State) -> Chances:
        """The chances where the one to move plays best."""
        if state.over:
            seats = range(len(state.totals))
            return tuple((seat in state.winners) / len(state.winners) for seat in seats)
        if state.fresh:
            return self._starts[state]
        if state not in self._known:
            self._known[state] = self._best(state)
        return self._known[state]

    def after(self, state: State, action: Action) -> Chances:
        """The chances after an action, before any dice are seen."""
        if isinstance(action, Keep):
            return self.chances(state.keep(action.dice))
        if isinstance(action, Bank):
            return self.chances(state.bank())
        rolls = self._rolls[state.dice]
        rows = [(ways, self.chances(state.roll(dice))) for dice, ways in rolls.items()]
        seats = range(len(state.totals))
        return tuple(fsum(ways * row[seat] for ways, row in rows) / rolls.total() for seat in seats)

    def changes(self, record: Record) -> list[SlowChange]:
        """Every choice and every roll of a game; a turn that was passed counts as a choice."""
        found: list[SlowChange] = []
        for number, step in enumerate(record.steps, 1):
            state, action = step.before, step.action
            seat = state.player
            every = {each: self.after(state, each) for each in state.actions()}
            chosen = self.chances(step.after) if isinstance(action, Pass) else every[action]
            if isinstance(action, Pass) or len(every) > 1:
                best = max(chances[seat] for chances in every.values())
                different = {_leads_to(state, each): best - every[each][seat] for each in every}
                costs = tuple(sorted(different.values()))
                before, loss = self.chances(state), best - chosen[seat]
                found.append(SlowChange(number, seat, "choice", before, chosen, loss, costs))
            if isinstance(action, Roll):
                now = self.chances(step.after)
                found.append(SlowChange(number, seat, "luck", chosen, now, 0.0, ()))
        return found

    def _best(self, state: State) -> Chances:
        """What the mover's best action leads to, the first of equals."""
        actions = list(state.actions())
        if state.turn_points > 2 * self._cap and actions == [Roll()]:
            rest = 1 / (len(state.totals) - 1)  # forced on and on by hot dice: next to never
            return tuple(rest * (seat != state.player) for seat in range(len(state.totals)))
        if state.turn_points >= self._cap and Bank() in actions:
            actions.remove(Roll())  # brute force does not follow it
        actions.sort(key=lambda action: not isinstance(action, Bank))
        found = [self.after(state, each) for each in actions]
        best = max(chances[state.player] for chances in found)
        return next(chances for chances in found if chances[state.player] >= best - SAME)


def _two(rules: Rules, cap: int) -> Mapping[State, Chances]:
    values = Brute(rules, cap).solve()
    return {
        state: (value, 1.0 - value) if state.player == 0 else (1.0 - value, value)
        for state, value in values.items()
    }


def _more(rules: Rules, players: int, cap: int) -> Mapping[State, Chances]:
    values, change = plain_iteration(rules, players, ROUNDS, cap)
    assert change < SETTLED
    return values


def _leads_to(state: State, action: Action) -> object:
    """What tells actions apart: keeps that lead to the same state are one."""
    return state.keep(action.dice) if isinstance(action, Keep) else action
