"""The felt and what stands around it: sizes, rings, what is hot, what scores, speed and theme."""

from typing import Any

import pytest
from playwright.sync_api import expect
from support.browsing import CHROMIUM, DESKTOP, PHONE, Person
from support.lengths import cases
from support.needed import needed
from support.serving import Server, join, make

pytestmark = needed(CHROMIUM, "chromium", "tests of the felt are")
DESK = {"width": 1440, "height": 900}
SIDE = {"width": 740, "height": 360}
ALL_SCORE = {"toml": 'name = "own"\n[score]\na = 100\naaa = "200a"\n'}
# of seven dice two are alike, and one that is left in the end is alone: rolls, then a farkle
DOOMED = {
    "toml": 'name = "own"\ndice = 7\ntarget = 90000\nkeep = "all"\n[score]\naa = 1000\n',
}
LINES = """(node) => {
  const range = document.createRange();
  range.selectNodeContents(node);
  return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
}"""
# how many lines of text the lower edge of a list goes through
CUT_LINES = """(log) => {
  const edge = log.getBoundingClientRect().bottom;
  const range = document.createRange();
  range.selectNodeContents(log.querySelector("ol"));
  return [...range.getClientRects()]
    .filter(({ top, bottom, height }) => height < 30 && top < edge - 1 && bottom > edge + 1).length;
}"""
RING = 7  # the ring and its distance, in pixels
# how large dice are, the least way between two of them, and whether two rings touch
DICE = """([ring]) => {
  const dice = [...document.querySelectorAll(".dice .die")].map((die) => {
    const { left, top, width, height } = die.getBoundingClientRect();
    const size = die.offsetWidth;
    const turn = Math.abs(parseFloat(getComputedStyle(die).rotate)) * Math.PI / 180;
    const round = 0.22 * size + ring;
    const reach = (size / 2 + ring - round) * (Math.cos(turn) + Math.sin(turn)) + round;
    return { x: left + width / 2, y: top + height / 2, size, reach };
  });
  const pairs = dice.flatMap((one, at) => dice.slice(at + 1).map((other) => [one, other]));
  const far = ([one, other]) => Math.max(Math.abs(one.x - other.x), Math.abs(one.y - other.y));
  return {
    size: dice[0].size,
    gap: Math.min(...pairs.map((pair) => far(pair) - pair[0].size)),
    touching: pairs.filter((pair) => far(pair) < pair[0].reach + pair[1].reach).length,
  };
}"""


def rolled(server: Server, person: Person) -> None:
    """Somebody before a roll of their own, of which every die scores."""
    ann = make(server, "Ann", "?", rules=ALL_SCORE, fair=False)
    join(ann, "Bob", fair=False)
    person.sit(ann)
    person.page.locator("#roll:not([aria-disabled])").click()
    expect(person.page.locator("button.die").first).to_be_visible()
    person.look()


@pytest.mark.parametrize(
    ("window", "sizes", "gap"),
    [(DESK, (110, 112), 42), (PHONE, (76, 84), 20), (SIDE, (74, 84), 16)],
    ids=["desk", "phone", "side"],
)
def test_dice_are_large_and_their_rings_never_touch(
    window: dict[str, int], sizes: tuple[int, int], gap: int, server: Server, people: Any
) -> None:
    """Picked dice lie 8 pixels higher, so of the way between rows that much may be missing."""
    person = people(window)
    rolled(server, person)
    for at in (0, 3, 4):
        die = person.page.locator("button.die").nth(at)
        if die.get_attribute("aria-pressed") == "false":
            die.click()
    found = person.page.evaluate(DICE, [RING])
    assert sizes[0] <= found["size"] <= sizes[1]
    assert found["gap"] >= gap
    assert found["touching"] == 0


def test_without_advice_neither_action_is_hot(server: Server, people: Any) -> None:
    person = people(PHONE)
    rolled(server, person)
    person.page.locator("button.die").first.click()
    expect(person.page.locator("#bank:not([aria-disabled])")).to_be_visible()
    expect(person.page.locator(".actions .hot")).to_have_count(0)
    edges = person.page.locator(".actions button").evaluate_all(
        "(all) => all.map((one) => getComputedStyle(one).border)"
    )
    assert edges[0] == edges[1]


def test_what_scores_is_lit_as_it_is_picked(server: Server, people: Any) -> None:
    desk, phone = people(DESK), people(PHONE)
    rolled(server, desk)
    lit = desk.page.locator(".beside .lit")
    expect(desk.page.locator(".beside .worths li")).to_have_count(12)
    expect(lit).to_have_count(0)
    first = desk.page.locator("button.die").first
    face = first.get_attribute("aria-label")[-1]
    first.click()
    expect(lit).to_have_count(1)
    expect(lit.get_by_role("img")).to_have_accessible_name(face)
    expect(desk.page.locator(".beside .next")).to_have_text("5 dice0 %".replace(" %", "\u00a0%"))
    phone.sit(make(server, "Ann", "bot:bold", rules="basic", fair=False))
    phone.page.get_by_role("button", name="What scores").click()
    expect(phone.page.locator("dialog .worths li")).to_have_count(8)


def test_what_was_kept_by_itself_is_lit(server: Server, people: Any) -> None:
    person = people(DESK)
    alone = {"toml": 'name = "own"\nkeep = "all"\ndice = 1\n[score]\na = 100\n'}
    ann = make(server, "Ann", "?", rules=alone, fair=False)
    bob = join(ann, "Bob", fair=False)
    person.sit(bob)
    lit = person.page.locator(".beside .lit")
    for player in (ann, bob):
        expect(lit).to_have_count(0)  # what others keep is not one's own
        player.act({"do": "roll"}, player.snapshot()["seq"])
        if player is ann:
            expect(person.page.locator(".dice .picked")).to_have_count(1)
            expect(lit).to_have_count(0)
            ann.act({"do": "bank"}, ann.snapshot()["seq"])
            expect(person.page.locator("#roll:not([aria-disabled])")).to_be_visible()
    expect(lit).to_have_count(1)
    face = person.page.locator(".dice .picked").get_attribute("aria-label")
    expect(lit.get_by_role("img")).to_have_accessible_name(face)


def test_eight_players_dice_log_and_actions_are_in_sight_on_a_phone(
    server: Server, people: Any
) -> None:
    ann = make(server, "Ann", *["?"] * 7, rules=ALL_SCORE, fair=False)
    for at in range(7):
        join(ann, f"Somebody {at}", fair=False)
    person = people(PHONE)
    person.sit(ann)
    expect(person.page.locator("#roll")).to_be_visible()
    bottom = "(node) => node.getBoundingClientRect().bottom"
    top = "(node) => node.getBoundingClientRect().top"
    actions = person.page.locator(".actions").evaluate(top)
    assert person.page.locator(".players").evaluate(bottom) < actions
    assert person.page.locator(".log li").first.evaluate(bottom) < actions
    assert person.page.locator("#bank").evaluate(bottom) <= PHONE["height"]


def test_eight_players_have_columns_of_one_width_on_a_phone_on_its_side(
    server: Server, people: Any
) -> None:
    person = people(SIDE)
    person.sit(make(server, "Ann", *["bot:bold"] * 7, rules="basic", fair=False))
    expect(person.page.locator(".player")).to_have_count(8)
    widths = [player.bounding_box()["width"] for player in person.page.locator(".player").all()]
    assert max(widths) - min(widths) <= 1


def test_theme_and_speed_are_kept(server: Server, people: Any) -> None:
    person = people(DESKTOP)
    person.sit(make(server, "Ann", "bot:bold", rules="basic", fair=False))
    page, ground = person.page, "getComputedStyle(document.body).backgroundColor"
    page.locator("#speed").click()
    expect(page.locator("#speed")).to_have_text("Bots: fast")
    page.get_by_label("Colours").select_option("dark")
    assert page.evaluate(ground) == "rgb(18, 22, 20)"
    page.reload()
    expect(page.locator("#speed")).to_have_text("Bots: fast")
    assert page.evaluate(ground) == "rgb(18, 22, 20)"
    page.get_by_label("Colours").select_option("system")
    assert page.evaluate(ground) == "rgb(246, 243, 236)"


def farkled(server: Server, people: Any, window: dict[str, int], **how: Any) -> Person:
    """Somebody who sees Ann lose 3,000 points, beside as many as there are in compact rows."""
    ann = make(server, "Ann", *["?"] * 3, rules=DOOMED, fair=False)
    others = [join(ann, f"Somebody {at}", fair=False) for at in range(3)]
    person: Person = people(window, **how)
    person.sit(others[0])
    expect(person.page.locator(".felt")).to_be_visible()
    person.page.evaluate("window.before = document.querySelector('.felt').offsetHeight")
    while ann.snapshot()["state"]["player"] == ann.seat:
        ann.act({"do": "roll"}, ann.snapshot()["seq"])
    person.hear_all(ann)
    expect(person.page.locator(".farkled")).to_be_visible()
    return person


def test_the_felt_keeps_its_height_at_a_farkle(server: Server, people: Any) -> None:
    person = farkled(server, people, PHONE)
    now = person.page.locator(".felt").evaluate("(felt) => felt.offsetHeight")
    assert now == person.page.evaluate("window.before")


@pytest.mark.parametrize("language", cases(["en-GB", "de-DE"], lambda name: name == "de-DE"))
@pytest.mark.parametrize(("window", "room"), [(PHONE, 2), (SIDE, 3)], ids=["phone", "side"])
def test_why_a_turn_is_lost_has_room_above_two_rows_of_dice(
    window: dict[str, int], room: int, language: str, server: Server, people: Any
) -> None:
    """The room is counted in lines."""
    page = farkled(server, people, window, locale=language).page
    assert page.locator(".felt .before").evaluate(LINES) <= room


def test_whoever_watches_sees_felt_and_tools_of_a_desk_at_once(server: Server, people: Any) -> None:
    person = people(DESK)
    person.open(make(server, "Ann", "bot:bold", rules="basic", fair=False, public=True).game)
    expect(person.page.locator(".watching")).to_be_visible()
    for part in (".felt", ".tools"):
        box = person.page.locator(part).bounding_box()
        assert box["y"] + box["height"] <= DESK["height"], part


def test_no_line_of_a_phones_log_is_cut(server: Server, people: Any) -> None:
    person = farkled(server, people, PHONE)
    log = person.page.locator(".log")
    assert log.evaluate("(log) => log.scrollHeight > log.clientHeight")
    assert log.evaluate(CUT_LINES) == 0


def test_what_scores_tells_what_a_bank_needs_and_what_farkles_cost(
    server: Server, people: Any
) -> None:
    more = "entry = 500\nminimum = 200\npenalty = { farkles = 3, points = 1000 }\n"
    rules = {"toml": f'name = "own"\n{more}[score]\n1 = 100\n5 = 50\n'}
    phone = people(PHONE)
    phone.sit(make(server, "Ann", "bot:bold", rules=rules, fair=False))
    phone.page.get_by_role("button", name="What scores").click()
    dialog = phone.page.locator("dialog")
    expect(dialog).to_contain_text("The first bank needs 500 points in one turn.")
    expect(dialog).to_contain_text("Every bank needs 200 points.")
    expect(dialog).to_contain_text("3 farkles in a row cost 1,000 points.")
