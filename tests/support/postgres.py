"""A PostgreSQL server of the tests' own, from the binaries that are installed."""

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from support.needed import leave_out

PLACES = ("/usr/lib/postgresql", "/usr/pgsql", "/opt/homebrew/opt", "/usr/local/opt")


def binaries() -> Path | None:
    """The folder with `initdb`, of the newest version there is."""
    found = shutil.which("initdb")
    folders = [Path(found).parent] if found else []
    for place in PLACES:
        folders += [path.parent for path in sorted(Path(place).glob("*/bin/initdb"))]
    return folders[-1] if folders else None


class Postgres:
    """A server that can be stopped and started again at the same address.

    As root it runs as user `postgres`, because `initdb` refuses root.
    """

    def __init__(self, folder: Path, place: Path) -> None:
        before: list[str] = []
        if os.geteuid() == 0:
            shutil.chown(place, "postgres")
            before = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
        data, port = place / "data", _free_port()
        words = [*before, str(folder / "initdb"), "-D", str(data), "-A", "trust", "-U", "hotdice"]
        _run([*words, "--no-sync", "-E", "UTF8"])
        options = f"-p {port} -k {place} -c listen_addresses=127.0.0.1"
        self._control = [*before, str(folder / "pg_ctl"), "-D", str(data), "-w", "-t", "60"]
        self._start = ["-l", str(place / "log"), "-o", options, "start"]
        self.address = f"postgresql://hotdice@127.0.0.1:{port}/postgres"

    def start(self) -> None:
        """Start it and wait until it answers."""
        _run([*self._control, *self._start])

    def stop(self, how: str = "fast") -> None:
        """Stop it, whoever is connected."""
        _run([*self._control, "-m", how, "stop"])


@contextmanager
def postgres_server() -> Iterator[Postgres]:
    """A server that is gone afterwards."""
    folder = binaries()
    if folder is None:
        leave_out("PostgreSQL", "games of several processes are")
    place = Path(tempfile.mkdtemp(prefix="hotdice-postgres-"))
    server = Postgres(folder, place)
    server.start()
    try:
        yield server
    finally:
        server.stop("immediate")
        shutil.rmtree(place, ignore_errors=True)


@contextmanager
def postgres() -> Iterator[str]:
    """The address of a database; the server behind it is gone afterwards."""
    with postgres_server() as server:
        yield server.address


def _run(words: list[str]) -> None:
    subprocess.run(words, check=True, timeout=300, stdout=subprocess.DEVNULL, cwd="/")


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port
