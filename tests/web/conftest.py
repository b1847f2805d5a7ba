"""A browser, the people who use it and the server where they play."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from support.browsing import Person
    from support.serving import Server

HERE = Path(__file__).parent
running = ExitStack()  # what all files of this folder share, as it takes seconds to start


@cache
def start_browser() -> "Browser":
    """Start the browser."""
    from support.browsing import chromium

    return running.enter_context(chromium())


@cache
def start_server() -> "Server":
    """Start the server."""
    from support.serving import serving

    folder = Path(running.enter_context(TemporaryDirectory()))
    return running.enter_context(serving(f"sqlite:///{folder / 'web.sqlite'}", folder / "log"))


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> None:
    """End the browser before tests elsewhere: no other event loop can run beside it."""
    if nextitem is None or not nextitem.path.is_relative_to(HERE):
        start_browser.cache_clear()
        start_server.cache_clear()
        running.close()


@pytest.fixture(scope="module")
def browser() -> "Browser":
    """A real browser."""
    return start_browser()


@pytest.fixture(scope="module")
def server() -> "Server":
    """A real server, on which other tests have games as well."""
    return start_server()


@pytest.fixture
def people(browser: "Browser", server: "Server") -> "Iterator[Callable[..., Person]]":
    """Makes people, with phones if nothing else is said; in the end their pages are looked at."""
    from support.browsing import PHONE, Person

    made: list[Person] = []

    def person(size: dict[str, int] = PHONE, **more: Any) -> Person:
        made.append(Person(browser, server, size, **more))
        return made[-1]

    yield person
    for each in made:
        each.close()
