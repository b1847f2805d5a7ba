"""The waiting room in the browser: who is invited to which seat, and sitting down after all."""

from typing import Any

from playwright.sync_api import expect
from support.browsing import CHROMIUM, SIT
from support.needed import needed
from support.serving import Player, Server, join, make, play_out

pytestmark = needed(CHROMIUM, "chromium", "tests of the waiting room are")


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
