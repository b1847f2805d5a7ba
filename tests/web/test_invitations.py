"""How others come to a table: by a link and a code that they can open, and only by those."""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect
from segno import make_qr
from support.browsing import CHROMIUM, FLAGS, PHONE, SIT, Person
from support.needed import needed
from support.serving import Server, make

pytestmark = needed(CHROMIUM, "chromium", "tests of invitations are")
# A server that was told to listen on every address; here only this machine reaches it.
EVERYWHERE = """
import socket
import sys
from hotdice.server.run import run_worker
from hotdice.server.settings import Settings
from hotdice.server.storage.store import Store
listening = socket.create_server(("127.0.0.1", 0))
port = listening.getsockname()[1]
settings = Settings(host=sys.argv[2], port=port, database=sys.argv[1])
print(f"http://127.0.0.1:{port}", flush=True)
run_worker(settings, Store(settings.url), listening)
"""


class ServerOnHost(Server):
    """A server whose settings say that it listens on another address."""

    def __init__(self, folder: Path, host: str) -> None:
        super().__init__(f"sqlite:///{folder / 'server.sqlite'}", folder / "log")
        self.host = host

    def start(self) -> None:
        """Start it; it answers at once."""
        words = [sys.executable, "-c", EVERYWHERE, self.database, self.host]
        with self.log.open("a") as log:
            self.process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=log, text=True)
        assert self.process.stdout is not None
        self.port = int(self.process.stdout.readline().strip().rpartition(":")[2])


@contextmanager
def serving_on(folder: Path, host: str) -> Iterator[ServerOnHost]:
    server = ServerOnHost(folder, host)
    server.start()
    try:
        yield server
    finally:
        server.close()


def own_addresses() -> list[str]:
    """Addresses of this machine in its networks, as the system's own program tells them."""
    told = subprocess.run(["hostname", "-I"], capture_output=True, text=True, check=True).stdout
    return [each for each in told.split() if re.fullmatch(r"[0-9.]+", each)]


def scanned(page: Page) -> list[list[bool]]:
    """The dark and light squares of the code on a page."""
    expect(page.locator(".qr")).to_be_visible()
    path = page.locator(".qr path").get_attribute("d") or ""
    dark = {(int(x) - 4, int(y) - 4) for x, y in re.findall(r"M(\d+) (\d+)h1", path)}
    size = 1 + max(x for x, _ in dark)
    return [[(x, y) in dark for x in range(size)] for y in range(size)]


def code_of(text: str) -> list[list[bool]]:
    """The code of a text; `test_qr_code.py` reads such codes."""
    return [[bool(module) for module in row] for row in make_qr(text, error="m").matrix]


@needed(own_addresses(), "an address in a network", "links for others are")
@needed(shutil.which("hostname"), "hostname", "links for others are")
def test_link_and_code_say_what_others_can_reach(browser: Browser, tmp_path: Path) -> None:
    with serving_on(tmp_path, "0.0.0.0") as server:
        ann = Person(browser, server, PHONE)
        ann.sit(make(server, "Ann", "?", fair=False))
        game = ann.page.url.rpartition("/")[2]
        link = ann.page.locator("#address")
        expect(link).to_have_value(re.compile(rf":{server.port}/game/{game}$"))
        value = link.input_value()
        assert value.removeprefix("http://").partition(":")[0] in own_addresses()
        assert scanned(ann.page) == code_of(value)
        expect(ann.page.locator(".hint")).to_contain_text("You opened the page at 127.0.0.1")
        ann.close()


def test_where_nobody_else_can_come_the_page_says_what_to_do(server: Server, people: Any) -> None:
    ann = people()
    ann.sit(make(server, "Ann", "?", fair=False))
    hint = ann.page.locator(".hint")
    expect(hint).to_contain_text("Only this machine can open the link.")
    expect(hint).to_contain_text("hotdice serve --host 0.0.0.0")
    expect(ann.page.locator(".qr")).to_have_count(0)


def test_an_address_that_others_know_stays(browser: Browser, tmp_path: Path) -> None:
    """Whatever the page was opened by is right for others, if it is not the machine itself."""
    named = [*FLAGS, "--host-resolver-rules=MAP dice.test 127.0.0.1"]
    with serving_on(tmp_path, "0.0.0.0") as server:
        made = make(server, "Ann", "?", fair=False)
        other = browser.browser_type.launch(executable_path=CHROMIUM, args=named)
        page = other.new_page()
        page.goto(f"http://dice.test:{server.port}/")
        page.evaluate(SIT, [{"game": made.game, "seat": 0, "token": made.token}])
        page.goto(f"http://dice.test:{server.port}/game/{made.game}")
        expect(page.locator("#address")).to_have_value(page.url)
        assert scanned(page) == code_of(page.url)
        expect(page.locator(".hint")).to_have_count(0)
        other.close()


@pytest.mark.parametrize("host", ["dice.example.org", "192.168.1.20"])
def test_only_whoever_sits_at_the_machine_is_told_its_addresses(host: str, tmp_path: Path) -> None:
    with serving_on(tmp_path, "0.0.0.0") as server:
        told = server.get("/api/reach", headers={"host": f"{host}:{server.port}"}).json()
        assert told == {"alone": False, "addresses": []}


def test_strangers_watch_and_whoever_has_the_link_sits_down(server: Server, people: Any) -> None:
    ann, bob, eve = people(), people(), people()
    ann.page.goto(server.url)
    ann.page.locator("input[name=name]").fill("Ann")
    ann.page.get_by_role("button", name="who may watch").click()
    ann.page.locator("input[name=public]").check()
    ann.page.get_by_role("button", name="Make a table").click()
    expect(ann.page.locator(".seats")).to_contain_text("Ann")
    link = ann.page.locator("#address").input_value()
    assert ann.page.url == link  # whoever copies the browser's own line invites as well

    eve.page.goto(server.url)
    path = urlsplit(link).path
    eve.page.locator(f'.entry a[href="{path}"]').click()
    expect(eve.page.locator("main")).to_contain_text("Whoever has the newest link")
    expect(eve.page.get_by_role("button", name="Sit down")).to_have_count(0)
    expect(eve.page.locator(".invite")).to_have_count(0)

    bob.page.goto(link.partition("#")[0])
    expect(bob.page.locator("main")).to_contain_text("Whoever has the newest link")
    bob.page.goto(link)  # in the same tab, after all
    bob.page.get_by_label("Your name").fill("Bob")
    bob.page.get_by_role("button", name="Sit down").click()
    expect(bob.page.locator("#roll")).to_be_visible()
    expect(eve.page.locator("main")).to_contain_text("All seats are taken: you are watching.")


def test_a_damaged_link_says_so_and_lets_watch(server: Server, people: Any) -> None:
    bob = people()
    bob.attempts_fail = True  # the browser tells of every refusal
    made = make(server, "Ann", "?", fair=False, public=True)
    bob.page.goto(f"{server.url}/game/{made.game}#nonsense")
    bob.page.get_by_label("Your name").fill("Bob")
    bob.page.get_by_role("button", name="Sit down").click()
    expect(bob.page.get_by_role("alert")).to_contain_text("ask for it, or watch")
    bob.page.get_by_role("button", name="Just watch").click()
    expect(bob.page.locator(".seats")).to_contain_text("Ann")
