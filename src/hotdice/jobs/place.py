"""`Place`: what every place of work can do."""

from collections.abc import Callable, Generator, Sequence
from typing import Protocol, TypeVar

from hotdice.texts import HotDiceError

B = TypeVar("B")
R = TypeVar("R")

Results = Generator[tuple[int, R], None, None]


class Place(Protocol):
    """Where blocks of work are done.

    Only a few blocks are in progress at any time. Leaving the loop over the results, by an error,
    by Ctrl-C or by closing the generator, stops the rest; an error of the work is raised unchanged.
    """

    def run(self, work: Callable[[B], R], blocks: Sequence[B]) -> Results[R]:
        """Each block's number and result once, as they are done, in any order."""
        ...


def check_count(count: int) -> None:
    """Refuse less than one worker."""
    if count < 1:
        raise HotDiceError("jobs/count", found=count)
