"""Where a game was won and lost: how each roll and each choice changed the mover's chance.

Between two states the chance moves in two ways only: by a choice that is not the best, and by the
dice. So all swings of a game of two, seen from one seat, add up to the change from its start to
its end. Chances are those of best play by all from there on.
"""

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from hotdice.game import Action, Roll, Step
from hotdice.game.actions import Pass
from hotdice.game.record import Record
from hotdice.review.chances import best_chance, chance_at_turn
from hotdice.solver.advice.choices import SAME_CHANCE, advise
from hotdice.solver.advice.values import Values, within_known_totals


class Moment(Struct, frozen=True):
    """One change of the winning chance of the player who moved, `seat`, by step `step` from 0.

    Luck goes from the chance of a roll to that of the best choice after it; a decision from the
    chance of the best choice, `better`, to that of the action chosen. Not `exact` are chances that
    an approximation stands behind.
    """

    step: int
    seat: int
    kind: Literal["luck", "decision"]
    before: float
    after: float
    action: Action
    better: Action | None
    exact: bool

    @property
    def swing(self) -> float:
        """What the mover's chance gained, or lost if it is below 0."""
        return self.after - self.before


def moments(record: Record, values: Values, count: int = 3) -> tuple[Moment, ...]:
    """The largest swings of a game, over or not, the largest first."""
    found = [moment for moment in swings(record, values) if abs(moment.swing) > SAME_CHANCE]
    return tuple(sorted(found, key=lambda moment: -abs(moment.swing))[:count])


def swings(record: Record, values: Values) -> Iterator[Moment]:
    """Every roll and every decision of a game in the order of play."""
    for number, step in enumerate(record.steps):
        actions = step.before.actions()
        rolled = isinstance(step.action, Roll)
        if isinstance(step.action, Pass) or (len(actions) == 1 and not rolled):
            continue
        advice = advise(within_known_totals(step.before, values), values)
        exact = advice.exact and advice.state is step.before
        seat, best = step.before.player, advice.choices[0]
        chosen = next(choice for choice in advice.choices if choice.action == step.action)
        if len(actions) > 1:
            worth = chosen.chance if chosen.cost > SAME_CHANCE else best.chance
            better = best.action if chosen.cost > SAME_CHANCE else None
            yield Moment(number, seat, "decision", best.chance, worth, step.action, better, exact)
        if rolled:
            after = _after_roll(step, values)
            yield Moment(number, seat, "luck", chosen.chance, after, step.action, None, exact)


def _after_roll(step: Step, values: Values) -> float:
    """The chance of whoever rolled, once the dice lie there."""
    if step.after.fresh:
        return chance_at_turn(step.after, step.before.player, values)
    return best_chance(step.after, values)
