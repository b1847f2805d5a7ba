"""What a page can say of a keep before it is made."""

import pytest

from hotdice.game import State
from hotdice.rules import Rules
from hotdice.server.games.state_view import state_view

FARKLE = {str(dice): "1/2" for dice in range(1, 7)}


@pytest.mark.parametrize(
    ("rules", "roll", "kept", "told"),
    [
        ("basic", [1, 1, 1, 5, 2, 3], [1, 1, 1], (1000, 3, 1000, None)),
        ("basic", [1, 1, 1, 5, 2, 3], [5], (50, 5, 50, None)),
        ("thousand", [1, 1, 2, 3, 4, 6], [1], (100, 5, 0, "bank/entry")),
        ("thousand", [1, 1, 1, 5, 5, 5], [1, 1, 1, 5, 5, 5], (1500, 0, 1500, "bank/hot-dice")),
        ("basic+hot_dice=end", [1, 1, 1, 5, 5, 5], [1, 1, 1, 5, 5, 5], (1500, 0, 1500, None)),
        ("basic+entry=500", [1, 1, 2, 3, 4, 6], [1, 1], (200, 4, 0, None)),
    ],
)
def test_a_keep_tells_what_banking_after_it_adds(
    rules: str, roll: list[int], kept: list[int], told: tuple[int, int, int, str | None]
) -> None:
    state = State.start(Rules.load(rules)).roll(roll)
    keeps = {keep.dice: keep for keep in state_view(state, tuple(roll), FARKLE).keeps}
    found = keeps[tuple(kept)]
    assert (found.points, found.left, found.gain, found.bank_refused) == told
