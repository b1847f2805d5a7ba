"""docs/security.md: every promise names tests, and each of them is there."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "security.md").read_text()
NAMED = re.compile(r"`((?:\w+/)*test_\w+\.py)::(test_\w+)`")


def test_every_test_that_the_page_names_is_there() -> None:
    named = NAMED.findall(PAGE)
    assert len(named) > 40
    for file, test in named:
        source = (ROOT / "tests" / file).read_text()
        assert re.search(rf"^def {test}\(", source, re.M), f"{file}::{test}"


def test_every_promise_names_a_test() -> None:
    promises = PAGE.split("\n## What it does not promise")[0]
    rows = re.findall(r"^\| (.*?) \| (.*?) \|$", promises, re.M)
    for promise, tests in rows:
        if promise not in ("promise", "---"):
            assert NAMED.sub("", tests).strip(" ,") == "", promise
            assert NAMED.search(tests), promise
