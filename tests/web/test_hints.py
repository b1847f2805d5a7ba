"""A first game comes with hints at the right moments, made from its rules, gone in one tap."""

from typing import Any

import pytest
from playwright.sync_api import expect
from support.browsing import CHROMIUM, PHONE
from support.needed import needed
from support.serving import Player, Server, join, make

pytestmark = needed(CHROMIUM, "chromium", "tests of the hints are")
HINTED = "(game) => localStorage.setItem('hints', JSON.stringify({ game, done: [] }))"
# every die scores 100 alone, the turn never ends by itself
SURE = {"toml": 'name = "sure"\ntitle = "Sure"\ndice = 2\ntarget = 300\n[score]\na = 100\n'}
# of seven dice two are alike, and one that is left in the end is alone: rolls, then a farkle
DOOMED = {"toml": 'name = "own"\nkeep = "all"\ndice = 7\n[score]\naa = 1\n'}
COUNT_TAPS = "window.taps = 0; addEventListener('click', () => taps++, true)"
BELOW = """() => {
  const lowest = Math.max(...[...document.querySelectorAll(".dice .die")]
    .map((die) => die.getBoundingClientRect().bottom));
  return document.querySelector(".bubble").getBoundingClientRect().top >= lowest;
}"""


def test_hints_lead_through_a_turn_and_are_gone_when_it_is_done(
    server: Server, people: Any
) -> None:
    person = people(PHONE)
    page, bubble = person.page, person.page.locator(".bubble")
    made = make(server, "Ann", rules=SURE, fair=False)
    page.goto(server.url)
    page.evaluate(HINTED, made.game)
    person.sit(made)
    expect(bubble).to_contain_text("Your turn begins with 2 dice.")
    assert page.evaluate(BELOW)
    page.locator("#roll").click()
    expect(bubble).to_contain_text("2 of 3")
    expect(bubble.locator(".alone-dice > span")).to_have_text([" 100"] * 6)
    assert page.evaluate(BELOW)
    person.look()  # the second of two taps is not meant for the dice
    page.locator("button.die").first.click()
    expect(bubble).to_contain_text("Bank, and 100 points are yours for good.")
    expect(bubble).to_contain_text("0 %")
    page.locator("button.die").last.click()  # all dice are kept
    expect(bubble).to_contain_text("Every die has been kept, so 2 dice come back.")
    page.locator("#roll").click()
    expect(bubble).to_have_count(0)
    page.reload()
    expect(page.locator("#roll")).to_be_visible()
    expect(bubble).to_have_count(0)


def roll_to_the_end(player: Player) -> None:
    """A turn that ends with a farkle."""
    while player.snapshot()["state"]["player"] == player.seat:
        player.act({"do": "roll"}, player.snapshot()["seq"])


def test_ones_first_farkle_is_told_until_one_rolls_again(server: Server, people: Any) -> None:
    person = people(PHONE)
    page, bubble = person.page, person.page.locator(".bubble")
    made = make(server, "Ann", "?", rules=DOOMED, fair=False)
    bob = join(made, "Bob", fair=False)
    page.goto(server.url)
    page.evaluate(HINTED, made.game)
    person.sit(made)
    expect(bubble).to_contain_text("1 of 3")
    roll_to_the_end(made)
    expect(bubble).to_contain_text("No die of your roll scored")
    expect(bubble).not_to_contain_text(" of 3")  # it may never come
    roll_to_the_end(bob)
    expect(page.locator("#roll:not([aria-disabled])")).to_be_visible()
    expect(bubble).to_contain_text("No die of your roll scored")
    person.look()  # the second of two taps is not meant for the dice
    page.locator("#roll").click()
    expect(page.locator(".log li").first).to_contain_text("You rolled")
    expect(bubble.filter(has_text="No die of your roll scored")).to_have_count(0)


@pytest.mark.parametrize("how", ["Play", "How to play"])
def test_a_first_game_has_hints_which_one_tap_skips(how: str, server: Server, people: Any) -> None:
    page = people(PHONE).page
    page.goto(server.url)
    page.get_by_role("button", name=how, exact=True).click()
    expect(page.locator(".bubble")).to_contain_text("Your turn begins with 6 dice.")
    page.get_by_role("button", name="Skip the hints").click()
    expect(page.locator(".bubble")).to_have_count(0)
    page.goto(server.url)
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("#roll:not([aria-disabled])")).to_be_visible()
    expect(page.locator(".bubble")).to_have_count(0)


def test_hints_that_were_not_read_come_in_the_next_game(server: Server, people: Any) -> None:
    page = people(PHONE).page
    for how in ("How to play", "Play"):
        page.goto(server.url)
        page.get_by_role("button", name=how, exact=True).click()
        expect(page.locator(".bubble")).to_contain_text("Your turn begins with 6 dice.")


def test_everybody_is_seen_beside_a_hint(server: Server, people: Any) -> None:
    page = people(PHONE).page
    page.goto(server.url)
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".bubble")).to_be_visible()
    above = page.locator(".actions").bounding_box()["y"]
    for player in page.locator(".player").all():
        box = player.bounding_box()
        assert box["y"] + box["height"] <= above
        assert player.locator(".name").evaluate("(name) => name.scrollWidth <= name.clientWidth")


def test_from_home_to_the_first_bank_in_five_taps(server: Server, people: Any) -> None:
    """By doing what the hints say; after a farkle somebody else begins."""
    farkled = True
    while farkled:
        person = people(PHONE, reduced_motion="no-preference")
        page = person.page
        page.add_init_script(COUNT_TAPS)
        page.goto(server.url)
        page.get_by_role("button", name="Play", exact=True).click()
        page.locator("#roll:not([aria-disabled])").click()
        page.wait_for_selector(".felt:not(:has(.rolling)) .lies")
        farkled = "farkle" in page.locator(".log").inner_text()
    person.look()  # the second of two taps is not meant for the dice
    page.locator("button.die[aria-pressed=false]").first.click()
    page.locator("#bank:not([aria-disabled])").click()
    expect(page.locator(".log")).to_contain_text("You banked")
    assert page.evaluate("taps") <= 5
