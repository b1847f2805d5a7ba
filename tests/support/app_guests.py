"""Guests of the app in tests: one plays by keys alone, one by the mouse alone.

They know what they do, so that no key of theirs comes too soon.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Protocol
from unittest.mock import patch

from textual.pilot import Pilot

from hotdice.game.record import Record
from hotdice.terminal.app.app import HotDiceApp
from hotdice.terminal.app.play_options import PlayOptions
from hotdice.terminal.app.table_screen import TableScreen
from hotdice.terminal.app.widgets.dice import DiceRow
from hotdice.terminal.session import debounce, saves

SMALL, LARGE = (80, 24), (120, 40)


class Guest(Protocol):
    """Does the same things at the table, each in its own way."""

    def __init__(self, pilot: Pilot[None]) -> None: ...

    async def key(self, key: str) -> None:
        """What a key does."""
        ...

    async def pick(self, place: int) -> None:
        """Pick a die by its place from 0, or put it back."""
        ...

    async def throw(self, dice: str) -> None:
        """Tell what real dice show."""
        ...


class ByKeys:
    """Never touches the mouse."""

    def __init__(self, pilot: Pilot[None]) -> None:
        self._pilot = pilot

    async def key(self, key: str) -> None:
        """Press it."""
        await self._pilot.press(key)
        await settled(self._pilot)

    async def pick(self, place: int) -> None:
        """By its number."""
        await self.key("1234567890"[place])

    async def throw(self, dice: str) -> None:
        """Type the faces."""
        for face in dice:
            await self._pilot.press(face)
        await self.key("enter")


class ByMouse:
    """Never touches the keyboard."""

    def __init__(self, pilot: Pilot[None]) -> None:
        self._pilot = pilot

    async def key(self, key: str) -> None:
        """Click what the key does as well."""
        places = {"r": "#roll", "b": "#bank", "enter": "#roll"}
        await self._pilot.click(places.get(key, f"#key-{key}"))
        await settled(self._pilot)

    async def pick(self, place: int) -> None:
        """On the die."""
        await self._click(place)
        await settled(self._pilot)

    async def throw(self, dice: str) -> None:
        """A click for each face that a die has to turn through."""
        for place, face in enumerate(dice):
            for _ in range(int(face)):
                await self._click(place)
        await self.key("enter")

    async def _click(self, place: int) -> None:
        row = self._pilot.app.screen.query_one(DiceRow)
        x = row.left_of(place) + 2
        await self._pilot.click(row, offset=(x, 2))


async def settled(pilot: Pilot[None]) -> None:
    """Until the table waits for somebody, or another screen is there."""
    await pilot.pause()
    while isinstance(pilot.app.screen, TableScreen) and not pilot.app.screen.ready:
        await pilot.pause(0.005)
    await pilot.pause()


@asynccontextmanager
async def sitting(
    record: Record,
    size: tuple[int, int] = SMALL,
    options: PlayOptions | None = None,
    moment: float = 0.0,
) -> AsyncIterator[Pilot[None]]:
    """An app at whose table somebody sits."""
    app = HotDiceApp((record, saves.create(record)), options or PlayOptions(fast=True))
    with patch.object(debounce, "INTERVAL", moment):
        async with app.run_test(size=size) as pilot:
            await settled(pilot)
            yield pilot
