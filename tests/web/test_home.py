"""Home: one tap plays what was played last, under the names that levels have everywhere."""

import io
from typing import Any

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import expect
from support.browsing import CHROMIUM, DESKTOP, PHONE, Person
from support.needed import needed
from support.serving import Server, make

from hotdice.bots import names

pytestmark = needed(CHROMIUM, "chromium", "tests of the home page are")


def test_play_starts_what_was_played_last_and_asks_for_the_name_at_the_table(
    server: Server, people: Any
) -> None:
    page = people(PHONE).page
    page.goto(server.url)
    starts = page.locator(".starts span")
    expect(starts).to_have_text("Farkle, basic, to 10,000 · a bot, steady")
    page.get_by_role("button", name="Change").click()
    page.locator("select[name=rules]").select_option("greed")
    page.get_by_label("easy").check()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("#roll")).to_be_visible()
    field = page.get_by_label("Your name")
    field.fill("Ann")
    page.get_by_role("button", name="Rename").click()
    expect(field).to_have_count(0)
    page.goto(server.url)
    expect(starts).to_have_text("Greed, to 3,000 · a bot, easy")
    expect(page.locator(".cards .last")).to_contain_text("Greed")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("#roll")).to_be_visible()
    expect(page.get_by_label("Your name")).to_have_count(0)
    told = server.get(f"/api/games/{page.url.rpartition('/')[2]}").json()
    assert told["rules"]["name"] == "greed"
    assert [seat["bot"] for seat in told["seats"]] == [None, "human:3"]
    assert told["seats"][0]["name"] == "Ann"


def test_house_rules_that_were_played_are_what_play_starts(server: Server, people: Any) -> None:
    page = people(DESKTOP).page
    page.goto(f"{server.url}/rules/edit")
    page.get_by_role("button", name="As text").click()
    own = 'name = "ours"\ntitle = "Ours"\ntarget = 700\n[score]\n1 = 100\n5 = 50\n'
    page.locator("#toml").fill(own)
    page.locator("form.play button:not([aria-disabled=true])").click()
    expect(page.locator("#roll")).to_be_visible()
    page.goto(server.url)
    expect(page.locator(".starts span")).to_have_text("Ours, to 700 · a bot, steady")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("#roll")).to_be_visible()
    told = server.get(f"/api/games/{page.url.rpartition('/')[2]}").json()
    assert told["rules"]["title"] == "Ours"


def felt(person: Person) -> Any:
    with Image.open(io.BytesIO(person.page.locator(".thrown").screenshot())) as found:
        return np.asarray(found.convert("RGB"), dtype=np.int16)


def test_dice_roll_onto_the_felt_once_and_are_seen(server: Server, people: Any) -> None:
    """They lie as they do where nothing ever moves."""
    moving, still = people(DESKTOP, reduced_motion="no-preference"), people(DESKTOP)
    for person in (moving, still):
        person.page.goto(server.url)
        person.look()
        expect(person.page.locator(".thrown .die.rolling")).to_have_count(0)
    assert np.abs(felt(moving) - felt(still)).mean() < 1
    assert (felt(moving)[..., 1] > 230).mean() > 0.2  # ivory


@pytest.mark.parametrize("size", [PHONE, {"width": 740, "height": 360}], ids=["phone", "side"])
def test_rules_have_one_name_and_it_is_seen_whole(
    size: dict[str, int], server: Server, people: Any
) -> None:
    page = people(size).page
    page.goto(server.url)
    name = page.locator(".starts span").inner_text().partition(", to ")[0]
    page.get_by_role("button", name="Play", exact=True).click()
    page.get_by_role("button", name="Skip the hints").click()
    pill = page.locator(".top .pill").first.locator("span").first
    expect(pill).to_contain_text(name)
    assert pill.evaluate("(text) => text.scrollWidth <= text.clientWidth")


def test_levels_have_one_name_everywhere(server: Server, people: Any) -> None:
    assert names(["bot:human:3", "bot:human:5", "bot:human:8", "bot:optimal"]) == (
        "Easy",
        "Steady",
        "Strong",
        "Perfect",
    )
    page = people(PHONE).page
    page.goto(server.url)
    page.get_by_role("button", name="Change").click()
    shown = page.locator("#change fieldset span")
    expect(shown).to_have_text(["easy", "steady", "strong", "perfect"])
    person = people(PHONE)
    person.sit(make(server, "Ann", "bot:human:5", rules="basic", fair=False))
    expect(person.page.locator(".player").nth(1)).to_contain_text("bot, steady")


def test_advice_that_was_ticked_comes_with_the_first_game_too(server: Server, people: Any) -> None:
    page = people(PHONE).page
    page.goto(server.url)
    page.get_by_role("button", name="Change").click()
    page.locator("#change [name=advice]").check()
    for _ in range(2):
        page.get_by_role("button", name="Play", exact=True).click()
        expect(page.locator("#roll")).to_be_visible()
        assert server.get(f"/api/games/{page.url.rpartition('/')[2]}").json()["advice"]
        page.goto(server.url)
    page.get_by_role("button", name="How to play").click()
    expect(page.locator("#roll")).to_be_visible()
    assert not server.get(f"/api/games/{page.url.rpartition('/')[2]}").json()["advice"]
