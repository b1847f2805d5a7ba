"""`Processes`: for work in Python, which holds the interpreter lock.

Every worker is a new interpreter (a copy of this one would break threads and compiled code), gets
the work once and then one block after the other. It ends when its pipe closes, so none outlives its
parent process, not even after a kill.
"""

import multiprocessing
import pickle
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from multiprocessing import connection, resource_tracker
from typing import Any

import msgspec

from hotdice.jobs.parcel import Parcel
from hotdice.jobs.place import B, R, Results, check_count
from hotdice.jobs.worker import serve
from hotdice.texts import HotDiceError

GRACE = 5.0  # seconds that an idle worker may take to end


class Processes(msgspec.Struct, frozen=True):
    """So many processes on this machine. Work, blocks and results are pickled."""

    count: int

    def __post_init__(self) -> None:
        check_count(self.count)

    def run(self, work: Callable[[B], R], blocks: Sequence[B]) -> Results[R]:
        """Each block's number and result once, as they are done."""
        parcel = Parcel(pickle.dumps(work))
        numbered = enumerate(blocks)
        busy: dict[Any, _Worker] = {}
        resting: list[_Worker] = []
        try:
            for number, block in islice(numbered, self.count):
                worker = _Worker(parcel)
                busy[worker.pipe] = worker
                worker.begin(number, block)
            while busy:
                for pipe in connection.wait(busy):
                    worker = busy[pipe]
                    done, result = worker.number, worker.result()
                    following = next(numbered, None)
                    if following is None:
                        resting.append(busy.pop(pipe))
                        worker.dismiss()
                    else:
                        worker.begin(*following)
                    yield done, result
        finally:
            for worker in busy.values():
                worker.kill()
            for worker in (*busy.values(), *resting):
                worker.end()


class _Worker:
    """One process, this end of its pipe, and the number of its current block."""

    def __init__(self, parcel: Parcel) -> None:
        self.number = -1
        context = multiprocessing.get_context("spawn")
        try:
            self.pipe, other = context.Pipe()
            self.process = context.Process(target=serve, args=(other, parcel), daemon=True)
            with other, _ignoring_interrupts():
                self.process.start()
        except OSError as error:
            raise HotDiceError("jobs/start", reason=error.strerror) from None

    def begin(self, number: int, block: Any) -> None:
        """Send a block to the worker."""
        data = pickle.dumps(block)
        self.number = number
        try:
            self.pipe.send_bytes(data)
        except OSError:
            raise self._lost() from None

    def result(self) -> Any:
        """The result of the current block; an error of the work is raised."""
        try:
            data = self.pipe.recv_bytes()
        except (EOFError, OSError):
            raise self._lost() from None
        fine, result = pickle.loads(data)
        if fine:
            return result
        raise result

    def dismiss(self) -> None:
        """No more blocks come: the worker ends by itself."""
        self.pipe.close()

    def kill(self) -> None:
        """End the process, whatever it is doing."""
        self.process.kill()
        self.pipe.close()

    def end(self) -> None:
        """Wait until the process is gone."""
        self.process.join(GRACE)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()
        self.process.close()

    def _lost(self) -> HotDiceError:
        """The error for a worker that is gone. Exit code 1 means that it could not start."""
        self.process.join(GRACE)
        return HotDiceError("jobs/no-start" if self.process.exitcode == 1 else "jobs/died")


@contextmanager
def _ignoring_interrupts() -> Iterator[None]:
    """Processes started inside ignore Ctrl-C, which a terminal sends to every process."""
    resource_tracker.ensure_running()  # started later, it would reset the signal mask
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
