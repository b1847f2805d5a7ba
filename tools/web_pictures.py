"""Pictures of every page of the web app: phone and desktop, light and dark.

    python tools/web_pictures.py pictures/

Starts a server of its own and takes Chromium as the distribution has it. Four of the pictures go,
with fewer colours, into docs/ for the README, and two of these into the app's manifest.
"""

import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from support.browsing import CHROMIUM, DESKTOP, FLAGS, PHONE
from support.serving import Player, Server, choice, make, play_out, serving

SIT = "(seat) => localStorage.setItem('games', JSON.stringify([seat]))"
SIZES: dict[str, dict[str, int]] = {"phone": PHONE, "desktop": DESKTOP}
COLOURS = ("light", "dark")
ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
MANIFEST = ROOT / "src/hotdice/server/web/previews"
SHOWN = {
    "home-phone-light": [DOCS / "web-home.png"],
    "table-phone-light": [DOCS / "web-phone.png", MANIFEST / "phone.png"],
    "table-desktop-dark": [DOCS / "web-desktop.png", MANIFEST / "desktop.png"],
    "end-desktop-light": [DOCS / "web-end.png"],
}


def main(folder: Path) -> None:
    """Take all pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        database = f"sqlite:///{Path(place) / 'pictures.sqlite'}"
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        with serving(database, Path(place) / "log") as server:
            for size in SIZES:
                for colours in COLOURS:
                    for name, show in pages(server).items():
                        with visitor(browser, size, colours) as page:
                            show(page)
                            page.screenshot(path=folder / f"{name}-{size}-{colours}.png")
        browser.close()
    for name, places in SHOWN.items():
        with Image.open(folder / f"{name}.png") as picture:
            few = picture.convert("RGB").quantize(
                256, Image.Quantize.MAXCOVERAGE, kmeans=4, dither=Image.Dither.NONE
            )
            for path in places:
                few.save(path, optimize=True)


@contextmanager
def visitor(browser: Browser, size: str, colours: str) -> Iterator[Page]:
    """A page of somebody who was never here before."""
    how: dict[str, Any] = {"viewport": SIZES[size], "color_scheme": colours, "locale": "en-GB"}
    context = browser.new_context(reduced_motion="reduce", device_scale_factor=2, **how)
    yield context.new_page()
    context.close()


def pages(server: Server) -> dict[str, Callable[[Page], None]]:
    """How to come to each page."""
    return {
        "home": lambda page: opened(page, server.url, "#bot"),
        "join": lambda page: opened(page, link(make(server, "Ann", "?", "?")), "input[name=name]"),
        "waiting": lambda page: seated(page, make(server, "Ann", "?", "?"), "#address"),
        "table": lambda page: table(page, server),
        "end": lambda page: seated(page, ended(server, "basic"), ".moments"),
        "gone": lambda page: opened(page, f"{server.url}/game/{'A' * 22}", "h1"),
        "rules": lambda page: opened(page, f"{server.url}/rules", "h1"),
        "sheet": lambda page: opened(page, f"{server.url}/rules/basic", "h2"),
        "editor": lambda page: opened(page, f"{server.url}/rules/edit", ".does"),
        "review": lambda page: opened(page, reviewed(server), ".review"),
        "day": lambda page: opened(page, f"{server.url}/day", ".daily button.hot"),
        "fair": lambda page: opened(page, f"{server.url}/fair/{ended(server).game}", "h2"),
    }


def link(player: Player) -> str:
    """The address of a game."""
    return f"{player.server.url}/game/{player.game}"


def opened(page: Page, address: str, wanted: str) -> None:
    """Open an address and wait until something is there."""
    page.goto(address)
    page.wait_for_selector(wanted)
    page.wait_for_load_state("networkidle")


def seated(page: Page, player: Player, wanted: str) -> None:
    """Open a game at a seat of it."""
    page.goto(player.server.url)
    page.evaluate(SIT, {"game": player.game, "seat": player.seat, "token": player.token})
    opened(page, link(player), wanted)


def table(page: Page, server: Server) -> None:
    """A game with some points, in the middle of a good turn."""
    while True:
        player = make(server, "Ann", "bot:human:8", rules="basic", advice=True)
        player.reveal()
        if good_moment(player):
            break
    seated(page, player, ".chance .fill")
    page.locator("button.die[aria-pressed=false]").first.click()
    page.wait_for_selector("#bank:not([aria-disabled])")


def good_moment(player: Player) -> bool:
    """Play until Ann has points, kept dice and a choice of several dice; False if that never is."""
    while (found := player.snapshot())["status"] == "playing":
        state = found["state"]
        if state["player"] != player.seat:
            continue
        several = len(state["keeps"]) > 3 and state["dice"] < 6
        low, high = sorted(state["totals"])
        if several and low > 2500 and high < low + 800:
            return True
        player.act(choice(state, enough=350), found["seq"])
    return False


def reviewed(server: Server) -> str:
    """The address of the review of a game whose best play is known."""
    return f"{server.url}/review/{ended(server, 'basic').game}"


def ended(server: Server, rules: str = "basic+target=3000") -> Player:
    """A game that is over."""
    player = make(server, "Ann", "bot:human:8", rules=rules)
    player.reveal()
    play_out([player])
    return player


if __name__ == "__main__":
    if len(sys.argv) != 2 or shutil.which(CHROMIUM or "chromium") is None:
        sys.exit(__doc__)
    main(Path(sys.argv[1]))
