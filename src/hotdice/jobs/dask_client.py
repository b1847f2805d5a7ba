"""The one module that talks to Dask; it is imported when a cluster is used.

The scheduler sees nothing but bytes and functions of the standard library, so only workers need
this package. The work is a task of its own, which workers pass on to one another and which is sent
again if all workers that had it are gone.
"""

import atexit
import logging
import operator
import pickle
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from time import monotonic
from typing import Any
from uuid import uuid4

from distributed import CancelledError, Client, Future, KilledWorker, Security, rpc, wait
from distributed.comm.core import CommClosedError
from distributed.protocol.pickle import dumps
from distributed.utils import LoopRunner

from hotdice.jobs.cluster import Cluster
from hotdice.jobs.parcel import Parcel
from hotdice.jobs.place import B, R, Results
from hotdice.texts import HotDiceError

ANSWER = 10.0  # seconds that a scheduler may take to answer
AHEAD = 4  # blocks in progress per thread of the cluster; from 2 on Dask spreads them evenly
TICK = 1.0  # seconds between two checks of the workers
LOGGERS = ("distributed", "distributed.client", "distributed.gc")  # those that print


@contextmanager
def quiet() -> Iterator[None]:
    """Keep Dask from printing about lost workers and connections, which are handled here."""
    handlers = {handler for name in LOGGERS for handler in logging.getLogger(name).handlers}

    def silence(record: logging.LogRecord) -> bool:
        return False

    for handler in handlers:
        handler.addFilter(silence)
    try:
        yield
    finally:
        for handler in handlers:
            handler.removeFilter(silence)


@contextmanager
def connected(address: str) -> Iterator[Client]:
    """A client of the scheduler at this address; closing it at the end cancels its tasks."""
    try:
        LoopRunner().run_sync(_check_scheduler, address, callback_timeout=ANSWER)
        client = Client(address, timeout=ANSWER, set_as_default=False)
    except Exception:  # a bad address can raise almost anything
        raise HotDiceError("jobs/unreachable", address=address) from None
    atexit.register(client.close)  # callers may keep a half-used generator
    try:
        with client:
            yield client
    finally:
        atexit.unregister(client.close)


async def _check_scheduler(address: str) -> None:
    """Refuse an address where no scheduler answers; a client alone would wait for ever."""
    arguments = Security().get_connection_args("client")
    async with rpc(address, connection_args=arguments) as found:
        identity = await found.identity()
    if identity["type"] != "Scheduler":
        raise ValueError(identity["type"])


@contextmanager
def errors_as_sentences(address: str) -> Iterator[None]:
    """Errors of a cluster as user errors."""
    try:
        yield
    except KilledWorker:
        raise HotDiceError("jobs/crashes", address=address) from None
    except ModuleNotFoundError as error:
        raise HotDiceError("jobs/lacks", address=address, module=error.name) from None
    except (CancelledError, CommClosedError):
        raise HotDiceError("jobs/lost", address=address) from None


def results(
    client: Client, cluster: Cluster, work: Callable[[B], R], blocks: Sequence[B]
) -> Results[R]:
    """Yields results as they come, with a few blocks per thread of the cluster in progress."""
    name = f"hotdice-{uuid4().hex}"
    parcel = pickle.dumps(Parcel(dumps(work)))
    with warnings.catch_warnings(action="ignore"):  # about large work: sent once
        shared = client.submit(pickle.loads, parcel, key=f"work-{name}")
    numbered = enumerate(blocks)
    workers = _WorkerCount(client, cluster)
    pending: dict[Future[R], int] = {}
    while True:
        fresh = list(islice(numbered, max(0, AHEAD * workers.threads() - len(pending))))
        pending.update(_submit(client, name, shared, fresh))
        if not pending:
            return
        done = _done(client, list(pending))
        found = client.gather(done)
        yield from zip([pending.pop(future) for future in done], found, strict=True)


def _submit(
    client: Client, name: str, shared: Future[Any], fresh: list[tuple[int, Any]]
) -> dict[Future[Any], int]:
    """Submit new blocks, all in one message."""
    if not fresh:
        return {}
    numbers = [number for number, _ in fresh]
    pickled = [pickle.dumps(block) for _, block in fresh]
    keys = [(name, number) for number in numbers]
    futures = client.map(operator.call, [shared] * len(fresh), pickled, key=keys)
    return dict(zip(futures, numbers, strict=True))


def _done(client: Client, pending: list[Future[Any]]) -> list[Future[Any]]:
    """The tasks that are done, after waiting a tick at most."""
    try:
        with client.as_current():
            return list(wait(pending, timeout=TICK, return_when="FIRST_COMPLETED").done)
    except TimeoutError:
        return []


class _WorkerCount:
    """How many threads the cluster has now; workers come and go."""

    def __init__(self, client: Client, cluster: Cluster) -> None:
        self._client, self._cluster = client, cluster
        self._count = 0
        self._seen = monotonic()  # when there was a worker last
        self._looked = float("-inf")

    def threads(self) -> int:
        """At least 1; an error if there has been no worker for too long."""
        now = monotonic()
        if now - self._looked >= TICK:
            self._looked = now
            self._count = sum(self._client.nthreads().values())
            if self._count:
                self._seen = now
            elif now - self._seen > self._cluster.patience:
                raise HotDiceError("jobs/no-workers", address=self._cluster.address)
        return max(1, self._count)
