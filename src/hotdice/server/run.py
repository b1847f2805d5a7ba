"""Starts the server: one process, or several that share PostgreSQL."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
import uvicorn
from msgspec.structs import replace
from prometheus_client.multiprocess import mark_process_dead

from hotdice.rules.files import reason
from hotdice.server import log
from hotdice.server.http.app import make_app
from hotdice.server.http.routes.reach import here, others
from hotdice.server.http.service import Service
from hotdice.server.http.transport.connections import (
    BACKLOG,
    Connections,
    HttpConnection,
    SocketConnection,
    room_for_connections,
)
from hotdice.server.http.transport.proxies import Proxies
from hotdice.server.limits import MOST_FRAME
from hotdice.server.metrics import FOLDER, PLACE
from hotdice.server.settings import Settings
from hotdice.server.storage.store import Store
from hotdice.texts import HotDiceError

GRACE = 5  # seconds that requests under way have when the server stops
LAST_FRAMES = 0.2  # seconds in which they go out
AGAIN = 1.0  # seconds before a worker that died is started again


def serve(settings: Settings, ready: Callable[[str, list[str]], None]) -> None:
    """Serve until somebody stops it; `ready` is told the address here, and those for others."""
    shared = settings.shared  # an address that is none is told before anything is opened
    Proxies(settings.proxies)
    if settings.workers > 1 and not shared:
        raise HotDiceError("serve/workers", workers=settings.workers)
    listening = _listen(settings.host, settings.port)
    host, port = listening.getsockname()[:2]
    settings = replace(settings, host=host, port=port)  # what a name, or any port, has become
    if settings.workers == 1:
        store = Store(settings.url)
        log.set_up()  # mistakes of whoever hosts are told before, as those of any command
        ready(here(host, port), others(host, port))
        work(settings, store, listening)
        return
    Store(settings.url).close()  # the tables are there before anybody needs them
    log.set_up()
    ready(here(host, port), others(host, port))
    with TemporaryDirectory(prefix="hotdice-") as counts:
        _supervise(settings, listening, counts)


def work(
    settings: Settings, store: Store, listening: socket.socket, parent: int | None = None
) -> None:
    """One process that answers; it ends when the file `parent` does, which another one holds."""
    service = Service(settings, store)
    refused = service.metrics.refused
    connections = Connections(room_for_connections(), service.proxies, refused)
    http: Any = partial(HttpConnection, connections)
    ws: Any = partial(SocketConnection, connections)
    config = uvicorn.Config(
        make_app(service),
        access_log=False,
        log_config=None,
        proxy_headers=False,
        server_header=False,
        http=http,
        ws=ws,
        backlog=BACKLOG,
        ws_max_size=MOST_FRAME,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=GRACE,
        lifespan="on",
    )
    for number in (signal.SIGTERM, signal.SIGINT):  # uvicorn hears them, and passes them on at last
        signal.signal(number, lambda *_: None)
    asyncio.run(_Server(config, service, parent).serve(sockets=[listening]))


class _Server(uvicorn.Server):
    """Says goodbye to everybody before it closes their connections."""

    def __init__(self, config: uvicorn.Config, service: Service, parent: int | None) -> None:
        super().__init__(config)
        self._service = service
        self._parent = parent

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self._parent is not None:
            asyncio.get_running_loop().add_reader(self._parent, self._orphaned)

    def _orphaned(self) -> None:
        assert self._parent is not None
        asyncio.get_running_loop().remove_reader(self._parent)
        log.warning("orphaned")
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        log.info("closing", connections=self._service.registry.connections())
        self._service.registry.goodbye()
        await asyncio.sleep(LAST_FRAMES)
        await super().shutdown(sockets)


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # asyncio sends small answers at once only where the protocol is told
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(BACKLOG)
    except (OSError, OverflowError) as error:
        listening.close()
        why = reason(error) if isinstance(error, OSError) and error.errno else str(error)
        raise HotDiceError("serve/address", host=host, port=port, reason=why) from None
    listening.set_inheritable(True)
    return listening


def _supervise(settings: Settings, listening: socket.socket, counts: str) -> None:
    """Keep so many workers at work until somebody stops this process."""
    stopped = False

    def stop(*_: object) -> None:
        nonlocal stopped
        stopped = True
        for worker in workers:
            worker.terminate()

    workers: list[subprocess.Popen[bytes]] = []
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, stop)
    workers += [_worker(settings, listening, counts, at) for at in range(settings.workers)]
    while not stopped:
        pid, _ = os.wait()
        for at, worker in enumerate(workers):
            if worker.pid == pid and not stopped:
                log.warning("worker-died", pid=pid)
                mark_process_dead(at, counts)
                signal.sigtimedwait([], AGAIN)
                workers[at] = _worker(settings, listening, counts, at)
    for worker in workers:
        worker.wait()


def _worker(
    settings: Settings, listening: socket.socket, counts: str, place: int
) -> subprocess.Popen[bytes]:
    """Another process; what it needs to know goes by its input, where nobody sees passwords.

    The input stays open as long as this process lives, however it ends. Ctrl-C is for this process
    alone, which ends the others in good order. They count into files of one folder.
    """
    process = subprocess.Popen(
        [sys.executable, "-m", "hotdice.server.run", str(listening.fileno())],
        stdin=subprocess.PIPE,
        pass_fds=[listening.fileno()],
        process_group=0,
        env={**os.environ, FOLDER: counts, PLACE: str(place)},
    )
    assert process.stdin is not None
    process.stdin.write(msgspec.json.encode(settings) + b"\n")
    process.stdin.flush()
    return process


def main() -> None:
    """A worker: the listening socket is an open file of this number."""
    log.set_up()
    settings = msgspec.json.decode(sys.stdin.buffer.readline(), type=Settings)
    listening = socket.socket(fileno=int(sys.argv[1]))
    work(settings, Store(settings.url), listening, parent=sys.stdin.fileno())


if __name__ == "__main__":
    main()
