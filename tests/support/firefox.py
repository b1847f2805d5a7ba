"""A real Firefox as the distribution has it, driven by WebDriver BiDi.

Playwright needs a Firefox of its own making; every Firefox speaks BiDi. What is clicked is clicked
where it is painted, by a pointer.
"""

import base64
import io
import json
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from PIL import Image
from support.dice_pictures import Picture, pixels
from support.serving import PATIENCE, wait_for
from websockets.sync.client import ClientConnection, connect

FIREFOX = (
    os.environ.get("HOTDICE_FIREFOX") or shutil.which("firefox-esr") or shutil.which("firefox")
)
# nothing is asked for but the game, and things move
PREFERENCES = {
    "app.normandy.enabled": False,
    "app.update.disabledForTesting": True,
    "browser.safebrowsing.malware.enabled": False,
    "browser.safebrowsing.phishing.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.page": 0,
    "datareporting.policy.dataSubmissionEnabled": False,
    "extensions.getAddons.cache.enabled": False,
    "extensions.systemAddon.update.enabled": False,
    "intl.accept_languages": "en-GB, en",
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,#remote-settings-dummy/v1",
    "toolkit.telemetry.enabled": False,
    "ui.prefersReducedMotion": 0,
}
ADDRESS = re.compile(r"WebDriver BiDi listening on (ws://\S+)")


class Firefox:
    """One tab, whose console has to stay free of errors."""

    def __init__(self, line: ClientConnection) -> None:
        self._line = line
        self._number = 0
        self.errors: list[str] = []
        self._ask("session.new", capabilities={})
        tree = self._ask("browsingContext.getTree")
        self._tab: str = tree["contexts"][0]["context"]
        self._ask("session.subscribe", events=["log.entryAdded"])

    def _ask(self, method: str, **params: Any) -> dict[str, Any]:
        self._number += 1
        self._line.send(json.dumps({"id": self._number, "method": method, "params": params}))
        while True:
            told = json.loads(self._line.recv(timeout=PATIENCE))
            if told.get("method") == "log.entryAdded" and told["params"]["level"] == "error":
                self.errors.append(told["params"]["text"])
            if told.get("id") == self._number:
                assert told["type"] == "success", told
                found: dict[str, Any] = told["result"]
                return found

    def resize(self, size: dict[str, int]) -> None:
        """Have a window of this size."""
        self._ask("browsingContext.setViewport", context=self._tab, viewport=size)

    def go(self, url: str) -> None:
        """Open a page, and wait until it is loaded."""
        self._ask("browsingContext.navigate", context=self._tab, url=url, wait="complete")

    def run(self, function: str, *arguments: Any) -> Any:
        """What a function of the page returns, which has to be JSON."""
        words = ", ".join(json.dumps(argument) for argument in arguments)
        code = f"(async () => JSON.stringify(await ({function})({words})) ?? 'null')()"
        told = self._ask(
            "script.evaluate", expression=code, target={"context": self._tab}, awaitPromise=True
        )
        assert told["type"] == "success", told
        return json.loads(told["result"]["value"])

    def wait_until(self, function: str) -> None:
        """Wait until a function of the page returns something true."""
        wait_for(lambda: bool(self.run(function)), PATIENCE)

    def click(self, selector: str) -> None:
        """Click on the first such element, in its middle."""
        middle = self.run(
            """(selector) => {
              const found = document.querySelector(selector);
              found.scrollIntoView({ block: "nearest", behavior: "instant" });
              const { x, y, width, height } = found.getBoundingClientRect();
              return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
            }""",
            selector,
        )
        pointer = [
            {"type": "pointerMove", **middle},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        mouse = {"type": "pointer", "id": "mouse", "actions": pointer}
        self._ask("input.performActions", context=self._tab, actions=[mouse])

    def picture(self) -> Picture:
        """What is on the screen."""
        told = self._ask("browsingContext.captureScreenshot", context=self._tab)
        with Image.open(io.BytesIO(base64.b64decode(told["data"]))) as found:
            return pixels(found)


@contextmanager
def firefox() -> Iterator[Firefox]:
    """A Firefox with a profile of its own, which is ended afterwards."""
    assert FIREFOX is not None
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as place:
        lines = [
            f"user_pref({json.dumps(key)}, {json.dumps(PREFERENCES[key])});" for key in PREFERENCES
        ]
        (Path(place) / "user.js").write_text("\n".join(lines))
        log = Path(place) / "log"
        words = [FIREFOX, "--headless", "--no-remote", "--profile", place]
        with log.open("w") as output:
            process = subprocess.Popen(
                [*words, "--remote-debugging-port", "0"], stdout=output, stderr=output
            )
        try:
            wait_for(lambda: bool(ADDRESS.search(log.read_text())), PATIENCE)
            found = ADDRESS.search(log.read_text())
            assert found is not None
            with connect(f"{found[1]}/session", max_size=None, proxy=None) as line:
                yield Firefox(line)
        finally:
            process.terminate()
            process.wait(PATIENCE)
