"""A page looks the same whichever pages somebody comes from."""

import random
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from support.browsing import CHROMIUM, DESKTOP, PHONE, SIT
from support.needed import needed
from support.serving import Server, make, play_out, wait_for
from support.visiting import AXE, visiting

pytestmark = needed(CHROMIUM, "chromium", "tests of walks through the web app are")

PAGES = {
    "home": "/",
    "waiting": "/game/{waiting}",
    "table": "/game/{playing}",
    "end": "/game/{ended}",
    "review": "/review/{ended}",
    "fair game": "/fair/{ended}",
    "fair dice": "/fair",
    "my games": "/games",
    "day": "/day",
    "rules": "/rules",
    "sheet": "/rules/pig",
    "editor": "/rules/edit",
}
# each element that is seen, with its place and how it is painted
SEEN = """() => {
  if (document.querySelector(".coming")) return null;
  const PAINTED = ["display", "color", "backgroundColor", "borderTopColor", "fontSize", "opacity"];
  const seen = [...document.querySelectorAll("#app *")].filter((each) => each.checkVisibility());
  return seen.map((each) => {
    const { x, y, width, height } = each.getBoundingClientRect();
    const place = [x, y + scrollY, width, height].map((number) => Math.round(number));
    const style = getComputedStyle(each);
    const painted = PAINTED.map((name) => style[name]);
    return [each.tagName, each.getAttribute("class"), ...place, ...painted].join(" ");
  });
}"""
CLICK = """(path) => {
  const link = Object.assign(document.createElement("a"), { href: path });
  document.body.append(link);
  link.click();
  link.remove();
}"""


KNOWN: dict[str, list[dict[str, Any]]] = {}  # the seats of Ann, by server


@pytest.fixture(scope="module")
def paths(server: Server) -> dict[str, str]:
    """All pages, about three games of Ann: one waits, one is under way and one has ended."""
    ended = make(server, "Ann", "bot:bold", fair=False, rules="greed")
    play_out([ended])
    playing = make(server, "Ann", "bot:bold", fair=False)
    waiting = make(server, "Ann", "?", fair=False)
    games = {"ended": ended, "playing": playing, "waiting": waiting}
    seats = [{"game": each.game, "seat": 0, "token": each.token} for each in games.values()]
    KNOWN[server.url] = seats
    return {
        page: path.format(**{name: each.game for name, each in games.items()})
        for page, path in PAGES.items()
    }


@pytest.fixture
def page(request: Any, browser: Browser, server: Server, paths: dict[str, str]) -> Iterator[Page]:
    """Ann's browser, which knows her games."""
    with visiting(browser, server.url, viewport=request.param, reduced_motion="reduce") as found:
        found.goto("/fair")
        found.evaluate(SIT, KNOWN[server.url])
        found.goto("/games")
        expect(found.locator(".past")).to_have_count(1)
        found.goto("/")
        yours = found.locator("section", has=found.get_by_role("heading", name="Your games"))
        expect(yours.locator(".entry")).to_have_count(3)
        yield found


def settled(page: Page) -> list[str]:
    """What is seen of a page when nothing changes any more."""
    before: list[str] | None = None

    def stands() -> bool:
        nonlocal before
        last, before = before, page.evaluate(SEEN)
        page.wait_for_timeout(150)
        return before is not None and before == last

    page.wait_for_load_state("networkidle")
    wait_for(stands)
    assert before
    return before


def same(page: Page, fresh: Page, path: str) -> None:
    """Both pages show the same in the end."""
    fresh.goto(path)

    def equal() -> bool:
        return settled(page) == settled(fresh)

    try:
        wait_for(equal, 10)
    except AssertionError:
        walked, loaded = settled(page), settled(fresh)
        only = [f"- {each}" for each in loaded if each not in walked]
        only += [f"+ {each}" for each in walked if each not in loaded]
        pytest.fail("\n".join([path, *only[:40]]))


def order(seed: int, paths: dict[str, str]) -> list[str]:
    """All pages, in their order, from behind, and shuffled."""
    names = list(paths)
    if seed == 1:
        names.reverse()
    if seed > 1:
        random.Random(seed).shuffle(names)
    return names


@pytest.mark.parametrize(
    ("page", "seed"),
    [(PHONE, 0), (PHONE, 1), (DESKTOP, 2)],
    ids=["phone-onwards", "phone-backwards", "desktop-shuffled"],
    indirect=["page"],
)
def test_a_page_reached_by_links_looks_like_the_page_itself(
    page: Page, seed: int, paths: dict[str, str]
) -> None:
    fresh = page.context.new_page()
    for name in order(seed, paths):
        page.evaluate(CLICK, paths[name])
        page.wait_for_url(f"**{paths[name]}")
        same(page, fresh, paths[name])


@pytest.mark.parametrize("page", [PHONE, DESKTOP], ids=["phone", "desktop"], indirect=True)
def test_what_was_opened_at_a_table_changes_nothing_below_it(
    page: Page, paths: dict[str, str]
) -> None:
    fresh = page.context.new_page()
    for name in ("waiting", "table", "end"):
        page.goto(paths[name])
        page.locator(".top button.pill").first.click()
        expect(page.locator("dialog")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator("dialog")).to_have_count(0)
        page.mouse.move(0, 0)
        same(page, fresh, paths[name])


@pytest.mark.parametrize("page", [PHONE], ids=["phone"], indirect=True)
def test_regions_of_a_page_have_names_of_their_own(page: Page, paths: dict[str, str]) -> None:
    for name in ("my games", "review", "fair game"):
        page.goto(paths[name])
        settled(page)
        page.evaluate(AXE)
        found = page.evaluate("axe.run({ runOnly: ['landmark-unique'] })")
        assert [each["id"] for each in found["violations"]] == [], name
