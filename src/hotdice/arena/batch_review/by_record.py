"""Games reviewed one by one: those with bots that are not built in, or more than two players."""

from collections.abc import Sequence
from types import MappingProxyType

import numpy as np

from hotdice.arena.batch_review.reviewed import Reviewed
from hotdice.arena.engine.by_state import Choosers, play_by_state
from hotdice.arena.match.blocks import Block, Match
from hotdice.game import State, Step
from hotdice.game.record import Record
from hotdice.review.account import Review, review
from hotdice.review.judgement import skill
from hotdice.solver.storage.lookup import values_for


def review_by_record(
    match: Match, block: Block, choosers: Choosers = MappingProxyType({})
) -> Reviewed:
    """Play a block of games, and review each; a forfeited one as far as it was played."""
    players = len(match.bots)
    start = State.start(match.rules, players)
    values = values_for(match.rules, players)
    reviews: list[Review] = []
    results = np.zeros((block.count, players))

    def watch(steps: Sequence[Step], winners: Sequence[int]) -> None:
        results[len(reviews), list(winners)] = 1.0 / len(winners)
        reviews.append(review(Record(start, match.bots, steps=tuple(steps)), values))

    played = play_by_state(match, block, choosers, watch)
    skills = [[skill(each, seat) for seat in range(players)] for each in reviews]
    accounts = [each.accounts for each in reviews]
    return Reviewed(
        played=played,
        start=np.array([account.start for account in accounts[0]]),
        results=results,
        own_luck=np.array([[account.own_luck for account in each] for each in accounts]),
        others_luck=np.array([[account.others_luck for account in each] for each in accounts]),
        lost=np.array([[skilled.lost for skilled in each] for each in skills]),
        decisions=np.array([[skilled.decisions for skilled in each] for each in skills]),
    )
