"""The winning chance of each seat, at the start of a turn or in the middle of one."""

from msgspec import structs

from hotdice.game import State
from hotdice.solver.advice.choices import advise
from hotdice.solver.advice.values import Values, within_known_totals


def winning_chances(state: State, values: Values) -> tuple[float, ...]:
    """The chance of each seat under best play from here on; once the game is over, who has won."""
    if state.over:
        return tuple(chance_at_turn(state, seat, values) for seat in range(len(state.totals)))
    return with_other_seats(state, best_chance(state, values), values)


def chance_at_turn(state: State, seat: int, values: Values) -> float:
    """A seat's chance where a turn begins or the game is over; shared wins count by their share."""
    if state.over:
        return (seat in state.winners) / len(state.winners)
    if seat == state.player or values.players == 2:
        chance = best_chance(state, values)
        return chance if seat == state.player else 1.0 - chance
    return values.chances(within_known_totals(state, values))[seat]


def best_chance(state: State, values: Values) -> float:
    """The mover's chance with the best choice."""
    return advise(within_known_totals(state, values), values).choices[0].chance


def with_other_seats(state: State, own: float, values: Values) -> tuple[float, ...]:
    """The chance of each seat, of which the mover's is known; the others share what that leaves.

    Of three and more players they do so as at the start of the turn.
    """
    weights = [1.0] * len(state.totals)
    if len(weights) > 2:
        start = structs.replace(state, turn_points=0, dice=state.rules.dice, rolled=())
        weights = list(values.chances(within_known_totals(start, values)))
    weights[state.player] = 0.0
    share = (1.0 - own) / (sum(weights) or 1.0)
    return tuple(own if at == state.player else share * each for at, each in enumerate(weights))
