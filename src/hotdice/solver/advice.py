"""Advice: every legal choice in a position with its chance of winning, its risk and its points."""

from fractions import Fraction
from typing import NamedTuple

from msgspec import Struct

from hotdice.game import Action, Bank, State
from hotdice.rules import Keep
from hotdice.solver.duel import NEGLIGIBLE
from hotdice.solver.moves import moves_of
from hotdice.solver.rounding import rounding
from hotdice.solver.size import refuse_between_steps
from hotdice.solver.this_turn import SELDOM, ThisTurn, this_turn
from hotdice.solver.values import Values
from hotdice.texts import HotDiceError

DIGITS = 12  # chances that differ later are equal but for rounding
SAME = 10.0**-DIGITS


class Choice(Struct, frozen=True):
    """One legal action, if everybody plays best after it.

    `chance` is that of winning, a shared win counted by its share; `cost` what the best choice has
    more of it. `farkle` is the risk of the next roll, and `points` what the turn can be expected to
    add to the total.
    """

    action: Action
    chance: float
    cost: float
    farkle: Fraction
    points: float


class Advice(Struct, frozen=True):
    """The choices of a position, best first; of equal ones bank, then the first keep.

    `bound` is the most that any chance can be off, unless an approximation stood in for exact ones.
    """

    state: State
    choices: tuple[Choice, ...]
    bound: float
    exact: bool


def advise(state: State, values: Values) -> Advice:
    """What each legal choice in this position is worth."""
    if state.over:
        raise HotDiceError("advise/over", position=str(state))
    if state.rules != values.rules:
        raise HotDiceError("advise/rules", position=str(state), rules=values.rules.name)
    if len(state.totals) != values.players:
        raise HotDiceError("advise/players", position=str(state), players=values.players)
    if not state.last_round:  # where values of turn starts are needed
        refuse_between_steps(state.rules, state.totals)
    turn = this_turn(state, values)
    worths = [_worth(state, action, turn) for action in sorted(state.actions(), key=_not_bank)]
    best = max(worth.chance for worth in worths)
    first = next(worth for worth in worths if worth.chance > best - SAME)
    others = sorted((w for w in worths if w is not first), key=lambda w: -round(w.chance, DIGITS))
    choices = [
        Choice(w.action, w.chance, max(0.0, first.chance - w.chance), w.farkle, w.points)
        for w in (first, *others)
    ]
    bound = NEGLIGIBLE + SELDOM + rounding(moves_of(state.rules, turn.step))
    if not _nobody_left(state):
        bound += values.turn_bound(turn.start)
    return Advice(state, tuple(choices), bound, values.exact or _nobody_left(state))


def _nobody_left(state: State) -> bool:
    """Whether the mover has the last turn of the game, so that no values are needed."""
    return state.starter is not None and (state.player + 1) % len(state.totals) == state.starter


class _Worth(NamedTuple):
    """A choice that is not compared with others yet."""

    action: Action
    chance: float
    farkle: Fraction
    points: float


def _worth(state: State, action: Action, turn: ThisTurn) -> _Worth:
    level = turn.level(state.turn_points)
    rules = state.rules
    rolls = moves_of(rules, turn.step).rolls
    if isinstance(action, Keep):
        at = (level + action.points // turn.step, action.left)
        risk = rolls[(action.left or rules.dice) - 1].farkle
        if rules.hot_dice == "end" and not action.left:
            risk = Fraction()
        return _Worth(action, float(turn.chances.best[at]), risk, float(turn.points.best[at]))
    at = (level, state.dice % rules.dice)
    if isinstance(action, Bank):
        return _Worth(action, float(turn.chances.stop[at]), Fraction(), float(state.gain))
    risk = rolls[state.dice - 1].farkle
    return _Worth(action, float(turn.chances.roll[at]), risk, float(turn.points.roll[at]))


def _not_bank(action: Action) -> bool:
    return not isinstance(action, Bank)
