"""One block of games with its luck: in a batch where that is possible, or game by game."""

from hotdice.arena.batch_review.by_record import review_by_record
from hotdice.arena.batch_review.reviewed import Reviewed
from hotdice.arena.engine.by_state import Choosers
from hotdice.arena.engine.play import can_be_compiled
from hotdice.arena.match.blocks import Block, Match, Played
from hotdice.rules import Rules
from hotdice.solver.feasibility import needs_explicit
from hotdice.solver.storage.lookup import is_solved
from hotdice.texts import HotDiceError


def play_adjusted(match: Match, block: Block, choosers: Choosers | None = None) -> Played:
    """Play a block; its counts, and its results with luck and without."""
    found = review_by_record(match, block, choosers) if choosers else review_block(match, block)
    return found.played._replace(adjusted=found.sums)


def review_block(match: Match, block: Block) -> Reviewed:
    """Play a block of games between bots by name, and review all of them."""
    if in_batches(match):
        from hotdice.arena.batch_review.batch import batch_review

        return batch_review(match.rules).review(match, block)
    return review_by_record(match, block)


def in_batches(match: Match) -> bool:
    """Whether the games of a match are reviewed in batches."""
    return len(match.bots) == 2 and can_be_compiled(match) and not needs_explicit(match.rules)


def refuse_unsolved(rules: Rules, players: int) -> None:
    """Luck is known exactly for two players, and for more if their game has been solved."""
    if players == 1:
        raise HotDiceError("adjusted/alone")
    if players > 2 and not is_solved(rules, players):
        raise HotDiceError("adjusted/unsolved", rules=rules.name, players=players)
