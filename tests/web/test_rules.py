"""Rules and fair dice in a browser: sheets, the editor, links, and records good and tampered."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from support.browsing import AS_TEXT, CHROMIUM, DESKTOP, PHONE, Person
from support.needed import needed
from support.serving import Server, make, play_out, wait_for
from support.visiting import barriers_in_both_themes, overflow, visiting

from hotdice import Rules
from hotdice.game.day import day_rules
from hotdice.rules.files import preset_names

pytestmark = needed(CHROMIUM, "chromium", "tests of the rules pages are")

HOUSE = """name = "kitchen"
title = "Kitchen dice — für uns 🎲"
dice = 5
target = 1000
[score]
1 = 100
5 = 50
aaa = "100a"
"""


@pytest.fixture
def page(browser: Browser, server: Server) -> Iterator[Page]:
    with visiting(browser, server.url) as found:
        found.add_init_script(AS_TEXT)
        yield found


@pytest.fixture(scope="module")
def game(server: Server) -> str:
    """A game of a person and a bot that is over."""
    ann = make(server, "Ann", "bot:human:5", rules="basic+target=2000")
    ann.reveal()
    assert play_out([ann])["status"] == "over"
    return ann.game


def write(page: Page, text: str) -> None:
    """Put a text into the editor and wait for the word on it."""
    page.locator("#toml").fill(text)
    expect(page.locator("#checked")).to_have_text(re.compile("mistake|can be played"))


def test_every_preset_has_its_sheet(page: Page, long_run: bool) -> None:
    page.goto("/rules")
    expect(page.locator("a.preset")).to_have_count(len(preset_names()))
    for name in preset_names() if long_run else ("greed", "pig", "zilch"):
        rules = Rules.load(name)
        page.locator(f'a[href="/rules/{name}"]').click()
        expect(page.locator("h1")).to_have_text(rules.title)
        expect(page.locator(".sheet tbody tr")).to_have_count(len(rules.patterns))
        expect(page.locator(".stops tbody tr")).to_have_count(rules.dice)
        assert f"{rules.target:,}" in page.locator(".sheet").inner_text()
        page.go_back()


def test_a_phone_tells_what_scores_before_what_the_rule_does(page: Page) -> None:
    page.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"]})
    page.goto("/rules/basic")
    names = ["What scores", "Your turn", "What this rule does"]
    found = page.get_by_role("heading").filter(has_text=re.compile("|".join(names)))
    expect(found).to_have_text(names)  # as it is read, and as it is seen
    seen = [each.evaluate("(it) => it.getBoundingClientRect().top") for each in found.all()]
    assert seen == sorted(seen)


def test_presets_have_german_titles(browser: Browser, server: Server) -> None:
    key = "web.title."
    told = server.get("/api/texts/en").json()
    known = {name.removeprefix(key): title for name, title in told.items() if name.startswith(key)}
    assert known.keys() <= {Rules.load(name).title for name in preset_names()} | {day_rules().title}
    assert all(title == name for name, title in known.items())
    with visiting(browser, server.url, locale="de-DE") as page:
        page.goto("/rules")
        expect(page.locator('a[href="/rules/basic"]')).to_contain_text("Farkle, einfach")
        expect(page.locator('a[href="/rules/zilch"]')).to_contain_text("Zilch")


@pytest.mark.parametrize("name", ["basic", "greed"])
def test_rules_under_the_title_of_a_preset_that_are_not_it_say_so(
    name: str, browser: Browser, server: Server
) -> None:
    """Whatever they are called; rules that are the preset are called by its title."""
    preset = Rules.load(name).toml()
    title = {"basic": "Farkle, einfach", "greed": "Greed"}[name]
    changed = re.sub(r"(?m)^1 = \d+", "1 = 150", preset)
    assert Rules.parse(changed).digest != Rules.parse(preset).digest
    with visiting(browser, server.url, locale="de-DE") as page:
        for toml, shown in ((preset, title), (changed, f"{title} (geändert)")):
            made = make(server, "Ann", "?", rules={"toml": toml}, public=True)
            page.goto(f"/game/{made.game}#{made.invite}")
            expect(page.locator("form")).to_contain_text(f"{shown}, bis")
            page.goto("/")
            entry = page.locator(f'.entry a[href="/game/{made.game}"]')
            expect(entry).to_contain_text(f"{shown}, bis")


def test_a_sheet_tells_what_the_rule_does(page: Page) -> None:
    """Farkle chances of the basic rules: 2/3 with one die, 5/162 with six."""
    page.goto("/rules/basic")
    rows = page.locator(".stops tbody tr")
    expect(rows.first).to_contain_text("3.1\u00a0%")
    expect(rows.last).to_contain_text("67\u00a0%")
    page.get_by_role("link", name="Change these rules").click()
    expect(page.locator("#toml")).to_have_value(re.compile('^name = "my-basic"', re.MULTILINE))
    expect(page).to_have_url(re.compile("/rules/edit$"))
    expect(page.locator("#checked")).to_contain_text("can be played")


def test_rules_and_games_that_are_not_there(browser: Browser, server: Server) -> None:
    context = browser.new_context(base_url=server.url)
    page = context.new_page()
    troubles: list[str] = []
    page.on("pageerror", lambda error: troubles.append(str(error)))
    for name in ("nonsense", "%", "%2F"):
        page.goto(f"/rules/{name}")
        expect(page.locator("h1")).to_have_text("There are no such rules")
        page.goto(f"/fair/{name}")
        expect(page.get_by_role("alert")).to_contain_text("no such game")
        for link in ("Back to the game", "Download the record"):
            expect(page.get_by_role("link", name=link)).to_have_count(0)
    assert troubles == []
    context.close()


def test_a_long_field_name_in_a_mistake_is_wrapped(browser: Browser, server: Server) -> None:
    with visiting(browser, server.url, viewport=PHONE) as page:
        page.add_init_script(AS_TEXT)
        page.goto("/rules/edit")
        expect(page.locator("#toml")).to_have_value(re.compile("score"))
        write(page, f"{'points' * 12} = 5\n{HOUSE}")
        expect(page.locator("#mistakes button")).to_contain_text("points" * 12)
        assert overflow(page) == 0


def test_mistakes_stand_at_their_lines(page: Page) -> None:
    page.goto("/rules/edit")
    field = page.locator("#toml")
    expect(field).to_have_value(re.compile("score"))
    lines = HOUSE.splitlines()
    lines[2], lines[6] = "dice = 50", '5 = "x"'
    write(page, "\n".join(lines))
    marked = page.locator(".lines .marked")
    expect(marked).to_have_text(["3", "7"])
    told = page.locator("#mistakes button")
    expect(told).to_have_text([re.compile("^Line 3: dice = 50"), re.compile('^Line 7: 5 = "x"')])
    expect(field).to_have_attribute("aria-invalid", "true")
    assert "mistakes" in (field.get_attribute("aria-describedby") or "").split()
    assert marked.first.bounding_box() == pytest.approx(row_of(page, 3), abs=2)

    told.last.focus()
    page.keyboard.press("Enter")
    expect(field).to_be_focused()
    assert page.evaluate("getSelection().toString()") == lines[6]
    page.keyboard.type("5 = 75")
    lines[6] = "5 = 75"
    expect(marked).to_have_text(["3"])
    write(page, "\n".join(lines).replace("dice = 50", "dice = 5"))
    expect(page.locator("#checked")).to_contain_text("can be played")
    expect(marked).to_have_count(0)
    expect(page.locator(".sheet")).to_contain_text("75")
    expect(page.locator(".does")).to_contain_text("points in a turn")


def row_of(page: Page, line: int) -> dict[str, float]:
    """Where a line of the text field is, by its own measures."""
    box: dict[str, float] = page.evaluate(
        """(line) => {
          const field = document.querySelector("#toml");
          const style = getComputedStyle(field);
          const around = field.parentElement.getBoundingClientRect();
          const height = parseFloat(style.lineHeight);
          const top = field.getBoundingClientRect().top + parseFloat(style.paddingTop);
          const border = parseFloat(getComputedStyle(field.parentElement).borderLeftWidth);
          return { x: around.x + border, y: top + (line - 1) * height - field.scrollTop,
                   width: around.width - 2 * border, height };
        }""",
        line,
    )
    return box


def test_an_answer_about_an_older_text_is_dropped(page: Page) -> None:
    page.goto("/rules/edit")
    expect(page.locator("#checked")).to_contain_text("can be played")
    late: list[Route] = []

    def hold(route: Route) -> None:
        if "dice = 50" in (route.request.post_data or ""):
            late.append(route)
        else:
            route.continue_()

    page.route("**/api/rules/check", hold)
    with page.expect_request("**/api/rules/check"):
        page.locator("#toml").fill(HOUSE.replace("dice = 5", "dice = 50"))
    write(page, HOUSE)
    expect(page.locator("#checked")).to_contain_text("can be played")
    with page.expect_response("**/api/rules/check"):
        late[0].continue_()
    page.wait_for_timeout(200)
    expect(page.locator("#checked")).to_contain_text("can be played")
    expect(page.locator("#mistakes li")).to_have_count(0)


def test_house_rules_are_made_and_played(browser: Browser, server: Server) -> None:
    """Made in the editor, played to the end by clicks, and verified in the same browser."""
    person = Person(browser, server, DESKTOP)
    page = person.page
    page.add_init_script(AS_TEXT)
    page.goto(f"{server.url}/rules/edit")
    house = HOUSE.replace("1000", "500")
    write(page, house)
    page.get_by_label("Your name").fill("Ann")
    page.get_by_label("Advice for everybody").check()
    page.get_by_role("button", name="Play these rules").click()
    page.wait_for_url("**/game/*")
    game = page.url.rpartition("/")[2]
    wait_for(lambda: server.get(f"/api/games/{game}").json()["status"] == "playing")
    found = server.get(f"/api/games/{game}").json()
    assert found["rules"]["title"] == "Kitchen dice — für uns 🎲"
    assert found["rules"]["digest"] == Rules.parse(house).digest
    assert [seat["fair"] for seat in found["seats"]] == ["person", "bot"]
    none = page.get_by_text("kitchen is not solved here")
    expect(none).to_be_visible()
    expect(none).not_to_contain_text("players")
    wait_for(lambda: not person.click_on())
    page.locator(f'a[href="/fair/{game}"]').click()
    expect(page.locator("#verdict")).to_have_text(re.compile(r"^✓ All \d+ rolls are fair$"))
    expect(page.locator(".seeds")).to_contain_text("It is the seed that this browser drew")
    person.close()


def test_a_draft_stays_in_the_browser(page: Page) -> None:
    page.goto("/rules/edit")
    write(page, HOUSE)
    page.reload()
    expect(page.locator("#toml")).to_have_value(HOUSE)
    page.get_by_label("Start from").select_option("pig")
    expect(page.locator("#toml")).to_have_value(re.compile('"my-pig"'))
    page.get_by_role("button", name="Back to my draft").click()
    expect(page.locator("#toml")).to_have_value(HOUSE)


def test_a_draft_is_there_until_it_is_thrown_away(page: Page) -> None:
    """However many presets are looked at, in which language, and from wherever one comes."""
    page.goto("/rules/edit")
    field, again = page.locator("#toml"), page.get_by_role("button", name="Back to my draft")
    write(page, HOUSE)
    for name in ("greed", "zilch"):
        page.get_by_label("Start from").select_option(name)
        expect(field).to_have_value(re.compile(f'"my-{name}"'))
    page.get_by_label("Language").select_option("de")
    page.get_by_role("button", name="Zurück zu meinem Entwurf").click()
    expect(field).to_have_value(HOUSE)
    page.get_by_label("Sprache").select_option("en")
    expect(field).to_have_value(HOUSE)
    page.goto("/rules/edit?from=greed")
    expect(field).to_have_value(re.compile('"my-greed"'))
    field.press_sequentially("# ")
    other = field.input_value()
    page.reload()
    expect(field).to_have_value(other)
    page.get_by_label("Start from").select_option("pig")
    expect(field).to_have_value(re.compile('"my-pig"'))
    for text in (other, HOUSE, other):
        again.click()
        expect(field).to_have_value(text)
    page.get_by_role("button", name="Throw it away").click()
    expect(again).to_have_count(0)
    page.reload()
    expect(field).to_have_value(other)
    expect(page.locator(".note")).to_have_count(0)


def test_a_link_carries_the_rules(page: Page, browser: Browser, server: Server) -> None:
    page.goto("/rules/edit")
    write(page, HOUSE)
    page.get_by_role("button", name="Share these rules").click()
    link = page.get_by_label("The link").input_value()
    assert link.startswith(f"{server.url}/rules/edit#")
    assert re.fullmatch(r"[A-Za-z0-9_-]+", link.partition("#")[2])
    with visiting(browser, server.url) as other:
        other.add_init_script(AS_TEXT)
        other.goto(link)
        expect(other.locator("#toml")).to_have_value(HOUSE)
        expect(other.locator("#checked")).to_contain_text("can be played")
        expect(other.locator(".note")).to_contain_text("came with the link")
        write(other, HOUSE.replace("1000", "1500"))
        assert "#" not in other.url
    with visiting(browser, server.url) as other:
        other.add_init_script(AS_TEXT)
        other.goto(link[:-9])
        expect(other.locator(".note")).to_contain_text("damaged")
        expect(other.locator("#toml")).to_have_value(re.compile("score"))


def test_a_good_record_is_verified_without_a_server(page: Page, server: Server, game: str) -> None:
    page.goto(f"/fair/{game}")
    text = server.get(f"/api/games/{game}/record").text
    rolls = sum(line.startswith('{"roll"') for line in text.splitlines())
    expect(page.locator("#verdict")).to_have_text(f"✓ All {rolls} rolls are fair")
    expect(page.locator(".roll")).to_have_count(rolls)
    expect(page.locator(".roll.wrong")).to_have_count(0)
    header = json.loads(text.splitlines()[0])["fair"]
    for shown in (header["commitment"], header["server_seed"], header["seats"][0]["seed"]):
        expect(page.locator(".seeds")).to_contain_text(shown)
    expect(page.locator("pre")).to_contain_text("hotdice verify")
    with page.expect_download() as begun:
        page.get_by_role("link", name="Download the record").click()
    assert begun.value.path().read_text() == text
    asked: list[str] = []
    page.wait_for_load_state("networkidle")  # what installs the app comes last
    page.on("request", lambda request: asked.append(request.url))
    page.get_by_label("Or its text").fill(text)
    page.get_by_role("button", name="Verify").click()
    expect(page.locator("#verdict")).to_be_focused()
    expect(page.locator("#verdict")).to_contain_text("are fair")
    assert asked == []


def test_bots_are_called_as_at_their_table(page: Page, server: Server) -> None:
    """A person has the name that the first bot would have."""
    ann = make(server, "Mira", "bot:human:8", "bot:bold", rules="greed+target=200+entry=0")
    ann.reveal()
    play_out([ann])
    page.goto(f"/game/{ann.game}")
    expect(page.locator(".player .name")).to_have_text(["Mira", "Otto", "Pia"])
    page.goto(f"/fair/{ann.game}")
    expect(page.locator(".seeds b")).to_have_text(["The server", "Mira", "Otto", "Pia"])
    expect(page.locator(".turns > li").nth(1)).to_contain_text("Otto, turn 1")


def test_a_record_is_verified_where_a_browser_has_no_web_crypto(page: Page, game: str) -> None:
    """Browsers take it away from pages that came by plain http from another machine."""
    page.add_init_script("Object.defineProperty(crypto, 'subtle', { value: undefined })")
    page.goto(f"/fair/{game}")
    expect(page.locator("#verdict")).to_contain_text("rolls are fair")
    assert page.evaluate("crypto.subtle") is None


def tampered(text: str) -> tuple[str, list[str]]:
    """A record with a changed die and a changed seed, and what has to be said of them."""
    lines = text.splitlines()
    header: dict[str, Any] = json.loads(lines[0])
    seed = header["fair"]["seats"][0]["commitment"]
    header["fair"]["seats"][0]["commitment"] = "0" * 63 + "1"
    at = max(at for at, line in enumerate(lines) if line.startswith('{"roll"'))
    right = json.loads(lines[at])["roll"]
    changed = [right[0] % 6 + 1, *right[1:]]
    told = [
        "the seed of Ann does not match its commitment",
        f"should be {' '.join(map(str, right))}, the record has {' '.join(map(str, changed))}",
    ]
    assert seed != header["fair"]["seats"][0]["commitment"]
    return "\n".join([json.dumps(header), *lines[1:at], json.dumps({"roll": changed}), ""]), told


def test_a_tampered_record_is_named(page: Page, server: Server, game: str, tmp_path: Path) -> None:
    text, told = tampered(server.get(f"/api/games/{game}/record").text)
    path = tmp_path / "game.jsonl"
    path.write_text(text)
    page.goto("/fair")
    page.get_by_label("A record file").set_input_files(path)
    expect(page.locator("#verdict")).to_contain_text("things are wrong")
    faults = page.locator(".found li")
    expect(faults.first).to_contain_text(told[0])
    expect(faults.nth(1)).to_contain_text(told[1])
    expect(page.locator(".roll.wrong")).to_have_count(1)
    expect(page.locator(".seeds")).to_contain_text("The seed does not match its commitment")
    page.get_by_label("Or its text").fill("nonsense")
    page.get_by_role("button", name="Verify").click()
    expect(page.locator("#verdict")).to_have_text("✗ This is not a record of a game")
    expect(page.locator(".roll")).to_have_count(0)


def test_a_game_under_way_cannot_be_verified_yet(page: Page, server: Server) -> None:
    ann = make(server, "Ann", "?")
    page.goto(f"/fair/{ann.game}")
    expect(page.locator("main")).to_contain_text("not over")


def test_pages_are_open_to_everybody(browser: Browser, server: Server, game: str) -> None:
    """No barrier that axe-core knows, and nothing to scroll sideways on a small phone."""
    seen = {
        "/rules": ".preset",
        "/rules/zilch": ".does",
        f"/fair/{game}": ".roll",
        "/fair": "form",
        "/rules/edit": ".does",
    }
    with visiting(browser, server.url, viewport=PHONE) as page:
        for path, wait in seen.items():
            page.goto(path)
            page.locator(wait).first.wait_for()
            assert barriers_in_both_themes(page) == [], path
            assert overflow(page) == 0, path
        page.get_by_role("button", name="As text").click()
        write(page, HOUSE.replace("dice = 5", "dice = 50"))
        assert barriers_in_both_themes(page) == []
        assert overflow(page) == 0


def test_pages_speak_german(browser: Browser, server: Server, game: str) -> None:
    with visiting(browser, server.url, locale="de-DE", viewport=PHONE) as page:
        page.goto("/rules/greed")
        expect(page.locator(".does h2")).to_have_text("Was diese Regel bewirkt")
        expect(page.locator(".sheet")).to_contain_text("Würfel")
        assert overflow(page) == 0
        page.goto(f"/fair/{game}")
        expect(page.locator("#verdict")).to_contain_text("Würfe sind fair")
        assert overflow(page) == 0
