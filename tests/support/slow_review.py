"""A slow review of two players: chances of every position by playing it out over `State`.

Shares nothing with the review or the solver: turn starts have the values of `Brute`, and any
position within a turn is the best of its actions, a roll the mean of all that the dice can show.
"""

from math import fsum
from typing import NamedTuple

from support.brute import Brute

from hotdice import Bank, Keep, Roll, Rules, State
from hotdice.game.actions import Action
from hotdice.game.record import Record


class SlowChange(NamedTuple):
    """What one step changed for the first seat; `loss` is the mover's."""

    number: int
    kind: str
    before: float
    after: float
    loss: float
    costs: tuple[float, ...]


class SlowReview:
    """The chances of the mover in any position."""

    def __init__(self, rules: Rules, cap: int) -> None:
        self._brute = Brute(rules, cap)
        self._starts = self._brute.solve()
        self._known: dict[tuple[State, int], float] = {}

    def chance(self, state: State, seat: int) -> float:
        """The chance of a seat where the one to move plays best."""
        if state.over:
            return (seat in state.winners) / len(state.winners)
        if seat != state.player:
            return 1.0 - self.chance(state, state.player)
        if state.fresh:
            return self._starts[state]
        if (state, seat) not in self._known:
            self._known[state, seat] = max(self.after(state, each) for each in self._open(state))
        return self._known[state, seat]

    def after(self, state: State, action: Action) -> float:
        """The mover's chance after an action, before any dice are seen."""
        seat = state.player
        if isinstance(action, Keep):
            return self.chance(state.keep(action.dice), seat)
        if isinstance(action, Bank):
            return self.chance(state.bank(), seat)
        return fsum(
            chance * self.chance(state.roll(dice), seat)
            for dice, chance in self._brute.rolls[state.dice]
        )

    def changes(self, record: Record) -> list[SlowChange]:
        """Every choice and every roll of a game."""
        found: list[SlowChange] = []
        for number, step in enumerate(record.steps, 1):
            state, action = step.before, step.action
            assert isinstance(action, Roll | Keep | Bank)
            seat = state.player
            own = {each: self.after(state, each) for each in state.actions()}
            best, chosen = max(own.values()), own[action]
            if len(own) > 1:
                different = {_leads_to(state, each): best - own[each] for each in own}
                costs = tuple(sorted(different.values()))
                found.append(_change(number, "choice", seat, best, chosen, best - chosen, costs))
            if isinstance(action, Roll):
                now = self.chance(step.after, seat)
                found.append(_change(number, "luck", seat, chosen, now, 0.0, ()))
        return found

    def _open(self, state: State) -> list[Action]:
        """The actions that brute force follows."""
        actions = list(state.actions())
        if state.turn_points >= self._brute.cap and Bank() in actions:
            actions.remove(Roll())
        return actions


def _leads_to(state: State, action: Action) -> object:
    """What tells actions apart: keeps that lead to the same state are one."""
    return state.keep(action.dice) if isinstance(action, Keep) else action


def _change(
    number: int,
    kind: str,
    seat: int,
    before: float,
    after: float,
    loss: float,
    costs: tuple[float, ...],
) -> SlowChange:
    if seat == 1:
        before, after = 1.0 - before, 1.0 - after
    return SlowChange(number, kind, before, after, loss, costs)
