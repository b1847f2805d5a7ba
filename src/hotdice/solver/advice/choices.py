"""Advice: every plan in a position with its chance of winning, its risk and its points."""

from fractions import Fraction
from typing import NamedTuple, Protocol

from msgspec import Struct

from hotdice.game import Action, Bank, Roll, State
from hotdice.game.actions import BANK, ROLL, Take
from hotdice.game.risk import farkle_risk
from hotdice.rules import Keep
from hotdice.solver.advice.current_turn import SELDOM, current_turn
from hotdice.solver.advice.estimate import EstimatedValues
from hotdice.solver.advice.explicit_turn import explicit_turn
from hotdice.solver.advice.turn_end import nobody_left
from hotdice.solver.advice.values import Values, turn_start, turns_to_come
from hotdice.solver.feasibility import needs_explicit, refuse_between_steps
from hotdice.solver.turn.final_turn import NEGLIGIBLE
from hotdice.solver.turn.moves import moves_of
from hotdice.solver.turn.program import step_of
from hotdice.solver.turn.rounding import rounding
from hotdice.texts import HotDiceError

DIGITS = 12  # chances that agree to so many digits are equal: rounding in a turn is smaller
SAME_CHANCE = 10.0**-DIGITS


class Choice(Struct, frozen=True):
    """One legal action, with what is done after it if it is a keep; then everybody plays best.

    A keep is listed once for each way to go on: `then` rolls or banks. It is None where nothing is
    left to choose, because the action is not a keep or the keep ends the turn.

    `chance` is that of winning, a shared win counted by its share; `cost` is how much better the
    best choice is. `farkle` is the risk of the roll in it, and `points` what the turn can be
    expected to add to the total. A single player wins for certain, and choices differ by the
    expected `turns` to the target, this one included.
    """

    action: Action
    then: Roll | Bank | None
    chance: float
    cost: float
    farkle: Fraction
    points: float
    turns: float | None = None

    @property
    def rolls(self) -> bool:
        """Whether it rolls on; otherwise it ends the turn."""
        return isinstance(self.then or self.action, Roll | Take)


class Advice(Struct, frozen=True):
    """The choices of a position, best first; of equal ones bank, then the first keep.

    `bound` is the most that any chance, or a single player's number of turns, can be off, if the
    values are exact. If they are `estimated`, the game is too large or not solved yet.
    """

    state: State
    choices: tuple[Choice, ...]
    bound: float
    exact: bool
    estimated: bool = False

    @property
    def rival(self) -> Choice | None:
        """The best choice that banks if the best one rolls, or rolls if that banks.

        Where something is offered, to take it over is the rival of a roll of one's own.
        """
        best = _decision(self.choices[0])
        return next((choice for choice in self.choices if _decision(choice) != best), None)


def _decision(choice: Choice) -> type:
    """Whether a choice rolls, banks or takes over, perhaps after a keep."""
    ends = isinstance(choice.action, Keep) and choice.then is None
    return Bank if ends else type(choice.then or choice.action)


class AdvisedTurn(Protocol):
    """The turn under way."""

    @property
    def values(self) -> Values:
        """What the game is worth after it."""

    def chance(self, state: State, action: Action) -> float:
        """The mover's chance after an action, with the best play after it."""

    def gain(self, state: State, action: Action) -> float:
        """What the total can be expected to gain after it."""


def advise(state: State, values: Values) -> Advice:
    """What each legal choice in this position is worth."""
    turn = _turn(state, values)
    worths = _worths(state, turn)
    first = _first([worth.chance for worth in worths])
    best = worths.pop(first)
    others = sorted(worths, key=lambda worth: -round(worth.chance, DIGITS))
    choices = [_choice(worth, best.chance, values.players) for worth in (best, *others)]
    bound = NEGLIGIBLE + SELDOM + rounding(moves_of(state.rules, step_of(state.rules)))
    if not nobody_left(state):
        bound += values.turn_bound(turn_start(state))
    exact = values.exact or nobody_left(state)
    estimated = isinstance(values, EstimatedValues) and not exact
    return Advice(state, tuple(choices), bound, exact, estimated)


def best_action(state: State, values: Values) -> Action:
    """The action that advice lists first, without computing the rest."""
    turn = _turn(state, values)
    actions = _in_order(state)
    return actions[_first([turn.chance(state, action) for action in actions])]


def _in_order(state: State) -> list[Action]:
    """The legal actions, bank before roll; among equally good ones the first is taken."""
    return sorted(state.actions(), key=lambda action: not isinstance(action, Bank))


def _first(chances: list[float]) -> int:
    """The first that is as good as the best."""
    best = max(chances) - SAME_CHANCE
    return next(at for at, chance in enumerate(chances) if chance > best)


def _turn(state: State, values: Values) -> AdvisedTurn:
    """The turn of a position; raises an error if it cannot be answered."""
    if state.over:
        raise HotDiceError("advise/over", position=str(state))
    if state.rules != values.rules:
        raise HotDiceError("advise/rules", position=str(state), rules=values.rules.name)
    if len(state.totals) != values.players:
        raise HotDiceError("advise/players", position=str(state), players=values.players)
    if not state.last_round:  # then values of turn starts are needed
        refuse_between_steps(state.rules, state.totals, values.lowest)
    return _turn_of(state, values)


def _turn_of(state: State, values: Values) -> AdvisedTurn:
    if needs_explicit(state.rules):
        return explicit_turn(state, values)
    return current_turn(state, values)


class _Worth(NamedTuple):
    """A choice before it is compared with the others."""

    action: Action
    then: Roll | Bank | None
    chance: float
    farkle: Fraction
    points: float


def _choice(worth: _Worth, best: float, players: int) -> Choice:
    turns, cost = None, max(0.0, best - worth.chance)
    if players == 1:
        turns, cost = turns_to_come(worth.chance), 0.0
    return Choice(
        action=worth.action,
        then=worth.then,
        chance=worth.chance if turns is None else 1.0,
        cost=cost,
        farkle=worth.farkle,
        points=worth.points,
        turns=turns,
    )


def _worths(state: State, turn: AdvisedTurn) -> list[_Worth]:
    """Every choice in the order of actions, with bank before roll for each keep."""
    found: list[_Worth] = []
    for action in _in_order(state):
        if not isinstance(action, Keep):
            found.append(_worth(state, action, turn))
            continue
        after = state.keep(action.dice)
        if after.fresh:  # hot dice that end the turn
            gained = after.totals[state.player] - state.totals[state.player]
            chance = turn.chance(state, action)
            found.append(_Worth(action, None, chance, Fraction(), float(gained)))
            continue
        going_on = _turn_of(after, turn.values)
        for then in (BANK, ROLL):
            if then in after.actions():
                worth = _worth(after, then, going_on)
                found.append(worth._replace(action=action, then=then))
    return found


def _worth(state: State, action: Action, turn: AdvisedTurn) -> _Worth:
    """Rolling, banking or taking over."""
    chance = turn.chance(state, action)
    if isinstance(action, Bank):
        return _Worth(action, None, chance, Fraction(), float(state.gain))
    rolls = state.take() if isinstance(action, Take) else state
    return _Worth(action, None, chance, farkle_risk(rolls), turn.gain(state, action))
