"""What the simple bots do under options: about the target, the end of a game, and offers."""

from functools import lru_cache

from hotdice.bots import banking
from hotdice.game import State
from hotdice.rules import Keep, Rules
from hotdice.rules.meaning import exact_target, keep_banks

SAYS = {banking.ROLL_ON: False, banking.BANK_NOW: True, banking.OPEN: None}


def keeps_within(state: State) -> list[Keep]:
    """The keeps of a roll that do not pass a target that must not be passed; all if none does."""
    keeps = [action for action in state.actions() if isinstance(action, Keep)]
    if not exact_target(state.rules.terms):
        return keeps
    room = state.rules.terms.target - state.totals[state.player] - state.turn_points
    return [keep for keep in keeps if keep.points <= room] or keeps


def only_keep(state: State) -> bool:
    """Whether the turn is banked by itself after this keep, so that only its points count."""
    return state.last_round and keep_banks(state.rules.terms)


def most_points(state: State) -> Keep:
    """The keep with most points, if possible within the target."""
    return keeps_within(state)[0]


def end_of_target(state: State) -> bool | None:
    """Whether to bank at or past a target that must not be passed; nothing below any target."""
    terms = state.rules.terms
    return SAYS[banking.at_target(terms, state.totals, state.player, state.turn_points)]


def end_of_game(state: State) -> bool | None:
    """Whether to bank because of how the game stands; nothing where that leaves it open."""
    extras = state.extras
    game = (state.rules.terms, state.totals, state.player, state.turn_points)
    return SAYS[banking.end_of_game(*game, state.last_round, extras.rounds, extras.beginner)]


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
