"""A review as one file: the same page as on a server, with nothing asked of anybody."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from support.browsing import CHROMIUM, PHONE
from support.needed import needed
from support.review_pages import CUT, shown
from support.visiting import barriers, overflow, visiting

from hotdice import Rules, State, play
from hotdice.bots import make
from hotdice.game.dice import SeededDice
from hotdice.game.record import Record
from hotdice.review.account import review
from hotdice.review.html import page as page_of
from hotdice.review.plain_data import report
from hotdice.solver.storage.lookup import values_at_hand
from hotdice.texts import speaking

pytestmark = needed(CHROMIUM, "chromium", "tests of reviews in a browser are")

NAMES = ("Ann", "Bob", "Cy")
# the right arrow as fast as it comes where it is held down: every moment is shown
ALL = """async (last) => {
  const slider = document.querySelector("svg[role=slider]");
  const seen = [];
  for (let at = 0; at < last; at++) {
    await new Promise((go) => setTimeout(go));
    seen.push(Number(slider.getAttribute("aria-valuenow")));
    slider.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
  }
  return seen;
}"""


def bots_record(rules: str, *bots: str, seed: int = 3) -> Record:
    """A game of bots to its end."""
    start = State.start(Rules.load(rules), len(bots))
    choosers = [make(name, seed + at) for at, name in enumerate(bots)]
    record = Record(start, NAMES[: len(bots)])
    return record.having(*play(start, choosers, SeededDice(seed)))


def written(record: Record, place: Path, language: str = "en") -> str:
    """The review of a record as a page of its own; its address."""
    values = values_at_hand(record.start.rules, len(record.seats))
    assert values is not None
    names = [*record.seats]
    with speaking(language):
        text = page_of(report(review(record, values), names), record, names)
    place.write_text(text, encoding="utf-8")
    return place.as_uri()


@pytest.mark.parametrize(
    ("rules", "bots", "language"),
    [
        ("greed", ["random", "bold"], "de"),
        ("greed", ["random"], "en"),
        ("greed", ["random", "bold", "cautious"], "en"),
        ("ten-thousand", ["bold", "bold"], "en"),
    ],
    ids=["two", "alone", "three", "any"],
)
def test_a_file_alone_shows_the_same_page(
    rules: str, bots: list[str], language: str, browser: Browser, tmp_path: Path
) -> None:
    record = bots_record(rules, *bots)
    address = written(record, tmp_path / "review.html", language)
    with visiting(browser, "about:blank", viewport=PHONE) as page:
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto(address)
        expect(page.locator(".review")).to_be_visible()
        assert overflow(page) == 0
        assert page.evaluate(CUT) == []
        assert barriers(page) == []
        slider = page.get_by_role("slider")
        slider.focus()
        page.keyboard.press("Home")
        last = int(slider.get_attribute("aria-valuemax") or 0)
        assert 0 < last <= len(record.steps)
        assert page.evaluate(ALL, last) == [*range(1, last + 1)]
        shown(page)
        assert not [url for url in asked if not url.startswith(("file:", "data:"))]
        if len(bots) == 3:
            expect(page.locator(".hint")).to_contain_text("approximate")
            expect(page.locator(".account")).to_contain_text("Approximation")
            assert page.locator(".plot .curve").count() == 3
        if len(bots) == 1:
            expect(page.get_by_role("heading", name="Turns in all")).to_be_visible()


def test_long_names_fit_on_a_phone(browser: Browser, tmp_path: Path) -> None:
    record = bots_record("greed", "random", "bold")
    record = Record(record.start, ("W" * 24, "ب" * 24), steps=record.steps)
    with visiting(browser, "about:blank", viewport={"width": 320, "height": 600}) as page:
        page.goto(written(record, tmp_path / "review.html"))
        expect(page.locator(".review")).to_be_visible()
        for seat in (0, 1):
            page.locator(".filters button").nth(seat).click()
            page.keyboard.press("ArrowRight")
            assert overflow(page) == 0
            assert page.evaluate(CUT) == []


def test_names_cannot_break_out_of_the_file(browser: Browser, tmp_path: Path) -> None:
    name = "</script><script>throw Error('broken')</script>"
    record = bots_record("greed", "random", "bold")
    record = Record(record.start, (name, "Bob"), steps=record.steps)
    with visiting(browser, "about:blank") as page:
        page.goto(written(record, tmp_path / "review.html"))
        expect(page.locator(".head")).to_contain_text(name)
