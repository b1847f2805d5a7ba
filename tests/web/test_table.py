"""What a table tells, in games where every roll scores and so everything is known before."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect
from support.browsing import CHROMIUM, DESKTOP, PHONE
from support.lengths import cases
from support.needed import needed
from support.serving import Player, Server, join, make

pytestmark = needed(CHROMIUM, "chromium", "tests of what a table tells are")


def sure(target: int, dice: int = 1, **fields: str) -> dict[str, str]:
    """Rules with one die or more, whose every face is worth 100."""
    more = "".join(f"{field} = {value}\n" for field, value in fields.items())
    head = f'name = "sure"\ndice = {dice}\ntarget = {target}\n'
    return {"toml": f"{head}{more}[score]\na = 100\n"}


def never(penalty: str) -> dict[str, str]:
    """Rules under which six ones alone are no farkle."""
    return {"toml": f'name = "never"\npenalty = {{{penalty}}}\n[score]\n111111 = 1\n'}


def table(server: Server, *names: str, **more: Any) -> list[Player]:
    """A game under way with these people."""
    first = make(server, names[0], *("?" for _ in names[1:]), fair=False, **more)
    return [first, *(join(first, name, fair=False) for name in names[1:])]


def bank(player: Player, points: int) -> None:
    """A whole turn under sure rules."""
    for _ in range(points // 100):
        do(player, {"do": "roll"})
        do(player, {"do": "keep", "dice": player.snapshot()["state"]["rolled"]})
    do(player, {"do": "bank"})


def do(player: Player, action: dict[str, Any]) -> None:
    answer = player.act(action, player.snapshot()["seq"])
    assert answer.status_code == 200, answer.text


@pytest.mark.parametrize(
    ("tie", "told"),
    [
        ("first", "Last round! Beat 500 to win."),
        ("shared", "Last round! Beat 500, or equal it to share the win."),
    ],
)
def test_the_highest_total_is_to_beat_in_a_last_round(
    tie: str, told: str, server: Server, people: Any
) -> None:
    ann, bob, cy = table(server, "Ann", "Bob", "Cy", rules=sure(300, tie=f'"{tie}"'))
    bank(ann, 100)
    bank(bob, 200)
    bank(cy, 100)
    bank(ann, 200)
    bank(bob, 300)
    watching, playing = people(DESKTOP), people(PHONE)
    watching.sit(ann)
    playing.sit(cy)
    leading = people(DESKTOP)
    leading.sit(bob)
    expect(leading.page.locator(".last-round")).to_have_text(
        "Last round! In the lead with 500: You."
    )
    for person, banner in ((watching, "Last round! In the lead with 500: Bob."), (playing, told)):
        expect(person.page.locator(".last-round")).to_have_text(banner)
        players = person.page.locator(".player")
        expect(players.nth(1)).to_contain_text("leads")
        expect(players.nth(1)).to_contain_text("target reached")
        expect(players.nth(0)).not_to_contain_text("leads")
        expect(players.nth(0)).to_contain_text("200 behind")
        expect(players.nth(2)).to_contain_text("400 behind")


def test_whoever_has_won_a_tie_comes_first(server: Server, people: Any) -> None:
    ann, bob = table(server, "Ann", "Bob", rules=sure(200, tie='"first"'))
    bank(ann, 100)
    bank(bob, 200)
    bank(ann, 100)
    watching = people(PHONE)
    watching.open(ann.game)
    expect(watching.page.locator(".end h2")).to_have_text("Bob has won")
    expect(watching.page.locator(".end li")).to_have_text(["Bob200", "Ann200"])


def test_whoever_shares_a_win_is_not_told_of_by_name(server: Server, people: Any) -> None:
    ann, bob = table(server, "Ann", "Bob", rules=sure(200, tie='"shared"'))
    bank(ann, 200)
    bank(bob, 200)
    person, watching = people(PHONE), people(PHONE)
    person.sit(ann)
    watching.open(ann.game)
    expect(person.page.locator(".end h2")).to_have_text("You share the win with Bob")
    expect(person.page.locator(".end li")).to_have_text(["You200", "Bob200"])
    expect(watching.page.locator(".end h2")).to_have_text("Ann, Bob share the win")


LONG = ["W" * 24, "Donaudampfschifffahrtsge"]
# what is wider than the window, or than the card that it stands in
CUT = """() => [...document.querySelectorAll(":root, .card, .entry, button, .chance")]
  .filter((node) => node.scrollWidth > node.clientWidth + 1)
  .map((node) => node.outerHTML.slice(0, 120))"""


@pytest.mark.parametrize(
    "size", cases([PHONE, DESKTOP], lambda size: size == PHONE), ids=["phone", "desktop"]
)
def test_long_names_push_nothing_aside(size: dict[str, int], server: Server, people: Any) -> None:
    ann, bob = table(server, *LONG, rules="basic", public=True, advice=True)
    waiting = make(server, LONG[0], *("?" for _ in range(7)), fair=False, public=True)
    person = people(size, locale="de-DE")
    for player, shown in ((ann, ".chance .fill"), (bob, ".chance .fill"), (waiting, "#address")):
        person.sit(player)
        expect(person.page.locator(shown)).to_be_visible()
        assert person.page.evaluate(CUT) == []
    join(waiting, LONG[1], fair=False)
    for path, shown in (("/", ".entry"), (f"/game/{waiting.game}", ".seats")):
        person.page.goto(server.url + path)
        expect(person.page.locator(shown).first).to_contain_text(LONG[0])
        assert person.page.evaluate(CUT) == []
    person.page.evaluate("localStorage.clear()")
    link = f"/game/{waiting.game}#{waiting.invite}"
    for path, shown in ((f"/fair/{ann.game}", ".seeds"), (link, "form")):
        person.page.goto(server.url + path)
        expect(person.page.locator(shown).first).to_contain_text(LONG[0])
        assert person.page.evaluate(CUT) == []


def test_an_absent_player_with_a_long_name_stays_in_the_card(server: Server, people: Any) -> None:
    ann, _, _ = table(server, "Ann", "Maximilian Müller", LONG[0], rules="basic")
    person = people(PHONE, locale="de-DE")
    person.sit(ann)
    expect(person.page.locator(".player .tag").nth(1)).to_have_text("nicht da")
    assert person.page.evaluate(CUT) == []


# where these words stand in an element, from the left
PLACES = """(node, words) => words.map((word) => {
  const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const at = walker.currentNode.data.indexOf(word);
    if (at < 0) continue;
    const range = document.createRange();
    range.setStart(walker.currentNode, at);
    range.setEnd(walker.currentNode, at + word.length);
    return range.getBoundingClientRect().left;
  }
})"""


def test_names_from_right_to_left_stand_in_the_order_of_the_seats(
    server: Server, people: Any
) -> None:
    dana, noa = "דנה", "נועה"
    first, _ = table(server, dana, noa, rules=never("farkles=1, points=500"), public=True)
    person, watching = people(DESKTOP), people(DESKTOP)
    person.sit(first)
    watching.open(first.game)
    expect(watching.page.locator(".felt")).to_be_visible()
    do(first, {"do": "roll"})
    log = watching.page.locator(".log li").filter(has_text="costs")
    cost = log.evaluate(PLACES, [f"{dana}", "500 points"])
    assert cost == sorted(cost), "the points come after the name"
    person.page.goto(server.url)
    entries = person.page.locator(".entry")
    expect(entries.filter(has_text=dana)).to_have_count(2)  # as one's own, and to watch
    for at in (0, 1):
        seats = entries.filter(has_text=dana).nth(at).evaluate(PLACES, [dana, noa])
        assert seats == sorted(seats)


# words and numbers of the score sheet that are broken, and what of its last column can be seen
SHEET = """(dialog) => {
  const scroller = dialog.querySelector(".scroller");
  const lines = (text) => {
    const range = document.createRange();
    range.selectNode(text);
    return new Set([...range.getClientRects()].map(({ top }) => top)).size;
  };
  const texts = (node) =>
    node.nodeType === Node.TEXT_NODE ? [node] : [...node.childNodes].flatMap(texts);
  scroller.scrollLeft = scroller.scrollWidth;
  const { left, right } = dialog.querySelector("tbody td:last-child").getBoundingClientRect();
  return {
    broken: texts(dialog.querySelector("table"))
      .filter((text) => lines(text) > 1)
      .map(({ data }) => data),
    seen: left >= 0 && right <= innerWidth,
  };
}"""


def test_the_score_sheet_of_eight_keeps_words_and_numbers_whole(
    server: Server, people: Any
) -> None:
    names = ["Ann", *LONG, "Bob", "Cy", "Dora", "Emil", "Franziska"]
    players = table(server, *names, rules=sure(9000))
    for player in players:
        bank(player, 100)
    person = people(PHONE)
    person.sit(players[0])
    person.page.get_by_role("button", name="Score sheet").click()
    dialog = person.page.locator("dialog")
    expect(dialog.locator("td").last).to_have_text("+100 100")
    assert dialog.evaluate(SHEET) == {"broken": [], "seen": True}


def test_a_bots_name_is_seen_whole_beside_what_it_is(server: Server, people: Any) -> None:
    person = people(PHONE)
    person.sit(make(server, "Ann", "bot:human:5", fair=False))
    bot = person.page.locator(".player").last
    expect(bot.locator(".tag")).to_have_text("bot, steady")
    for part in (".name", ".tag"):
        assert bot.locator(part).evaluate("(it) => it.scrollWidth <= it.clientWidth")


def test_a_clock_of_a_day_tells_hours_in_one_line_beside_a_reaction(
    server: Server, people: Any
) -> None:
    ann, _ = table(server, "Ann", "Bob", rules="basic", clock={"seconds": 86_400, "then": "pass"})
    person = people(PHONE)
    person.sit(ann)
    clock = person.page.locator(".clock")
    expect(clock).to_have_text(re.compile(r"^(24:00:00|23:5\d:\d\d)$"))
    high = "(card) => card.getBoundingClientRect().height"
    before = person.page.locator(".player").first.evaluate(high)
    person.look()  # a tap on what has only just come is not meant
    person.page.get_by_title("well done").click()
    expect(person.page.locator(".reaction")).to_be_visible()
    assert person.page.locator(".player").first.evaluate(high) == before
    person.page.get_by_role("button", name="Leave the game").click()
    expect(person.page.locator("main")).to_contain_text("Your turns are passed")
    expect(person.page.locator("main")).not_to_contain_text("bot")


def test_the_grace_time_is_called_so(server: Server, people: Any) -> None:
    ann, _ = table(server, "Ann", "Bob", rules="basic", clock={"seconds": 1, "grace": 3000})
    person = people(PHONE)
    person.sit(ann)
    expect(person.page.locator(".clock")).to_have_text(re.compile(r"^grace (50|49):\d\d$"))


# what was ever written below the two actions
WRITTEN = """window.written = new Set();
new MutationObserver(() => document.querySelectorAll(".actions small").forEach(
  (small) => window.written.add(small.textContent),
)).observe(document, { childList: true, characterData: true, subtree: true });"""


def test_somebody_late_is_told_that_a_bot_plays(server: Server, people: Any) -> None:
    ann = make(server, "Ann", "?", rules=sure(5000), clock={"seconds": 1}, fair=False)
    person = people(PHONE)
    person.page.add_init_script(WRITTEN)
    person.sit(ann)
    expect(person.page.locator("#address")).to_be_visible()
    join(ann, "Bob", fair=False)
    expect(person.page.locator("#roll small")).to_have_text("Bob to move")
    written = person.page.evaluate("[...window.written]")
    assert "late: a bot plays" in written
    assert "Ann to move" not in written


@pytest.mark.parametrize(
    ("rules", "keys"),
    [(sure(500), "Keys: 1 picks,"), ("greed", "Keys: 1–5 pick,")],
    ids=["sure", "greed"],
)
def test_keys_work_as_soon_as_the_table_stands(
    rules: Any, keys: str, server: Server, people: Any
) -> None:
    ann, _ = table(server, "Ann", "Bob", rules=rules)
    person = people(DESKTOP)
    person.sit(ann)
    expect(person.page.locator(".keys")).to_contain_text(keys)
    expect(person.page.locator("h1")).to_be_focused()
    person.page.keyboard.press("r")
    expect(person.page.locator(".log")).to_contain_text("You rolled")


def test_whoever_asks_to_leave_by_keyboard_and_stays_keeps_the_place(
    server: Server, people: Any
) -> None:
    ann, _ = table(server, "Ann", "Bob")
    person = people(PHONE)
    person.sit(ann)
    person.page.get_by_role("button", name="Leave the game").press("Enter")
    stay = person.page.get_by_role("button", name="Stay")
    expect(stay).to_be_focused()
    stay.press("Enter")
    expect(person.page.get_by_role("button", name="Leave the game")).to_be_focused()


def test_picked_dice_stay_picked_in_another_language(server: Server, people: Any) -> None:
    ann, _ = table(server, "Ann", "Bob", rules=sure(5000, dice=3))
    person = people(PHONE)
    person.sit(ann)
    person.page.locator("#roll:not([aria-disabled])").click()
    person.page.locator("button.die").nth(1).click()
    expect(person.page.locator("button.die[aria-pressed=true]")).to_have_count(1)
    person.page.get_by_label("Language").select_option("de")
    expect(person.page.locator(".before")).to_have_text("100 gewählt")
    expect(person.page.locator("button.die").nth(1)).to_have_attribute("aria-pressed", "true")


def test_a_penalty_is_told_with_its_points_or_not_at_all(server: Server, people: Any) -> None:
    person = people(PHONE)
    for penalty, told, cell in (
        ("farkles=1, points=1500", "costs you 1,500 points: total −1,500.", "farkle −1,500 −1,500"),
        ("farkles=1, points=1500, floor=-1000", "costs you 1,000 points", "farkle −1,000 −1,000"),
        ("farkles=1, points=1500, floor=0", "", "farkle 0"),
    ):
        ann, _ = table(server, "Ann", "Bob", rules=never(penalty))
        do(ann, {"do": "roll"})
        person.sit(ann)
        newest = person.page.locator(".log li").first
        expect(newest).to_contain_text("farkle, no die scores!")
        expect(newest).to_contain_text(told)
        assert told or "cost" not in newest.inner_text()
        person.page.get_by_role("button", name="Score sheet").click()
        expect(person.page.locator("dialog td").first).to_have_text(cell)


FOCUS = {
    "nothing": "document.activeElement.blur()",
    "a reaction": "document.querySelector('.reactions button').focus()",
    "sounds": "document.querySelector('.tools [aria-pressed]').focus()",
    "the log": "document.querySelector('.log').focus()",
}


@pytest.mark.parametrize("focus", FOCUS.values(), ids=FOCUS)
def test_keys_work_wherever_the_focus_is(focus: str, server: Server, people: Any) -> None:
    ann, _ = table(server, "Ann", "Bob", rules=sure(5000, dice=2))
    person = people(DESKTOP)
    person.sit(ann)
    expect(person.page.locator("h1")).to_be_focused()
    person.page.evaluate(focus)
    person.page.keyboard.press("r")
    expect(person.page.locator("button.die")).to_have_count(2)
    person.page.clock.run_for(1000)  # or the dice have only just come
    person.page.keyboard.press("1")
    expect(person.page.locator("button.die").first).to_have_attribute("aria-pressed", "true")
    person.page.evaluate(focus)
    person.page.keyboard.press("b")
    expect(person.page.locator(".log")).to_contain_text("You banked 100")


def test_keys_do_nothing_where_somebody_types_or_reads(server: Server, people: Any) -> None:
    ann, _ = table(server, "Player", "Bob", rules=sure(5000))
    person = people(PHONE)
    person.sit(ann)
    field = person.page.get_by_label("Your name")
    field.fill("")
    field.press("r")
    expect(field).to_have_value("r")
    person.page.locator(".top .scores").click()
    expect(person.page.locator("dialog")).to_be_visible()
    person.page.keyboard.press("r")
    person.page.keyboard.press("Escape")
    expect(person.page.locator("dialog")).to_have_count(0)
    assert "rolled" not in person.page.locator(".log").inner_text()
    person.page.keyboard.press("r")
    expect(person.page.locator(".log")).to_contain_text("You rolled")


@pytest.mark.parametrize("by", ["tap", "key"])
def test_a_bank_that_records_nothing_is_asked_about(by: str, server: Server, people: Any) -> None:
    ann, _ = table(server, "Ann", "Bob", rules=sure(5000, dice=2, entry="300"))
    person = people(DESKTOP)
    page = person.page
    person.sit(ann)
    press = page.locator("#bank").click if by == "tap" else lambda: page.keyboard.press("b")
    for times in range(2):
        page.locator("#roll").click()
        expect(page.locator("button.die")).to_have_count(2 - times)
        page.clock.run_for(1000)
        if not times:
            page.locator("button.die").first.click()  # one die alone is picked already
        expect(page.locator("#bank span").first).to_have_text("Bank 0")
        expect(page.locator("#bank")).to_have_class("faint")
        press()
        expect(page.locator("#bank span").first).to_have_text("Really bank 0?")
        assert page.locator("#bank small").inner_text() == "needs 300"
    seen = ann.snapshot()["seq"]
    press()
    expect(page.locator(".log")).to_contain_text("You banked 0")
    assert ann.snapshot()["seq"] > seen
    ann, _ = table(server, "Ann", "Bob", rules=sure(5000, dice=2))
    person.sit(ann)
    page.locator("#roll").click()
    expect(page.locator("button.die")).to_have_count(2)
    page.clock.run_for(1000)
    page.locator("button.die").first.click()
    press()
    expect(page.locator(".log")).to_contain_text("You banked 100")


def test_the_log_tells_each_thing_in_a_line_of_its_own(server: Server, people: Any) -> None:
    rules = sure(5000, dice=2, keep='"all"')
    ann, _ = table(server, "Ann", "Bob", rules=rules)
    do(ann, {"do": "roll"})
    for size in (PHONE, DESKTOP):
        person = people(size)
        person.sit(ann)
        lines = person.page.locator(".log li").first.locator("span")
        expect(lines.last).to_contain_text("You rolled")  # newest first, above it what came of it
        expect(lines.nth(-2)).to_contain_text("You kept")
        tops = [line.bounding_box()["y"] for line in lines.all()]
        assert len(tops) == len(set(tops))
