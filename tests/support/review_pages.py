"""What a page with a review shows, and that its parts agree."""

from typing import Any

from playwright.sync_api import Page

# what each of the four shows: the round on the felt, in the sentence, in the table, on the chart
SHOWN = """() => {
  const round = (place) => Number(/\\d+/.exec(document.querySelector(place).textContent)[0]);
  return {
    felt: round(".standing span"),
    sentence: round(".sentence [role=status]"),
    table: round(".decisions tr[aria-current] .round"),
    chart: round(".tip"),
    at: Number(document.querySelector("svg[role=slider]").getAttribute("aria-valuenow")),
    cursor: Number(document.querySelector(".cursor").getAttribute("x1")),
    verdict: document.querySelector("#moment").textContent.trim(),
  };
}"""
CUT = """() => [...document.querySelectorAll(".review *")].filter((each) => {
  const { left, right, width } = each.getBoundingClientRect();
  return width && (left < -1 || right > innerWidth + 1);
}).map((each) => each.outerHTML.slice(0, 80))"""


def shown(page: Page) -> dict[str, Any]:
    """What is shown, and that the four agree."""
    found: dict[str, Any] = page.evaluate(SHOWN)
    rounds = {found[part] for part in ("felt", "sentence", "table", "chart")}
    assert len(rounds) == 1, found
    return found
