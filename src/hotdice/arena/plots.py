"""Pictures of simulations and tournaments."""

from collections.abc import Sequence


def check_path(path: str) -> None:
    """Refuse what `heat_map` could not write, before the work that it is to show."""
    raise NotImplementedError


def heat_map(names: Sequence[str], rates: Sequence[Sequence[float]], path: str, title: str) -> None:
    """The winning rate of each row's bot in the first seat against each column's; NaN: unplayed."""
    raise NotImplementedError
