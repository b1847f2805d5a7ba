"""What the simple bots do under options: about the target, the end of a game, and offers."""

from functools import lru_cache

from hotdice.game import State
from hotdice.rules import Keep, Rules
from hotdice.rules.meaning import exact_target, keep_banks


def keeps_within(state: State) -> list[Keep]:
    """The keeps of a roll that do not pass a target that must not be passed; all if none does."""
    keeps = [action for action in state.actions() if isinstance(action, Keep)]
    terms = state.rules.terms
    if not exact_target(terms):
        return keeps
    room = terms.target - state.totals[state.player] - state.turn_points
    return [keep for keep in keeps if keep.points <= room] or keeps


def only_keep(state: State) -> bool:
    """Whether the turn is banked by itself after this keep, so that only its points count."""
    return state.last_round and keep_banks(state.rules.terms)


def most_points(state: State) -> Keep:
    """The keep with most points, if possible within the target."""
    return keeps_within(state)[0]


def end_of_target(state: State) -> bool | None:
    """Whether to bank at or past a target that must not be passed; nothing below any target.

    Past it the points are lost, so they are banked, unless somebody else would get them.
    """
    terms = state.rules.terms
    total = state.totals[state.player] + state.turn_points
    if not exact_target(terms) or total < terms.target:
        return None
    return state.given == 0


def end_of_game(state: State) -> bool | None:
    """Whether to bank because of how the game stands; nothing where that leaves it open.

    Nothing is banked that records nothing. In a last round it has to be more than anybody has, and
    in the last of a number of rounds too; whoever reaches the target banks.
    """
    at_target = end_of_target(state)
    if at_target is not None or state.gain == 0:
        return bool(at_target)
    terms, seat = state.rules.terms, state.player
    total = state.totals[seat] + state.gain
    if state.last_round:
        return total > max(state.totals)
    if terms.rounds and state.extras.rounds == terms.rounds - 1:
        if total <= max((*state.totals[:seat], *state.totals[seat + 1 :]), default=0):
            return False
        last = (seat + 1) % len(state.totals) == state.extras.beginner
        return True if last else None
    return True if total >= terms.target else None


def is_worth(state: State, points: int) -> bool:
    """Whether the offer, times the chance that its roll scores, is worth so many points."""
    offer = state.extras.offer
    return offer is not None and offer.points >= least_offers(state.rules, points)[offer.dice]


@lru_cache(maxsize=64)
def least_offers(rules: Rules, points: int) -> dict[int, int]:
    """The fewest points on offer that are worth so many, by the dice left.

    >>> least_offers(Rules.load("pig"), 20)
    {1: 24}
    """
    scores = {dice: 1 - rules.farkle_chance(dice) for dice in range(1, rules.dice + 1)}
    never = rules.terms.target + 1
    return {dice: -(-points // chance) if chance else never for dice, chance in scores.items()}
