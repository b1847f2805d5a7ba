"""My games: what a browser keeps of them, what they say in all, and how they move elsewhere."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from support.browsing import CHROMIUM, DESKTOP, PHONE, SIT
from support.needed import needed
from support.serving import QUICK, Player, Server, make, play_out
from support.visiting import barriers, overflow, visiting

from hotdice.game.record import parse
from hotdice.review import Review, leaks, review
from hotdice.review.judgement import skill
from hotdice.review.leak_kinds import bands, game_of
from hotdice.solver.storage.lookup import values_at_hand

pytestmark = needed(CHROMIUM, "chromium", "tests of my games are")

LANDSCAPE = {"width": 740, "height": 360}
BOTS = ("bot:bold", "bot:bold", "bot:optimal")
DAY = 86_400_000  # milliseconds


@pytest.fixture(scope="module")
def played(server: Server) -> list[Player]:
    """Three games of Ann, two of them against the same bot."""
    games = [make(server, "Ann", bot, rules="greed", fair=False) for bot in BOTS]
    for game in games:
        play_out([game])
    return games


@pytest.fixture(scope="module")
def reviews(server: Server, played: list[Player]) -> list[Review]:
    """What the library says of their records."""
    records = [parse(server.get(f"{each.path}/record").content) for each in played]
    values = values_at_hand(records[0].start.rules, 2)
    assert values is not None
    return [review(record, values) for record in records]


@pytest.fixture
def page(browser: Browser, server: Server, played: list[Player]) -> Iterator[Page]:
    """Ann's browser, at the page."""
    with visiting(browser, server.url) as found:
        come(found, played)
        yield found


def come(page: Page, played: list[Player]) -> None:
    """Somebody whose games these are comes to the page, which has looked at all of them."""
    page.goto("/fair")
    page.evaluate(SIT, [seat(each, at) for at, each in enumerate(played)])
    page.goto("/games")
    expect(page.locator(".past")).to_have_count(len(played))
    expect(page.locator("main > .quiet[role=status]")).to_be_empty()


def seat(player: Player, at: int) -> dict[str, Any]:
    since = 1_760_000_000_000 + at * DAY
    return {"game": player.game, "seat": player.seat, "token": player.token, "since": since}


def rows(page: Page) -> list[list[str]]:
    found = page.locator(".statistics tbody tr").all()
    return [[cell.inner_text() for cell in row.locator("th, td").all()] for row in found]


def signed(value: float) -> str:
    text = f"{abs(100 * value):.1f}"
    return text if text == "0.0" else ("+" if value > 0 else "−") + text


def test_games_are_counted_by_rules_and_opponents(
    page: Page, server: Server, played: list[Player], reviews: list[Review]
) -> None:
    winners = [server.get(each.path).json()["state"]["winners"] for each in played]
    for (head, *cells), part in zip(rows(page), ([0, 1], [2]), strict=True):
        assert head == f"Greed\n{'bot' if len(part) == 2 else 'bot, perfect'}"
        won = sum(1 / len(winners[at]) for at in part if 0 in winners[at])
        assert cells[:2] == [str(len(part)), f"{won:g}\n{100 * won / len(part):.0f}\u00a0%"]
        skills = [skill(reviews[at], 0) for at in part]
        lost, decisions = sum(each.lost for each in skills), sum(each.decisions for each in skills)
        assert cells[2] == "–" or decisions >= 100
        assert cells[3] == f"{100 * lost / decisions:.1f}"
        last = list(bands([game_of(reviews[at], 0) for at in part]))[-1]
        assert cells[4] == f"{signed(last.luck)}\n± {100 * last.width:.1f}"


def test_where_chances_go_is_what_the_review_of_past_games_says(
    page: Page, reviews: list[Review]
) -> None:
    shown = [
        entry.locator("span.small, strong").all_inner_texts()
        for entry in page.locator(".leaks li").all()
    ]
    assert shown == [
        [f"{leak.errors} of {leak.decisions}", f"{100 * leak.lost / len(reviews):.1f}"]
        for leak in leaks((each, 0) for each in reviews)[:6]
    ]
    chance = page.locator(".leaks li", has_text="may be chance")
    every = leaks((each, 0) for each in reviews)[:6]
    expect(chance).to_have_count(sum(not leak.sure for leak in every))


def test_everything_is_there_again_in_another_browser(
    browser: Browser, server: Server, page: Page, tmp_path: Path
) -> None:
    before = [rows(page), page.locator(".past").all_inner_texts()]
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as a file").click()
    file = tmp_path / "games.json"
    download.value.save_as(file)
    page.get_by_role("button", name="Delete all").click()
    page.get_by_role("button", name="Delete 3 games for good").click()
    expect(page.locator(".past")).to_have_count(0)
    page.reload()
    expect(page.get_by_text("No game has ended yet")).to_be_visible()
    assert page.evaluate("localStorage.games") == "[]"
    with visiting(browser, server.url) as other:
        for each in (page, other):
            each.goto("/games")
            each.locator("input[type=file]").set_input_files(file)
            expect(each.get_by_text("3 games came with the file.")).to_be_visible()
            each.reload()
            expect(each.locator(".past")).to_have_count(3)
            assert [rows(each), each.locator(".past").all_inner_texts()] == before


def test_what_is_no_such_file_changes_nothing(page: Page, tmp_path: Path) -> None:
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as a file").click()
    good = json.loads(Path(download.value.path()).read_text())
    broken = {**good, "games": [{**good["games"][0], "names": None}]}
    for number, text in enumerate(("", "no", "[]", "{}", "null", json.dumps(broken))):
        file = tmp_path / f"{number}.json"
        file.write_text(text)
        page.locator("input[type=file]").set_input_files(file)
        expect(page.get_by_role("alert")).to_have_text(
            f"{file.name} is not a file of games that Hot Dice has saved."
        )
        expect(page.locator(".past")).to_have_count(3)


def test_a_game_is_deleted_for_good_and_only_when_meant(page: Page) -> None:
    first = page.locator(".past").first
    kept = page.locator(".past").nth(1).inner_text()
    first.get_by_role("button", name="Delete").click()
    first.get_by_role("button", name="Keep").click()
    expect(page.locator(".past")).to_have_count(3)
    first.get_by_role("button", name="Delete").click()
    expect(first.get_by_role("button", name="Delete it for good")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".past")).to_have_count(2)
    page.reload()
    expect(page.locator(".past")).to_have_count(2)
    assert page.locator(".past").first.inner_text() == kept


def test_games_stay_when_the_server_has_none_of_them(page: Page) -> None:
    gone = {"code": "game/unknown", "message": "there is no such game", "data": {}}
    page.route("**/api/games/**", lambda route: route.fulfill(status=404, json=gone))
    page.evaluate("localStorage.removeItem('games')")
    page.reload()
    expect(page.locator(".past")).to_have_count(3)
    with page.expect_download() as download:
        page.locator(".past").first.get_by_role("button", name="Record").click()
    assert parse(Path(download.value.path()).read_bytes()).state.over


@pytest.mark.parametrize("rules", ["greed", QUICK])
def test_a_game_is_kept_as_soon_as_its_end_is_seen(
    rules: str, browser: Browser, server: Server
) -> None:
    ann = make(server, "Ann", "bot:bold", rules=rules, fair=False)
    play_out([ann])
    context = browser.new_context(base_url=server.url)
    page = context.new_page()
    page.goto("/fair")
    page.evaluate(SIT, [seat(ann, 0)])
    with page.expect_response("**/record"):
        page.goto(f"/game/{ann.game}")
        expect(page.locator(".end")).to_be_visible()
    page.wait_for_load_state("networkidle")
    page.route("**/api/games/*", lambda route: route.abort())
    page.get_by_role("link", name="To the start").click()
    page.get_by_role("link", name="All my games, with statistics").click()
    expect(page.locator(".past")).to_have_count(1)
    context.close()


@pytest.mark.parametrize("size", [PHONE, LANDSCAPE, DESKTOP], ids=["phone", "side", "desk"])
def test_nothing_bars_the_way(
    size: dict[str, int], browser: Browser, server: Server, played: list[Player]
) -> None:
    with visiting(browser, server.url, viewport=size, locale="de-DE") as page:
        come(page, played)
        assert barriers(page) == []
        assert overflow(page) == 0
        for button in page.locator("main button, main a.button").all():
            box = button.bounding_box()
            assert box is not None
            assert box["height"] >= 44


def test_a_column_says_what_it_counts(page: Page) -> None:
    heads = page.locator(".statistics thead th")
    expect(heads.nth(4)).to_have_text("Points lost a decision")
    expect(heads.nth(5)).to_have_text("Luck, in points")
    assert "percentage points" in page.locator(".statistics").locator("xpath=../..").inner_text()
    assert "\u00a0%" in page.locator(".statistics tbody").inner_text()
