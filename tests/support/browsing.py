"""People in browsers: pages of a real Chromium, and how somebody plays on them."""

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, Error, Page, expect, sync_playwright
from support.serving import Player, Server

CHROMIUM = (
    os.environ.get("HOTDICE_CHROMIUM")
    or shutil.which("chromium-headless-shell")  # the same engine for half of the processor time
    or shutil.which("chromium")
)
PHONE = {"width": 360, "height": 740}
DESKTOP = {"width": 1280, "height": 800}
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
STEP = 1000  # milliseconds by which the page's clock is moved on
# what a person sees of their own choices, looked up in one go
LOOK = """() => {
  const may = (id) => Boolean(document.querySelector(`#${id}:not([aria-disabled])`));
  const number = (found) => Number(found?.textContent.replace(/\\D/g, "") || 0);
  return {
    roll: may("roll"), bank: may("bank"), over: Boolean(document.querySelector(".end")),
    free: document.querySelectorAll("button.die[aria-pressed=false]:not([aria-disabled])").length,
    banks: number(document.querySelector("#bank span")),
    last: Boolean(document.querySelector(".last-round")),
  };
}"""
# logs to the console, in its order among the requests, that the table is there
SEATED = """new MutationObserver((_, watch) => {
  if (!document.querySelector("#roll")) return;
  watch.disconnect();
  console.debug("seated");
}).observe(document, { childList: true, subtree: true });"""
ATTEMPTS = ("WebSocket connection to", "Failed to load resource")
# what the server does has to be seen, and not what a worker kept of it
NO_WORKER = "delete Navigator.prototype.serviceWorker"
# house rules open as text, as they do for somebody who has chosen that before
AS_TEXT = "if (origin !== 'null') localStorage.setItem('rules-as-text', 'true')"
SIT = "(seats) => localStorage.setItem('games', JSON.stringify(seats))"


expect.set_options(timeout=120_000)  # on a machine that does much else as well


@contextmanager
def chromium() -> Iterator[Browser]:
    """The distribution's browser."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


class Traffic:
    """What a page asks for from now on, and how many of it came before its table stood."""

    def __init__(self, page: Page) -> None:
        self.asked: list[str] = []
        self.seated = 0
        self.received = 0
        line: Any = page.context.new_cdp_session(page)
        line.send("Network.enable")
        line.send("Runtime.enable")
        line.on(
            "Network.requestWillBeSent", lambda event: self.asked.append(event["request"]["url"])
        )
        line.on("Network.webSocketCreated", lambda event: self.asked.append(event["url"]))
        line.on("Network.loadingFinished", self._loaded)
        line.on("Runtime.consoleAPICalled", self._on_log)
        page.add_init_script(SEATED)

    def _loaded(self, event: dict[str, Any]) -> None:
        self.received += int(event["encodedDataLength"])

    def _on_log(self, event: dict[str, Any]) -> None:
        if event["args"][0].get("value") == "seated":
            self.seated = len(self.asked)


class Person:
    """Somebody with a browser of their own, whose console has to stay free of errors."""

    def __init__(self, browser: Browser, server: Server, size: dict[str, int], **more: Any) -> None:
        self.server = server
        wanted: dict[str, Any] = {"locale": "en-GB", "reduced_motion": "reduce", **more}
        self.context = browser.new_context(viewport=size, **wanted)  # type: ignore[arg-type]
        self.context.add_init_script(NO_WORKER)
        self.context.set_default_timeout(120_000)
        self.page: Page = self.context.new_page()
        self.page.clock.install()
        self.errors: list[str] = []
        self.attempts_fail = False
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", self._on_console)
        self.heard = 0  # the newest event that has come to the page
        self.page.on("websocket", self._on_line)

    def _on_console(self, message: Any) -> None:
        attempt = self.attempts_fail and message.text.startswith(ATTEMPTS)
        if message.type in ("error", "warning") and not attempt:
            self.errors.append(message.text)

    def _on_line(self, line: Any) -> None:
        line.on("framereceived", self._on_frame)

    def _on_frame(self, frame: str) -> None:
        self.heard = json.loads(frame).get("seq", self.heard)

    def hear_all(self, player: Player) -> None:
        """Wait until all that has happened in a game has come to the page."""
        newest = player.snapshot()["seq"]
        while self.heard < newest:
            self.page.wait_for_timeout(20)

    def sit(self, player: Player) -> None:
        """Open a game in which this person has a seat."""
        self.page.goto(f"{self.server.url}/health")  # of the same origin, and nothing to draw
        seed = player.seed.hex() if player.seed else None
        seat = {"game": player.game, "seat": player.seat, "token": player.token, "seed": seed}
        self.page.evaluate(SIT, [seat])
        self.open(player.game)

    def open(self, game: str) -> None:
        """Follow a link to a game."""
        self.page.goto(f"{self.server.url}/game/{game}")

    def cut(self) -> None:
        """Cut this person's network; the browser itself tells of every attempt that fails."""
        self.attempts_fail = True
        self.context.set_offline(True)

    def look(self) -> dict[str, Any]:
        """What can be done, after what happened meanwhile was shown."""
        self.server.answers()  # or the page's clock outruns the answers to its pings
        self.page.clock.run_for(STEP)
        found: dict[str, Any] = self.page.evaluate(LOOK)
        return found

    def stop_the_clock(self) -> None:
        """From now on nothing happens on the page by itself, only what comes and what is done."""
        ahead = 4
        while True:
            try:
                self.page.clock.pause_at(self.page.evaluate(f"Date.now() / 1000 + {ahead}"))
                return
            except Error as error:  # more time than that went by between the two
                if "to the past" not in str(error):
                    raise
                ahead *= 2

    def click_on(self, enough: int = 300) -> bool:
        """Make a choice by clicks if there is one; False when the game is over."""
        seen = self.look()
        if seen["over"]:
            return False
        if seen["free"] and not seen["bank"]:
            self.page.locator("button.die[aria-pressed=false]").first.click()
            seen = self.page.evaluate(LOOK)
        if seen["bank"] and (seen["banks"] >= enough or seen["last"] or not seen["roll"]):
            self.page.locator("#bank").click()
        elif seen["roll"]:
            self.page.locator("#roll").click()
        return True

    def is_back(self) -> bool:
        """Whether the line to the server is good, some time later."""
        self.look()
        return not self.page.locator(".line").is_visible()

    def close(self) -> None:
        """Leave; nothing may have gone wrong."""
        assert not self.errors, self.errors
        wide = self.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert wide, "the page scrolls sideways"
        self.context.close()
