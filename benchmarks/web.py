"""The web app in Chromium: what a join link asks for, and how much scripting a move costs.

From the link to the table at most 15 requests and 150 KB; at most 60 ms of scripting per move, the
first on a page that was never seen before as well. Scripting is the processor's time of the page's
thread as Chromium counts it, advice and rolling dice included. Beside it, in the same run: a click
on an empty page and a click on the table that does nothing. Then `web_frames`, `web_rematches` and
`web_lighthouse`.
"""

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

import web_frames
import web_lighthouse
import web_rematches
from support.browsing import CHROMIUM, PHONE, SIT, Traffic, chromium
from support.serving import Player, Server, choice, join, make, serving

ROUNDS = 4
MOVES = 16  # of both players in a round
FREE = "button.die[aria-pressed=false]"
SETTLED = 1500  # milliseconds after which a move has been shown


def main() -> None:
    """Print both, each beside what it is compared with."""
    found: dict[str, list[float]] = {}
    if CHROMIUM is None:
        sys.exit("needs chromium")
    with (
        tempfile.TemporaryDirectory() as place,
        chromium() as browser,
        serving(f"sqlite:///{Path(place) / 'web.sqlite'}", Path(place) / "log") as server,
    ):
        for advice in (False, True):
            traffic = _arrival(browser, server, advice)
            words = "with advice" if advice else "without advice"
            later = len(traffic.asked) - traffic.seated
            print(
                f"from a link to the table, {words:<15}{traffic.seated:3} requests (15), "
                f"{later} afterwards, {traffic.received:,} bytes (150,000)"
            )
        for _ in range(ROUNDS):
            _empty(browser, found)
            _round(browser, server, found)
        print("\nscripting, ms                 times  median  slowest")
        for name, times in found.items():
            print(f"{name:<28} {len(times):6} {median(times):7.1f} {max(times):8.1f}")
        print("A move takes at most 60.")
        web_frames.measure(browser, server)
        web_rematches.measure(browser, server)
        web_lighthouse.measure(server)


def _page(browser: Browser) -> tuple[BrowserContext, Page, Any]:
    """A page of somebody who was never here, and a line to the browser's own counts."""
    context = browser.new_context(viewport=PHONE, locale="en-GB")  # type: ignore[arg-type]
    page = context.new_page()
    line = context.new_cdp_session(page)
    line.send("Performance.enable", {"timeDomain": "threadTicks"})
    return context, page, line


def _arrival(browser: Browser, server: Server, advice: bool) -> Traffic:
    """Follow a link and sit down."""
    made = make(server, "Ann", "?", rules="greed", fair=False, advice=advice)
    context, page, _ = _page(browser)
    traffic = Traffic(page)
    page.goto(f"{server.url}/game/{made.game}")
    page.locator("input[name=name]").fill("Bob")
    page.locator("form button.hot").click()
    page.wait_for_selector(".chance .fill" if advice else "#roll")
    context.close()
    return traffic


def _empty(browser: Browser, found: dict[str, list[float]]) -> None:
    context, page, line = _page(browser)
    _count(found, "a click on an empty page", page, line, lambda: page.mouse.click(20, 20))
    context.close()


def _round(browser: Browser, server: Server, found: dict[str, list[float]]) -> None:
    """A game that one plays in a browser and the other elsewhere."""
    ann = make(server, "Ann", "?", rules="basic", fair=False, advice=True)
    bob = join(ann, "Bob", fair=False)
    context, page, line = _page(browser)
    page.goto(server.url)
    page.evaluate(SIT, [{"game": ann.game, "seat": ann.seat, "token": ann.token}])
    page.goto(f"{server.url}/game/{ann.game}")
    page.wait_for_selector(".chance .fill")
    page.wait_for_timeout(SETTLED)
    for at in range(MOVES):
        told = ann.snapshot()
        if told["state"]["player"] == bob.seat:
            _count(found, "a move of the other", page, line, _elsewhere(bob, told))
            continue
        if page.locator(FREE).count() and not page.locator("#bank.hot").count():
            _count(found, "picking a die", page, line, _click(page, FREE))
        may_bank = page.locator("#bank.hot").count() > 0
        name = "the first move of a page" if at == 0 else "a move of your own"
        _count(found, name, page, line, _click(page, "#bank" if may_bank else "#roll"))
    _count(found, "a click that does nothing", page, line, lambda: page.mouse.click(2, 2))
    context.close()


def _elsewhere(bob: Player, told: dict[str, Any]) -> Callable[[], object]:
    return lambda: bob.act(choice(told["state"], enough=300), told["seq"])


def _click(page: Page, selector: str) -> Callable[[], None]:
    """A click by coordinates, for which nothing has to be run in the page."""
    box = page.locator(selector).first.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    return lambda: page.mouse.click(x, y)


def _count(
    found: dict[str, list[float]], name: str, page: Page, line: Any, do: Callable[[], object]
) -> None:
    before = _scripting(line)
    do()
    page.wait_for_timeout(SETTLED)
    found.setdefault(name, []).append(1000 * (_scripting(line) - before))


def _scripting(line: Any) -> float:
    counts = line.send("Performance.getMetrics")["metrics"]
    seconds: float = next(each["value"] for each in counts if each["name"] == "ScriptDuration")
    return seconds


if __name__ == "__main__":
    main()
