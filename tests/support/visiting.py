"""Pages that are only looked at: their console, what bars people's way, and how wide they are."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page
from support.browsing import DESKTOP, NO_WORKER

AXE = (Path(__file__).parents[1] / "vendor" / "axe-core" / "axe.min.js").read_text()


@contextmanager
def visiting(browser: Browser, url: str, **how: Any) -> Iterator[Page]:
    """A page of somebody who was never here before; its console has to stay free of errors."""
    how = {"viewport": DESKTOP, "locale": "en-GB"} | how
    context = browser.new_context(base_url=url, **how)
    context.add_init_script(NO_WORKER)
    page = context.new_page()
    page.set_default_timeout(120_000)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on(
        "console", lambda message: errors.append(message.text) if message.type == "error" else None
    )
    yield page
    context.close()
    assert errors == []


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


def barriers_in_both_themes(page: Page) -> list[str]:
    """The same, and what the dark theme adds: it differs in its colours alone."""
    found = barriers(page)
    page.emulate_media(color_scheme="dark")
    found += [f"dark: {each}" for each in barriers(page, "color-contrast")]
    page.emulate_media(color_scheme="light")
    return found


def overflow(page: Page) -> int:
    """How many pixels a page is wider than its window."""
    wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    return int(page.evaluate(wide))
