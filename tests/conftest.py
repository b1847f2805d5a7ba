"""How much the tests try, with HOTDICE_LONG=1 a lot, and where they keep what they make."""

import os
import tempfile

import pytest
from hypothesis import HealthCheck, settings

SCRATCH = tempfile.TemporaryDirectory(prefix="hotdice-tests-")
os.environ["XDG_CACHE_HOME"] = SCRATCH.name  # solutions that tests make are not the user's
os.environ["XDG_STATE_HOME"] = SCRATCH.name  # nor are tournaments

LONG = os.environ.get("HOTDICE_LONG") == "1"

settings.register_profile(
    "short", max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile(
    "long", max_examples=1000, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("long" if LONG else "short")


@pytest.fixture
def long_run() -> bool:
    """Whether there is time for what takes minutes."""
    return LONG


@pytest.fixture
def count() -> int:
    """How many times larger the counts of this run are."""
    return 50 if LONG else 1
