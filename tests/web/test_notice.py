"""One's turn is noticed while the page is out of sight, and nothing is while it is seen."""

import json
from typing import Any

import pytest
from playwright.sync_api import Browser, expect
from support.browsing import CHROMIUM, PHONE, Person
from support.needed import needed
from support.serving import Player, Server, join, make

pytestmark = needed(CHROMIUM, "chromium", "tests of how a turn is noticed are")

SURE = {"toml": 'name = "sure"\ntitle = "Sure"\ndice = 1\ntarget = 9000\n[score]\na = 100\n'}
DAY = {"seconds": 86_400, "grace": 0, "then": "bot"}
MINUTE = {"seconds": 60, "grace": 0, "then": "bot"}
# what a browser would do to be noticed, written down; and a page that can be out of sight
BROWSER = """
window.done = [];
let hidden = false;
Object.defineProperty(document, "hidden", { get: () => hidden });
window.look = (seen) => { hidden = !seen; document.dispatchEvent(new Event("visibilitychange")); };
window.focus = () => done.push(["focus"]);
window.Notification = class {
  static permission = PERMISSION;
  static async requestPermission() {
    done.push(["ask"]);
    return (Notification.permission = "granted");
  }
  constructor(title, options) { done.push(["show", title, options]); window.shown = this; }
  close() { done.push(["close"]); }
};
// what a test evaluates counts as somebody's touch
let touched = false;
addEventListener("pointerdown", () => { touched = true; });
const activation = { get hasBeenActive() { return touched; } };
Object.defineProperty(navigator, "userActivation", { value: activation });
Navigator.prototype.vibrate = (pattern) => done.push(["vibrate", pattern]);
Navigator.prototype.setAppBadge = async () => done.push(["badge"]);
Navigator.prototype.clearAppBadge = async () => done.push(["no badge"]);
"""


class Table:
    """Ann's page, and Bob who plays over HTTP; Ann begins."""

    def __init__(
        self, server: Server, person: Person, permission: str = "default", **more: Any
    ) -> None:
        self.person, self.page = person, person.page
        self.page.add_init_script(BROWSER.replace("PERMISSION", json.dumps(permission)))
        self.ann = make(server, "Ann", "?", rules=SURE, fair=False, **more)
        self.bob = join(self.ann, "Bob", fair=False)
        with self.page.expect_response("**/table/notice.js"):  # comes when the table stands
            person.sit(self.ann)
        expect(self.page.locator("#roll:not([aria-disabled])")).to_be_visible()
        expect(self.switch).to_be_visible()

    @property
    def switch(self) -> Any:
        """The switch beside the sound's."""
        return self.page.get_by_role("button", name="Tell me my turn")

    @property
    def ask(self) -> Any:
        """The button that asks for permission."""
        return self.page.get_by_role("button", name="Tell me when it is my turn")

    def moves(self, player: Player) -> None:
        """A whole turn, after which the page shows its end."""
        for action in ("roll", "keep", "bank"):
            now = player.snapshot()
            dice = {"dice": now["state"]["rolled"]} if action == "keep" else {}
            assert player.act({"do": action, **dice}, now["seq"]).status_code == 200
        name = "You" if player is self.ann else "Bob"
        log = self.page.locator(".log li").first
        expect(log).to_contain_text(f"{name} banked")
        self.person.look()

    def done(self) -> list[Any]:
        """What the browser did since this was asked last."""
        self.person.look()
        found: list[Any] = self.page.evaluate("done.splice(0)")
        return found

    def sees(self, seen: bool) -> None:
        """Look at the page, or at something else."""
        self.page.evaluate("look", seen)


def kinds(done: list[Any]) -> list[str]:
    return sorted(each[0] for each in done)


def test_a_turn_that_begins_out_of_sight_is_told_once_and_gone_when_seen(
    server: Server, people: Any
) -> None:
    table = Table(
        server, people(PHONE, reduced_motion="no-preference"), "granted", clock=DAY, name="Evening"
    )
    table.page.locator(".felt").click()
    table.sees(False)
    table.moves(table.ann)
    assert table.done() == []
    table.moves(table.bob)
    expect(table.page).to_have_title("● Evening · Hot Dice")
    done = table.done()
    assert kinds(done) == ["badge", "show", "vibrate"]
    _, title, options = next(each for each in done if each[0] == "show")
    assert title == "Your turn: Evening with Bob"
    assert options["body"] == "Bob banked 100 and has 100."
    assert options["data"].endswith(f"/game/{table.ann.game}")
    assert table.done() == []
    table.page.evaluate("shown.onclick()")
    assert kinds(table.done()) == ["close", "focus"]
    table.sees(True)
    assert kinds(table.done()) == ["close", "no badge"]
    table.moves(table.ann)
    table.moves(table.bob)
    assert table.done() == []  # seen, so nothing
    table.sees(False)
    assert table.done() == []  # as it was seen before


@pytest.mark.parametrize("touched", [False, True])
def test_nothing_vibrates_that_nobody_touched_or_where_things_stay_still(
    touched: bool, server: Server, people: Any
) -> None:
    motion = "reduce" if touched else "no-preference"
    table = Table(server, people(PHONE, reduced_motion=motion), "granted", clock=DAY)
    if touched:
        table.page.locator(".felt").click()
    table.sees(False)
    table.moves(table.ann)
    table.moves(table.bob)
    done = table.done()
    assert kinds(done) == ["badge", "show"]
    assert ("vibrate" in done[1][2]) is not touched


def test_sounds_that_were_switched_off_make_a_silent_notification(
    server: Server, people: Any
) -> None:
    table = Table(server, people(PHONE, reduced_motion="no-preference"), "granted", clock=DAY)
    for _ in range(2):
        table.page.get_by_role("button", name="Sounds").click()
    table.sees(False)
    table.moves(table.ann)
    table.moves(table.bob)
    options = next(each[2] for each in table.done() if each[0] == "show")
    assert options["silent"] is True
    assert "vibrate" not in options


@pytest.mark.parametrize("clock", [None, DAY], ids=["none", "day"])
def test_permission_is_asked_for_by_a_button_where_turns_take_long(
    clock: Any, server: Server, people: Any
) -> None:
    table = Table(server, people(PHONE), clock=clock)
    expect(table.ask).to_be_visible()
    assert table.done() == []
    table.ask.click()
    expect(table.ask).to_be_hidden()
    assert kinds(table.done()) == ["ask"]
    table.sees(False)
    table.moves(table.ann)
    table.moves(table.bob)
    assert "show" in kinds(table.done())


def test_who_says_no_is_never_asked_again_and_told_nothing(server: Server, people: Any) -> None:
    table = Table(server, people(PHONE), clock=DAY)
    table.page.get_by_role("button", name="No", exact=True).click()
    expect(table.ask).to_be_hidden()
    expect(table.switch).to_have_attribute("aria-pressed", "false")
    with table.page.expect_response("**/table/notice.js"):
        table.page.reload()
    expect(table.switch).to_have_attribute("aria-pressed", "false")
    expect(table.ask).to_be_hidden()
    table.sees(False)
    table.moves(table.ann)
    table.moves(table.bob)
    assert table.done() == []
    table.sees(True)
    table.switch.click()
    assert kinds(table.done()) == ["ask"]  # by their own hand


@pytest.mark.parametrize("permission", ["default", "denied"])
def test_nobody_is_asked_where_turns_are_short_or_it_was_refused(
    permission: str, server: Server, people: Any
) -> None:
    table = Table(
        server, people(PHONE), permission, clock=MINUTE if permission == "default" else DAY
    )
    expect(table.ask).to_be_hidden()
    table.switch.click()
    expect(table.switch).to_have_attribute("aria-pressed", "false")
    if permission == "default":
        table.switch.click()
        expect(table.switch).to_have_attribute("aria-pressed", "true")
    assert table.done() == []


# a click as the worker hears it; tabs are real, but only a person's own click may bring one forward
CLICK = """async (place) => {
  const done = [];
  WindowClient.prototype.focus = async function () { done.push(["focus", this.url]); };
  clients.openWindow = async (url) => done.push(["open", url]);
  let waits = null;
  dispatchEvent(Object.assign(new ExtendableEvent("notificationclick"), {
    notification: { data: place, close: () => done.push(["close"]) },
    waitUntil: (promise) => { waits = promise; },
  }));
  await waits;
  return done;
}"""


def test_a_click_on_a_notification_leads_to_the_tab_or_to_a_new_one(
    server: Server, browser: Browser
) -> None:
    context = browser.new_context(viewport=PHONE)  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(f"{server.url}/rules")
    page.evaluate("navigator.serviceWorker.register('/worker.js')")
    page.evaluate("navigator.serviceWorker.ready.then(({ active }) => Boolean(active))")
    (worker,) = context.service_workers
    here, there = f"{server.url}/rules", f"{server.url}/game/abc"
    assert worker.evaluate(CLICK, f"{here}#other") == [["close"], ["focus", here]]
    assert worker.evaluate(CLICK, there) == [["close"], ["open", there]]
    context.close()
