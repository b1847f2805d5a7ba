"""The screens of the app as pictures: what is checked in, and how it is drawn anew.

Run as a program it writes them all, and the one of the README (`make screens`).
"""

import asyncio
import os
import re
import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path

from support.app_guests import LARGE, SMALL, ByKeys, settled, sitting
from textual.pilot import Pilot

from hotdice import Rules, State
from hotdice.game.record import Record
from hotdice.terminal.app.app import HotDiceApp
from hotdice.terminal.app.play_options import PlayOptions

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "tests" / "screens"
README = ROOT / "docs" / "table.svg"
SIZES = (SMALL, LARGE)

Scene = Callable[[Pilot[None]], Awaitable[None]]


async def _begin(pilot: Pilot[None]) -> None:
    """Nothing has happened yet."""


async def _picked(pilot: Pilot[None]) -> None:
    guest = ByKeys(pilot)
    await guest.throw("551214")
    await guest.pick(2)
    await guest.key("r")
    await guest.throw("33324")
    await guest.key("tab")


async def _refused(pilot: Pilot[None]) -> None:
    guest = ByKeys(pilot)
    await guest.throw("551234")
    await guest.key("b")


async def _farkle(pilot: Pilot[None]) -> None:
    await _picked(pilot)
    guest = ByKeys(pilot)
    await guest.key("r")
    await guest.throw("64")


async def _last_round(pilot: Pilot[None]) -> None:
    guest = ByKeys(pilot)
    await guest.throw("111555")
    await guest.key("tab")
    await guest.key("b")


async def _advice(pilot: Pilot[None]) -> None:
    guest = ByKeys(pilot)
    await guest.throw("551234")
    await guest.key("a")
    while not any("%" in str(each.render()) for each in pilot.app.screen.query("#lines")):
        await pilot.pause(0.05)


async def _rules(pilot: Pilot[None]) -> None:
    await pilot.press("question_mark")
    await pilot.pause()


async def _end(pilot: Pilot[None]) -> None:
    await _last_round(pilot)
    await ByKeys(pilot).throw("222333")
    await ByKeys(pilot).key("tab")
    await ByKeys(pilot).key("b")
    while "…" in str(pilot.app.screen.query_one("#moments").render()):
        await pilot.pause(0.05)


async def _light(pilot: Pilot[None]) -> None:
    await _picked(pilot)
    await pilot.press("l")


async def _chances(pilot: Pilot[None]) -> None:
    await _picked(pilot)
    await pilot.press("w")
    while "%" not in str(pilot.app.screen.query_one("ChanceBar").render()):
        await pilot.pause(0.05)


SCENES: dict[str, tuple[tuple[int, int], Scene]] = {
    "begin": ((0, 0), _begin),
    "picked": ((4200, 3950), _picked),
    "refused": ((4200, 3950), _refused),
    "farkle": ((4200, 3950), _farkle),
    "last-round": ((9000, 8800), _last_round),
    "advice": ((4200, 3950), _advice),
    "chances": ((4200, 3950), _chances),
    "rules": ((4200, 3950), _rules),
    "end": ((9000, 8800), _end),
    "light": ((4200, 3950), _light),
}


async def at_table(name: str, size: tuple[int, int]) -> str:
    """The picture of a scene at the table, with real dice, so that it is always the same one."""
    totals, scene = SCENES[name]
    start = State.start(Rules.load("basic"), 2, totals)
    record = Record(start, ("Ann", "Mira"), None, "mine")
    async with sitting(record, size, PlayOptions(fast=True)) as pilot:
        await scene(pilot)
        await settled(pilot)
        return picture(pilot)


async def at_menu(keys: tuple[str, ...], size: tuple[int, int]) -> str:
    """The picture of the menu after some keys."""
    app = HotDiceApp(None, PlayOptions(fast=True))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        for key in keys:
            await pilot.press(key)
            await pilot.pause()
        return picture(pilot)


MENUS: dict[str, tuple[str, ...]] = {"menu-rules": (), "menu-seats": ("enter",)}


def picture(pilot: Pilot[None]) -> str:
    """The screen as SVG, in whatever letters of one width there are."""
    drawn = pilot.app.export_screenshot(title="Hot Dice", simplify=True)
    drawn = re.sub(r"@font-face \{.*?\}\s*", "", drawn, flags=re.DOTALL)
    return re.sub(r"Fira Code, monospace|Fira Code", "monospace", drawn)


def draw(name: str, size: tuple[int, int]) -> str:
    """The picture of any scene, at a place where nobody has played yet."""
    with tempfile.TemporaryDirectory() as folder:
        before = os.environ.get("XDG_DATA_HOME"), Path.cwd()
        os.environ["XDG_DATA_HOME"] = folder
        os.chdir(folder)
        try:
            menu = MENUS.get(name)
            return asyncio.run(at_table(name, size) if menu is None else at_menu(menu, size))
        finally:
            os.chdir(before[1])
            if before[0] is None:
                del os.environ["XDG_DATA_HOME"]
            else:
                os.environ["XDG_DATA_HOME"] = before[0]


def path_of(name: str, size: tuple[int, int]) -> Path:
    """Where a picture is checked in."""
    return FOLDER / f"{name}-{size[0]}x{size[1]}.svg"


def main() -> None:
    """Write every picture."""
    FOLDER.mkdir(exist_ok=True)
    for name in (*SCENES, *MENUS):
        for size in SIZES:
            path_of(name, size).write_text(draw(name, size), "utf-8")
            print(path_of(name, size).name, file=sys.stderr)
    README.write_text(draw("picked", SMALL), "utf-8")


if __name__ == "__main__":
    main()
