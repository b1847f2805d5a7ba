"""The waiting room in the browser: who is invited to which seat, and sitting down after all."""

from collections.abc import Iterator
from typing import Any

import pytest
from browsing import CHROMIUM, PHONE, SIT, Person
from needed import needed
from playwright.sync_api import Browser, expect
from serving import Player, Server, join, make, play_out, serving

pytestmark = needed(CHROMIUM, "chromium", "tests of the waiting room are")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("waiting")
    with serving(f"sqlite:///{folder / 'server.sqlite'}", folder / "log") as found:
        yield found


@pytest.fixture
def people(browser: Browser, server: Server) -> Iterator[Any]:
    """Makes people with phones; in the end their consoles are looked at."""
    made: list[Person] = []

    def person() -> Person:
        made.append(Person(browser, server, PHONE))
        return made[-1]

    yield person
    for each in made:
        each.close()


def rematch(server: Server) -> tuple[Player, Player, str]:
    """Ann and Bob have played, and Ann waits for Bob to play again; the game she waits in."""
    ann = make(server, "Ann", "?", fair=False, rules="greed+target=200+entry=0")
    bob = join(ann, "Bob", fair=False)
    play_out([ann, bob])
    answer = ann.post("rematch", {"commitment": None})
    assert answer.status_code == 201, answer.text
    return Player(server, answer.json()), bob, answer.json()["game"]


def test_nobody_is_invited_to_a_seat_that_is_kept(server: Server, people: Any) -> None:
    ann, bob, eve = people(), people(), people()
    waits, old, game = rematch(server)
    ann.sit(waits)
    eve.open(game)
    for each in (ann, eve):
        expect(each.page.locator(".seats")).to_contain_text("Bob")
        expect(each.page.locator(".invite")).to_have_count(0)
    expect(eve.page.get_by_role("button", name="Sit down")).to_have_count(0)

    bob.page.goto(server.url)
    bob.page.evaluate(SIT, [{"game": old.game, "seat": old.seat, "token": old.token}])
    bob.open(game)
    expect(bob.page.locator("form")).to_contain_text("Your seat from the game before is kept.")
    bob.page.get_by_role("button", name="Sit down").click()
    expect(bob.page.locator("#roll")).to_be_visible()
    assert [seat["name"] for seat in waits.snapshot()["seats"]] == ["Bob", "Ann"]


def test_whoever_just_watches_may_sit_down_after_all(server: Server, people: Any) -> None:
    bob, eve = people(), people()
    made = make(server, "Ann", "?", fair=False)
    for each in (bob, eve):
        each.open(made.game)
        each.page.get_by_role("button", name="Just watch").click()
        expect(each.page.locator(".seats")).to_contain_text("Ann")
        expect(each.page.locator(".invite")).to_have_count(0)
    bob.page.get_by_role("button", name="Sit down").click()
    expect(bob.page.locator("h1")).to_be_focused()
    bob.page.get_by_label("Your name").fill("Bob")
    bob.page.get_by_role("button", name="Sit down").click()
    expect(bob.page.locator("#roll")).to_be_visible()
    expect(eve.page.locator("main")).to_contain_text("All seats are taken: you are watching.")
