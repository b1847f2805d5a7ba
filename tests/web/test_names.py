"""What people are called in the web app: asked for where it is needed, never a pronoun."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect
from support.browsing import CHROMIUM
from support.needed import needed
from support.serving import Server, join, make, wait_for

pytestmark = needed(CHROMIUM, "chromium", "tests of names in the web app are")
NAME = "JSON.parse(localStorage.getItem('name'))"
IN_SIGHT = """() => {
  const { top, bottom } = document.querySelector("#wrong-name").getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}"""


@pytest.mark.parametrize("path", ["/", "/rules/greed"])
def test_whoever_invites_somebody_is_asked_for_a_name(
    path: str, server: Server, people: Any
) -> None:
    ann = people(locale="de-DE")
    page = ann.page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.method))
    page.goto(server.url + path)
    if path == "/":
        page.get_by_role("button", name="Tisch").click()
    else:
        page.get_by_label("Mit wem").select_option("friends 2")
        page.get_by_role("button", name="spielen").click()
    field = page.get_by_label("Dein Name")
    expect(field).to_be_focused()
    expect(field).to_have_accessible_description("Gib einen Namen ein, den die anderen sehen.")
    assert page.evaluate(IN_SIGHT)
    assert "POST" not in asked
    field.fill("Ann")
    expect(page.locator("#wrong-name")).to_be_empty()
    page.locator("#friends .make button, form.play button").last.click()
    expect(page.locator(".seats")).to_contain_text("Ann")


@pytest.mark.parametrize("path", ["/", "/rules/greed"])
def test_a_player_without_a_name_is_told_of_as_one(path: str, server: Server, people: Any) -> None:
    """In a game against a bot; and the next one is asked as if nothing had been said."""
    ann = people(locale="de-DE")
    page = ann.page
    page.goto(server.url + path)
    page.locator("#bot button.hot, form.play button").click()
    page.locator("#roll:not([aria-disabled])").click()
    expect(page.locator(".log")).to_contain_text("Du wirfst")
    assert not page.evaluate(NAME)
    game = page.url.rpartition("/")[2]
    seats = server.get(f"/api/games/{game}").json()["seats"]
    assert seats[0]["name"] == "Spieler"


def test_a_name_that_the_server_refuses_is_asked_for_again(server: Server, people: Any) -> None:
    ann = people()
    ann.attempts_fail = True  # the browser tells of every refusal
    ann.page.goto(server.url)
    field = ann.page.get_by_label("Your name")
    field.fill("bot:bold")
    ann.page.get_by_role("button", name="Make a table").click()
    expect(field).to_be_focused()
    expect(field).to_have_accessible_description(re.compile("'bot:bold' is not a valid name"))
    assert ann.page.evaluate(NAME) is None


def test_another_name_is_ones_own_if_the_server_takes_it(server: Server, people: Any) -> None:
    ann = people()
    made = make(server, "Ann", "?", "?", fair=False)
    join(made, "Bob", fair=False)
    ann.sit(made)
    field = ann.page.get_by_label("Your name")
    button, line = ann.page.get_by_role("button", name="Rename"), ann.page.locator(".line")
    field.fill("Bob")
    button.click()
    expect(line).to_contain_text("somebody at this table is already called Bob; how about Bob 2?")
    assert ann.page.evaluate(NAME) is None
    line.get_by_role("button").click()
    field.fill("Ann  Lee")
    button.click()
    expect(ann.page.locator(".seats")).to_contain_text("Ann Lee (you)")
    expect(button).to_have_count(0)
    expect(field).to_have_value("Ann Lee")
    assert ann.page.evaluate(NAME) == "Ann Lee"
    field.fill(" Ann   Lee ")
    expect(button).to_have_count(0)


def test_what_cannot_be_sent_is_told(server: Server, people: Any) -> None:
    """Names and reactions are for the moment: they do not wait."""
    ann = people()
    made = make(server, "Ann", "?", fair=False)
    ann.sit(made)
    line = ann.page.locator(".line")
    expect(ann.page.locator("#address")).to_be_visible()
    ann.cut()
    expect(line).to_contain_text("offline")
    ann.page.get_by_label("Your name").fill("Anna")
    for button in ("Rename", "well done"):
        ann.page.clock.run_for(600)  # reactions take no tap as soon as they are there
        ann.page.get_by_role("button", name=button).click()
        expect(line).to_contain_text("That was not sent")
        line.get_by_role("button", name="All right").click()
        expect(line).not_to_contain_text("That was not sent")
    ann.context.set_offline(False)
    wait_for(ann.is_back)
    expect(ann.page.get_by_label("Your name")).to_have_value("Anna")
    assert made.snapshot()["seats"][0]["name"] == "Ann"
