"""`Threads`: for compiled work that releases the interpreter lock."""

from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from itertools import islice

import msgspec

from hotdice.jobs.place import B, R, Results, check_count

AHEAD = 2  # blocks per thread in progress or queued, so that no thread has to wait


class Threads(msgspec.Struct, frozen=True):
    """So many threads; 1 is the caller's own. Blocks in progress are always finished."""

    count: int

    def __post_init__(self) -> None:
        check_count(self.count)

    def run(self, work: Callable[[B], R], blocks: Sequence[B]) -> Results[R]:
        """Each block's number and result once, as they are done."""
        if self.count == 1:
            return _one_by_one(work, blocks)
        return _side_by_side(self.count, work, blocks)


def _one_by_one(work: Callable[[B], R], blocks: Sequence[B]) -> Results[R]:
    for number, block in enumerate(blocks):
        yield number, work(block)


def _side_by_side(count: int, work: Callable[[B], R], blocks: Sequence[B]) -> Results[R]:
    pool = ThreadPoolExecutor(count, thread_name_prefix="hotdice-jobs")
    numbered = enumerate(blocks)
    try:
        pending = {
            pool.submit(work, block): number for number, block in islice(numbered, AHEAD * count)
        }
        while pending:
            for future in wait(pending, return_when=FIRST_COMPLETED).done:
                done = pending.pop(future)
                for number, block in islice(numbered, 1):
                    pending[pool.submit(work, block)] = number
                yield done, future.result()
    finally:
        pool.shutdown(cancel_futures=True)
