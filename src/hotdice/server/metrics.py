"""What the server counts, for Prometheus.

Several processes count into files of one folder, which their supervisor names by the variable of
`prometheus_client`; each tells the sum of all.
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

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
PLACE = "HOTDICE_WORKER"  # the number of a worker, which the one that follows it takes over
BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0)


class _Labelled(dict[str, Counter]):
    """The counters of one name by their label, each looked up once."""

    def __init__(self, counter: Counter) -> None:
        self._counter = counter

    def __missing__(self, label: str) -> Counter:
        found = self[label] = self._counter.labels(label)
        return found


class Metrics:
    """The counters of one process, and what all of them have counted together."""

    def __init__(self) -> None:
        disable_created_metrics()
        place = os.environ.get(PLACE)
        if place is not None:
            values.ValueClass = values.MultiProcessValue(lambda: place)
        self._registry = registry = CollectorRegistry()
        self._requests = _labelled("requests", "HTTP requests by status", "status", registry)
        self._events = _labelled("events", "events that were accepted, by kind", "kind", registry)
        self._refused = _labelled("refused", "what was refused, by code", "code", registry)
        self._commits = Counter("hotdice_commits", "transactions", registry=registry)
        self._committed = Counter(
            "hotdice_committed", "changes that were written by them", registry=registry
        )
        self._seconds = Histogram(
            "hotdice_commit_seconds",
            "how long transactions took",
            buckets=BOUNDS,
            registry=registry,
        )
        self.connections = _gauge("connections", "open WebSockets and streams", registry)
        self.games = _gauge("games_in_memory", "games that are in memory", registry)

    def requested(self, status: int) -> None:
        """Count a request."""
        self._requests[str(status)].inc()

    def happened(self, kind: str) -> None:
        """Count an event."""
        self._events[kind].inc()

    def refused(self, code: str) -> None:
        """Count what was refused."""
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
        """All of it as Prometheus reads it."""
        if PLACE not in os.environ:
            return generate_latest(self._registry)
        every = CollectorRegistry()
        MultiProcessCollector(every)
        return generate_latest(every)


def _labelled(name: str, about: str, label: str, registry: CollectorRegistry) -> _Labelled:
    return _Labelled(Counter(f"hotdice_{name}", about, [label], registry=registry))


def _gauge(name: str, about: str, registry: CollectorRegistry) -> Gauge:
    """Of several processes those that live count."""
    gauge = Gauge(f"hotdice_{name}", about, registry=registry, multiprocess_mode="livesum")
    gauge.set(0)
    return gauge
