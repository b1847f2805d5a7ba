"""Programs of the system that tests need: what is missing leaves them out loudly, or fails."""

import os
from typing import NoReturn

import pytest

COMPLETE = bool(os.environ.get("HOTDICE_COMPLETE"))  # nothing may be left out


def needed(found: object, program: str, what: str) -> pytest.MarkDecorator:
    """A mark for tests of `what`."""
    if not found and COMPLETE:
        raise RuntimeError(f"{program} is missing, and nothing is to be left out")
    return pytest.mark.skipif(not found, reason=_message(program, what))


def leave_out(program: str, what: str) -> NoReturn:
    """End a test of `what`."""
    if COMPLETE:
        pytest.fail(f"{program} is missing, and nothing is to be left out")
    pytest.skip(_message(program, what))


def _message(program: str, what: str) -> str:
    return f"{program} IS MISSING: {what} left out"
