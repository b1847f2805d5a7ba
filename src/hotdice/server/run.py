"""Starts the server: one process, or several that share PostgreSQL."""

import asyncio
import gc
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
from hotdice.server.http.routes.reach import local_url, network_urls
from hotdice.server.http.service import Service
from hotdice.server.http.transport.connections import (
    BACKLOG,
    Connections,
    HttpConnection,
    WebSocketConnection,
    connection_limit,
)
from hotdice.server.http.transport.proxies import Proxies
from hotdice.server.limits import MAX_FRAME_BYTES
from hotdice.server.metrics import FOLDER_VARIABLE, WORKER_VARIABLE
from hotdice.server.settings import Settings
from hotdice.server.storage.store import Store
from hotdice.texts import HotDiceError

SHUTDOWN_SECONDS = 5  # for requests that are being served when the server stops
READING_SECONDS = 4  # for clients to read what they were sent by then
FLUSH_SECONDS = 0.2  # for the last frames to be sent before connections are closed
RESTART_DELAY = 1.0  # seconds


def serve(settings: Settings, ready: Callable[[str, list[str]], None]) -> None:
    """Serve until a signal; `ready` is called with the local URL and those for other machines."""
    shared = settings.shared  # a wrong database address is an error before anything is opened
    Proxies(settings.proxies)
    if settings.workers > 1 and not shared:
        raise HotDiceError("serve/workers", workers=settings.workers)
    listener = _listen(settings.host, settings.port)
    host, port = listener.getsockname()[:2]
    settings = replace(settings, host=host, port=port)  # a host name and port 0 are resolved by now
    if settings.workers == 1:
        store = Store(settings.url)
        log.set_up()  # not before: errors of configuration are printed as by any command
        ready(local_url(host, port), network_urls(host, port))
        run_worker(settings, store, listener)
        return
    Store(settings.url).close()  # migrated before the workers start
    log.set_up()
    ready(local_url(host, port), network_urls(host, port))
    with TemporaryDirectory(prefix="hotdice-") as metrics_folder:
        _supervise(settings, listener, metrics_folder)


def run_worker(
    settings: Settings, store: Store, listener: socket.socket, parent: int | None = None
) -> None:
    """Serve requests in this process; it stops when the pipe `parent` is closed."""
    service = Service(settings, store)
    connections = Connections(connection_limit(), service.proxies, service.metrics)
    http: Any = partial(HttpConnection, connections)
    ws: Any = partial(WebSocketConnection, connections)
    config = uvicorn.Config(
        make_app(service),
        access_log=False,
        log_config=None,
        proxy_headers=False,
        server_header=False,
        http=http,
        ws=ws,
        backlog=BACKLOG,
        ws_max_size=MAX_FRAME_BYTES,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
        lifespan="on",
    )
    # uvicorn handles them, and raises them again at the end
    for name in (signal.SIGTERM, signal.SIGINT):
        signal.signal(name, lambda *_: None)
    asyncio.run(_Server(config, service, parent).serve(sockets=[listener]))


class _Server(uvicorn.Server):
    """Sends every client a last frame before it closes connections."""

    def __init__(self, config: uvicorn.Config, service: Service, parent: int | None) -> None:
        super().__init__(config)
        self._service = service
        self._parent = parent

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        gc.freeze()  # what is loaded by now stays; the garbage collector need not visit it again
        if self._parent is not None:
            asyncio.get_running_loop().add_reader(self._parent, self._on_parent_exit)

    def _on_parent_exit(self) -> None:
        assert self._parent is not None
        asyncio.get_running_loop().remove_reader(self._parent)
        log.warning("parent-exited")
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        log.info("closing", connections=self._service.registry.connections())
        self._service.registry.disconnect_all()
        await asyncio.sleep(FLUSH_SECONDS)
        asyncio.get_running_loop().call_later(READING_SECONDS, self._abort_unread)
        await super().shutdown(sockets)

    def _abort_unread(self) -> None:
        """Abort the connections of clients that do not read; nothing else would end them."""
        for connection in list(self.server_state.connections):
            if connection.transport.get_write_buffer_size():
                connection.transport.abort()


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # asyncio sets TCP_NODELAY only on sockets with an explicit protocol
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(BACKLOG)
    except (OSError, OverflowError) as error:
        listener.close()
        why = reason(error) if isinstance(error, OSError) and error.errno else str(error)
        raise HotDiceError("serve/address", host=host, port=port, reason=why) from None
    listener.set_inheritable(True)
    return listener


def _supervise(settings: Settings, listener: socket.socket, metrics_folder: str) -> None:
    """Start the workers and restart those that die, until this process is stopped."""
    stopped = False

    def stop(*_: object) -> None:
        nonlocal stopped
        stopped = True
        for worker in workers:
            worker.terminate()

    workers: list[subprocess.Popen[bytes]] = []
    for name in (signal.SIGTERM, signal.SIGINT):
        signal.signal(name, stop)
    workers += [
        _start_worker(settings, listener, metrics_folder, at) for at in range(settings.workers)
    ]
    while not stopped:
        pid, _ = os.wait()
        for at, worker in enumerate(workers):
            if worker.pid == pid and not stopped:
                log.warning("worker-died", pid=pid)
                mark_process_dead(at, metrics_folder)
                signal.sigtimedwait([], RESTART_DELAY)
                workers[at] = _start_worker(settings, listener, metrics_folder, at)
    for worker in workers:
        worker.wait()


def _start_worker(
    settings: Settings, listener: socket.socket, metrics_folder: str, number: int
) -> subprocess.Popen[bytes]:
    """Start a worker; the settings go through its standard input, where nobody sees passwords.

    The pipe stays open as long as this process lives, however it ends. The worker has a process
    group of its own: Ctrl-C reaches this process alone, which stops the workers in order.
    """
    process = subprocess.Popen(
        [sys.executable, "-m", "hotdice.server.run", str(listener.fileno())],
        stdin=subprocess.PIPE,
        pass_fds=[listener.fileno()],
        process_group=0,
        env={**os.environ, FOLDER_VARIABLE: metrics_folder, WORKER_VARIABLE: str(number)},
    )
    assert process.stdin is not None
    process.stdin.write(msgspec.json.encode(settings) + b"\n")
    process.stdin.flush()
    return process


def main() -> None:
    """Run a worker; the argument is the file descriptor of the listening socket."""
    log.set_up()
    settings = msgspec.json.decode(sys.stdin.buffer.readline(), type=Settings)
    listener = socket.socket(fileno=int(sys.argv[1]))
    run_worker(settings, Store(settings.url), listener, parent=sys.stdin.fileno())


if __name__ == "__main__":
    main()
