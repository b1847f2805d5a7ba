"""Prometheus metrics.

Several processes count into files of one folder, which their supervisor passes in the environment
variable that `prometheus_client` reads; each process reports the sum of all.
"""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    generate_latest,
    values,
)
from prometheus_client.multiprocess import MultiProcessCollector

FOLDER_VARIABLE = "PROMETHEUS_MULTIPROC_DIR"
WORKER_VARIABLE = "HOTDICE_WORKER"  # the number of a worker; its successor gets the same one
BUCKET_BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0)


class _Labelled(dict[str, Counter]):
    """The labelled counters of one metric; `labels` is called once for each."""

    def __init__(self, counter: Counter) -> None:
        self._counter = counter

    def __missing__(self, label: str) -> Counter:
        found = self[label] = self._counter.labels(label)
        return found


class Metrics:
    """The counters of this process, and the sum over all processes."""

    def __init__(self) -> None:
        disable_created_metrics()
        worker = os.environ.get(WORKER_VARIABLE)
        if worker is not None:
            values.ValueClass = values.MultiProcessValue(lambda: worker)
        self._registry = registry = CollectorRegistry()
        self._requests = _labelled("requests", "requests and sockets by status", "status", registry)
        self._events = _labelled("events", "events that were accepted, by kind", "kind", registry)
        self._refused = _labelled("refused", "what was refused, by code", "code", registry)
        self._commits = Counter("hotdice_commits", "transactions", registry=registry)
        self._committed = Counter(
            "hotdice_committed", "changes that were written by them", registry=registry
        )
        self._seconds = Histogram(
            "hotdice_commit_seconds",
            "how long transactions took",
            buckets=BUCKET_BOUNDS,
            registry=registry,
        )
        self.connections = _gauge("connections", "open WebSockets and streams", registry)
        self.games = _gauge("games_in_memory", "games that are in memory", registry)

    def count_request(self, status: int) -> None:
        """Count a request or a WebSocket."""
        self._requests[str(status)].inc()

    def count_event(self, kind: str) -> None:
        """Count an event."""
        self._events[kind].inc()

    def count_refusal(self, code: str) -> None:
        """Count a refusal."""
        self._refused[code].inc()

    @contextmanager
    def commit(self, changes: int) -> Iterator[None]:
        """Time one transaction."""
        began = time.monotonic()
        yield
        self._commits.inc()
        self._committed.inc(changes)
        self._seconds.observe(time.monotonic() - began)

    def text(self) -> bytes:
        """All metrics in the text format of Prometheus."""
        if WORKER_VARIABLE not in os.environ:
            return generate_latest(self._registry)
        registry = CollectorRegistry()
        MultiProcessCollector(registry)
        return generate_latest(registry)


def _labelled(name: str, help_text: str, label: str, registry: CollectorRegistry) -> _Labelled:
    return _Labelled(Counter(f"hotdice_{name}", help_text, [label], registry=registry))


def _gauge(name: str, help_text: str, registry: CollectorRegistry) -> Gauge:
    """A gauge; of several processes only those alive are summed."""
    gauge = Gauge(f"hotdice_{name}", help_text, registry=registry, multiprocess_mode="livesum")
    gauge.set(0)
    return gauge
