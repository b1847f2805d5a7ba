"""How long-running work reports its progress: to a function that gets the part done, 0 to 1."""

from collections.abc import Callable

Progress = Callable[[float], None]


def silent(part: float) -> None:
    """Report to nobody."""
