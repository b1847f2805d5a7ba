"""A roll of one die each decides who begins: chosen by a box, told at the table, proved later."""

import re
from typing import Any

from playwright.sync_api import expect
from support.browsing import CHROMIUM, PHONE
from support.needed import needed
from support.serving import Player, Server, events_of, join, play_out

pytestmark = needed(CHROMIUM, "chromium", "tests of who begins are")


def test_who_begins_is_told_and_every_die_of_it_is_proved(server: Server, people: Any) -> None:
    ann = people(PHONE)
    page = ann.page
    page.goto(server.url)
    page.get_by_role("button", name="Seats, clock, who may watch").click()
    page.get_by_label("Roll one die each for who begins").check()
    page.locator("#friends input[name=name]").fill("Ann")
    page.get_by_role("button", name="Make a table").click()
    expect(page.locator("#address")).to_be_visible()
    seats = page.evaluate("JSON.parse(localStorage.games)")
    host = Player(server, seats[0])
    bob = join(host, "Bob", fair=False)
    expect(page.locator("#roll")).to_be_visible()

    events = events_of(server, host.game)
    (rounds,) = (event["data"]["roll_off"] for event in events if event["kind"] == "started")
    last = rounds[-1]
    winner = last.index(max(die for die in last if die is not None))
    said = page.locator(".log, [role=log]").first
    for thrown in rounds:
        expect(said).to_contain_text(f"Ann rolls {thrown[0]}")
        expect(said).to_contain_text(f"Bob rolls {thrown[1]}")
    begins = re.compile("Ann begins" if winner == 0 else "Bob begins")
    expect(said).to_contain_text(begins)
    expect(page.locator(".player.turn .name")).to_have_text("You" if winner == 0 else "Bob")

    play_out([host, bob])
    page.goto(f"{server.url}/fair/{host.game}")
    expect(page.locator("#verdict")).to_contain_text("rolls are fair")
    dice = sum(die is not None for thrown in rounds for die in thrown)
    expect(page.get_by_text("for who begins")).to_have_count(dice)
