"""What people meet in their first games in the browser: it is told as it is, in one way."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect
from support.browsing import CHROMIUM, DESKTOP, Person
from support.needed import needed
from support.serving import Player, Server, join, make, play_out, wait_for

pytestmark = needed(CHROMIUM, "chromium", "tests of the web app are")
SEATS = "JSON.parse(localStorage.getItem('games'))"
QUICK = "greed+target=200+entry=0"


def over(server: Server, person: Person, **more: Any) -> Player:
    """Somebody at the end of a game against a bot."""
    made = make(server, "Ann", "bot:bold", fair=False, rules=QUICK, **more)
    person.sit(made)
    expect(person.page.locator(".felt")).to_be_visible()
    play_out([made])
    wait_for(lambda: bool(person.look()["over"]))
    return made


def leave(person: Person) -> None:
    person.page.locator("#leave").click()
    expect(person.page.get_by_role("button", name="Stay")).to_be_focused()
    person.page.get_by_role("button", name="Leave the game").click()
    expect(person.page.locator("h1")).to_have_text("Roll, keep, bank.")


@pytest.mark.parametrize(
    ("seats", "before", "after"),
    [
        (["bot:bold"], "the game ends unfinished", "You have left, and the game is closed."),
        (["?", "bot:bold"], "the table is closed", "You have left, and the game is closed."),
    ],
)
def test_whoever_leaves_nobody_behind_is_told_that_the_game_ends(
    seats: list[str], before: str, after: str, server: Server, people: Any
) -> None:
    ann = people()
    made = make(server, "Ann", *seats, fair=False)
    ann.sit(made)
    ann.page.get_by_role("button", name="Leave the game").click()
    expect(ann.page.locator("main")).to_contain_text(before)
    expect(ann.page.locator("main")).not_to_contain_text("A bot plays on for you")
    ann.page.get_by_role("button", name="Stay").click()
    leave(ann)
    expect(ann.page.locator(".told")).to_have_text(after)
    expect(ann.page.locator("main")).not_to_contain_text("Your games")
    assert server.get(made.path).json()["status"] == "closed"
    ann.open(made.game)
    expect(ann.page.locator("main")).to_contain_text("Only bots were left, so it ended unfinished.")
    ann.page.get_by_role("link", name="To the start").click()
    expect(ann.page.locator(".told")).to_be_empty()


def test_whoever_leaves_others_behind_is_told_that_a_bot_plays_on(
    server: Server, people: Any
) -> None:
    ann = people()
    made = make(server, "Ann", "?", fair=False)
    join(made, "Bob", fair=False)
    ann.sit(made)
    ann.page.get_by_role("button", name="Leave the game").click()
    expect(ann.page.locator("main")).to_contain_text("A bot plays on for you")
    ann.page.get_by_role("button", name="Stay").click()
    leave(ann)
    expect(ann.page.locator(".told")).to_have_text("You have left. A bot plays on for you.")
    assert server.get(made.path).json()["status"] == "playing"


def test_nobody_leaves_a_game_that_has_ended_meanwhile(server: Server, people: Any) -> None:
    ann = people()
    made = make(server, "Ann", "bot:bold", fair=False, rules=QUICK)
    ann.sit(made)
    ann.page.get_by_role("button", name="Leave the game").click()
    expect(ann.page.get_by_role("button", name="Stay")).to_be_visible()
    play_out([made])
    wait_for(lambda: bool(ann.look()["over"]))
    expect(ann.page.get_by_role("button", name="Leave the game")).to_have_count(0)


def test_a_game_with_one_die_never_has_hot_dice(server: Server, people: Any) -> None:
    ann = people(locale="de-DE")
    ann.sit(make(server, "Ann", "bot:bold", fair=False, rules="pig"))
    expect(ann.page.locator("#roll span").first).to_have_text("1 Würfel werfen")
    for _ in range(60):
        seen = ann.look()
        if seen["roll"]:
            ann.page.locator("#roll").click()
        expect(ann.page.locator("main")).not_to_contain_text("Heiße Würfel")
        assert ann.page.locator(".kept .die").count() == 0
        if ann.page.locator(".log").inner_text().count("Zugpunkte,") >= 4:
            break
    expect(ann.page.locator(".log")).to_contain_text("Zugpunkte, noch 1 Würfel")


def test_germans_throw_dice_and_no_six(server: Server, people: Any) -> None:
    ann = people(locale="de-DE")
    ann.sit(make(server, "Ann", "bot:bold", fair=False, rules="basic"))
    expect(ann.page.locator("#roll span").first).to_have_text("6 Würfel werfen")


def test_reactions_do_not_fill_the_log(server: Server, people: Any) -> None:
    ann, bob = people(), people()
    made = make(server, "Ann", "?", fair=False)
    other = join(made, "Bob", fair=False)
    ann.sit(made)
    bob.sit(other)
    for _ in range(30):
        for player, reaction in ((made, "clap"), (other, "heart"), (made, "luck")):
            player.post("react", {"reaction": reaction})
    ann.look()
    entries = ann.page.locator(".log li")
    expect(entries).to_have_text(
        [
            "Bob: love it ×30",
            "You: well done ×30, good luck ×30",
            re.compile("game begins"),
            "Bob sat down.",
        ]
    )
    bob.look()
    expect(bob.page.locator(".log")).to_contain_text("Ann: well done ×30")
    made.act({"do": "roll"}, made.snapshot()["seq"])
    made.post("react", {"reaction": "wow"})
    ann.look()
    expect(entries.first).to_have_text("You: wow")


def test_one_is_called_you_everywhere(server: Server, people: Any) -> None:
    ann = people(DESKTOP)
    over(server, ann)  # who shares a win is not named either
    expect(ann.page.locator(".player .name").first).to_have_text("You")
    log = ann.page.locator(".log")
    expect(log).to_contain_text("You rolled")
    expect(log).not_to_contain_text("Ann")
    expect(ann.page.locator(".end")).not_to_contain_text("Ann")
    expect(ann.page.locator(".end ol")).to_contain_text("You")
    ann.page.get_by_role("button", name="Score sheet").click()
    expect(ann.page.locator("dialog th").nth(1)).to_have_text("You")
    ann.page.keyboard.press("Escape")
    eve = people()
    eve.open(ann.page.url.rpartition("/")[2])
    expect(eve.page.locator(".log")).to_contain_text("Ann rolled")


def test_looking_back_after_the_end_says_that_it_is_over(server: Server, people: Any) -> None:
    ann = people()
    over(server, ann)
    ann.page.get_by_role("button", name="Look back").click()
    back = ann.page.locator(".back")
    expect(back).to_contain_text("the game is over")
    expect(back).not_to_contain_text("goes on")
    back.get_by_role("button", name="To the end").click()
    expect(ann.page.locator(".end")).to_be_visible()


@pytest.mark.parametrize("opened", ["Score sheet", "greed"])
def test_a_click_beside_a_dialog_closes_it(opened: str, server: Server, people: Any) -> None:
    ann = people(DESKTOP)
    ann.sit(make(server, "Ann", "bot:bold", fair=False))
    ann.page.get_by_role("button", name=opened).first.click()
    dialog = ann.page.locator("dialog")
    expect(dialog).to_be_visible()
    box = dialog.bounding_box()
    ann.page.mouse.click(box["x"] + 5, box["y"] + 5)  # its edge belongs to it
    ann.page.mouse.move(box["x"] + 30, box["y"] + 30)  # and so does text that is marked
    ann.page.mouse.down()
    ann.page.mouse.move(5, 400)
    ann.page.mouse.up()
    expect(dialog).to_be_visible()
    ann.page.mouse.click(5, 400)
    expect(dialog).to_have_count(0)


def test_fair_dice_begin_with_what_they_are_and_what_to_give(server: Server, people: Any) -> None:
    ann = people()
    ann.page.goto(f"{server.url}/fair")
    main = ann.page.locator("main")
    expect(ann.page.locator("h2").first).to_have_text("Check a record")
    expect(main).to_contain_text("Or give a record here")
    expect(main).not_to_contain_text("Download")


def test_a_name_that_somebody_has_is_asked_for_again_kindly(server: Server, people: Any) -> None:
    bob = people()
    bob.attempts_fail = True  # the browser tells of every refusal
    made = make(server, "Ann", "?", "?", fair=False)
    join(made, "Ann 2", fair=False)
    bob.open(made.game)
    field = bob.page.get_by_label("Your name")
    field.fill("ann")
    bob.page.get_by_role("button", name="Sit down").click()
    expect(field).to_be_focused()
    expect(field).to_have_value("ann 3")
    said = bob.page.get_by_role("alert")
    expect(said).to_contain_text("is already called ann. How about ann 3?")
    expect(said).to_have_class("hint")
    bob.page.get_by_role("button", name="Sit down").click()
    expect(bob.page.locator("#roll")).to_be_visible()
    assert made.snapshot()["seats"][2]["name"] == "ann 3"


def test_an_address_of_nothing_says_so(server: Server, people: Any) -> None:
    ann = people()
    ann.attempts_fail = True  # the browser tells of every 404
    for path in ("/nowhere", "/game/", "/rules/basic/more"):
        assert ann.page.goto(server.url + path).status == 404
        expect(ann.page.locator("h1")).to_have_text("There is nothing here")
    assert ann.page.goto(f"{server.url}/game/{'x' * 22}").status == 404
    expect(ann.page.locator("h1")).to_have_text("There is no such game")


def test_another_game_is_in_sight_on_a_phone_on_its_side(server: Server, people: Any) -> None:
    person = people({"width": 740, "height": 360})
    over(server, person)
    box = person.page.get_by_role("button", name="Play again").bounding_box()
    assert box["y"] + box["height"] <= 360
