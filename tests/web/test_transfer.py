"""A seat moves from one device to another: by a link, by a code that is typed, and only once."""

from typing import Any

from playwright.sync_api import expect
from support.browsing import CHROMIUM, DESKTOP, Person
from support.needed import needed
from support.serving import Server, join, make
from support.visiting import barriers

pytestmark = needed(CHROMIUM, "chromium", "tests of moving to another device are")


def offered(person: Person) -> str:
    """The link for the other device, from the dialog at the table."""
    person.page.get_by_role("button", name="Play on another device").click()
    return person.page.get_by_label("Link for your other device").input_value()


def test_a_seat_moves_by_a_link_and_the_old_device_watches(server: Server, people: Any) -> None:
    old, new, bob = people(), people(DESKTOP), people()
    ann = make(server, "Ann", "?", fair=False)
    other = join(ann, "Bob", fair=False)
    old.sit(ann)
    bob.sit(other)
    expect(old.page.locator("#roll")).to_be_visible()
    link = offered(old)
    assert link.startswith(f"{server.url}/game/{ann.game}#take=")
    dialog = old.page.get_by_role("dialog")
    expect(dialog).to_contain_text("It works once, until")
    expect(dialog).to_contain_text("Only this machine can open the link.")
    expect(dialog).to_contain_text("To let other devices in your network in")
    expect(dialog).not_to_contain_text("scan")  # there is no code to scan
    expect(dialog.locator(".qr")).to_have_count(0)
    code = link.partition("=")[2]
    expect(dialog.locator(".typed")).to_have_text(f"{code[:5]} {code[5:]}")
    assert barriers(old.page) == []

    asked: list[str] = []
    new.page.on("request", lambda request: asked.append(request.url.partition("#")[0]))
    new.page.goto(link)
    assert barriers(new.page) == []
    new.page.get_by_role("button", name="Play here").click()
    expect(new.page.locator("#roll")).to_be_enabled()
    assert new.page.url == f"{server.url}/game/{ann.game}"
    assert not [url for url in asked if code in url]
    expect(old.page.locator(".notice.watching")).to_have_text(
        "You play on another device now. Here you watch."
    )
    expect(old.page.locator("#roll")).to_have_count(0)
    expect(dialog).to_have_count(0)

    new.page.locator("#roll").click()
    expect(old.page.locator(".felt .die").first).to_be_visible()
    expect(bob.page.locator("#roll")).to_be_visible()
    new.page.reload()  # the browser has the seat as it has any other
    expect(new.page.locator("#transfer")).to_be_visible()
    old.page.reload()
    expect(old.page.locator(".notice.watching")).to_be_visible()

    late = people()  # the same link again
    late.attempts_fail = True  # the browser itself tells of the refusal
    late.page.goto(link)
    late.page.get_by_role("button", name="Play here").click()
    expect(late.page.get_by_role("alert")).to_have_text(
        "This code is used up or too old. Make a new one on the device where you play."
    )
    late.page.get_by_role("button", name="Just watch").click()
    expect(late.page.locator(".notice.watching")).to_be_visible()


def test_a_seat_moves_by_a_typed_code_while_the_old_device_is_away(
    server: Server, people: Any
) -> None:
    old, new = people(), people()
    ann = make(server, "Ann", "bot:cautious", fair=False)
    old.sit(ann)
    code = offered(old).partition("=")[2]
    old.page.goto("about:blank")
    new.page.goto(server.url)
    expect(new.page.locator("#friends")).to_be_visible()
    expect(new.page.locator("#take")).to_be_hidden()
    new.page.get_by_role("button", name="Go on with a game from another device").click()
    field = new.page.get_by_label("The code shown there")
    expect(field).to_be_focused()
    field.fill(f"{code[:5].lower()} {code[5:].lower()}")
    new.page.locator("#take").get_by_role("button", name="Play here").click()
    expect(new.page.locator("#roll")).to_be_visible()
    old.open(ann.game)
    expect(old.page.locator(".notice.watching")).to_contain_text("You play on another device now")


def test_the_seat_of_a_table_that_waits_moves_with_its_dice(server: Server, people: Any) -> None:
    old, new, bob = people(), people(), people()
    ann = make(server, "Ann", "?")
    old.sit(ann)
    link = offered(old)
    new.page.goto(link)
    new.page.get_by_role("button", name="Play here").click()
    expect(new.page.locator(".seats")).to_contain_text("Ann")
    expect(old.page.locator(".notice.watching")).to_contain_text("You play on another device now")
    bob.open(ann.game)
    bob.page.get_by_label("Your name").fill("Bob")
    bob.page.get_by_role("button", name="Sit down").click()
    expect(new.page.locator("#roll")).to_be_visible()
    seats = server.get(ann.path).json()["seats"]
    assert [(seat["name"], seat["fair"]) for seat in seats] == [
        ("Ann", "person"),
        ("Bob", "person"),
    ]


def test_a_code_that_grew_old_is_made_anew(server: Server, people: Any) -> None:
    person = people({"width": 740, "height": 360})
    person.sit(make(server, "Ann", "bot:cautious", fair=False))
    before = offered(person)
    box = person.page.get_by_role("dialog").bounding_box()
    assert box is not None
    assert (
        abs(box["x"] - (740 - box["width"]) / 2) <= 1
    )  # in the middle, on a phone on its side too
    person.page.clock.fast_forward("10:01")
    dialog = person.page.get_by_role("dialog")
    expect(dialog.get_by_role("alert")).to_have_text("The code is too old now.")
    dialog.get_by_role("button", name="Make a new one").click()
    expect(person.page.get_by_label("Link for your other device")).not_to_have_value(before)


def test_two_tabs_of_one_browser_both_play_on(server: Server, people: Any) -> None:
    """A link that is opened in the browser that made it takes the seat from nobody."""
    person = people()
    ann = make(server, "Ann", "bot:cautious", fair=False)
    person.sit(ann)
    link = offered(person)
    tab = person.context.new_page()
    tab.goto(link)
    expect(tab.locator("#roll")).to_be_visible()
    assert ann.snapshot()["you"] == ann.seat
