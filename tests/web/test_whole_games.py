"""The web app in a real browser against a real server; Chromium as the distribution has it."""

import signal
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect
from support.browsing import CHROMIUM, DESKTOP, PHONE, SIT, Person, Traffic
from support.lengths import cases
from support.needed import needed
from support.serving import Player, Server, events_of, join, make, serving, wait_for
from support.visiting import barriers_in_both_themes

pytestmark = needed(CHROMIUM, "chromium", "tests of the web app are")
RULEBOOKS = ("basic", "greed", "thousand", "three-pair", "doubling")
MOST_REQUESTS = 15
MOST_BYTES = 150_000


def totals_seen(person: Person) -> list[int]:
    texts = person.page.locator(".player .total").all_text_contents()
    return [int(text.replace(",", "")) for text in texts]


@pytest.mark.parametrize("rulebook", cases(RULEBOOKS, lambda name: name == "basic"))
def test_two_people_play_a_rulebook_by_clicks_and_a_third_watches(
    rulebook: str, server: Server, people: Any
) -> None:
    ann, bob, eve = people(PHONE), people(DESKTOP), people(PHONE, color_scheme="dark")
    made = make(server, "Ann", "?", rules=f"{rulebook}+target=500")
    ann.sit(made)
    expect(ann.page.locator("#address")).to_be_visible()
    bob.open(made.game)
    bob.page.locator("input[name=name]").fill("Bob")
    bob.page.get_by_role("button", name="Sit down").click()
    expect(bob.page.locator("#roll")).to_be_visible()
    eve.open(made.game)
    expect(eve.page.locator(".felt")).to_be_visible()
    while ann.click_on() | bob.click_on():
        pass
    wait_for(lambda: bool(eve.look()["over"]))
    told = made.snapshot()
    winner = told["seats"][told["state"]["winners"][0]]["name"]
    for person, name in ((ann, "Ann"), (bob, "Bob"), (eve, "Eve")):
        wins = "You have won!" if name == winner else f"{winner} has won"
        if len(told["state"]["winners"]) > 1:
            wins = "share the win"  # with somebody, or others with one another
        expect(person.page.locator(".end h2")).to_contain_text(wins)
        assert totals_seen(person) == told["state"]["totals"]
        log = person.page.locator(".log").inner_text()
        who = "You have" if name == winner else f"{winner} has"
        assert f"{who} won with {max(told['state']['totals']):,}." in log or "shared" in log
        assert "{" not in log
    assert all(seat["fair"] == "person" for seat in told["seats"])


def tab_to(person: Person, selector: str, key: str = "Tab") -> None:
    """Move the focus by keyboard until it is on something."""
    for _ in range(40):
        if person.page.evaluate("(it) => document.activeElement.matches(it)", selector):
            return
        person.page.keyboard.press(key)
    raise AssertionError(f"{key} does not lead to {selector}")


def test_somebody_plays_a_whole_game_by_keyboard_alone(server: Server, people: Any) -> None:
    """From home to the end; Greed is chosen by typing its name."""
    ann = people(DESKTOP)
    keyboard, page = ann.page.keyboard, ann.page
    page.goto(server.url)
    expect(page.locator("option[value=greed]")).to_have_count(1)
    tab_to(ann, "#bot .link")
    keyboard.press("Enter")
    tab_to(ann, "select[name=rules]")
    keyboard.type("Greed")
    tab_to(ann, "#bot button.hot", "Shift+Tab")
    keyboard.press("Enter")
    expect(page.locator("#roll")).to_be_visible()
    assert page.evaluate("document.activeElement.tagName") == "H1"
    tab_to(ann, "#roll")
    keyboard.press("Enter")
    while not (seen := ann.look())["over"]:
        if seen["free"] and not seen["bank"]:
            tab_to(ann, "button.die[aria-pressed=false]", "Shift+Tab")
            keyboard.press("Space")
            keyboard.press("n")
            seen = ann.look()
        if seen["bank"] and (seen["banks"] >= 300 or seen["last"]):
            keyboard.press("b")
        elif seen["roll"]:
            keyboard.press("r")
    game = page.url.rpartition("/")[2]
    assert totals_seen(ann) == server.get(f"/api/games/{game}").json()["state"]["totals"]
    expect(page.locator(".end h2")).to_be_focused()


def own_events(made: Player) -> list[str]:
    kinds = ("rolled", "kept", "banked")
    return [each["kind"] for each in events_of(made.server, made.game) if each["kind"] in kinds]


def in_mid_turn(server: Server, people: Any) -> tuple[Person, Person, Player, Player]:
    """Ann has picked some of her dice, and Bob looks on."""
    while True:
        ann, bob = people(PHONE), people(DESKTOP)
        made = make(server, "Ann", "?", rules="basic")
        other = join(made, "Bob")
        ann.sit(made)
        bob.sit(other)
        ann.page.locator("#roll:not([aria-disabled])").click()
        expect(ann.page.locator(".log li")).to_contain_text(["You rolled", "The game begins."])
        if ann.look()["free"]:
            ann.page.locator("button.die[aria-pressed=false]").first.click()
        if ann.page.locator("#roll:not([aria-disabled])").count():
            return ann, bob, made, other


def test_the_network_is_cut_in_mid_turn(server: Server, people: Any) -> None:
    ann, bob, made, _ = in_mid_turn(server, people)
    before = own_events(made)
    ann.cut()
    expect(ann.page.locator(".line")).to_contain_text("offline")
    ann.page.locator("#roll").click()
    expect(ann.page.locator(".line")).to_contain_text("Your move is sent when it is back.")
    expect(ann.page.locator("#roll")).to_contain_text("on its way")
    expect(ann.page.locator("#bank")).not_to_contain_text("on its way")
    assert own_events(made) == before
    ann.context.set_offline(False)
    expect(ann.page.locator(".line")).to_be_hidden()
    expect(bob.page.locator(".log li").filter(has_text="Ann rolled")).to_have_count(2)
    assert own_events(made) == [*before, "kept", "rolled"]


def test_a_move_is_taken_back_before_it_is_sent(server: Server, people: Any) -> None:
    ann, _, made, _ = in_mid_turn(server, people)
    before = own_events(made)
    ann.cut()
    ann.page.locator("#bank").click()
    expect(ann.page.locator("#bank")).to_contain_text("on its way")
    expect(ann.page.locator("#roll")).to_contain_text("% farkle")
    ann.page.get_by_role("button", name="Take it back").click()
    ann.context.set_offline(False)
    expect(ann.page.locator(".line")).to_be_hidden()
    assert own_events(made) == before


def test_a_move_that_comes_too_late_is_taken_back_visibly(server: Server, people: Any) -> None:
    ann, _, made, _ = in_mid_turn(server, people)
    ann.cut()
    ann.page.locator("#roll").click()
    found = made.snapshot()
    keep = {"do": "keep", "dice": found["state"]["keeps"][0]["dice"]}
    assert made.act(keep, found["seq"]).status_code == 200
    after = own_events(made)
    ann.context.set_offline(False)
    expect(ann.page.locator(".line")).to_contain_text("Your move was taken back")
    ann.page.get_by_role("button", name="All right").click()
    expect(ann.page.locator(".line")).to_be_hidden()
    assert own_events(made) == after


@pytest.mark.parametrize("goes_on", [False, True])
def test_a_move_that_waits_to_be_sent_outlives_the_page(
    goes_on: bool, server: Server, people: Any
) -> None:
    """Made without a network; then the table is left, and opened again with one."""
    ann, _, made, _ = in_mid_turn(server, people)
    ann.cut()
    expect(ann.page.locator(".line")).to_contain_text("offline")
    ann.page.locator("#roll").click()
    expect(ann.page.locator(".line")).to_contain_text("Your move is sent when it is back.")
    ann.page.get_by_role("link", name="Hot Dice").click()
    expect(ann.page.locator("h1")).to_have_text("The server does not answer")
    if goes_on:
        found = made.snapshot()
        keep = {"do": "keep", "dice": found["state"]["keeps"][0]["dice"]}
        assert made.act(keep, found["seq"]).status_code == 200
    before = own_events(made)
    ann.context.set_offline(False)
    expect(ann.page.locator("#bot")).to_be_visible()
    ann.open(made.game)
    if goes_on:
        expect(ann.page.locator(".line")).to_contain_text("Your move was taken back")
        assert own_events(made) == before
    else:
        expect(ann.page.locator(".log li").filter(has_text="You rolled")).to_have_count(2)
        assert own_events(made) == [*before, "kept", "rolled"]
    after = own_events(made)
    ann.page.reload()
    expect(ann.page.locator(".log")).to_contain_text("You rolled")
    expect(ann.page.locator(".line")).to_be_hidden()
    assert own_events(made) == after


@pytest.mark.parametrize(
    ("number", "told"),
    [(signal.SIGKILL, "Trying again"), (signal.SIGTERM, "The server is being restarted.")],
)
def test_the_server_ends_in_mid_turn_and_comes_back(
    number: int, told: str, browser: Browser, tmp_path: Path
) -> None:
    with serving(f"sqlite:///{tmp_path / 'own.sqlite'}", tmp_path / "log") as own:
        people: list[Person] = []

        def person(size: dict[str, int]) -> Person:
            people.append(Person(browser, own, size))
            return people[-1]

        ann, bob, made, _ = in_mid_turn(own, person)
        before = own_events(made)
        for each in people:
            each.attempts_fail = True
        own.end(number)
        expect(ann.page.locator(".line")).to_contain_text(told)
        ann.page.locator("#roll").click()
        own.start()
        for each in (ann, bob):
            wait_for(each.is_back)
        expect(bob.page.locator(".log li").filter(has_text="Ann rolled")).to_have_count(2)
        assert own_events(made) == [*before, "kept", "rolled"]
        for each in people:
            each.close()


@pytest.mark.parametrize("advice", [False, True])
def test_from_a_link_to_the_table_few_requests_are_made(
    advice: bool, server: Server, people: Any
) -> None:
    made = make(server, "Ann", "?", rules="greed", fair=False, advice=advice)
    bob = people(PHONE)
    traffic = Traffic(bob.page)
    bob.open(made.game)
    bob.page.locator("input[name=name]").fill("Bob")
    bob.page.get_by_role("button", name="Sit down").click()
    expect(bob.page.locator("#roll")).to_be_visible()
    if advice:
        expect(bob.page.locator(".chance .fill")).to_be_visible()
    assert 5 < traffic.seated <= MOST_REQUESTS, traffic.asked
    after = traffic.asked[traffic.seated :]  # some come when nothing else is to be done, or by time
    idle = ("/table/notice.js", "/install.js", "/table/hints.js", "/engine/")
    waited_for = [each for each in after if not any(part in each for part in idle)]
    assert len(waited_for) == (2 if advice else 0), traffic.asked
    assert 10_000 < traffic.received < MOST_BYTES


def test_the_next_game_is_one_tap_away(server: Server, people: Any) -> None:
    ann, bob, eve = people(PHONE), people(DESKTOP), people(PHONE)
    made = make(server, "Ann", "?", rules="greed+target=200+entry=0")
    ann.sit(made)
    bob.sit(join(made, "Bob"))
    while ann.click_on(50) | bob.click_on(50):
        pass
    ann.page.get_by_role("button", name="Play again").click()
    expect(ann.page.locator(".waiting")).to_contain_text("Bob")
    bob.page.get_by_role("button", name="To the next game").click()
    for each in (ann, bob):
        expect(each.page.locator("#roll")).to_be_visible()
    eve.open(made.game)
    eve.page.get_by_role("link", name="Watch the next game").click()
    expect(eve.page.locator(".log")).to_contain_text("The game begins.")


def test_nothing_bars_anybody_from_a_game(server: Server, people: Any) -> None:
    ann, bob = people(PHONE), people(PHONE)
    found: dict[str, list[str]] = {}
    made = make(server, "Ann", "?", rules="basic+target=300", advice=True, clock={"seconds": 600})
    bob.page.goto(server.url)
    expect(bob.page.locator("#bot")).to_be_visible()
    found["home"] = barriers_in_both_themes(bob.page)
    ann.sit(made)
    expect(ann.page.locator("#address")).to_be_visible()
    found["waiting"] = barriers_in_both_themes(ann.page)
    bob.open(made.game)
    expect(bob.page.locator("input[name=name]")).to_be_visible()
    found["join"] = barriers_in_both_themes(bob.page)
    bob.sit(join(made, "Bob", fair=False))
    ann.page.locator("#roll:not([aria-disabled])").click()
    ann.look()
    found["table"] = barriers_in_both_themes(ann.page)
    for name in ("Score sheet", "Farkle, basic (changed) · to 300"):
        ann.page.get_by_role("button", name=name).click()
        expect(ann.page.locator("dialog")).to_be_visible()
        found[name] = barriers_in_both_themes(ann.page)
        ann.page.keyboard.press("Escape")
        expect(ann.page.locator("dialog")).to_have_count(0)
    while ann.click_on(50) | bob.click_on(50):
        pass
    expect(ann.page.locator(".end")).to_be_visible()
    found["end"] = barriers_in_both_themes(ann.page)
    assert not any(found.values()), found


FACING = """async () => {
  const { html, render } = await import("/lib/preact.js");
  const { Die } = await import("/table/felt.js");
  const found = [];
  for (const face of [1, 2, 3, 4, 5, 6]) {
    const place = document.body.appendChild(document.createElement("div"));
    const die = html`<${Die} face=${face} rolling=${850} order=${face} />`;
    render(html`<span class="dice">${die}</span>`, place);
    const cube = place.querySelector(".cube");
    while (!cube.getAnimations().length) await new Promise(requestAnimationFrame);
    for (const animation of cube.getAnimations()) animation.finish();
    const matrix = (node) => new DOMMatrix(getComputedStyle(node).transform);
    const depth = (side) =>
      matrix(cube).multiply(matrix(side)).transformPoint(new DOMPoint(0, 0, 1, 0)).z;
    const front = [...cube.children].filter((side) => depth(side) > 0.999);
    found.push(front.map((side) => side.className));
  }
  return found;
}"""


def test_rolling_dice_end_on_the_face_that_was_rolled(server: Server, people: Any) -> None:
    ann = people(PHONE, reduced_motion="no-preference")
    ann.page.goto(server.url)
    expected = [[f"face f{face} s{face}"] for face in range(1, 7)]
    assert ann.page.evaluate(FACING) == expected


def test_whoever_watches_may_look_back(server: Server, people: Any) -> None:
    eve = people(PHONE)
    ann = make(server, "Ann", "?")
    join(ann, "Bob", fair=False)
    ann.reveal()
    eve.open(ann.game)
    eve.page.get_by_role("button", name="Look back").click()
    expect(eve.page.locator(".back")).to_contain_text("Moment 1 of 1")
    ann.act({"do": "roll"}, ann.snapshot()["seq"])
    expect(eve.page.locator(".back")).to_contain_text("Moment 1 of 2")
    eve.page.get_by_role("button", name="After").click()
    expect(eve.page.locator(".log")).to_contain_text("Ann rolled")
    eve.page.get_by_role("button", name="Before").click()
    expect(eve.page.locator(".log")).not_to_contain_text("Ann rolled")
    eve.page.get_by_role("button", name="Live").click()
    expect(eve.page.locator(".log")).to_contain_text("Ann rolled")


def test_home_starts_a_game_and_shows_whose_turn_it_is(server: Server, people: Any) -> None:
    ann = people(PHONE)
    ann.page.goto(server.url)
    ann.page.locator("input[name=name]").fill("Ann")
    ann.page.get_by_role("button", name="who may watch").click()
    ann.page.locator("input[name=public]").check()
    ann.page.get_by_role("button", name="Make a table").click()
    expect(ann.page.locator("#address")).to_be_visible()
    ann.page.goto(server.url)
    ann.page.get_by_role("button", name="Play", exact=True).click()
    expect(ann.page.locator("#roll")).to_be_visible()
    ann.page.get_by_role("link", name="Hot Dice").click()
    tags = ann.page.locator(".entry .tag")
    expect(tags.first).to_have_text("your turn")
    expect(tags.nth(1)).to_have_text("waiting")
    ann.page.get_by_label("Language").select_option("de")
    expect(ann.page.locator("h1")).to_have_text("Werfen, beiseitelegen, sichern.")


def test_home_leads_to_every_open_game(server: Server, people: Any) -> None:
    ann = people(PHONE)
    made = [make(server, "Ann", "?", fair=False) for _ in range(10)]
    seats = [{"game": each.game, "seat": each.seat, "token": each.token} for each in made]
    ann.page.goto(server.url)
    ann.page.evaluate(SIT, seats)
    ann.page.goto(server.url)
    ann.page.get_by_role("button", name="Show all 10").click()
    entries = ann.page.locator(".entry:has(.tag)")
    for each in made:
        expect(entries.locator(f'a[href="/game/{each.game}"]')).to_be_visible()
    expect(entries.locator("a").nth(8)).to_be_focused()


def test_fields_beside_each_other_line_up(server: Server, people: Any) -> None:
    """Though in German the label of one of them has two lines on a phone."""
    ann = people(PHONE, locale="de-DE")
    ann.page.goto(server.url)
    ann.page.get_by_role("button", name="Plätze").click()
    one, other = (
        ann.page.locator(f"select[name={name}]").bounding_box() for name in ("seats", "clock")
    )
    assert (one["y"], one["height"]) == (other["y"], other["height"])


def test_home_leads_to_rules_of_ones_own(server: Server, people: Any) -> None:
    ann = people(PHONE)
    ann.page.goto(server.url)
    ann.page.get_by_role("link", name="House rules").click()
    expect(ann.page.get_by_role("button", name="Add a combination")).to_be_visible()


def test_the_bar_at_a_table_of_three_is_your_own_chance(server: Server, people: Any) -> None:
    bob = people(PHONE)
    made = make(server, "Ann", "?", "bot:bold", rules="greed", fair=False, advice=True)
    bob.sit(join(made, "Bob", fair=False))
    chances = made.server.get(f"{made.path}/advice").json()["chances"]
    assert chances[1] < chances[0]
    bar = bob.page.locator(".chance .mine")
    expect(bar).to_have_text(f"You {round(100 * chances[1])} %".replace(" %", "\u00a0%"))


def test_a_table_that_everybody_has_left_says_so(server: Server, people: Any) -> None:
    ann, eve = people(PHONE), people(DESKTOP)
    made = make(server, "Ann", "bot:bold", fair=False)
    eve.open(made.game)
    ann.sit(made)
    ann.page.get_by_role("button", name="Leave the game").click()
    expect(ann.page.locator("main")).to_contain_text("For good?")
    ann.page.get_by_role("button", name="Leave the game").click()
    expect(ann.page.locator("#bot")).to_be_visible()
    expect(eve.page.get_by_role("heading", name="This game is closed")).to_be_visible()
    expect(eve.page.locator("main")).to_contain_text("Only bots were left, so it ended unfinished.")
    eve.page.get_by_role("link", name="To the start").click()
    expect(eve.page.locator("#bot")).to_be_visible()


def test_somebody_who_waits_takes_another_name_and_copies_the_link(
    server: Server, people: Any
) -> None:
    ann, bob = people(PHONE, permissions=["clipboard-read", "clipboard-write"]), people(PHONE)
    made = make(server, "Ann", "?")
    ann.sit(made)
    ann.page.get_by_label("Your name").fill("Anna")
    ann.page.get_by_role("button", name="Rename").click()
    expect(ann.page.locator(".seats")).to_contain_text("Anna (you)")
    assert made.snapshot()["seats"][0]["name"] == "Anna"
    ann.page.get_by_role("button", name="Copy").click()
    expect(ann.page.get_by_role("button", name="Copied")).to_be_visible()
    bob.page.goto(ann.page.evaluate("navigator.clipboard.readText()"))
    expect(bob.page.locator("form")).to_contain_text("At the table: Anna")
