"""A browser and the people who use it."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from support.browsing import Person
    from support.serving import Server

HERE = Path(__file__).parent
running = ExitStack()


@cache
def start() -> "Browser":
    """The browser of all files in this folder, as one takes a second to start."""
    from support.browsing import chromium

    return running.enter_context(chromium())


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> None:
    """End the browser before tests elsewhere: no other event loop can run beside it."""
    if nextitem is None or not nextitem.path.is_relative_to(HERE):
        start.cache_clear()
        running.close()


@pytest.fixture(scope="module")
def browser() -> "Browser":
    """A real browser."""
    return start()


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
