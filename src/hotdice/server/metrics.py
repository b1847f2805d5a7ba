"""What the server counts, in the words of Prometheus."""

import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0)
HELP = {
    "hotdice_requests_total": "HTTP requests by status",
    "hotdice_events_total": "events that were accepted, by kind",
    "hotdice_refused_total": "what was refused, by code",
    "hotdice_commits_total": "transactions",
    "hotdice_committed_total": "changes that were written by them",
    "hotdice_connections": "open WebSockets and streams",
    "hotdice_games_in_memory": "games that are in memory",
}


class Metrics:
    """Counters of one process."""

    def __init__(self) -> None:
        self.counters: Counter[tuple[str, str]] = Counter()
        self.gauges: dict[str, Callable[[], int]] = {}
        self._buckets = [0] * (len(BOUNDS) + 1)
        self._seconds = 0.0

    def count(self, name: str, label: str = "", by: int = 1) -> None:
        """Count something; `label` is what Prometheus reads, as in `status="200"`."""
        self.counters[name, label] += by

    def refused(self, code: str) -> None:
        """Count what was refused."""
        self.count("hotdice_refused_total", f'code="{code}"')

    @contextmanager
    def commit(self, changes: int) -> Iterator[None]:
        """Time one transaction."""
        began = time.monotonic()
        yield
        took = time.monotonic() - began
        self.counters["hotdice_commits_total", ""] += 1
        self.counters["hotdice_committed_total", ""] += changes
        self._seconds += took
        self._buckets[sum(bound < took for bound in BOUNDS)] += 1

    def text(self) -> str:
        """All of it as Prometheus reads it."""
        lines: list[str] = []
        for name, about in HELP.items():
            kind = "counter" if name.endswith("_total") else "gauge"
            lines += [f"# HELP {name} {about}", f"# TYPE {name} {kind}"]
            for (found, label), value in sorted(self.counters.items()):
                if found == name:
                    lines.append(f"{name}{{{label}}} {value}" if label else f"{name} {value}")
            if name in self.gauges:
                lines.append(f"{name} {self.gauges[name]()}")
        return "\n".join([*lines, *self._histogram()]) + "\n"

    def _histogram(self) -> Iterator[str]:
        name = "hotdice_commit_seconds"
        yield f"# HELP {name} how long transactions took"
        yield f"# TYPE {name} histogram"
        sofar = 0
        for bound, count in zip((*BOUNDS, "+Inf"), self._buckets, strict=True):
            sofar += count
            yield f'{name}_bucket{{le="{bound}"}} {sofar}'
        yield f"{name}_sum {self._seconds:.6f}"
        yield f"{name}_count {sofar}"
