"""The web app while the server is away: it says so, and goes on by itself when it is back."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from support.browsing import CHROMIUM, PHONE, SIT, Person
from support.needed import needed
from support.serving import Server, make, serving, wait_for

pytestmark = needed(CHROMIUM, "chromium", "tests of the web app without its server are")
AWAY = "The server does not answer"
KEPT = "caches.match('/').then((found) => Boolean(found))"


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Server]:
    """A server that may be ended."""
    with serving(f"sqlite:///{tmp_path / 'own.sqlite'}", tmp_path / "log") as found:
        yield found


def loads_again(page: Page, selector: str) -> None:
    """Wait for something that comes without anybody's doing."""
    expect(page.locator(selector).first).to_be_visible()


def test_a_page_that_is_gone_to_goes_on_when_the_server_is_back(
    own: Server, browser: Browser
) -> None:
    bob = Person(browser, own, PHONE)
    bob.open(make(own, "Ann", "?").game)
    expect(bob.page.get_by_role("button", name="Sit down")).to_be_visible()
    bob.page.get_by_role("link", name="Hot Dice").click()
    expect(bob.page.locator("#bot")).to_be_visible()
    own.end()
    bob.page.go_back()
    expect(bob.page.locator("h1")).to_have_text(AWAY)
    expect(bob.page.locator("h1")).to_be_focused()
    own.start()
    loads_again(bob.page, "input[name=name]")
    assert "/game/" in bob.page.url
    bob.errors.clear()  # the browser tells of every request that failed
    bob.close()


def test_every_page_waits_for_a_server_that_is_being_restarted(
    own: Server, browser: Browser
) -> None:
    """What stands before the server has nobody to ask yet, and says so in its own way."""
    bob = Person(browser, own, PHONE)
    game = make(own, "Ann", "?").game
    for path, wanted in {
        "/": "#bot",
        "/rules": ".presets",
        "/rules/greed": ".does",
        f"/fair/{game}": ".verdict",
        f"/game/{game}": "input[name=name]",
    }.items():
        bob.page.route(
            re.compile(r"/api/(rules|games)\b"),
            lambda route: route.fulfill(status=503, body="<h1>Service Unavailable</h1>"),
        )
        bob.page.goto(own.url + path)
        expect(bob.page.locator("h1")).to_have_text(AWAY)
        bob.page.unroute_all()
        loads_again(bob.page, wanted)
    bob.errors.clear()  # the browser tells of every request that failed
    bob.close()


def test_a_part_of_the_table_that_did_not_come_is_asked_for_again(
    own: Server, browser: Browser
) -> None:
    ann = Person(browser, own, PHONE)
    ann.attempts_fail = True
    ann.sit(make(own, "Ann", "bot:bold", fair=False))
    expect(ann.page.locator("#roll")).to_be_visible()
    ann.page.route("**/table/score_sheet.js", lambda route: route.abort())
    ann.page.get_by_role("button", name="Score sheet").click()
    expect(ann.page.locator(".side .notice")).to_contain_text("Trying again")
    ann.page.unroute_all()
    loads_again(ann.page, "dialog table")
    ann.close()


def test_a_link_opens_without_the_server_if_the_app_was_here_before(
    own: Server, browser: Browser
) -> None:
    """The worker has kept the app, which waits for the rest."""
    context = browser.new_context(base_url=own.url)
    page = context.new_page()
    ann, eve = make(own, "Ann", "?", fair=False), make(own, "Eve", "?")
    page.goto("/")
    page.evaluate(SIT, [{"game": ann.game, "seat": ann.seat, "token": ann.token}])
    page.goto(f"/game/{ann.game}")
    loads_again(page, "#address")
    wait_for(lambda: bool(page.evaluate(KEPT)))
    own.end()
    page.goto(f"/game/{ann.game}")
    expect(page.locator(".line")).to_contain_text("The connection to the server is lost")
    own.start()
    loads_again(page, "#address")
    own.end()
    page.goto(f"/game/{eve.game}")
    expect(page.locator("h1")).to_have_text(AWAY)
    own.start()
    loads_again(page, "input[name=name]")
    context.close()
