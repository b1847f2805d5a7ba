"""Seats in the browser: a second tap, or a request whose answer got lost, makes no second one."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from support.browsing import CHROMIUM, PHONE, Person
from support.needed import needed
from support.serving import Server, make, play_out, serving

pytestmark = needed(CHROMIUM, "chromium", "tests of the web app are")


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("web") / "server.sqlite"


@pytest.fixture(scope="module")
def server(database: Path) -> Iterator[Server]:
    with serving(f"sqlite:///{database}", database.with_name("log")) as found:
        yield found


@pytest.fixture
def ann(browser: Browser, server: Server) -> Iterator[Person]:
    person = Person(browser, server, PHONE)
    yield person
    person.close()


def games(database: Path) -> int:
    with closing(sqlite3.connect(database)) as reading:
        count: int = reading.execute("SELECT count(*) FROM games").fetchone()[0]
        return count


def lose_an_answer(person: Person, path: str) -> list[Any]:
    """The next request arrives, and its answer does not; the bodies of all requests from now on."""
    asked: list[Any] = []

    def lose(route: Route) -> None:
        asked.append(route.request.post_data_json)
        if len(asked) > 1:
            route.continue_()
            return
        assert route.fetch().status == 201
        route.abort()

    person.page.route(f"**{path}", lose)
    return asked


def expect_network_error(person: Person) -> None:
    """Wait for the sentence; the browser itself has complained as well."""
    expect(person.page.get_by_role("alert").filter(has_text="server")).to_be_visible()
    assert all("ERR_FAILED" in error for error in person.errors)
    person.errors.clear()


def start(page: Page, times: int = 1) -> None:
    """Tap so often on what starts a game against a bot, too fast for the page to notice."""
    tap = "(form, times) => { for (let at = 0; at < times; at += 1) form.requestSubmit(); }"
    page.locator("#bot").evaluate(tap, times)


def test_two_taps_make_one_game(server: Server, database: Path, ann: Person) -> None:
    before = games(database)
    ann.page.goto(server.url)
    start(ann.page, 3)
    expect(ann.page.locator("#roll")).to_be_visible()
    assert games(database) == before + 1
    ann.page.goto(server.url)  # whoever wants another game gets another one
    start(ann.page)
    expect(ann.page.locator("#roll")).to_be_visible()
    assert games(database) == before + 2


def test_a_game_whose_answer_is_lost_is_not_made_twice(
    server: Server, database: Path, ann: Person
) -> None:
    before = games(database)
    ann.page.goto(server.url)
    asked = lose_an_answer(ann, "/api/games")
    start(ann.page)
    expect_network_error(ann)
    start(ann.page)
    expect(ann.page.locator("#roll")).to_be_visible()
    assert games(database) == before + 1
    assert asked[0] == asked[1]
    assert len(asked[0]["key"]) >= 16


def test_a_seat_whose_answer_is_lost_is_not_taken_twice(server: Server, ann: Person) -> None:
    made = make(server, "Bob", "?", "?")
    ann.open(made.game)
    asked = lose_an_answer(ann, f"/api/games/{made.game}/join")
    for _ in range(2):
        ann.page.locator("input[name=name]").fill("Ann")
        ann.page.get_by_role("button", name="Sit down").click()
        if len(asked) == 1:
            expect_network_error(ann)
            ann.page.reload()  # as people do
    expect(ann.page.locator("#address")).to_be_visible()
    assert [seat["name"] for seat in made.snapshot()["seats"]] == ["Bob", "Ann", None]
    assert asked[0] == asked[1]


def test_the_next_game_is_asked_for_twice_with_one_seed(server: Server, ann: Person) -> None:
    made = make(server, "Ann", fair=False)
    play_out([made])
    ann.sit(made)
    asked = lose_an_answer(ann, f"/api/games/{made.game}/rematch")
    again = ann.page.locator(".end button.hot")
    again.click()
    expect_network_error(ann)
    again.click()
    expect(ann.page.locator("#roll")).to_be_visible()
    assert asked[0] == asked[1]
