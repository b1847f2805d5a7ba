"""How much the property tests try: little by default, much with HOTDICE_LONG=1."""

import os

import pytest
from hypothesis import HealthCheck, settings

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
