"""A first game comes with hints at the right moments, made from its rules, gone in one tap."""

from typing import Any

import pytest
from playwright.sync_api import expect
from support.browsing import CHROMIUM, PHONE, SIT
from support.needed import needed
from support.serving import Player, Server, join, make

pytestmark = needed(CHROMIUM, "chromium", "tests of the hints are")
HINTED = "(game) => localStorage.setItem('hints', JSON.stringify({ game, done: [] }))"
# every die scores 100 alone, the turn never ends by itself
SURE = {"toml": 'name = "sure"\ntitle = "Sure"\ndice = 2\ntarget = 300\n[score]\na = 100\n'}
# of seven dice two are alike, so that every first roll scores
PAIRS = {"toml": 'name = "own"\ndice = 7\n[score]\n1 = 100\n5 = 50\naa = 20\n'}
# of seven dice two are alike, and one that is left in the end is alone: rolls, then a farkle
DOOMED = {"toml": 'name = "own"\nkeep = "all"\ndice = 7\n[score]\naa = 1\n'}
DESK = {"width": 1440, "height": 900}
CLICK = "(node) => node.click()"  # without scrolling there
COUNT_TAPS = "window.taps = 0; addEventListener('click', () => taps++, true)"
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
    expect(bubble).to_contain_text("2 of 3")
    expect(bubble.locator(".alone-dice > span")).to_have_text([" 100"] * 6)
    assert page.evaluate(BELOW)
    person.look()  # the second of two taps is not meant for the dice
    page.locator("button.die").first.click()
    expect(bubble).to_contain_text("Bank, and 100 points are yours for good.")
    expect(bubble).to_contain_text("0 %")
    page.locator("button.die").last.click()  # all dice are kept
    expect(bubble).to_contain_text("Every die has been kept, so 2 dice come back.")
    page.locator("#roll").click()
    expect(bubble).to_have_count(0)
    page.reload()
    expect(page.locator("#roll")).to_be_visible()
    expect(bubble).to_have_count(0)


def test_a_farkle_is_explained_before_roll_speaks_of_one(server: Server, people: Any) -> None:
    person = people(PHONE)
    page, about = person.page, person.page.locator("#roll small")
    made = make(server, "Ann", rules=SURE, fair=False)
    page.goto(server.url)
    page.evaluate(HINTED, made.game)
    person.sit(made)
    expect(about).to_have_text("turn lost: 0 %")
    page.locator("#roll").click()
    expect(page.locator("[data-step=scores]")).to_be_visible()
    person.look()  # the second of two taps is not meant for the dice
    page.locator("button.die").first.click()
    expect(page.locator(".bubble")).to_contain_text("nothing scores (a farkle)")
    expect(about).to_have_text("turn lost: 0 %")
    page.locator("#bank").click()
    expect(page.locator("#roll:not([aria-disabled])")).to_be_visible()
    expect(about).to_have_text("0 % farkle")


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_dice_and_actions_stay_where_they_are_when_hints_come_and_go(
    size: dict[str, int], server: Server, people: Any
) -> None:
    person = people(size)
    page, bubble = person.page, person.page.locator(".bubble")
    made = make(server, "Ann", "?", rules=PAIRS, fair=False)
    join(made, "Bob", fair=False)
    page.goto(server.url)
    page.evaluate(HINTED, made.game)
    person.sit(made)
    places = []

    def note() -> None:
        boxes = [page.locator(each).bounding_box() for each in (".dice", ".actions")]
        places.append([(box["y"], box["height"]) for box in boxes])

    expect(bubble).to_be_visible()
    note()
    page.locator("#roll").evaluate(CLICK)
    expect(page.locator("[data-step=scores]")).to_be_visible()
    note()
    person.look()  # the second of two taps is not meant for the dice
    page.locator("button.die[aria-pressed=false]").first.evaluate(CLICK)
    expect(page.locator("[data-step=risk]")).to_be_visible()
    note()
    page.locator("#bank").evaluate(CLICK)
    expect(bubble).to_have_count(0)
    note()
    assert places == places[:1] * 4


def roll_to_the_end(player: Player) -> None:
    """A turn that ends with a farkle."""
    while player.snapshot()["state"]["player"] == player.seat:
        player.act({"do": "roll"}, player.snapshot()["seq"])


def test_ones_first_farkle_is_told_until_another_turn_has_ended(
    server: Server, people: Any
) -> None:
    person = people(PHONE)
    page, bubble = person.page, person.page.locator(".bubble")
    made = make(server, "Ann", "?", rules=DOOMED, fair=False)
    bob = join(made, "Bob", fair=False)
    page.goto(server.url)
    page.evaluate(HINTED, made.game)
    person.sit(made)
    expect(bubble).to_contain_text("1 of 3")
    roll_to_the_end(made)
    expect(bubble).to_contain_text("No die of your roll scored")
    expect(bubble).not_to_contain_text(" of 3")  # it may never come
    roll_to_the_end(bob)
    expect(
        page.locator("#roll:not([aria-disabled])")
    ).to_be_visible()  # on the felt lies Bob's farkle
    expect(bubble.filter(has_text="No die of your roll scored")).to_have_count(0)


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


def test_a_short_name_is_whole_beside_a_total_of_four_digits(server: Server, people: Any) -> None:
    person = people(PHONE)
    rich = {"toml": 'name = "rich"\ndice = 1\nkeep = "all"\n[score]\na = 2450\n'}
    made = make(server, "Ann", "?", rules=rich, fair=False)
    mira = join(made, "Mira", fair=False)
    for player in (made, mira, made):
        for action in ("roll", "bank"):
            answer = player.act({"do": action}, player.snapshot()["seq"])
            assert answer.status_code == 200, answer.text
    person.page.goto(server.url)
    person.page.evaluate(HINTED, made.game)
    person.sit(made)
    name = person.page.locator(".player.turn .name")
    expect(name).to_have_text("Mira")
    assert name.evaluate("(node) => node.scrollWidth <= node.clientWidth")


def test_hints_that_were_not_read_come_in_the_next_game(server: Server, people: Any) -> None:
    page = people(PHONE).page
    for how in ("How to play", "Play"):
        page.goto(server.url)
        page.get_by_role("button", name=how, exact=True).click()
        expect(page.locator(".bubble")).to_contain_text("Your turn begins with 6 dice.")


def test_everybody_is_seen_beside_a_hint(server: Server, people: Any) -> None:
    page = people(PHONE).page
    page.goto(server.url)
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".bubble")).to_be_visible()
    above = page.locator(".actions").bounding_box()["y"]
    for player in page.locator(".player").all():
        box = player.bounding_box()
        assert box["y"] + box["height"] <= above
        assert player.locator(".name").evaluate("(name) => name.scrollWidth <= name.clientWidth")


def test_from_home_to_the_first_bank_in_five_taps(server: Server, people: Any) -> None:
    """By doing what the hints say; after a farkle somebody else begins."""
    farkled = True
    while farkled:
        person = people(PHONE, reduced_motion="no-preference")
        page = person.page
        page.add_init_script(COUNT_TAPS)
        page.goto(server.url)
        page.get_by_role("button", name="Play", exact=True).click()
        page.locator("#roll:not([aria-disabled])").click()
        page.wait_for_selector(".felt:not(:has(.rolling)) .lies")
        farkled = "farkle" in page.locator(".log").inner_text()
    person.look()  # the second of two taps is not meant for the dice
    page.locator("button.die[aria-pressed=false]").first.click()
    page.locator("#bank:not([aria-disabled])").click()
    expect(page.locator(".log")).to_contain_text("You banked")
    assert page.evaluate("taps") <= 5


# what of the players is not seen whole: what lies elsewhere or under something else
HIDDEN = """() => [...document.querySelectorAll(".player")].flatMap((player) => {
  const { left, top, right, bottom } = player.getBoundingClientRect();
  const corners = [[left + 12, top + 3], [right - 12, bottom - 3]];
  return corners.filter(([x, y]) => !player.contains(document.elementFromPoint(x, y)));
})"""


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
def test_hints_lie_over_nobody_on_a_phone_on_its_side(
    locale: str, server: Server, people: Any
) -> None:
    person = people({"width": 740, "height": 360}, locale=locale)
    page, bubble = person.page, person.page.locator(".bubble")
    made = make(server, "Ann", "bot:bold", rules=PAIRS, fair=False)
    page.goto(server.url)
    page.evaluate(HINTED, made.game)
    person.sit(made)
    steps = {"roll": "#roll", "scores": "button.die[aria-pressed=false]", "risk": "#bank"}
    for step, done in steps.items():
        expect(page.locator(f"[data-step={step}]")).to_be_visible()
        assert page.evaluate(HIDDEN) == [], step
        assert bubble.evaluate("(hint) => hint.scrollHeight <= hint.clientHeight"), step
        person.look()  # the second of two taps is not meant for the dice
        page.locator(done).first.click()


def test_newcomers_get_hints_at_a_friends_table_which_hold_up_nobody(
    server: Server, people: Any
) -> None:
    """Of a game by a link, whoever sits down first or later; old hands get none."""
    host, guest, other = people(PHONE), people(PHONE), people(PHONE)
    host.page.goto(server.url)
    host.page.locator("#friends").get_by_label("Your name").fill("Ann")
    host.page.get_by_role("button", name="Make a table").click()
    expect(host.page.locator("#address")).to_be_visible()
    other.page.goto(server.url)
    other.page.evaluate(SIT, [{"game": "A" * 22, "seat": 0, "token": "", "status": "over"}])
    guest.page.goto(host.page.url)
    guest.page.get_by_label("Your name").fill("Bob")
    guest.page.get_by_role("button", name="Sit down").click()
    expect(host.page.locator(".bubble")).to_contain_text("Your turn begins with 6 dice.")
    expect(guest.page.locator("#roll")).to_contain_text("Ann to move")
    expect(guest.page.locator(".bubble")).to_have_count(0)
    host.page.get_by_role("button", name="Skip the hints").click()
    expect(host.page.locator(".bubble")).to_have_count(0)
    while not guest.look()["roll"]:  # until it is Bob's turn
        host.click_on(0)
    expect(guest.page.locator(".bubble")).to_contain_text("Your turn begins with 6 dice.")
    made = make(server, "Eve", "?", fair=False)
    other.open(made.game)
    other.page.get_by_label("Your name").fill("Cid")
    other.page.get_by_role("button", name="Sit down").click()
    expect(other.page.locator("#roll")).to_be_visible()
    assert not other.page.evaluate("localStorage.getItem('hints')")


def test_a_hint_asks_for_roll_and_keeps_its_place_while_dice_roll(
    server: Server, people: Any
) -> None:
    person = people(PHONE, reduced_motion="no-preference")
    page, bubble = person.page, person.page.locator(".bubble")
    made = make(server, "Ann", rules=SURE, fair=False)
    page.goto(server.url)
    page.evaluate(HINTED, made.game)
    person.sit(made)
    expect(bubble).to_contain_text("Your turn begins with 2 dice.")
    expect(page.locator("#roll")).to_have_class("hot")
    high = bubble.bounding_box()["height"]
    person.stop_the_clock()
    page.locator("#roll").click()
    expect(page.locator("#roll small")).to_have_text("rolling …")
    assert bubble.bounding_box()["height"] == high
    expect(bubble).not_to_be_visible()
    page.clock.run_for(1500)
    expect(bubble).to_contain_text("2 of 3")
    expect(page.locator("#roll")).not_to_have_class("hot")


def test_a_hint_for_one_die_speaks_of_one(server: Server, people: Any) -> None:
    person = people(PHONE)
    made = make(
        server, "Ann", rules={"toml": SURE["toml"].replace("dice = 2", "dice = 1")}, fair=False
    )
    person.page.goto(server.url)
    person.page.evaluate(HINTED, made.game)
    person.sit(made)
    person.page.locator("#roll").click()
    expect(person.page.locator(".bubble")).to_contain_text("Tap the die if it is bright.")
