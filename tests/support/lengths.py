"""Which cases there is always time for, and which run with `make test-long` alone."""

from collections.abc import Callable, Iterable
from typing import TypeVar

import pytest

T = TypeVar("T")
long = pytest.mark.long


def cases(every: Iterable[T], always: Callable[[T], bool]) -> list[object]:
    """All cases of a test, marked as long unless there is always time for them."""
    return [each if always(each) else pytest.param(each, marks=long) for each in every]
