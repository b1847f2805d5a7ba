"""What tests of the game line by line share."""

from collections.abc import Iterator

import pytest
from support.terminal import Terminal


@pytest.fixture
def terminals() -> Iterator[list[Terminal]]:
    """Terminals that are closed at the end."""
    opened: list[Terminal] = []
    yield opened
    for terminal in opened:
        terminal.close()
