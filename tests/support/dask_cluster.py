"""A real Dask cluster on this machine for tests: a scheduler and workers, each its own process."""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from distributed import Client

import hotdice
from hotdice.jobs import dask_client

PATIENCE = 300.0  # seconds that a busy machine may take to start all of it
dask_client.ANSWER = PATIENCE
SOURCES = (Path(hotdice.__file__).parents[1], Path(__file__).parents[1])  # what workers import


class DaskCluster:
    """Its `address` and `workers`; all of it ends with `dask_cluster`."""

    def __init__(self, folder: Path, settings: dict[str, str]) -> None:
        self.workers: list[subprocess.Popen[bytes]] = []
        self._folder = folder
        self._environment = {
            **os.environ,
            **settings,
            "PYTHONPATH": os.pathsep.join(map(str, SOURCES)),
        }
        file = folder / "scheduler.json"
        self.scheduler = self._start(
            *("scheduler", "--host", "127.0.0.1", "--port", "0"),
            *("--scheduler-file", str(file), "--idle-timeout", "300"),  # if the tests are killed
        )
        self.address = self._address(file)

    def add_workers(self, count: int = 1) -> list[subprocess.Popen[bytes]]:
        """More workers with one thread each; they are there when this returns."""
        with Client(self.address, set_as_default=False) as client:
            present = len(client.nthreads())
            fresh = [
                self._start(
                    *("worker", self.address, "--nworkers", "1", "--nthreads", "1"),
                    *("--no-nanny", "--local-directory", str(self._folder)),
                )
                for _ in range(count)
            ]
            self.workers += fresh
            client.wait_for_workers(present + count, timeout=PATIENCE)
        return fresh

    def end(self) -> None:
        """Nothing is left of it."""
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()

    def _start(self, role: str, *words: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "-m", f"distributed.cli.dask_{role}", *words, "--no-dashboard"],
            env=self._environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def _address(self, file: Path) -> str:
        """What the scheduler writes down once it listens."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            try:
                return str(json.loads(file.read_text())["address"])
            except (FileNotFoundError, json.JSONDecodeError):
                time.sleep(0.05)
        self.end()
        raise TimeoutError("the scheduler did not start")


@contextmanager
def dask_cluster(workers: int = 2, **settings: str) -> Iterator[DaskCluster]:
    """A cluster with so many workers; settings are environment variables of its processes."""
    with tempfile.TemporaryDirectory(prefix="hotdice-dask-") as folder:
        cluster = DaskCluster(Path(folder), settings)
        try:
            cluster.add_workers(workers)
            yield cluster
        finally:
            cluster.end()
