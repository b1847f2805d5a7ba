"""Programs of the system that tests need: what is missing leaves them out loudly, or fails."""

import os

import pytest


def needed(found: object, program: str, what: str) -> pytest.MarkDecorator:
    """A mark for tests of `what`; with HOTDICE_COMPLETE nothing may be left out."""
    if not found and os.environ.get("HOTDICE_COMPLETE"):
        raise RuntimeError(f"{program} is missing, and nothing is to be left out")
    return pytest.mark.skipif(not found, reason=f"{program} IS MISSING: {what} left out")
