"""How much the tests try, with HOTDICE_LONG=1 a lot, and where they keep what they make."""

import os
import signal
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, Phase, settings

if TYPE_CHECKING:
    from support.serving import Server

SCRATCH = tempfile.TemporaryDirectory(prefix="hotdice-tests-")
os.environ["XDG_CACHE_HOME"] = SCRATCH.name  # solutions that tests make are not the user's
os.environ["XDG_STATE_HOME"] = SCRATCH.name  # nor are tournaments

signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored where tests were begun by "&"

ROOT = Path(__file__).parents[1]


COMPILED = ROOT / ".pytest_cache" / "numba"
os.environ["NUMBA_CACHE_DIR"] = str(COMPILED)

if "PYTEST_XDIST_WORKER" in os.environ:  # one of several processes
    from support.compile_once import compile_once

    compile_once(COMPILED)

LONG = os.environ.get("HOTDICE_LONG") == "1"

settings.register_profile(  # the same examples every time; new ones are for the long run
    "short",
    max_examples=60,
    deadline=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],  # a failure is told at once, as it was found
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "long", max_examples=1000, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("long" if LONG else "short")


@pytest.fixture
def long_run() -> bool:
    """Whether there is time for what takes minutes."""
    return LONG


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what takes long, unless there is time for it."""
    left_out = [] if LONG else [item for item in items if item.get_closest_marker("long")]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if not item.get_closest_marker("long")]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> "Iterator[Server]":
    """A real server with a database of its own, for the tests of one file."""
    from support.serving import serving

    folder = tmp_path_factory.mktemp("server")
    with serving(f"sqlite:///{folder / 'server.sqlite'}", folder / "log") as found:
        yield found


@pytest.fixture
def count() -> int:
    """How many times larger the counts of this run are."""
    return 50 if LONG else 1


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say loudly what was left out."""
    for report in terminalreporter.stats.get("skipped", []):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        terminalreporter.write_line(f"NOT TESTED {report.nodeid}: {reason}", red=True, bold=True)
