"""What a phone or a desktop makes of the web app: installing, sharing, directions, odd links."""

import struct
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect
from support.browsing import CHROMIUM, DESKTOP, FLAGS, PHONE, Person
from support.lengths import cases
from support.needed import needed
from support.serving import Player, Server, join, make, play_out
from support.visiting import barriers, overflow

pytestmark = needed(CHROMIUM, "chromium", "tests of the web app on devices are")
SHARE = "navigator.share = async (what) => { window.shared = what; };"
# where the name of the app begins, as a share of the width
BRAND = "document.querySelector('.brand').getBoundingClientRect().x / innerWidth"
# what sticks out of the window at either side, but for what is hidden from the eye
OUTSIDE = """() => [...document.querySelectorAll("main *, header *")].filter((node) => {
  const { left, right, width } = node.getBoundingClientRect();
  const scrolls = node.closest(".scroller, .dice, .cards");
  return width > 1 && (left < -1 || right > innerWidth + 1) && !scrolls;
}).map((node) => node.outerHTML.slice(0, 120))"""


def test_the_app_can_be_installed(server: Server, browser: Browser, tmp_path: Path) -> None:
    """By a browser with a profile: nothing is installed from a private window."""
    profile = browser.browser_type.launch_persistent_context(
        tmp_path, executable_path=CHROMIUM, args=FLAGS
    )
    page = profile.new_page()
    page.goto(server.url)
    page.wait_for_selector("link[rel=manifest]", state="attached")
    line: Any = profile.new_cdp_session(page)
    manifest = line.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert line.send("Page.getInstallabilityErrors")["installabilityErrors"] == []
    told = server.get("/manifest.webmanifest").json()
    icons = told["icons"]
    assert {icon.get("purpose", "any") for icon in icons} == {"any", "maskable"}
    for icon in [*icons, *told["screenshots"]]:
        body = server.get(icon["src"]).content
        if icon["type"] == "image/png":
            width, height = struct.unpack(">II", body[16:24])
            assert icon["sizes"] == f"{width}x{height}"
        else:
            assert (icon["sizes"], body[:4]) == ("any", b"<svg")
    for shortcut in told["shortcuts"]:
        assert server.get(shortcut["url"]).status_code == 200
    touch = page.locator("link[rel=apple-touch-icon]").get_attribute("href")
    assert struct.unpack(">II", server.get(str(touch)).content[16:24]) == (180, 180)
    profile.close()


def test_a_phone_shares_the_link_by_its_own_means(server: Server, browser: Browser) -> None:
    ann, bob = Person(browser, server, PHONE), Person(browser, server, DESKTOP)
    ann.page.add_init_script(SHARE)
    bob.page.add_init_script("delete Navigator.prototype.share")
    for each in (ann, bob):
        each.sit(make(server, "Ann", "?"))
        expect(each.page.locator("#address")).to_be_visible()
    ann.page.get_by_role("button", name="Share").click()
    assert ann.page.evaluate("window.shared.url") == ann.page.url
    expect(bob.page.get_by_role("button", name="Share")).to_have_count(0)
    expect(bob.page.locator(".invite button.hot")).to_have_text("Copy")
    ann.close()
    bob.close()


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_nothing_sticks_out_from_right_to_left(
    size: dict[str, int], server: Server, browser: Browser
) -> None:
    ann = Person(browser, server, size)
    made = make(server, "Ann", "bot:human:5", rules="basic", fair=False, advice=True)
    for path, wanted in (("/", "#bot"), (f"/game/{made.game}", ".chance .fill")):
        ann.sit(made)
        ann.page.goto(server.url + path)
        expect(ann.page.locator(wanted)).to_be_visible()
        brand = ann.page.evaluate(BRAND)
        ann.page.evaluate("document.documentElement.dir = 'rtl'")
        assert overflow(ann.page) == 0
        assert ann.page.evaluate(OUTSIDE) == []
        assert brand < 0.5 < ann.page.evaluate(BRAND)
    ann.close()


@pytest.mark.parametrize(
    "size", cases([PHONE, DESKTOP], lambda size: size == PHONE), ids=["phone", "desktop"]
)
def test_odd_links_say_what_happened_and_what_to_do(
    size: dict[str, int], server: Server, browser: Browser
) -> None:
    eve = Person(browser, server, size)
    eve.open("A" * 22)
    expect(eve.page.locator("h1")).to_have_text("There is no such game")
    expect(eve.page.locator("main a.hot")).to_have_attribute("href", "/")
    assert not barriers(eve.page)
    made = make(server, "Ann", "?", fair=False)
    eve.sit(Player(server, {"game": made.game, "seat": 0, "token": "B" * 22}))
    expect(eve.page.locator("h1")).to_have_text("Your seat is taken by somebody else")
    assert not barriers(eve.page)
    eve.page.get_by_role("button", name="Look at the game").click()
    expect(eve.page.get_by_role("button", name="Sit down")).to_be_visible()
    join(made, "Bob", fair=False)
    eve.page.locator("input[name=name]").fill("Eve")
    eve.page.get_by_role("button", name="Sit down").click()
    expect(eve.page.locator(".watching")).to_contain_text("All seats are taken")
    eve.page.goto(f"{server.url}/nowhere")
    expect(eve.page.locator("h1")).to_have_text("There is nothing here")
    eve.errors.clear()  # the browser tells of every 404
    ended = make(server, "Ann", "bot:bold", rules="greed+target=200+entry=0")
    ended.reveal()
    play_out([ended])
    again = ended.post("rematch", {}).json()["game"]
    eve.open(ended.game)
    eve.page.get_by_role("link", name="Watch the next game").click()
    expect(eve.page).to_have_url(f"{server.url}/game/{again}")
    eve.sit(ended)
    eve.page.get_by_role("button", name="To the next game").click()
    expect(eve.page).to_have_url(f"{server.url}/game/{again}")
    expect(eve.page.locator("#roll")).to_be_visible()
    eve.close()
