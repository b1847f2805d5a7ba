"""docs/security.md: every guarantee names tests, and each of them exists."""

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


def test_every_guarantee_names_a_test() -> None:
    guarantees = PAGE.split("\n## What it does not guarantee")[0]
    rows = re.findall(r"^\| (.*?) \| (.*?) \|$", guarantees, re.M)
    for guarantee, tests in rows:
        if guarantee not in ("guarantee", "---"):
            assert NAMED.sub("", tests).strip(" ,") == "", guarantee
            assert NAMED.search(tests), guarantee
