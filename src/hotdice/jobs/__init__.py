"""Numbered blocks of work, on this machine's cores or on a cluster."""

from collections.abc import Callable, Generator, Sequence
from typing import Protocol, TypeVar

Task = TypeVar("Task")
Result = TypeVar("Result")


class Place(Protocol):
    """Where work is done."""

    def run(
        self, work: Callable[[Task], Result], blocks: Sequence[Task]
    ) -> Generator[tuple[int, Result], None, None]:
        """The results as they come, each with the number of its block."""
        ...


class Processes:
    """Processes of this machine."""

    def __init__(self, count: int) -> None:
        self._count = count

    def run(
        self, work: Callable[[Task], Result], blocks: Sequence[Task]
    ) -> Generator[tuple[int, Result], None, None]:
        """One after the other, for the time being."""
        for number, block in enumerate(blocks):
            yield number, work(block)


class Cluster(Processes):
    """Workers elsewhere."""

    def __init__(self, address: str) -> None:
        raise NotImplementedError(address)
