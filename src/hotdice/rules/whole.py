"""Whole numbers of any type, numpy's included, as plain ints. Does not import numpy."""

from numbers import Number
from operator import index
from typing import Any


def whole(value: Any) -> int | None:
    """A whole number as a plain int; None for a bool, a float, a text or anything else.

    >>> whole(5), whole(5.0), whole(True), whole("5")
    (5, None, None, None)
    """
    if isinstance(value, bool):
        return None
    try:
        return index(value)
    except TypeError:
        return None


def wholes(values: Any) -> tuple[int, ...] | None:
    """A row of whole numbers as plain ints; None for anything else.

    >>> wholes([0, 100]), wholes([0, 0.5]), wholes(7)
    ((0, 100), None, None)
    """
    try:
        found = [whole(value) for value in values]
    except TypeError:
        return None
    numbers = tuple(number for number in found if number is not None)
    return numbers if len(numbers) == len(found) else None


def row(values: Any) -> tuple[Any, ...] | None:
    """A one-dimensional row of numbers, as they are; None for a text, nested rows or anything else.

    >>> row([1, 1.5]), row("15"), row([[1, 5]])
    ((1, 1.5), None, None)
    """
    try:
        found = tuple(values)
    except TypeError:
        return None
    return found if all(isinstance(value, Number) for value in found) else None
