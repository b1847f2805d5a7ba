"""The most points with dice known beforehand, against trying out everything through the game."""

import pytest

from hotdice import Bank, FairDice, Keep, Roll, State, combine
from hotdice.game.day import ROUNDS, day_rules
from hotdice.game.driver import Throw
from hotdice.game.hindsight import most_points
from hotdice.server.day.best import best_play

SECRETS = [bytes([number]) * 32 for number in range(1, 6)]


def brute(state: State, dice: FairDice, turn: int, roll: int, most_rolls: int) -> int:
    """The most points that any way to play on from here brings in this turn."""
    best = 0
    for action in state.actions():
        if isinstance(action, Bank):
            best = max(best, state.turn_points)
        elif isinstance(action, Roll):
            if roll < most_rolls:
                fell = dice.roll(Throw(0, turn, roll, state.dice))
                after = state.roll(fell)
                if not after.fresh:
                    best = max(best, brute(after, dice, turn, roll + 1, most_rolls))
        elif isinstance(action, Keep):
            best = max(best, brute(state.keep(action.dice), dice, turn, roll, most_rolls))
    return best


@pytest.mark.parametrize("secret", SECRETS, ids=lambda secret: str(secret[0]))
def test_no_way_to_play_brings_more(secret: bytes) -> None:
    dice, start = FairDice(secret, combine([None])), State.start(day_rules(), 1)
    for turn in range(ROUNDS):
        for most_rolls in (1, 2, 5, 60):
            wanted = brute(start, dice, turn, 0, most_rolls)
            assert most_points(day_rules(), dice, turn, most_rolls) == wanted, (turn, most_rolls)


def test_it_is_what_somebody_reaches_and_nobody_passes() -> None:
    for secret in SECRETS:
        found = best_play(secret.hex(), 500)
        assert len(found.possible) == len(found.played) == ROUNDS
        pairs = zip(found.played, found.possible, strict=True)
        assert all(played <= possible for played, possible in pairs)
        assert found.average == pytest.approx(10 * 446.571440344)  # see golden/published.toml
