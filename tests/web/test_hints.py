"""A first game comes with hints at the right moments, made from its rules, gone in one tap."""

from typing import Any

import pytest
from playwright.sync_api import expect
from support.browsing import CHROMIUM, PHONE
from support.needed import needed
from support.serving import Server, make

pytestmark = needed(CHROMIUM, "chromium", "tests of the hints are")
HINTED = "(game) => localStorage.setItem('hints', JSON.stringify({ game, done: [] }))"
# every die scores 100 alone, the turn never ends by itself
SURE = {"toml": 'name = "sure"\ntitle = "Sure"\ndice = 2\ntarget = 300\n[score]\na = 100\n'}
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
    expect(bubble).to_contain_text("2 of 5")
    expect(bubble.locator(".alone-dice > span")).to_have_text([" 100"] * 6)
    assert page.evaluate(BELOW)
    person.look()  # the second of two taps is not meant for the dice
    page.locator("button.die").first.click()
    expect(bubble).to_contain_text("Bank, and 100 points are yours for good.")
    expect(bubble).to_contain_text("0 %")
    page.locator("button.die").last.click()
    page.locator("#roll").click()  # all dice are kept
    expect(bubble).to_have_count(0)
    page.reload()
    expect(page.locator("#roll")).to_be_visible()
    expect(bubble).to_have_count(0)


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
