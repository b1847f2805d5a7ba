"""House rules by form: made by touch and by keyboard; one with their text; mistakes at fields."""

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from support.browsing import CHROMIUM, DESKTOP, PHONE, Person
from support.hands import Fingers, Hands, Keys
from support.needed import needed
from support.rules_texts import disordered, some_tables
from support.serving import Server, wait_for
from support.visiting import barriers_in_both_themes, overflow, visiting

from hotdice import Rules
from hotdice.rules import RulesError, check
from hotdice.rules.fields import fields
from hotdice.rules.files import preset_names
from hotdice.solver import odds

pytestmark = needed(CHROMIUM, "chromium", "tests of the form of house rules are")
FAMILY = """
name = "my-basic"
title = "Kitchen table"
dice = 5
target = 5000
entry = 300
tie = "shared"
mercy = true
confirm = "66"
hot_dice_bonus = 200
wild = 3
weights = [1, 1, 1, 1, 1, 3]
penalty = { farkles = 3, points = 1000, floor = 0 }
[score]
1 = 100
5 = 50
111 = 1000
aaa = "100a"
aabb = "50b"
66 = 250
[rolls]
2222 = "lose-total"
"""
# types into every field of the form what stands there, and takes every choice that is taken
RETYPE = """() => {
  for (const field of document.querySelectorAll(".by-form :is(input[type=text], select)")) {
    if (field.closest(".outcome")) continue;
    const kind = field.localName === "select" ? "change" : "input";
    field.focus();
    field.dispatchEvent(new Event(kind, { bubbles: true }));
    field.blur();
  }
}"""


VALUES = "(found) => found.map((field) => field.value)"


@pytest.fixture
def page(browser: Browser, server: Server) -> Iterator[Page]:
    with visiting(browser, server.url) as found:
        yield found


def written(page: Page) -> str:
    """The text that the form has made."""
    text: str = page.evaluate("JSON.parse(localStorage.getItem('rules-drafts')).text")
    return text


def open_form(page: Page, text: str) -> None:
    """Open the form of a text."""
    page.goto("/rules/edit")
    page.get_by_role("button", name="As text").click()
    replace(page, text)


def replace(page: Page, text: str) -> None:
    """Go on with another text."""
    as_text = page.get_by_role("button", name="As text")
    as_text.click()
    page.locator("#toml").fill(text)
    page.get_by_role("button", name="Form", exact=True).click()
    expect(page.locator(".by-form")).to_be_visible()
    expect(page.locator("#checked")).to_have_text(re.compile("mistake|can be played"))


@pytest.mark.parametrize("hands", [Fingers(), Keys()], ids=["touch", "keyboard"])
def test_a_family_s_rules_are_made_on_a_phone_then_shared_and_played(
    hands: Hands, browser: Browser, server: Server
) -> None:
    person = Person(browser, server, PHONE, has_touch=True)
    page = person.page
    page.goto(f"{server.url}/rules/edit")
    label, button = page.get_by_label, page.get_by_role

    def field(name: str) -> Locator:
        return page.locator(f'[id="field-{name}"]')

    hands.write(field("title"), "Kitchen table")
    hands.press(button("button", name="Dice: one less"))
    hands.write(field("target"), "5,000")
    hands.write(field("entry"), "300")
    hands.press(button("switch", name="Penalty for farkles in a row"))
    hands.write(field("penalty.points"), "1000")
    for dice, points, name in (("aabb", "50b", "two pairs"), ("66", "250", "two 6s")):
        hands.press(button("button", name="Add a combination"))
        hands.put_dice(page, dice)
        hands.write(label(f"Points for {name}", exact=True), points)
        hands.press(button("button", name="Done"))
    hands.press(button("button", name="Add such a roll"))
    hands.put_dice(page, "2222")
    hands.choose(label("What four 2s does"), "lose-total")
    hands.press(page.locator("summary"))
    hands.choose(field("tie"), "shared")
    hands.press(button("switch", name="First roll again"))
    hands.press(button("switch", name="Confirm a combination"))
    hands.press(page.locator("details").get_by_role("button", name="three of a kind"))
    hands.put_dice(page, "<<<66")
    hands.write(field("hot_dice_bonus"), "200")
    hands.pick(page.locator('[id="field-wild"]').get_by_label("3", exact=True))
    hands.press(button("switch", name="Loaded dice"))
    expect(page.locator("#checked")).to_contain_text("can be played")
    assert Rules.parse(written(page)) == Rules.parse(FAMILY)
    assert Rules.parse(written(page)).title == "Kitchen table"

    hands.press(page.locator(".rules-bar").get_by_role("button", name="Share"))
    link = page.get_by_label("The link").input_value()
    with visiting(browser, server.url) as other:
        other.goto(link)
        expect(other.locator("#checked")).to_contain_text("can be played")
        expect(other.locator("[id='field-penalty.points']")).to_have_value("1000")
        other.get_by_role("button", name="As text").click()
        expect(other.locator("#toml")).to_have_value(written(page))
    hands.press(page.locator(".rules-bar").get_by_role("button", name="Play"))
    page.wait_for_url("**/game/*")
    game = page.url.rpartition("/")[2]
    wait_for(lambda: server.get(f"/api/games/{game}").json()["status"] == "playing")
    found = server.get(f"/api/games/{game}").json()
    assert found["rules"]["digest"] == Rules.parse(FAMILY).digest
    assert found["rules"]["title"] == "Kitchen table"
    person.close()


def unchanged(page: Page, text: str) -> None:
    """From text to form and back, and with everything in the form typed again as it is."""
    replace(page, text)
    assert written(page) == text
    page.locator("summary").click()
    page.evaluate(RETYPE)
    assert written(page) == text
    page.get_by_role("button", name="As text").click()
    expect(page.locator("#toml")).to_have_value(text)


def test_presets_are_the_same_by_form_and_as_text(page: Page, long_run: bool) -> None:
    page.goto("/rules/edit")
    for name in preset_names() if long_run else ("everything2", "zehntausend"):
        rules = Rules.load(name)
        unchanged(page, rules.toml())
        page.get_by_role("button", name="Form", exact=True).click()
        shows(page, rules)


def shows(page: Page, rules: Rules) -> None:
    """Whether the form shows these rules."""
    lines = page.locator(".scored .lines-of-dice").first.locator("> li > :is(input, select)")
    typed = [each.replace(" ", "").replace("×", "").lower() for each in lines.evaluate_all(VALUES)]
    assert typed == [str(points) for points in rules.patterns.values()]
    table = rules.table()
    for field in fields():
        value = table.get(field.name, field.usual)
        place = page.locator(f'[id="field-{field.name}"]')
        if field.kind in ("text", "choice") or (field.kind == "number" and field.name != "dice"):
            expect(place).to_have_value("" if value is None else str(value))
        elif field.kind in ("switch", "weights", "parts", "pattern"):
            assert place.is_checked() is (value not in (None, False)), field.name
    assert page.locator(".steps output").inner_text() == str(rules.dice)


def test_random_files_are_the_same_by_form_and_as_text(page: Page, long_run: bool) -> None:
    draw = random.Random(11)
    page.goto("/rules/edit")
    for table in some_tables(200 if long_run else 4):
        unchanged(page, disordered(table, draw)[0])


SCORE = "[score]\n1 = 100\n5 = 50\n"
MISTAKEN = [
    """
    name = "My House"
    title = 5
    dice = 50
    target = 0
    keep = "some"
    mercy = 1
    wild = 7
    weights = [1, 2]
    confirm = 5
    penalty = { farkles = 0 }
    [score]
    1 = 0
    1a = 5
    7 = 1
    abcdefg = 5
    "x y" = 5
    5 = "many"
    aa = "100b"
    6 = 1000001
    22 = 5
    bb = 5
    cc = 6
    [rolls]
    none = "win"
    2222 = "wins"
    """,
    f'title = "x"\nweights = [60, 1, 1, 1, 1, 1]\npenalty = 5\nrolls = 5\n{SCORE}',
    f'name = "x"\nhot_dice = "end"\nbelow_entry = "refuse"\nconfirm = "1"\n{SCORE}',
    f'name = "x"\nrounds = 5\ntarget = 500\nlast_round = "one-roll"\n{SCORE}',
    f'name = "x"\nconfirm = "66"\n{SCORE}',
    f'name = "x"\nhot_dice = "end"\nentry = 100000\n{SCORE}',
    f'name = "x"\nminimum = 100\novershoot = "lose-turn"\ntarget = 1010\n{SCORE}',
    'name = "x"\ndice = 2\n[score]\n111 = 5\n',
    'name = "x"\ndice = 1\nhot_dice = "must"\n[score]\n1 = 5\n',
    'name = "x"\nconfirm = "1"\n[score]\n1 = 5\n',
    f'name = "x"\n{SCORE}[rolls]\na = "farkle"\n',
    'name = "x"\n',
    f'name = "x"\n{SCORE}' + "\n".join(f"{n} = 5" for n in range(111, 1000) if n % 7 == 0),
]
ELSEWHERE = {"rules/unknown-field", "rules/above-score", "rules/below-score"}  # about no field


def mistakes_of(text: str) -> list[Any]:
    with pytest.raises(RulesError) as caught:
        Rules.parse(text)
    return list(caught.value.mistakes)


def test_the_mistakes_below_are_all_that_fields_can_have() -> None:
    source = Path(check.__file__).read_text()
    known = set(re.findall(r'"((?:rules|pattern|points)/[a-z-]+)"', source))
    found = {mistake.code for text in MISTAKEN for mistake in mistakes_of(text)}
    assert known - found == ELSEWHERE


def test_every_mistake_stands_beside_its_field_and_is_counted(page: Page) -> None:
    page.goto("/rules/edit")
    play = page.locator("form.play button")
    for text in MISTAKEN:
        mistakes = mistakes_of(text)
        replace(page, text)
        words = "1 mistake" if len(mistakes) == 1 else f"{len(mistakes)} mistakes"
        expect(play).to_contain_text(words)
        expect(play).to_have_attribute("aria-disabled", "true")
        expect(page.locator(".rules-bar button").nth(1)).to_contain_text(words)
        for field in {mistake.field for mistake in mistakes}:
            count = sum(mistake.field == field for mistake in mistakes)
            expect(page.locator(f'[id="wrong-{field}"] p:visible')).to_have_count(count)
        expect(page.locator("#elsewhere")).to_have_count(0)


def test_a_mistake_about_no_field_is_told_above_with_its_line(page: Page) -> None:
    open_form(page, f'name = "x"\nnonsense = 5\n{SCORE}')
    expect(page.locator("#elsewhere")).to_contain_text("Line 2: nonsense")
    expect(page.locator("form.play button")).to_contain_text("1 mistake")


def test_a_text_that_cannot_be_made_out_stays_a_text_until_it_can(page: Page) -> None:
    page.goto("/rules/edit")
    page.get_by_role("button", name="As text").click()
    page.locator("#toml").fill(f'name = "x\n{SCORE}')
    page.get_by_role("button", name="Form", exact=True).click()
    expect(page.locator(".hint")).to_contain_text("cannot make out this text")
    page.locator("#toml").fill(f'name = "x"\n{SCORE}')
    expect(page.locator(".by-form")).to_be_visible()


def test_figures_follow_and_leave_out_what_has_a_mistake(page: Page) -> None:
    text = f'name = "x"\n{SCORE}aabbcc = 1000\n'
    open_form(page, text)
    turn = page.locator(".facts b").first  # the mean of a best turn

    def expect_turn(rules: Rules) -> None:
        expect(turn).to_have_text(f"{round(odds(rules).expected_turn or 0):,}")

    expect_turn(Rules.parse(text))
    page.get_by_label("Points for three pairs").fill("1500")
    expect_turn(Rules.parse(text.replace("1000", "1500")))
    expect(page.locator("#about-figures")).to_have_text("")
    page.get_by_label("Points for three pairs").fill("lots")
    expect(page.locator("#about-figures")).to_contain_text("Without three pairs")
    expect_turn(Rules.parse(f'name = "x"\n{SCORE}'))
    expect(page.locator("form.play button")).to_have_attribute("aria-disabled", "true")


def test_a_combination_that_is_there_already_is_refused_until_it_is_another(page: Page) -> None:
    text = f'name = "x"\n{SCORE}66 = 300\n'
    open_form(page, text)
    play = page.locator("form.play button")
    expect(play).to_have_attribute("aria-disabled", "false")
    page.get_by_role("button", name="two 6s: change the dice").click()
    for key in ("Backspace", "Backspace", "5"):
        page.keyboard.press(key)
    expect(page.get_by_text("This combination is there already.")).to_be_visible()
    page.keyboard.press("5")
    expect(page.locator("#checked")).to_contain_text("can be played")
    page.keyboard.press("Backspace")  # the text is that of two 5s, which can be played
    expect(page.get_by_text("This combination is there already.")).to_be_visible()
    expect(play).to_contain_text("1 mistake")
    expect(play).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("6")
    expect(page.locator("#checked")).to_contain_text("can be played")
    assert written(page) == text.replace("66 =", "56 =")
    expect(page.get_by_role("button", name="5 6: change the dice")).to_be_focused()


def test_points_times_the_face_need_no_letters_to_be_typed(page: Page) -> None:
    open_form(page, f'name = "x"\n{SCORE}')
    page.get_by_role("button", name="Add a combination").click()
    expect(page.get_by_role("button", name="no dice yet: change the dice")).to_be_focused()
    page.keyboard.type("aaa")
    page.get_by_label("Points for three of a kind").fill("100")
    page.get_by_role("button", name="× its face").click()
    expect(page.get_by_label("Points for three of a kind")).to_have_value("100 × A")
    page.get_by_role("button", name="Points for a roll in which nothing scores").click()
    page.get_by_label("Points for all the dice, and nothing else scores").fill("500")
    page.get_by_role("button", name="Remove").first.click()
    expect(page.locator("#checked")).to_contain_text("can be played")
    assert written(page) == f'name = "x"\n{SCORE}none = 500\n'


def test_an_emptied_field_is_as_usual_once_it_is_left(page: Page) -> None:
    open_form(page, f'name = "x"  # ours\ntarget = 5000  # short\n{SCORE}')
    target = page.get_by_label("Play to")
    target.fill("")
    assert "target = 5000  # short" in written(page)
    target.press_sequentially("700")
    assert "target = 700  # short" in written(page)
    target.fill("")
    target.blur()
    assert written(page) == f'name = "x"  # ours\n{SCORE}'
    expect(target).to_have_attribute("placeholder", "10000")


def test_the_rule_sheet_is_printed_and_the_form_is_not(page: Page) -> None:
    open_form(page, FAMILY)
    expect(page.locator(".sheet")).to_contain_text("Kitchen table")
    page.emulate_media(media="print")
    expect(page.locator(".sheet")).to_be_visible()
    for gone in ("#the-game", ".scored", "details", ".rules-bar", ".views", ".play"):
        expect(page.locator(gone)).to_be_hidden()


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_the_form_is_open_to_everybody(
    browser: Browser, server: Server, size: dict[str, int]
) -> None:
    """In German, whose words are longer, with everything open and mistakes."""
    with visiting(browser, server.url, viewport=size, locale="de-DE") as page:
        page.goto("/rules/edit")
        page.get_by_role("button", name="Als Text").click()
        page.locator("#toml").fill(FAMILY.replace("farkles = 3", "farkles = 0"))
        page.get_by_role("button", name="Formular").click()
        page.locator("summary").click()
        page.get_by_role("button", name="Kombination hinzufügen").click()
        expect(page.locator("form.play button")).to_contain_text("2 Fehler")
        expect(page.locator("#about-figures")).to_contain_text("Ohne")
        assert barriers_in_both_themes(page) == []
        assert overflow(page) == 0
