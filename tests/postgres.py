"""A PostgreSQL server of the tests' own, from the binaries that are installed."""

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from needed import leave_out

PLACES = ("/usr/lib/postgresql", "/usr/pgsql", "/opt/homebrew/opt", "/usr/local/opt")


def binaries() -> Path | None:
    """The folder with `initdb`, of the newest version there is."""
    found = shutil.which("initdb")
    folders = [Path(found).parent] if found else []
    for place in PLACES:
        folders += [path.parent for path in sorted(Path(place).glob("*/bin/initdb"))]
    return folders[-1] if folders else None


@contextmanager
def postgres() -> Iterator[str]:
    """The address of a database; the server behind it is gone afterwards.

    As root it runs as user `postgres`, because `initdb` refuses root.
    """
    folder = binaries()
    if folder is None:
        leave_out("PostgreSQL", "games of several processes are")
    place = Path(tempfile.mkdtemp(prefix="hotdice-postgres-"))
    before: list[str] = []
    if os.geteuid() == 0:
        shutil.chown(place, "postgres")
        before = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
    data, port = place / "data", _free_port()
    quiet = {"stdout": subprocess.DEVNULL, "cwd": "/"}
    words = [*before, str(folder / "initdb"), "-D", str(data), "-A", "trust", "-U", "hotdice"]
    subprocess.run([*words, "--no-sync", "-E", "UTF8"], check=True, timeout=120, **quiet)  # type: ignore[call-overload]
    options = f"-p {port} -k {place} -c listen_addresses=127.0.0.1"
    control = [*before, str(folder / "pg_ctl"), "-D", str(data), "-w", "-t", "60"]
    log = ["-l", str(place / "log"), "-o", options]
    subprocess.run([*control, *log, "start"], check=True, timeout=120, **quiet)  # type: ignore[call-overload]
    try:
        yield f"postgresql://hotdice@127.0.0.1:{port}/postgres"
    finally:
        stop = [*control, "-m", "immediate", "stop"]
        subprocess.run(stop, check=True, timeout=120, **quiet)  # type: ignore[call-overload]
        shutil.rmtree(place, ignore_errors=True)


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port
