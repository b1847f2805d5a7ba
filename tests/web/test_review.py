"""The review in a browser: chart, felt, sentence and table are one thing."""

import re
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from support.browsing import CHROMIUM, DESKTOP, PHONE
from support.lengths import cases
from support.needed import needed
from support.review_pages import CUT, shown
from support.serving import QUICK, Player, Server, choice, make, play_out
from support.visiting import barriers, overflow, visiting

from hotdice import Bank
from hotdice.game.record import parse

pytestmark = needed(CHROMIUM, "chromium", "tests of reviews in a browser are")

LANDSCAPE = {"width": 740, "height": 360}
# how many pixels of its height are in the window
SEEN = """(node) => {
  const { top, bottom } = node.getBoundingClientRect();
  return Math.min(bottom, innerHeight) - Math.max(top, 0);
}"""
# how many numbers on the curve lie over others
TOUCHING_PINS = """() => {
  const pins = [...document.querySelectorAll(".pin circle[r='12']")]
    .map(({ cx, cy }) => [cx.baseVal.value, cy.baseVal.value]);
  const far = (one, other) => Math.hypot(one[0] - other[0], one[1] - other[1]);
  const pairs = pins.flatMap((one, at) => pins.slice(at + 1).map((other) => [one, other]));
  return pairs.filter(([one, other]) => far(one, other) < 24).length;
}"""
BOTTOM = "(node) => node.getBoundingClientRect().bottom"
SLIPS = ("slip", "mistake", "blunder")


@pytest.fixture(scope="module")
def game(server: Server) -> Player:
    """A game of Ann, who banks from 400 on. Both slip, and her worst is a mistake in the middle.

    Somebody wins it alone.
    """
    while True:
        ann = make(server, "Ann", "bot:bold", rules="greed", fair=False)
        told = play_out([ann])
        found = server.get(f"{ann.path}/review").json()
        move, other = (worst(found, seat) for seat in (ann.seat, 1 - ann.seat))
        middle = 4 < move["number"] < found["moves"][-1]["number"] - 16
        slips = move["judgement"] in SLIPS[1:] and other["judgement"] in SLIPS
        if middle and slips and len(told["state"]["winners"]) == 1:
            return ann


@pytest.fixture(scope="module")
def told(server: Server, game: Player) -> dict[str, Any]:
    """What the server tells about it."""
    found: dict[str, Any] = server.get(f"{game.path}/review").json()
    return found


@pytest.fixture
def page(browser: Browser, server: Server, game: Player) -> Iterator[Page]:
    """Ann's own browser at the review."""
    with visiting(browser, server.url) as found:
        come(found, game)
        yield found


def come(page: Page, game: Player) -> None:
    """Open the review with the seat that one had."""
    page.goto("/")
    seat = {"game": game.game, "seat": game.seat, "token": game.token}
    page.evaluate("(seats) => localStorage.setItem('games', JSON.stringify(seats))", [seat])
    page.goto(f"/review/{game.game}")
    expect(page.locator(".review")).to_be_visible()


def worst(told: dict[str, Any], seat: int | None = None) -> dict[str, Any]:
    choices = [
        move for move in told["moves"] if move["kind"] == "choice" and seat in (None, move["seat"])
    ]
    found: dict[str, Any] = max(choices, key=lambda move: move["loss"])
    return found


def test_it_opens_on_the_worst_choice_of_whoever_looks(page: Page, told: dict[str, Any]) -> None:
    wanted = worst(told, 0)
    assert shown(page)["sentence"] == wanted["round"]
    cost = f"{100 * wanted['loss']:.1f}"
    expect(page.locator(".sentence .change")).to_have_text(f"−{cost}")
    expect(page.locator(".decisions tr[aria-current] .cost")).to_contain_text(cost)
    expect(page.locator(".sentence .why")).to_contain_text(wanted["why"][0])
    best = page.locator(".branches li").first.locator(".number")
    expect(best).to_have_text(f"{100 * wanted['before'][0]:.1f} %")
    expect(page.get_by_role("heading", name="Your winning chance")).to_be_visible()


def test_the_title_is_one_line_in_german_on_a_phone(
    browser: Browser, server: Server, game: Player
) -> None:
    with visiting(browser, server.url, viewport=PHONE, locale="de-DE") as page:
        come(page, game)
        title = page.locator(".head h1")
        expect(title).to_have_text("Auswertung")
        assert title.evaluate("(node) => node.offsetHeight") < 30
        totals = page.locator(".head p").evaluate(
            "(node) => [node.scrollWidth - node.clientWidth, node.scrollHeight - node.clientHeight]"
        )
        assert totals == [0, 0]


def test_a_spectator_sees_the_worst_choice_of_all(
    browser: Browser, server: Server, game: Player, told: dict[str, Any]
) -> None:
    with visiting(browser, server.url) as page:
        page.goto(f"/review/{game.game}")
        expect(page.locator(".review")).to_be_visible()
        wanted = worst(told)
        assert shown(page)["sentence"] == wanted["round"]
        name = told["seats"][wanted["seat"]]["name"]
        expect(page.get_by_role("heading", name=f"Winning chance of {name}")).to_be_visible()


def test_rows_arrows_clicks_and_buttons_move_all_four(page: Page) -> None:
    first = shown(page)
    page.keyboard.press("ArrowRight")
    assert shown(page)["at"] == first["at"] + 1
    assert shown(page)["cursor"] > first["cursor"]
    page.keyboard.press("ArrowLeft")
    assert shown(page) == first
    page.get_by_role("button", name="One moment back").click()
    assert shown(page)["at"] == first["at"] - 1
    page.get_by_role("button", name="One moment on").click()
    assert shown(page) == first
    page.get_by_role("button", name="all").click()
    rows = page.locator(".decisions tbody tr:not(.sum)")
    for at in (0, rows.count() - 1):
        rows.nth(at).locator("td").nth(1).click()
        expect(rows.nth(at)).to_have_attribute("aria-current", "true")
        shown(page)
    plot = page.locator("svg[role=slider]")
    plot.scroll_into_view_if_needed()
    box = plot.bounding_box()
    assert box is not None
    for part in (0.2, 0.5, 0.9):
        page.mouse.click(box["x"] + part * box["width"], box["y"] + box["height"] / 2)
        assert abs(shown(page)["cursor"] - part * box["width"]) < 0.05 * box["width"]


def test_all_points_are_those_of_whoever_the_page_is_about(
    page: Page, server: Server, game: Player, told: dict[str, Any]
) -> None:
    """What the other one rolled well costs points, wherever it stands."""
    chosen = {move["number"] for move in told["moves"] if move["kind"] == "choice"}
    roll = max(
        (move for move in told["moves"] if move["seat"] == 1 and move["number"] not in chosen),
        key=lambda move: move["after"][1] - move["before"][1],
    )
    change = f"{100 * (roll['after'][0] - roll['before'][0]):+.1f}"
    change = change.replace(
        "-", "\N{MINUS SIGN}"
    )  # of a game in which all of them were bad it is a gain
    page.goto("/")
    page.goto(f"/review/{game.game}#{roll['number']}")
    expect(page.locator(".verdict .change")).to_have_text(change)
    expect(page.locator(".verdict .change ~ .number")).to_have_text("for you")
    expect(page.locator(".beside .cost")).to_contain_text(change)
    expect(page.locator("#moment")).to_contain_text("Mira: ")


HOT = """async (text) => {
  const { modelOf } = await import("/review/model.js");
  const moves = text.trim().split("\\n").slice(1).map((_, at) => ({
    number: at + 1, seat: 0, round: 1, kind: "luck", before: [1, 1], after: [1, 1],
  }));
  const names = ["Ann", "Bob"];
  const seats = names.map(() => ({ start: 1 }));
  const { moments } = await modelOf({ report: { moves, seats }, text, names });
  return moments.map(({ step }) => step.hot);
}"""


def test_dice_that_went_back_are_told_of(page: Page, server: Server, game: Player) -> None:
    lines = [
        server.get(f"{game.path}/record").text.splitlines()[0],
        '{"roll": [1, 1, 1, 5, 5]}',  # hot dice
        '{"roll": [1, 2, 3, 4, 6]}',
        '{"bank": 1200}',
        '{"roll": [1, 2, 3, 4, 6]}',
    ]
    assert page.evaluate(HOT, "\n".join(lines)) == [False, True, True, False]


def test_the_keyboard_is_enough(page: Page, told: dict[str, Any]) -> None:
    page.get_by_role("slider").focus()
    page.keyboard.press("Home")
    assert shown(page)["at"] == 1
    page.keyboard.press("End")
    slider = page.get_by_role("slider")
    assert slider.get_attribute("aria-valuenow") == slider.get_attribute("aria-valuemax")
    row = page.locator(".decisions tr.blunder .round button, .decisions tr.mistake .round button")
    row.first.focus()
    page.keyboard.press("Enter")
    assert shown(page)["sentence"] == worst(told, 0)["round"]
    page.get_by_role("button", name="Next slip").focus()
    page.keyboard.press("Enter")
    slips = [
        move["round"] for move in told["moves"] if move["seat"] == 0 and move["judgement"] in SLIPS
    ]
    after = [found for found in slips if found > worst(told, 0)["round"]]
    if len(slips) == len(set(slips)):
        assert shown(page)["sentence"] == (after or slips)[0]


def test_what_if_shows_the_other_branch(page: Page, told: dict[str, Any]) -> None:
    wanted = worst(told, 0)
    page.get_by_role("button", name="What if?").click()
    felt = page.locator(".moment-felt")
    expect(felt).to_contain_text(f"{100 * wanted['before'][0]:.1f} %")
    expect(felt).to_contain_text(wanted["best"].split()[0].capitalize())
    page.get_by_role("button", name="What if?").click()
    expect(felt.locator(".if")).to_have_count(0)
    page.get_by_role("button", name="What if?").click()
    page.keyboard.press("ArrowRight")
    expect(felt.locator(".if")).to_have_count(0)  # it belongs to one moment


def test_whoever_banks_sees_what_was_left_to_roll(page: Page, told: dict[str, Any]) -> None:
    bank = next(move for move in told["moves"] if move["action"] == "bank")
    page.get_by_role("slider").focus()
    page.keyboard.press("Home")
    while shown(page)["at"] < len({move["number"] for move in told["moves"]}):
        if page.locator(".moment-felt .big").count():
            break
        page.keyboard.press("ArrowRight")
    assert shown(page)["felt"] == bank["round"]
    expect(page.locator(".moment-felt .to-roll")).to_be_visible()


def number(text: str) -> int:
    """What stands there, in tenths."""
    return round(10 * float(text.replace("−", "-").replace("+", "").replace("%", "").strip()))


def test_printed_columns_add_up(page: Page, told: dict[str, Any]) -> None:
    for name in ("You", "Mira"):
        page.get_by_role("button", name=name, exact=True).click()
        for which in ("slips", "all"):
            page.get_by_role("button", name=which).click()
            cells = page.locator(".decisions tbody:last-child td.number").all_inner_texts()
            *costs, total = [number(cell.replace("✓", "").split()[-1]) for cell in cells]
            assert sum(costs) == -total
        lines = [number(cell) for cell in page.locator(".account .number").all_inner_texts()]
        assert sum(lines[:-1]) == lines[-1]
    own = told["seats"][0]
    assert number(page.locator(".account .number").last.inner_text()) == 1000 * (1 - own["result"])


def test_decisions_are_counted_among_all_that_are_listed(page: Page, told: dict[str, Any]) -> None:
    listed = page.get_by_role("button", name="all").inner_text().removeprefix("all ")
    counted = told["seats"][0]["decisions"]
    expect(page.locator(".account")).to_contain_text(f"{counted} of {listed} decisions")


def test_a_theme_that_was_chosen_colours_all_of_it(page: Page) -> None:
    mark = "getComputedStyle(document.querySelector('.mark.best')).backgroundColor"
    assert page.evaluate(mark) == "rgb(220, 235, 226)"
    page.get_by_label("Colours").select_option("dark")
    assert page.evaluate(mark) == "rgb(29, 58, 47)"


def test_what_is_shown_stands_in_the_table_or_above_it(page: Page) -> None:
    beside = page.locator(".beside tr")
    expect(beside).to_have_count(0)
    seen = set()
    for _ in range(12):
        page.keyboard.press("ArrowRight")
        shown(page)
        assert page.locator(".decisions tr[aria-current]").count() == 1
        seen.add(beside.count())
    assert seen == {0, 1} or seen == {1}
    page.get_by_role("button", name="Mira", exact=True).click()  # whose worst choice is shown
    expect(beside).to_have_count(0)
    expect(page.locator(".sentence [role=status]")).to_contain_text("Mira")


def test_judgements_have_a_sign_and_a_word(page: Page, told: dict[str, Any]) -> None:
    page.get_by_role("button", name="all").click()
    marks = page.locator(".decisions tbody tr:not(.sum) .mark")
    words = {"slip": "small slip"}
    wanted = [
        words.get(move["judgement"], move["judgement"])
        for move in told["moves"]
        if move["kind"] == "choice" and move["seat"] == 0
    ]
    assert [mark.get_attribute("aria-label") for mark in marks.all()] == wanted
    dots = {"small slip": 1, "mistake": 2, "blunder": 3, "best": 0, "good": 0}
    assert [mark.locator("i").count() for mark in marks.all()] == [dots[each] for each in wanted]


SIZES = {"phone": PHONE, "landscape": LANDSCAPE, "desktop": DESKTOP}
ALWAYS = [("phone", "dark"), ("landscape", "light"), ("desktop", "light")]  # dark is German


@pytest.mark.parametrize(
    "look", cases(product(SIZES, ["light", "dark"]), lambda look: look in ALWAYS), ids="-".join
)
def test_nothing_is_cut_and_nothing_bars_the_way(
    look: tuple[str, str], browser: Browser, server: Server, game: Player
) -> None:
    size, scheme = SIZES[look[0]], look[1]
    locale = "de-DE" if scheme == "dark" else "en-GB"
    with visiting(browser, server.url, viewport=size, color_scheme=scheme, locale=locale) as page:
        come(page, game)
        assert overflow(page) == 0
        assert page.evaluate(CUT) == []
        assert barriers(page) == []
        if scheme == "dark":
            expect(page.get_by_role("heading", name="Deine Gewinnchance")).to_be_visible()
            assert "web." not in page.locator("main").inner_text()


def test_a_phone_on_its_side_begins_with_the_worst_choice(
    browser: Browser, server: Server, game: Player
) -> None:
    """Felt and sentence, as far as the window goes; the chart is below."""
    with visiting(browser, server.url, viewport=LANDSCAPE) as page:
        come(page, game)
        felt, sentence, branches, chart = (
            page.locator(f".{name}").evaluate(SEEN)
            for name in ("moment-felt", "saying", "branches", "chart")
        )
        assert felt >= 0.7 * LANDSCAPE["height"]
        assert sentence >= 0.7 * LANDSCAPE["height"]
        assert branches > 0
        assert chart <= 0, "the chart comes later"


def test_a_phone_shows_what_was_wrong_and_why_beside_the_felt(
    browser: Browser, server: Server, game: Player, told: dict[str, Any]
) -> None:
    """At once and after "Next slip": nothing has to be scrolled."""
    with visiting(browser, server.url, viewport=PHONE) as page:
        come(page, game)
        expect(page.locator("#moment")).to_have_text("Your worst choice")
        for _ in range(2):
            end = page.locator(".steps").evaluate("(node) => node.getBoundingClientRect().top")
            for part in (".verdict", ".branches", ".sentence .why"):
                bottom = page.locator(part).evaluate(BOTTOM)
                assert 0 < bottom <= end, part
            assert page.locator(".moment-felt").evaluate(SEEN) >= 80 + PHONE["height"] - end
            page.get_by_role("button", name="Next slip").dispatch_event("click")


def test_the_end_of_a_game_names_the_worst_choice(
    browser: Browser, server: Server, game: Player, told: dict[str, Any]
) -> None:
    """In the first screen; it opens the review there."""
    mine = worst(told, 0)
    for size in (PHONE, DESKTOP):
        with visiting(browser, server.url, viewport=size) as page:
            come(page, game)
            page.goto(f"/game/{game.game}")
            said = page.locator(".review-link strong")
            expect(said).to_contain_text(f"in round {mine['round']} (\N{MINUS SIGN}")
            assert said.evaluate(BOTTOM) <= size["height"]
            said.click()
            expect(page).to_have_url(re.compile(f"#{mine['number']}$"))
            expect(page.locator("#moment")).to_have_text("Your worst choice")


def test_the_end_of_a_game_leads_there(browser: Browser, server: Server, game: Player) -> None:
    with visiting(browser, server.url) as page:
        page.goto(f"/game/{game.game}")
        page.get_by_role("link", name="Review the game").click()
        expect(page.locator(".review")).to_be_visible()
        record = page.get_by_role("link", name="Download").get_attribute("href")
        assert record == f"/api/games/{game.game}/record"
        expect(page.get_by_role("button", name="Share")).to_be_visible()


def test_a_game_without_a_review_says_why(browser: Browser, server: Server) -> None:
    ann = make(server, "Ann", "bot:bold", rules="greed", fair=False)
    context = browser.new_context(base_url=server.url)
    page = context.new_page()  # whose console tells that the server refused
    page.goto(f"/review/{ann.game}")
    expect(page.get_by_role("alert")).to_contain_text("comes after the end of the game")
    page.get_by_role("link", name="the game").click()
    expect(page.locator(".felt")).to_be_visible()
    context.close()


def test_nothing_of_it_comes_before_it_is_opened(browser: Browser, server: Server) -> None:
    with visiting(browser, server.url) as page:
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto("/")
        page.goto(f"/game/{make(server, 'Ann', 'bot:bold', rules='greed', fair=False).game}")
        expect(page.locator(".felt")).to_be_visible()
        assert not [url for url in asked if "/review" in url]


def test_a_longer_game_can_be_looked_at_while_it_goes_on(browser: Browser, server: Server) -> None:
    ann = make(server, "Ann", "bot:bold", rules="greed", fair=False, advice=True)
    for _ in range(6):
        found = ann.snapshot()
        assert ann.act(choice(found["state"]), found["seq"]).status_code in (200, 409)
    with visiting(browser, server.url) as page:
        come(page, ann)
        expect(page.locator(".account")).to_contain_text("Where it stopped")
        shown(page)


def winning_dice(server: Server, game: Player) -> list[int]:
    """All dice that the winner kept in the turn that won, from the record of a game of greed."""
    record = parse(server.get(f"{game.path}/record").content)
    kept: list[int] = []
    found: list[int] = []
    for step in record.steps:
        if step.before.fresh:
            kept = []
        if step.dice:
            keeps = step.before.rules.keeps(step.dice)
            kept = [*kept, *(keeps[0].dice if keeps else ())]
        if isinstance(step.action, Bank) and step.before.player in record.state.winners:
            found = kept
    return found


def test_the_end_counts_all_rounds_that_were_begun(browser: Browser, server: Server) -> None:
    """Whoever wins may have had a turn less than somebody who tried to catch up in vain."""
    turns = [0, 0]
    while len(set(turns)) == 1:
        ann = make(server, "Ann", "bot:bold", rules=QUICK, fair=False)
        play_out([ann])
        record = parse(server.get(f"{ann.path}/record").content)
        began = [step.before.player for step in record.steps if step.before.fresh]
        turns = [began.count(seat) for seat in (0, 1)]
        if turns.index(max(turns)) in record.state.winners:
            turns = [0, 0]
    with visiting(browser, server.url) as page:
        page.goto(f"/game/{ann.game}")
        count = max(turns)
        said = f"after {count} rounds" if count > 1 else "after 1 round"
        expect(page.locator(".end .with")).to_contain_text(said)


def test_the_end_of_a_game_shows_the_winning_dice_and_what_it_was_made_of(
    browser: Browser, server: Server, game: Player, told: dict[str, Any]
) -> None:
    for size in (PHONE, LANDSCAPE, DESKTOP):
        with visiting(browser, server.url, viewport=size) as page:
            come(page, game)
            page.goto(f"/game/{game.game}")
            expect(page.locator(".moments li")).to_have_count(3)
            dice = page.locator(".end .won").get_attribute("aria-label")
            assert dice == " ".join(map(str, winning_dice(server, game)))
            assert page.locator(".end .won .die").count() == min(6, len(dice.split()))
            numbers = page.locator(".summary .account .number").all_inner_texts()
            assert numbers[0] == f"{100 * told['seats'][0]['start']:.1f}\N{NO-BREAK SPACE}%"
            mine = worst(told, 0)
            own = page.locator(".moments li", has_text=f"Round {mine['round']}: your worst choice")
            lost = f"{100 * mine['loss']:.1f} percentage points"
            expect(own).to_contain_text(f"better, by {lost}")
            whole = page.locator(".moments h2 + a")
            assert whole.evaluate("(link) => link.offsetHeight") >= 44
            assert page.evaluate(TOUCHING_PINS) == 0
            page.locator(".end .hot").scroll_into_view_if_needed()
            expect(page.locator(".end .hot")).to_be_in_viewport()
            assert not overflow(page)
            assert not page.evaluate(CUT)
    worst_move = worst(told, 0)
    with visiting(browser, server.url) as page:
        come(page, game)
        page.goto(f"/game/{game.game}")
        link = page.locator(f".moments a[href$='#{worst_move['number']}']")
        link.click()
        expect(page.locator(".sentence [role=status]")).to_contain_text(
            f"round {worst_move['round']}"
        )
        assert not barriers(page)
