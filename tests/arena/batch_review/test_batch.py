"""The batch review finds what the review of one game finds, game by game."""

import pytest

from hotdice import State
from hotdice.arena.batch_review.batch import batch_review
from hotdice.arena.match.blocks import Block, Match
from hotdice.bots.catalogue import open_bot
from hotdice.game.dice import SeededDice
from hotdice.game.driver import play
from hotdice.game.generator import stream_key
from hotdice.game.record import Record
from hotdice.review.account import Review, review
from hotdice.review.judgement import skill
from hotdice.rules import Rules
from hotdice.solver.storage.lookup import two_player_solution

SAME = 1e-9

MATCHES = [
    ("basic", "human:3", "optimal"),
    ("greed", "random", "human:8"),  # all that scores is kept; ties are shared
    ("greed", "threshold:5000", "turn"),  # nobody should roll on so long
    ("zilch", "random", "human:1"),  # a penalty without a floor
    ("pig", "bold", "human:5"),
    ("kingdom", "cautious", "random"),
    ("basic+hot_dice=must+target=2000", "human:5", "random"),
    ("basic+hot_dice=end+target=2000", "random", "human:5"),
    ("basic+minimum=300+target=4000", "threshold:350", "random"),
    ("basic+entry=500+below_entry=refuse+target=3000", "random", "bold"),
    ("basic+finish=immediate+target=3000", "random", "human:2"),
    ("greed+target=1000+penalty.farkles=2+penalty.points=200+penalty.floor=0", "random", "turn"),
]


def reviewed_alone(rules: Rules, bots: tuple[str, ...], seed: int, number: int) -> Review:
    """One game of a match played as `hotdice.play` plays it, and reviewed."""
    sources = [open_bot(name, 10.0) for name in bots]
    choosers = [
        source.game(stream_key(seed, number, 1 + seat)) for seat, source in enumerate(sources)
    ]
    start = State.start(rules)
    steps = tuple(play(start, choosers, SeededDice(seed, number)))
    return review(Record(start, bots, steps=steps), two_player_solution(rules))


@pytest.mark.parametrize(("name", "first", "second"), MATCHES)
def test_each_game_as_alone(name: str, first: str, second: str, long_run: bool) -> None:
    """Luck, losses, decisions and results of each seat."""
    rules, bots, seed = Rules.load(name), (first, second), 11
    block = Block(3, 100 if long_run else 3)
    found = batch_review(rules).review(Match(rules, bots, seed), block)
    for at in range(block.count):
        alone = reviewed_alone(rules, bots, seed, block.first + at)
        for seat, account in enumerate(alone.accounts):
            skilled = skill(alone, seat)
            assert found.results[at, seat] == account.result
            assert found.own_luck[at, seat] == pytest.approx(account.own_luck, abs=SAME)
            assert found.others_luck[at, seat] == pytest.approx(account.others_luck, abs=SAME)
            assert found.adjusted[at, seat] == pytest.approx(account.adjusted, abs=SAME)
            assert found.lost[at, seat] == pytest.approx(skilled.lost, abs=SAME)
            assert found.decisions[at, seat] == skilled.decisions
