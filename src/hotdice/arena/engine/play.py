"""One block of games, compiled if all bots have such a form, otherwise through `State`."""

from collections.abc import Sequence
from threading import Lock
from typing import TYPE_CHECKING

from hotdice.arena.engine.by_state import play_by_state
from hotdice.arena.match.blocks import Block, Match, Played
from hotdice.bots.built_in import compiled_form
from hotdice.solver.feasibility import needs_explicit
from hotdice.solver.turn.moves import moves_of
from hotdice.solver.turn.program import step_of

if TYPE_CHECKING:
    from hotdice.arena.engine.compiled import Compiled

MOST_PREPARED = 8  # matches

_prepared: dict[Match, "Compiled"] = {}
_lock = Lock()


def play_block(match: Match, block: Block) -> Played:
    """Play some games of a match."""
    if not can_be_compiled(match):
        return play_by_state(match, block)
    return prepared(match).play(block)


def can_be_compiled(match: Match) -> bool:
    """Whether these games can be played compiled: bots with such a form, and turns that end."""
    rules = match.rules
    return have_compiled_forms(match.bots) and not moves_of(rules, step_of(rules)).never_farkles()


def have_compiled_forms(bots: Sequence[str]) -> bool:
    """Whether all these bots can be played compiled."""
    return all(compiled_form(bot) is not None for bot in bots)


def rarely_repeats(match: Match) -> bool:
    """Whether nearly every turn needs a new plan, and each is worked out by itself.

    >>> from hotdice.rules import Rules
    >>> rarely_repeats(Match(Rules.load("greed"), ("optimal", "turn", "bold"), 1))
    True
    """
    alone = len(match.bots) > 2 or needs_explicit(match.rules)
    return "optimal" in map(compiled_form, match.bots) and alone


def prepared(match: Match) -> "Compiled":
    """The match prepared for compiled play, cached for its next block."""
    from hotdice.arena.engine.compiled import Compiled

    with _lock:
        found = _prepared.pop(match, None) or Compiled(match)
        _prepared[match] = found  # the most recently used is last
        while len(_prepared) > MOST_PREPARED:
            del _prepared[next(iter(_prepared))]
        return found
