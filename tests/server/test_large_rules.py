"""The largest rules that a stranger can send: what games wait for is little work."""

import sys
from collections.abc import Iterator
from typing import Any

import pytest

from hotdice import Rules

LONGEST = 10
MOST_CALLS = 1_000_000  # of functions; six times as many held all games up for a second


def kinds(dice: int, letters: str = "abcdef", most: int = LONGEST) -> Iterator[str]:
    """The patterns of so many dice, such as `aaab` and `aabb`."""
    if not dice:
        yield ""
    elif letters:
        for count in range(min(dice, most), 0, -1):
            for rest in kinds(dice - count, letters[1:], count):
                yield letters[0] * count + rest


PATTERNS = [pattern for dice in range(LONGEST, 0, -1) for pattern in kinds(dice)]
SCORE = {pattern: 100 + at for at, pattern in enumerate(PATTERNS[:63])} | {"1": 50}
DECIDED = sorted(PATTERNS, key=lambda pattern: len(set(pattern)))[-64:]
RULES: dict[str, dict[str, Any]] = {
    "wild": {"score": SCORE, "wild": 2, "confirm": "aaaaabcdef"},
    "decided": {"score": {"1": 50}, "rolls": dict.fromkeys(DECIDED, "farkle")},
}


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_what_games_wait_for_is_little_work(rules: dict[str, Any]) -> None:
    from hotdice.rules.form import trusted

    asked = trusted({"name": "large", "dice": LONGEST, **rules})
    calls = 0

    def count(frame: object, event: str, called: object) -> None:
        nonlocal calls
        calls += "call" in event

    def look(rules: Rules) -> None:
        assert rules.digest
        assert rules.sheet()
        assert rules.options((1, 1, 2, 2, 3, 3, 4, 5, 6, 6))

    sys.setprofile(count)
    try:
        look(asked)
    finally:
        sys.setprofile(None)
    assert calls < MOST_CALLS
