"""One block of games, compiled where all bots are built in, and through `State` where not."""

from threading import Lock
from typing import TYPE_CHECKING

from hotdice.arena.engine.by_state import play_by_state
from hotdice.arena.match.blocks import Block, Match, Played
from hotdice.bots.catalogue import is_built_in
from hotdice.solver.turn.moves import moves_of
from hotdice.solver.turn.program import step_of

if TYPE_CHECKING:
    from hotdice.arena.engine.compiled import Compiled

READY = 8  # matches that are kept ready

_ready: dict[Match, "Compiled"] = {}
_lock = Lock()


def play_block(match: Match, block: Block) -> Played:
    """Play some games of a match."""
    if not can_be_compiled(match):
        return play_by_state(match, block)
    return ready(match).play(block)


def can_be_compiled(match: Match) -> bool:
    """Whether these games can be played compiled: by built-in bots, in turns that have an end."""
    rules = match.rules
    built_in = all(map(is_built_in, match.bots))
    return built_in and not moves_of(rules, step_of(rules)).never_farkles()


def shares_little(match: Match) -> bool:
    """Whether hardly a situation comes twice, so that best play is worked out in nearly each turn.

    >>> from hotdice.rules import Rules
    >>> shares_little(Match(Rules.load("greed"), ("optimal", "turn", "bold"), 1))
    True
    """
    return "optimal" in match.bots and len(match.bots) > 2


def ready(match: Match) -> "Compiled":
    """The match made ready once."""
    from hotdice.arena.engine.compiled import Compiled

    with _lock:
        found = _ready.pop(match, None) or Compiled(match)
        _ready[match] = found  # the last one used stands last
        while len(_ready) > READY:
            del _ready[next(iter(_ready))]
        return found
