"""Rematches in one tab, one after the other, and what they leave behind there."""

from typing import Any

from playwright.sync_api import expect
from support.browsing import Person
from support.serving import Player, Server, play_out

SEATS = "JSON.parse(localStorage.getItem('games'))"


def used(person: Person) -> tuple[int, int]:
    """The nodes and the listeners that are left when all that nobody needs is gone."""
    line: Any = person.page.context.new_cdp_session(person.page)
    for _ in range(3):
        line.send("HeapProfiler.collectGarbage")
    found = line.send("Memory.getDOMCounters")
    line.detach()
    return found["nodes"], found["jsEventListeners"]


def finish(person: Person, server: Server) -> None:
    """Play the newest game of a browser to its end; its page looks on."""
    play_out([Player(server, person.page.evaluate(SEATS)[0])])
    person.page.clock.run_for(1000)
    while not person.look()["over"]:
        pass


def again(person: Person, server: Server) -> None:
    """Another game, with all that can be opened beside it."""
    page = person.page
    page.get_by_role("button", name="Play again").click()
    expect(page.locator("#roll")).to_be_visible()
    for opened in ("Score sheet", "greed"):
        page.get_by_role("button", name=opened).first.click()
        page.get_by_role("button", name="Close").click()
        expect(page.locator("dialog")).to_have_count(0)
    page.get_by_role("button", name="Look back").click()
    page.get_by_role("button", name="Live").click()
    finish(person, server)
