"""The waiting room in the browser: who is invited to which seat, and sitting down after all."""

import re
from typing import Any

from playwright.sync_api import expect
from support.browsing import CHROMIUM, DESKTOP, PHONE, SIT
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


def test_the_link_is_on_the_first_screen_of_a_phone(server: Server, people: Any) -> None:
    person = people(PHONE)
    person.sit(make(server, "Ann", *"???", fair=False))
    copy = person.page.get_by_role("button", name="Copy")
    expect(copy).to_be_in_viewport(ratio=1)
    expect(person.page.locator("#address")).to_be_in_viewport(ratio=1)


def test_the_host_arranges_the_table_and_begins_with_fewer(server: Server, people: Any) -> None:
    """A bot, somebody removed, other rules, two switches, and a start before all are there."""
    ann, bob = people(DESKTOP), people()
    made = make(server, "Ann", "?", "?", "?", fair=False, rules="basic")
    ann.sit(made)
    bob.sit(join(made, "Bob", fair=False))
    page, seats = ann.page, ann.page.locator(".seat")
    expect(bob.page.locator(".seats")).to_contain_text("Bob (you)")
    expect(bob.page.get_by_role("button", name="Add a bot")).to_have_count(0)
    seats.nth(1).get_by_role("button", name="Remove").click()
    expect(bob.page.locator("h1")).to_have_text("The host has removed you from this table")
    seats.nth(1).get_by_role("button", name="Add a bot").click()
    seats.nth(1).get_by_label("How well it plays").select_option("3")
    seats.nth(1).get_by_role("button", name="Add", exact=True).click()
    expect(seats.nth(1)).to_contain_text("bot, easy")
    page.get_by_role("button", name="Change rules").click()
    page.get_by_label("Change rules").select_option("greed")
    expect(page.locator(".settings")).to_contain_text("Greed, to 3,000")
    expect(page.get_by_text("otherwise only whoever has the link")).to_be_visible()
    page.get_by_label("Anybody may watch").check()
    expect(page.locator("#address")).to_have_value(re.compile("#"))
    page.get_by_label("Anybody may sit down").check()
    expect(page.locator("#address")).not_to_have_value(re.compile("#"))
    page.get_by_role("button", name="Start now").click()
    expect(page.locator("#roll:not([aria-disabled])")).to_be_visible()
    told = made.snapshot()
    assert told["rules"]["name"] == "greed"
    assert [seat["bot"] for seat in told["seats"]] == [None, "human:3"]


def test_whoever_was_removed_watches_and_the_others_have_a_new_link(
    server: Server, people: Any
) -> None:
    ann, bob, cy = people(DESKTOP), people(), people()
    made = make(server, "Ann", "?", "?", "?", fair=False)
    ann.sit(made)
    bob.sit(join(made, "Bob", fair=False))
    cy.sit(join(made, "Cy", fair=False))
    for each in (ann, cy):
        expect(each.page.locator("#address")).not_to_have_value(re.compile("#"))
    ann.page.locator(".seat").nth(1).get_by_role("button", name="Remove").click()
    bob.page.get_by_role("button", name="Look at the game").click()
    expect(bob.page.locator("main")).to_contain_text("has the newest link of this table")
    expect(bob.page.get_by_role("button", name="Sit down")).to_have_count(0)
    for each in (ann, cy):
        expect(each.page.locator("#address")).to_have_value(re.compile("#"))
    assert ann.page.url == ann.page.locator("#address").input_value()
    place = cy.page.locator("#address").input_value().partition("/game/")[2]
    bob.open(place)
    bob.page.get_by_label("Your name").fill("Bob")
    bob.page.get_by_role("button", name="Sit down").click()
    expect(bob.page.locator(".seats")).to_contain_text("Bob (you)")


def test_all_free_seats_get_bots_in_one_tap_and_the_game_begins(
    server: Server, people: Any
) -> None:
    ann = people(DESKTOP)
    made = make(server, "Ann", "?", "?", "?", fair=False)
    ann.sit(made)
    expect(ann.page.locator(".banner")).not_to_contain_text("you start")
    ann.page.get_by_role("button", name="Fill 3 seats with bots and start").click()
    expect(ann.page.locator("#roll")).to_be_visible()
    assert [seat["bot"] for seat in made.snapshot()["seats"]] == [None, *["human:5"] * 3]
    expect(ann.page.locator(".reactions")).to_have_count(0)  # nobody is there to see them


def test_start_is_in_sight_with_eight_seats(server: Server, people: Any) -> None:
    ann = people({"width": 1440, "height": 900})
    made = make(server, "Ann", *"???????", fair=False)
    join(made, "Bob", fair=False)
    ann.sit(made)
    expect(ann.page.locator(".banner")).to_contain_text("you start")
    box = ann.page.locator("#start").bounding_box()
    assert box["y"] + box["height"] <= 900
