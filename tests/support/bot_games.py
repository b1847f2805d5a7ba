"""Games of bots as records, without any file."""

from collections.abc import Sequence

from hotdice import Rules
from hotdice.bots import make
from hotdice.game import State
from hotdice.game.dice import SeededDice
from hotdice.game.driver import play
from hotdice.game.record import Record


def bot_game(rules: Rules, bots: Sequence[str], seed: int) -> Record:
    """A whole game of these bots with seeded dice."""
    start = State.start(rules, len(bots))
    choosers = [make(bot, 1000 * seed + seat) for seat, bot in enumerate(bots)]
    steps = tuple(play(start, choosers, SeededDice(seed)))
    return Record(start, tuple(f"bot:{bot}" for bot in bots), seed, steps=steps)
