"""The day's dice in a browser: the same for everybody, a result to share, and the day after."""

import json
import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from support.browsing import CHROMIUM, DESKTOP, PHONE, Person
from support.days import FIRST, begin, clocked, set_to, today
from support.needed import needed
from support.serving import Player, Server, choice, events_of
from support.visiting import barriers, overflow, visiting

pytestmark = needed(CHROMIUM, "chromium", "tests of the day's dice are")

NEXT = FIRST + timedelta(1)
SIDE = {"width": 740, "height": 360}
SEATS = "JSON.parse(localStorage.getItem('games'))"


@pytest.fixture
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One on whose first day it is evening."""
    found = clocked(tmp_path_factory.mktemp("day"), hour=18.8)
    found.start()
    yield found
    found.close()


@pytest.fixture
def person(browser: Browser, server: Server) -> Iterator[Callable[..., Person]]:
    """Makes people with phones."""
    made: list[Person] = []

    def new(size: dict[str, int] = PHONE, **more: Any) -> Person:
        made.append(Person(browser, server, size, **more))
        return made[-1]

    yield new
    for each in made:
        each.close()


def go(page: Page, server: Server) -> None:
    """Begin, or go on with, today's game."""
    page.goto(f"{server.url}/day")
    page.locator(".daily button.hot").click()
    expect(page.locator("#roll")).to_be_visible()


def seat_of(page: Page, server: Server) -> Player:
    """The seat that the browser has in the game that it shows."""
    game = page.url.rpartition("/")[2]
    return Player(server, next(each for each in page.evaluate(SEATS) if each["game"] == game))


def play(player: Player, enough: int = 300) -> int:
    """Play a game to its end beside the browser; its points."""
    while (found := player.snapshot())["status"] == "playing":
        assert player.act(choice(found["state"], enough), found["seq"]).status_code == 200
    points: int = found["state"]["totals"][0]
    return points


def rounds_of(server: Server, game: str) -> list[int]:
    """The points of every round, from the game's events."""
    found = []
    for event in events_of(server, game):
        ended = {each["kind"]: each for each in event["data"].get("happened", [])}
        if "banked" in ended or "farkle" in ended:
            found.append(ended["banked"]["points"] if "banked" in ended else 0)
    return found


def block(points: int) -> str:
    """As docs/web.md has them."""
    return "⬛" if not points else "🟨" if points < 300 else "🟧" if points < 700 else "🟥"


def test_a_whole_day_on_a_phone_by_touch(server: Server, person: Callable[..., Person]) -> None:
    phone = person(has_touch=True, is_mobile=True)
    page = phone.page
    page.goto(server.url)
    tile = page.locator(".days-dice")
    expect(tile).to_contain_text("not played yet")
    expect(tile).to_contain_text("Next dice in 5 h 1")
    tile.tap()
    expect(page.locator(".daily")).to_contain_text(f"Day {number(FIRST):,}")
    expect(page.locator(".daily .left")).to_contain_text("before midnight UTC, in 5 h 1")
    page.locator(".daily button.hot").tap()
    expect(page.locator(".day-line")).to_contain_text("counts until midnight UTC")
    game = page.url.rpartition("/")[2]
    while not (seen := phone.look())["over"]:
        if seen["free"] and not seen["bank"]:
            page.locator("button.die[aria-pressed=false]").first.tap()
            seen = phone.look()
        if seen["bank"] and (seen["banks"] >= 250 or not seen["roll"]):
            page.locator("#bank").tap()
        elif seen["roll"]:
            page.locator("#roll").tap()
    rounds = rounds_of(server, game)
    assert len(rounds) == 10
    expect(page.locator(".end h2")).to_contain_text(f"{sum(rounds):,} points")
    text = page.locator(".shared pre").inner_text()
    said, blocks, link = text.split("\n")
    assert said == f"Hot Dice, day {number(FIRST):,}: {sum(rounds):,} points"
    assert blocks == "".join(map(block, rounds))
    assert link == f"{server.url}/day/{FIRST}"
    page.goto(server.url)
    expect(tile).to_contain_text(f"{sum(rounds):,} points")
    page.goto(f"{server.url}/day")
    expect(page.locator(".daily .total")).to_have_text(f"{sum(rounds):,} points")
    expect(page.locator(".daily button.hot")).to_have_text("Share")
    set_to(server, NEXT, 1.0)
    assert server.get(f"/api/day/{FIRST}").json()["results"] == [[sum(rounds), 1]]


def number(day: Any) -> int:
    """A day's number: 1 January 2026 is day 1."""
    return int((day - type(day)(2025, 12, 31)).days)


def test_two_browsers_have_the_same_dice(server: Server, person: Callable[..., Person]) -> None:
    """Whatever the clocks of the browsers show."""
    fell = []
    for days in (0, 400):
        page = person(DESKTOP).page
        if days:
            page.clock.set_system_time(f"{(FIRST + timedelta(days))}T01:00:00Z")
        go(page, server)
        player = seat_of(page, server)
        play(player, 50)
        events = events_of(server, player.game)
        fell.append([event["data"]["dice"] for event in events if event["kind"] == "rolled"])
        found = player.snapshot()["day"]
        assert (found["date"], found["counts"]) == (str(FIRST), True)
    assert fell[0] == fell[1]


def test_the_clock_of_the_browser_changes_nothing(
    server: Server, person: Callable[..., Person]
) -> None:
    page = person(DESKTOP).page
    page.goto(f"{server.url}/day")
    left = page.locator(".daily .left")
    expect(left).to_contain_text("in 5 h 1")
    for wrong in ("2020-01-01T00:00:00Z", "2044-01-01T00:00:00Z"):
        page.clock.set_system_time(wrong)
        page.clock.run_for(2000)
        expect(left).to_contain_text("in 5 h 1")
        page.reload()
        expect(left).to_contain_text("in 5 h 1")
        expect(page.locator(".daily")).to_contain_text(f"Day {number(FIRST):,}")
    go(page, server)
    expect(page.locator(".day-line")).to_contain_text("in 5 h 1")


def test_the_next_day_begins_on_the_open_page(
    server: Server, person: Callable[..., Person]
) -> None:
    set_to(server, FIRST, 23.9995)
    page = person(DESKTOP).page
    page.goto(f"{server.url}/day")
    expect(page.locator(".daily .left")).to_contain_text("second")
    before = page.locator(".card code").first.inner_text()
    page.clock.run_for(4000)
    expect(page.locator(".daily")).to_contain_text(f"Day {number(NEXT):,}")
    expect(page.locator(".daily .left")).to_contain_text("in 23 h")
    expect(page.locator(".card code").first).not_to_have_text(before)


def test_a_game_that_midnight_finds_does_not_count(
    server: Server, person: Callable[..., Person]
) -> None:
    page = person().page
    go(page, server)
    player = seat_of(page, server)
    set_to(server, NEXT, 0.1)
    page.reload()
    expect(page.locator(".day-line")).to_have_text(
        "It was not over at midnight UTC, so it does not count."
    )
    play(player)
    expect(page.locator(".end")).to_contain_text("This game did not count.")
    expect(page.locator(".shared")).to_have_count(0)


def test_the_day_after(server: Server, person: Callable[..., Person]) -> None:
    mine = person(DESKTOP)
    page = mine.page
    go(page, server)
    player = seat_of(page, server)
    total = play(player)
    expect(page.locator(".end .rounds")).to_be_visible()
    others = [play(begin(server), enough) for enough in (50, 50, 500, 900)]
    set_to(server, NEXT, 8.0)
    page.goto(f"{server.url}/day")
    best = server.get(f"/api/day/{FIRST}").json()["best"]
    wanted = [total, sum(best["played"]), sum(best["possible"])]
    expect(page.locator(".compared strong")).to_have_text([f"{each:,}" for each in wanted])
    expect(page.locator("#everybody + span")).to_have_text("5 results")
    bars = page.locator(".bars li")
    counts = [int(text or 0) for text in page.locator(".bars .many").all_inner_texts()]
    assert sum(counts) == 1 + len(others)
    own = page.locator(".bars .own .hidden-text")
    low, high = re.findall(r"[\d,]+", own.inner_text())[:2]
    assert int(low.replace(",", "")) <= total <= int(high.replace(",", ""))
    expect(bars.locator("nth=0")).to_be_visible()
    page.get_by_role("link", name="More about this day").click()
    expect(page.locator("h1")).to_contain_text(f"Day {number(FIRST):,}")
    expect(page.locator(".card .good")).to_have_text(
        [
            "✓ The secret fits the commitment",
            "✓ It is the commitment that this browser saw on that day",
        ]
    )
    page.locator("summary").click()
    shown = page.locator(".by-round tbody tr td:nth-child(2)").all_inner_texts()
    assert [int(text.replace(",", "")) for text in shown] == rounds_of(server, player.game)
    page.get_by_role("link", name="Verify the dice").click()
    expect(page.locator("#verdict")).to_contain_text("rolls are fair")
    expect(page.locator("main")).to_contain_text("the same for everybody")


def test_dice_are_not_verified_before_the_day_is_over(
    server: Server, person: Callable[..., Person]
) -> None:
    page = person().page
    go(page, server)
    player = seat_of(page, server)
    play(player)
    page.goto(f"{server.url}/fair/{player.game}")
    expect(page.locator("#verdict")).to_have_text("The day is not over yet")


def test_earlier_days_are_played_without_counting(
    server: Server, person: Callable[..., Person]
) -> None:
    play(begin(server))
    set_to(server, NEXT, 8.0)
    today(server)
    page = person().page
    page.goto(f"{server.url}/day/{FIRST}")
    expect(page.locator("main")).to_contain_text("You have no result of this day.")
    page.get_by_role("button", name="Play without counting").click()
    expect(page.locator(".day-line")).to_contain_text("does not count")
    play(seat_of(page, server))
    expect(page.locator(".end")).to_contain_text("This game did not count.")
    page.goto(f"{server.url}/day")
    expect(page.locator(".daily button.hot")).to_have_text("Play")
    [[_, count]] = server.get(f"/api/day/{FIRST}").json()["results"]
    assert count == 1


def test_a_day_that_is_none_says_so(server: Server, browser: Browser) -> None:
    context = browser.new_context()
    page = context.new_page()
    for day in ("2031-05-09", "2031-06-01", "tomorrow"):
        page.goto(f"{server.url}/day/{day}")
        expect(page.locator("main")).to_contain_text("there are no dice of this day here")
    context.close()


def test_the_result_is_copied(server: Server, person: Callable[..., Person]) -> None:
    mine = person(DESKTOP)
    mine.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = mine.page
    page.add_init_script("Object.defineProperty(navigator, 'share', { value: undefined })")
    go(page, server)
    play(seat_of(page, server))
    page.goto(f"{server.url}/day")
    page.get_by_role("button", name="Share").click()
    expect(page.locator(".shared [role=status]")).to_have_text("✓ Copied")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == page.locator(".shared pre").inner_text()
    assert copied.startswith("Hot Dice, day")


@pytest.mark.parametrize("size", [PHONE, SIDE, {"width": 1440, "height": 900}], ids=str)
def test_pages_of_days_are_open_to_everybody(
    size: dict[str, int], server: Server, browser: Browser
) -> None:
    """Before and after the game, on the day after, in both colours, in German, right to left."""
    play(begin(server))
    set_to(server, NEXT, 8.0)
    for look, locale in (("light", "en-GB"), ("dark", "de-DE")):
        with visiting(browser, server.url, viewport=size, color_scheme=look, locale=locale) as page:
            page.goto("/day")
            page.locator(".compared").wait_for()
            assert barriers(page) == []
            assert overflow(page) == 0
            page.evaluate("document.documentElement.dir = 'rtl'")
            assert overflow(page) == 0
            page.locator(".daily button.hot").click()
            page.locator(".day-line").wait_for()
            page.locator("#roll").wait_for()
            assert barriers(page) == []
            play(seat_of(page, server))
            page.locator(".end .rounds").wait_for()
            assert barriers(page) == []
            assert overflow(page) == 0
            for path in ("/day", f"/day/{FIRST}"):
                page.goto(path)
                page.locator(".compared").wait_for()
                page.locator("summary").click()
                assert barriers(page) == [], path
                assert overflow(page) == 0, path


def test_the_day_by_keyboard(server: Server, person: Callable[..., Person]) -> None:
    page = person(DESKTOP).page
    page.goto(f"{server.url}/day")
    play_button = page.locator(".daily button.hot")
    expect(play_button).to_be_visible()
    while page.evaluate("document.activeElement.matches('.daily button.hot')") is False:
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#roll")).to_be_visible()
    page.keyboard.press("r")
    expect(page.locator("button.die").first).to_be_visible()
    assert json.loads(page.evaluate("localStorage.getItem('days')"))[str(FIRST)]["game"]
