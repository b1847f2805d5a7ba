"""What is heard of the web app: sounds, and what a screen reader is told."""

from typing import Any

from playwright.sync_api import Browser, Page, expect
from support.browsing import CHROMIUM, PHONE, Person
from support.needed import needed
from support.serving import Player, Server, choice, events_of, join, make

pytestmark = needed(CHROMIUM, "chromium", "tests of what is heard are")

# the sound of an event as numbers: loudest, loudest of the first half ms, from and to in seconds
RENDERED = """async ([event, view]) => {
  const { sound } = await import("/table/sound.js");
  const heard = new OfflineAudioContext(1, 88200, 44100);
  sound(heard, event, view, 0);
  const samples = (await heard.startRendering()).getChannelData(0).map(Math.abs);
  const loud = (sample) => sample > 0.003;
  return {
    peak: Math.max(...samples), start: Math.max(...samples.slice(0, 22)),
    from: samples.findIndex(loud) / 44100, to: samples.findLastIndex(loud) / 44100,
  };
}"""
STARTS = """window.started = 0;
const start = AudioScheduledSourceNode.prototype.start;
AudioScheduledSourceNode.prototype.start = function (...when) {
  window.started += this.context.state === "running" ? 1 : 0;
  return start.apply(this, when);
};"""
# everything that is added to a live region, in its order
LISTEN = """() => {
  window.said = [];
  const live = "[role=log], [role=status], [role=alert]";
  const told = (node) => {
    const text = node.textContent.replace(/\\s+/g, " ").trim();
    if (text && (node.closest?.(live) || node.parentElement?.closest(live))) window.said.push(text);
  };
  new MutationObserver((changes) => changes.forEach(({ type, target, addedNodes }) => {
    if (type === "characterData") told(target);
    else addedNodes.forEach(told);
  })).observe(document.body, { childList: true, characterData: true, subtree: true });
}"""
NAMED = {"button", "link", "textbox", "combobox", "checkbox", "radio", "slider", "region", "group"}


def happened(kind: str, seat: int = 0, *more: str) -> dict[str, Any]:
    return {"kind": kind, "seat": seat, "data": {"happened": [{"kind": each} for each in more]}}


def test_sounds_are_short_soft_and_never_distorted(server: Server, browser: Browser) -> None:
    ann = Person(browser, server, PHONE)
    ann.page.goto(server.url)
    own: dict[str, Any] = {"state": {"player": 0, "rolled": []}}
    others: dict[str, Any] = {"state": {"player": 1, "rolled": []}}
    for event, view in (
        (happened("rolling"), own),
        (happened("kept"), own),
        (happened("banked"), others),
        (happened("rolled", 0, "farkle"), others),
        (happened("banked", 1), own),
        (happened("over"), own),
    ):
        heard = ann.page.evaluate(RENDERED, [event, view])
        most = 0.3 if event["kind"] in ("rolling", "kept") else 0.15  # dice are louder than notes
        assert 0.05 < heard["peak"] < most, (event, heard)
        assert heard["start"] < 0.7 * heard["peak"], (event, heard)
        assert 0 <= heard["from"] < 0.1, (event, heard)
        assert heard["to"] < 0.9, (event, heard)
    assert ann.page.evaluate(RENDERED, [happened("rolled"), own])["peak"] == 0
    ann.close()


def test_nothing_is_heard_until_sounds_are_wanted(server: Server, browser: Browser) -> None:
    ann = Person(browser, server, PHONE)
    ann.page.add_init_script(STARTS)
    made = make(server, "Ann", "bot:bold", rules="basic", fair=False)
    ann.sit(made)
    ann.page.locator("#roll:not([aria-disabled])").click()
    expect(ann.page.locator(".log")).to_contain_text("You rolled")
    assert ann.page.evaluate("window.started") == 0
    sounds = ann.page.get_by_role("button", name="Sounds")
    expect(sounds).to_have_attribute("aria-pressed", "false")
    with ann.page.expect_response("**/sound.js"):
        sounds.click()
    expect(sounds).to_have_attribute("aria-pressed", "true")
    while not ann.page.evaluate("window.started"):
        ann.click_on()
    ann.close()


def beginnings(made: Player) -> list[str]:
    """How each move has to be told, from the server's events alone."""
    found = []
    for event in events_of(made.server, made.game):
        name = ("You", "Bob")[event["seat"] or 0]
        dice = " ".join(map(str, event["data"].get("dice", [])))
        if event["kind"] == "rolled":
            found.append(f"{name} rolled {dice}")
        elif event["kind"] == "kept":
            found.append(f"{name} kept {dice} for {event['data']['points']:,}: ")
        elif event["kind"] == "banked":
            total = event["data"]["state"]["totals"][event["seat"]]
            points = event["data"]["happened"][0]["points"]
            found.append(f"{name} banked {points:,}: total {total:,}.")
    return found


def test_every_move_is_told_to_whoever_reads_by_ear(server: Server, browser: Browser) -> None:
    ann = Person(browser, server, PHONE)
    made = make(server, "Ann", "?", rules="basic+target=1000", fair=False)
    bob = join(made, "Bob", fair=False)
    ann.page.add_init_script(f"addEventListener('DOMContentLoaded', {LISTEN})")
    ann.sit(made)
    expect(ann.page.locator("[role=log]")).to_contain_text("Your turn. Your total is 0.")
    while not (seen := ann.look())["over"]:
        told = made.snapshot()
        if told["status"] == "playing" and told["state"]["player"] == bob.seat:
            bob.act(choice(told["state"], enough=300), told["seq"])
        elif seen["free"] and not seen["bank"]:
            ann.page.locator("button.die[aria-pressed=false]").first.click()
            expect(ann.page.locator(".why")).to_contain_text("turn points.")
            assert not nameless(ann.page)
        elif seen["bank"] or seen["roll"]:
            ann.page.locator("#bank" if seen["banks"] >= 300 else "#roll").click()
    assert not nameless(ann.page)
    heard = ann.page.evaluate("window.said")
    missing = [each for each in beginnings(made) if not any(each in said for said in heard)]
    assert not missing, heard
    for each in ("Your turn. Your total is 0.", "Last round!", " won with ", "Picked "):
        assert any(each in said for said in heard), (each, heard)
    expect(ann.page.locator(".end h2")).to_be_focused()
    expect(ann.page.locator(".end h2")).to_contain_text("won")
    ann.close()


def nameless(page: Page) -> list[Any]:
    """What can be used or gone to, and has no name that could be read."""
    line: Any = page.context.new_cdp_session(page)
    nodes = line.send("Accessibility.getFullAXTree")["nodes"]
    line.detach()
    used = [node for node in nodes if not node["ignored"] and node["role"]["value"] in NAMED]
    assert len(used) > 10
    return [node for node in used if not node["name"]["value"].strip()]
