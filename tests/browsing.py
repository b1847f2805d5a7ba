"""A real browser for the tests of the web app: the distribution's Chromium, without a screen."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
AXE = (Path(__file__).parent / "vendor" / "axe-core" / "axe.min.js").read_text()
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PHONE = {"width": 360, "height": 740}
DESKTOP = {"width": 1280, "height": 800}


@contextmanager
def browsing() -> Iterator[Browser]:
    """A browser that is closed in the end."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        yield browser
        browser.close()


@contextmanager
def visiting(browser: Browser, url: str, **how: Any) -> Iterator[Page]:
    """A page of somebody who was never here before; its console has to stay free of errors."""
    how.setdefault("viewport", DESKTOP)
    how.setdefault("locale", "en-GB")
    context = browser.new_context(base_url=url, **how)
    page = context.new_page()
    page.set_default_timeout(20_000)
    said: list[str] = []
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("console", lambda told: said.append(told.text) if told.type == "error" else None)
    yield page
    context.close()
    assert said == []


def barriers(page: Page, *rules: str) -> list[str]:
    """What axe-core finds serious or critical, each with its place; by these of its rules alone."""
    page.evaluate(AXE)
    only = {"runOnly": list(rules)} if rules else {}
    found = page.evaluate("(how) => axe.run({ ...how, resultTypes: ['violations'] })", only)
    return [
        f"{each['id']}: {node['html'][:120]}"
        for each in found["violations"]
        if each["impact"] in ("serious", "critical")
        for node in each["nodes"]
    ]


def overflow(page: Page) -> int:
    """How many pixels a page is wider than its window."""
    wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    return int(page.evaluate(wide))
