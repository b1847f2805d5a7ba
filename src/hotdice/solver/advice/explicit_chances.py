"""The chances of all seats in a turn under options, from `explicit_turn`."""

from hotdice.game import Roll, State, Step
from hotdice.game.actions import Bank
from hotdice.rules import Keep
from hotdice.solver.advice.explicit_turn import ExplicitTurn, explicit_turn
from hotdice.solver.advice.seat_chances import SeatChances
from hotdice.solver.advice.tie_break import TieBreak
from hotdice.solver.advice.values import Chances, Values, chances_at_end
from hotdice.solver.feasibility import needs_explicit


class ExplicitChances(SeatChances):
    """The chances of all seats in one turn of a game under options."""

    def __init__(self, start: State, values: Values) -> None:
        self._turns: dict[TieBreak, ExplicitTurn] = {}
        super().__init__(start, values)

    def after_roll(self, step: Step) -> Chances:
        """The chances after the dice of a roll have fallen."""
        after = self._position(step.before).roll(step.dice)
        return chances_at_end(after, self._values) if after.fresh else self.here(after)

    def then(self, state: State, keep: Keep) -> Roll | Bank | None:
        """What is best after a keep; nothing if that ends the turn."""
        after = state.keep(keep.dice)
        if after.fresh:
            return None
        chosen = self.choice(after, self.ways[0])
        assert isinstance(chosen, Roll | Bank)
        return chosen

    def bank_from(self, state: State) -> None:
        """Nothing: from where on to bank need not be one number."""

    def roll_variance(self, state: State) -> float:
        """The variance of the mover's chance over the next roll."""
        weights, own = self._rows(state, self.ways[0].ties).outcomes(state)
        return float(weights @ (own - weights @ own) ** 2)

    def _rows(self, state: State, ties: TieBreak) -> ExplicitTurn:
        position = self._position(state)
        turn = self._turns.get(ties)
        if turn is None or not turn.covers(position):
            turn = self._turns[ties] = explicit_turn(position, self._values, ties)
        return turn


def seat_chances(start: State, values: Values) -> SeatChances:
    """The chances of all seats in the turn that begins here."""
    return (ExplicitChances if needs_explicit(start.rules) else SeatChances)(start, values)
