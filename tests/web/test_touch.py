"""Fingers: everything to tap is large enough, on every page, and nothing lies over the dice."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect
from support.browsing import CHROMIUM, Person
from support.lengths import cases, long
from support.needed import needed
from support.serving import Player, Server, join, make, play_out
from support.visiting import overflow

pytestmark = needed(CHROMIUM, "chromium", "tests of what is tapped are")
SIZES = [(360, 740), (740, 360), (768, 1024), (1440, 900)]
ON_ITS_SIDE = [(740, 360), (740, 304), (667, 331), (568, 320), (932, 430), (800, 560)]
LEAST = 44
LEAST_ACTION = 56
# what can be tapped and is too small for it
SMALL = """([least, action]) => {
  const isText = ({ nodeType, data }) => nodeType === Node.TEXT_NODE && data.trim();
  const inSentence = (node) => getComputedStyle(node).display === "inline"
    && node.localName === "a" && [...node.parentElement.childNodes].some(isText);
  const tapped = (node) => node.closest("label:has([type=checkbox], [type=radio])") || node;
  return [...document.querySelectorAll("a[href], button, input, select, summary, textarea")]
    .filter((node) => node.checkVisibility() && !inSentence(node))
    .map((node) => [node, tapped(node).getBoundingClientRect()])
    .filter(([, { bottom }]) => bottom + scrollY > 0) // the link that skips waits above the page
    .filter(([node, { width, height }]) => Math.min(width, height) < least - 0.01
      || (node.closest(".actions") && height < action - 0.01))
    .map(([node, { width, height }]) => `${width} x ${height}: ${node.outerHTML.slice(0, 90)}`);
}"""
# dice and actions of which something is out of the window or under something else
COVERED = """() => [...document.querySelectorAll(".dice .die, .actions button")].filter((node) => {
  const { left, top, width, height } = node.getBoundingClientRect();
  return [0.15, 0.5, 0.85].some((x) => [0.15, 0.5, 0.85].some((y) => {
    const [across, down] = [left + x * width, top + y * height];
    return !node.contains(document.elementFromPoint(across, down))
      || left < 0 || top < 0 || left + width > innerWidth || top + height > innerHeight;
  }));
}).map((node) => node.outerHTML.slice(0, 90))"""
# sentences and small dice on the felt that others are painted over
OVERLAPPING = """() => {
  const parts = [...document.querySelectorAll(".felt > p, .dice > *, .kept > *")]
    .filter((node) => node.matches(".die")
      || [...node.childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim()))
    .map((node) => {
      const range = document.createRange();
      range.selectNodeContents(node);
      return [node, (node.matches(".die") ? node : range).getBoundingClientRect()];
    });
  const apart = (one, other) => one.right <= other.left + 1 || other.right <= one.left + 1
    || one.bottom <= other.top + 1 || other.bottom <= one.top + 1;
  return parts.flatMap(([node, box], at) => parts.slice(at + 1)
    .filter(([other, around]) => !node.contains(other) && !apart(box, around))
    .map(([other]) => `${node.className} / ${other.className}`));
}"""


def rules(dice: int = 6, **fields: str) -> dict[str, str]:
    """Rules under which every die may be picked."""
    more = "".join(f"{field} = {value}\n" for field, value in fields.items())
    return {"toml": f'name = "own"\ndice = {dice}\n{more}[score]\na = 100\n'}


def table(server: Server, played: Any, **more: Any) -> tuple[Player, Player]:
    """A game of two people under way."""
    ann = make(server, "Ann", "?", rules=played, fair=False, **more)
    return ann, join(ann, "Bob", fair=False)


def bank(player: Player) -> None:
    """A turn of one roll."""
    for action in ("roll", "keep", "bank"):
        found = player.snapshot()
        dice = found["state"]["rolled"] if action == "keep" else None
        answer = player.act({"do": action} | ({"dice": dice} if dice else {}), found["seq"])
        assert answer.status_code == 200, answer.text


def roll(person: Person) -> None:
    """Tap on Roll, and see what came."""
    person.page.locator("#roll:not([aria-disabled])").click()
    person.look()


@pytest.mark.parametrize("size", cases(SIZES, lambda size: size == SIZES[0]), ids=str)
def test_everything_to_tap_is_large_enough(
    size: tuple[int, int], server: Server, people: Any
) -> None:
    person = people({"width": size[0], "height": size[1]})
    page = person.page
    found: dict[str, list[str]] = {}

    def measure(name: str, shown: str) -> None:
        expect(page.locator(shown).first).to_be_visible()
        found[name] = page.evaluate(SMALL, [LEAST, LEAST_ACTION])
        assert overflow(page) == 0, name

    def press(name: str) -> None:
        page.get_by_role("button", name=name, exact=True).click()

    waiting = make(server, "Ann", "?", "?", fair=False, public=True)
    over = table(server, "greed+target=200+entry=0", public=True)
    play_out(list(over))
    ann, _ = table(server, "greed", advice=True, clock={"seconds": 3000})
    for path, shown in {
        "/nowhere": "h1",
        "/rules": ".presets",
        "/rules/basic": ".facts",
        "/fair": "textarea",
        "/day": ".daily .hot",
        f"/fair/{over[0].game}": ".seeds",
        f"/game/{waiting.game}#{waiting.invite}": "form input",
        f"/game/{over[0].game}": ".end",
        "/game/unknown": "h1",
    }.items():
        page.goto(server.url + path)
        measure(path, shown)
    person.errors.clear()  # the browser tells of games that are not there
    page.goto(server.url)  # or the same address with another hash is no other page
    page.goto(f"{server.url}/game/{waiting.game}#{waiting.invite}")
    press("Rules")
    measure("rules before one joins", "dialog")
    page.goto(f"{server.url}/rules/edit")
    measure("editor", ".does")
    page.locator("summary").click()
    page.get_by_role("button", name="Add a combination").click()
    page.get_by_role("switch", name="Confirm").check()
    page.get_by_role("switch", name="Loaded dice").check()
    page.get_by_role("switch", name="Penalty").check()
    measure("editor with all that opens", ".pad")
    press("As text")
    page.locator("#toml").fill('name = "own"\ndice = 0\n')
    measure("editor with mistakes", "#mistakes button")
    page.get_by_label("Start from").select_option("greed")
    expect(page.locator("#toml")).to_have_value(re.compile("my-greed"))
    page.get_by_role("button", name="Share these rules").click()
    measure("editor with a link", "#link")
    person.sit(waiting)
    page.get_by_label("Your name").fill("Anna")
    measure("waiting", ".rename button")
    person.sit(over[0])
    measure("end", ".end")
    page.goto(server.url)
    measure("home", ".entry button")
    person.sit(ann)
    expect(page.locator(".chance .fill")).to_be_visible()
    measure("table", "#roll")
    for name in ("Score sheet", "Greed · to 3,000"):
        press(name)
        measure(name, "dialog")
        page.keyboard.press("Escape")
    press("Leave the game")
    measure("leaving", "#leave, .side .row button")
    press("Stay")
    roll(person)
    measure("a roll", ".die")
    press("Look back")
    measure("looking back", ".back input")
    assert not any(found.values()), found


def picking(server: Server, person: Person, dice: int = 6, **more: Any) -> None:
    """Some dice are kept, some picked."""
    ann, _ = table(server, rules(dice), **more)
    person.sit(ann)
    for wanted in (1, 2):
        roll(person)
        for at in range(wanted):
            person.page.locator("button.die").nth(2 * at).click()


def last_round(server: Server, person: Person) -> None:
    """The longest sentence on the felt."""
    ann, bob = table(server, rules(target="600", tie='"shared"'))
    bank(ann)
    person.sit(bob)
    roll(person)


def farkle(server: Server, person: Person) -> None:
    """Nothing of it scores, and it stays for a while."""
    ann, _ = table(server, {"toml": 'name = "never"\n[score]\n111111 = 1\n'})
    person.sit(ann)
    roll(person)


SCENES: dict[str, Callable[[Server, Person], None]] = {
    "picking": picking,
    "ten dice": lambda server, person: picking(server, person, 10),
    "three dice": lambda server, person: picking(server, person, 4),
    "advice": lambda server, person: picking(server, person, advice=True),
    "last round": last_round,
    "farkle": farkle,
}
ALIKE = ("picking", "three dice")  # with advice or more dice there is less room


@pytest.mark.parametrize(
    ("locale", "scene"),
    [
        *(("en-GB", scene) for scene in SCENES if scene not in ALIKE),
        *(pytest.param("en-GB", scene, marks=long) for scene in ALIKE),
        ("de-DE", "last round"),
        *(pytest.param("de-DE", scene, marks=long) for scene in SCENES if scene != "last round"),
    ],
)
def test_nothing_lies_over_the_dice_of_a_phone_on_its_side(
    locale: str, scene: str, server: Server, people: Any
) -> None:
    person = people({"width": 740, "height": 360}, locale=locale)
    SCENES[scene](server, person)
    for width, height in ON_ITS_SIDE:
        person.page.set_viewport_size({"width": width, "height": height})
        person.page.evaluate("scrollTo(0, 0)")
        where = f"{width} x {height}"
        assert person.page.evaluate(COVERED) == [], where
        assert person.page.evaluate(OVERLAPPING) == [], where
        high = "(node) => node.getBoundingClientRect().top"
        one, other = (person.page.locator(each).evaluate(high) for each in ("#roll", "#bank"))
        assert one < other, f"{where}: Bank is the lowest"
        assert overflow(person.page) == 0, where


@pytest.mark.parametrize("dice", cases([6, 10], lambda dice: dice == 10))
def test_kept_dice_take_no_room_from_those_on_a_phone_on_its_side(
    dice: int, server: Server, people: Any
) -> None:
    ann, _ = table(server, rules(dice))
    person = people({"width": 740, "height": 360})
    person.sit(ann)
    expect(person.page.locator("#roll")).to_be_visible()
    room = "document.querySelector('.felt .dice').getBoundingClientRect().height"
    before = person.page.evaluate(room)
    for kept in range(1, dice):
        found = ann.snapshot()
        ann.act({"do": "roll"}, found["seq"])
        found = ann.snapshot()
        ann.act({"do": "keep", "dice": found["state"]["rolled"][:1]}, found["seq"])
        expect(person.page.locator(".felt .kept .die")).to_have_count(kept)
        assert person.page.evaluate(room) == before, kept
