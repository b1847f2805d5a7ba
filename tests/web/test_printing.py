"""What is printed (score sheet, rule sheet, end of a game): black on white, and whole."""

import io
import re
from typing import Any

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import Page, expect
from support.browsing import CHROMIUM, DESKTOP, PHONE, Person
from support.dice_pictures import BOXES, pips, pixels
from support.needed import needed
from support.serving import Server, make, play_out

pytestmark = needed(CHROMIUM, "chromium", "tests of what is printed are")

PAPER = {"width": 680, "height": 960}  # A4 within its margins, in CSS pixels
LONGEST = "Wolfeschlegelsteinhausen"  # the longest name there is
# what is there to be tapped, and still to be seen
TAPPED = """() => [...document.querySelectorAll(
  "button:not(:has(.faces)), .button, input, select, textarea, nav, footer, .log, .reactions",
)].filter((each) => each.checkVisibility()).map(({ outerHTML }) => outerHTML.slice(0, 80))"""
# text that is wider or higher than the place it has, or beyond the edges of the paper
CUT = """() => [...document.querySelectorAll("main *")].filter((each) => {
  if (!each.checkVisibility() || each.closest(".hidden-text, svg")) return false;
  const { overflowX, overflowY } = getComputedStyle(each);
  const { left, right } = each.getBoundingClientRect();
  const across = overflowX !== "visible" && each.scrollWidth > each.clientWidth + 1;
  const down = overflowY !== "visible" && each.scrollHeight > each.clientHeight + 1;
  return across || down || left < -1 || right > innerWidth + 1;
}).map(({ outerHTML }) => outerHTML.slice(0, 80))"""
DATE = r"[A-Z][a-z]+ \d{1,2}, 20\d\d"


def on_paper(page: Page) -> int:
    """Print, and look at it as it was printed; how many sheets that are."""
    printed = page.pdf(format="A4")
    page.set_viewport_size(PAPER)  # type: ignore[arg-type]
    page.emulate_media(media="print")
    return len(re.findall(rb"/Type\s*/Page\b", printed))


def assert_readable(page: Page, title: str) -> None:
    """Assert that nothing is to be tapped or cut off, and all is black on white."""
    expect(page.locator(".printed")).to_have_text(re.compile(rf"^{title} · Hot Dice · {DATE}$"))
    assert page.evaluate(TAPPED) == []
    assert page.evaluate(CUT) == []
    with Image.open(io.BytesIO(page.screenshot(full_page=True))) as shot:
        seen = pixels(shot)
    assert np.ptp(seen, axis=2).max() < 40, "there are colours"
    assert np.median(seen) == 255
    assert (seen.max(axis=2) > 200).mean() > 0.85, "it is dark"


@pytest.fixture
def ended(server: Server, people: Any, request: pytest.FixtureRequest) -> Person:
    """Somebody at the end of a game of four, whose name is as long as they get."""
    size, colours = request.param
    person: Person = people(size, color_scheme=colours)
    bots = ("bot:cautious",) * 3
    made = make(server, LONGEST, *bots, rules="basic+target=5000", fair=False)
    play_out([made])
    person.sit(made)
    person.look()
    expect(person.page.locator(".end")).to_be_visible()
    return person


SCREENS = [(DESKTOP, "light"), (PHONE, "dark")]


@pytest.mark.parametrize("ended", SCREENS, indirect=True, ids=["desktop", "phone"])
def test_the_end_of_a_game_and_its_score_sheet_on_paper(ended: Person) -> None:
    page = ended.page
    assert 1 <= on_paper(page) <= 2
    assert_readable(page, r"Farkle, basic \(changed\)")
    expect(page.locator(".end h2")).to_be_visible()
    dice = page.locator(".won .die")
    with Image.open(io.BytesIO(page.screenshot())) as shot:
        seen = pixels(shot)
    faces = page.locator(".won").get_attribute("aria-label")
    boxes = dice.evaluate_all(BOXES)
    read = [pips(seen[top:bottom, left:right]) for left, top, right, bottom in boxes]
    assert read == [int(face) for face in (faces or "").split()][-6:]
    page.emulate_media(media="null")
    page.get_by_role("button", name="Score sheet").click()
    expect(page.locator("dialog[open]")).to_be_visible()
    rows = page.locator(".scores tbody tr")
    count = rows.count()
    assert count > 1
    assert 1 <= on_paper(page) <= 3
    assert_readable(page, r"Farkle, basic \(changed\)")
    expect(page.locator(".end")).to_be_hidden()
    assert [row.is_visible() for row in rows.all()] == [True] * count
    assert page.evaluate("getComputedStyle(document.querySelector('.scores tr')).breakInside") == (
        "avoid"
    )
    page.emulate_media(media="null")


def test_a_rule_sheet_on_paper(server: Server, people: Any) -> None:
    person = people(PHONE, color_scheme="dark")
    page = person.page
    page.goto(f"{server.url}/rules/three-pair")
    expect(page.locator(".does")).to_be_visible()
    expect(page).to_have_title(re.compile("Farkle with three pair"))
    assert on_paper(page) == 2
    assert_readable(page, "Farkle with three pair")
    expect(page.locator(".play")).to_be_hidden()
    assert page.locator(".sheet tbody tr").count() == 12
    page.emulate_media(media="null")
