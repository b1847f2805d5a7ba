"""Advice in a browser: rolling against banking for every keep, in a place that never moves."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from support.browsing import CHROMIUM, DESKTOP, LOOK, PHONE
from support.lengths import cases
from support.needed import needed
from support.serving import Server, choice, join, make, wait_for
from support.visiting import barriers

pytestmark = needed(CHROMIUM, "chromium", "tests of advice in a browser are")

LANDSCAPE = {"width": 740, "height": 360}
SIZES = [PHONE, LANDSCAPE, DESKTOP]
IDS = ["phone", "landscape", "desktop"]
# every roll scores, and none gets anybody on the board
FAR_FROM_ENTRY = {
    "toml": 'name = "far"\nkeep = "all"\nentry = 3000\nbelow_entry = "nothing"\n[score]\na = 50\n'
}

# Advice comes late, as from a busy server; and after every change of the page it is noted where the
# dice, the actions, the players and the log stand.
NOTED = """() => {
  const later = window.fetch;
  window.fetch = async (address, ...more) => {
    if (String(address).endsWith("/advice")) await new Promise((go) => setTimeout(go, 400));
    return later(address, ...more);
  };
  window.places = {};
  window.advised = new Set();
  new MutationObserver(() => {
    if (!document.querySelector("#roll")) return;
    for (const name of [".dice", "#roll", "#bank", ".players", ".log"]) {
      const { left, top, width, height } = document.querySelector(name).getBoundingClientRect();
      // fewer dice take less room in the middle of the felt, and the log grows downwards
      const along = name === ".dice" ? [left + width / 2] : [left, width];
      const down = [top + scrollY, name === ".log" ? 0 : height];
      (window.places[name] ??= new Set()).add([...along, ...down].map(Math.round).join(" "));
    }
    window.advised.add(document.querySelectorAll(".plan").length > 0);
  }).observe(document, { childList: true, subtree: true, attributes: true, characterData: true });
}"""


def seen(page: Page) -> dict[str, list[str]]:
    found: dict[str, list[str]] = page.evaluate(
        "Object.fromEntries(Object.entries(window.places).map(([key, set]) => [key, [...set]]))"
    )
    return found


# a click that never scrolls
CLICK = "(found) => document.querySelector(found).click()"
FREE = "button.die[aria-pressed=false]:not([aria-disabled])"


def go_on(person: Any) -> None:
    """Make a choice once there is advice on it; bank from 300 on."""
    if not person.page.locator(".plan").count():
        return
    now = person.page.evaluate(LOOK)
    if now["bank"] and (now["banks"] >= 300 or not now["roll"]):
        person.page.evaluate(CLICK, "#bank")
    elif now["free"] and not now["bank"]:
        person.page.evaluate(CLICK, FREE)
    elif now["roll"]:
        person.page.evaluate(CLICK, "#roll")


@pytest.mark.parametrize("size", cases(SIZES, lambda size: size == PHONE), ids=IDS)
def test_nothing_moves_while_advice_comes_and_goes(
    size: dict[str, int], server: Server, people: Any
) -> None:
    """Her whole turn, the bot's, and another one of hers."""
    made = make(server, "Ann", "bot:human:5", rules="basic", fair=False, advice=True)
    ann = people(size)
    ann.page.add_init_script(f"({NOTED})()")
    ann.sit(made)
    ends = "You (banked|rolled .*farkle)"

    def two_turns() -> bool:
        ann.look()
        go_on(ann)
        return bool(ann.page.locator(".log li").filter(has_text=re.compile(ends)).count() >= 2)

    wait_for(two_turns)
    places = seen(ann.page)
    assert set(places) == {".dice", "#roll", "#bank", ".players", ".log"}
    assert {name: each for name, each in places.items() if len(each) > 1} == {}
    assert ann.page.evaluate("[...window.advised].sort()") == [False, True]
    assert ann.page.evaluate("scrollY") == 0


# what of the players is not seen whole: a name that is cut, or what lies under something else
HIDDEN = """() => [...document.querySelectorAll(".player")].filter((player) => {
  const name = player.querySelector(".name");
  const { left, top, right, bottom } = player.getBoundingClientRect();
  const seen = (x, y) => player.contains(document.elementFromPoint(x, y));
  return name.scrollWidth > name.clientWidth
    || !seen(left + 12, top + 3) || !seen(right - 12, bottom - 3);
}).map(({ textContent }) => textContent)"""


@pytest.mark.parametrize("size", [(360, 740), (740, 360), (915, 412)], ids=str)
def test_everybody_is_seen_beside_advice_on_a_phone(
    size: tuple[int, int], server: Server, people: Any
) -> None:
    rich = {"toml": 'name = "rich"\ndice = 1\nkeep = "all"\n[score]\na = 2450\n'}
    made = make(server, "Ann", "?", rules=rich, fair=False, advice=True)
    for player in (made, join(made, "Mira", fair=False)):
        for action in ("roll", "bank"):
            answer = player.act({"do": action}, player.snapshot()["seq"])
            assert answer.status_code == 200, answer.text
    ann = people({"width": size[0], "height": size[1]}, locale="de-DE")
    ann.sit(made)
    expect(ann.page.locator(".player .total")).to_have_text(["2.450", "2.450"])
    assert ann.page.evaluate(HIDDEN) == []


@pytest.mark.parametrize("size", [(740, 360), (932, 430)], ids=str)
def test_the_best_plan_and_both_actions_are_whole_on_a_phone_on_its_side(
    size: tuple[int, int], server: Server, people: Any
) -> None:
    """Also on one that is as wide as a small desk."""
    scores = False
    while not scores:
        made = make(server, "Ann", "?", rules="basic", fair=False, advice=True)
        join(made, "Bob", fair=False)
        made.act({"do": "roll"}, made.snapshot()["seq"])
        scores = bool(made.snapshot()["state"]["keeps"])
    ann = people({"width": size[0], "height": size[1]}, locale="de-DE")
    ann.sit(made)
    plan = ann.page.locator(".advice .plan").first
    expect(plan).to_be_visible()
    assert plan.bounding_box()["height"] <= ann.page.locator(".advice").bounding_box()["height"]
    plan.evaluate("(node) => node.click()")
    expect(ann.page.locator(".actions .wins, .actions .best").first).to_be_visible()
    heights = [each.bounding_box()["height"] for each in ann.page.locator(".actions button").all()]
    assert heights == [56, 56]


def said(choice: dict[str, Any], state: dict[str, Any]) -> str:
    """A choice of the server as it is to be read, in a game of six dice."""
    keep = next(each for each in state["keeps"] if each["dice"] == choice["action"]["dice"])
    kept, count = " ".join(map(str, keep["dice"])), keep["left"] or 6
    then = f"roll {count} {'dice' if count > 1 else 'die'}"
    if choice["then"]["do"] == "bank":
        then = f"bank {keep['gain']:,}"
    return f"keep {kept}, then {then}"


def test_rolling_is_compared_with_banking_for_every_keep(server: Server, people: Any) -> None:
    first = make(server, "Ann", "?", rules="basic", fair=False, advice=True)
    players = [first, join(first, "Bob", fair=False)]
    while True:
        found = first.snapshot()
        state = found["state"]
        choices = server.get(f"{first.path}/advice").json()["choices"]
        if len(state["keeps"]) >= 3:  # there is something to choose
            best = choices[0]
            rival = next(each for each in choices if each["then"] != best["then"])
            if rival["cost"] > 0.001:  # what costs less is called best as well
                break
        players[state["player"]].act(choice(state), found["seq"])
    mover = people(PHONE)
    ways = {(*each["action"]["dice"], each["then"]["do"]) for each in choices}
    assert ways == {(*keep["dice"], way) for keep in state["keeps"] for way in ("roll", "bank")}
    mover.sit(players[state["player"]])
    rows = mover.page.locator(".advice .plan")
    expect(rows.nth(0)).to_have_text(re.compile(f"^{said(best, state)}.*best$"))
    cost = f"−{100 * rival['cost']:.1f}"
    for words in (said(rival, state), f"{100 * rival['chance']:.1f}", cost):
        expect(rows.nth(1)).to_contain_text(words)
    mover.page.get_by_role("button", name=f"All {len(choices)} choices").click()
    rows = mover.page.locator("dialog .plan")
    expect(rows).to_have_count(len(choices))
    assert [re.split(r"\d+\.\d", text)[0].strip() for text in rows.all_inner_texts()] == [
        said(each, state) for each in choices
    ]
    assert not barriers(mover.page)
    rows.first.click()
    expect(mover.page.locator("dialog")).to_have_count(0)
    expect(mover.page.locator("button.die[aria-pressed=true]")).to_have_count(
        len(best["action"]["dice"])
    )
    expect(mover.page.locator(f"#{best['then']['do']} .best")).to_be_visible()


def test_banking_too_little_is_called_banking(server: Server, people: Any) -> None:
    """Below an entry as that of greed one may stop, and gets nothing for it."""
    ann = people(PHONE)
    ann.sit(make(server, "Ann", rules=FAR_FROM_ENTRY, fair=False))
    ann.page.locator("#roll:not([aria-disabled])").click()
    expect(ann.page.locator("#bank > span")).to_have_text("Bank 0")
    expect(ann.page.locator("#bank small")).to_contain_text("needs ")
