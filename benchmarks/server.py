"""How many durable actions a second the server takes, beside a bare echo on the same stack.

500 games at once over WebSocket, all on this machine: first at full speed, then at half of it, then
at half of the load that is asked for. The client writes its frames by hand, so that the server is
what is measured. PostgreSQL is started from the binaries that are installed. `server_start` then
measures how long a start takes.
"""

import asyncio
import os
import random
import signal
import struct
import subprocess
import sys
import tempfile
import time
from bisect import bisect
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.request import Request, urlopen

import msgspec
from msgspec import Struct

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

import server_start
from attacks import ATTACKS
from support.postgres import postgres

GAMES = 500
WARM = 2.0
MOMENT = 0.25  # seconds; undisturbed if the host took nothing in it and the one before
SECONDS = 8.0
LONGER = 30.0  # so that some of it is undisturbed
CLOSE, PING, PONG = 0x88, 0x89, 0x8A
HOLDS = 0.8  # of the rate without an attack
LEAST = {"SQLite": 0.25, "PostgreSQL": 0.20}

SERVE = """
import sys
from hotdice.server.limits import Rate, Rates
from hotdice.server.run import serve
from hotdice.server.settings import Settings
rates = Rates(address=Rate(1000, 40), new_games=Rate(600, 1))  # room for the games, no more
settings = Settings(port=0, database=sys.argv[1], rates=rates)
serve(settings, lambda at, others: print(at, flush=True))
"""
ECHO = """
import socket, uvicorn
async def app(scope, receive, send):
    if scope["type"] != "websocket":
        return
    await receive()
    await send({"type": "websocket.accept"})
    while (message := await receive())["type"] == "websocket.receive":
        await send({"type": "websocket.send", "text": message["text"]})
listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
listening.bind(("127.0.0.1", 0))
listening.listen(2048)
print(f"http://127.0.0.1:{listening.getsockname()[1]}", flush=True)
config = uvicorn.Config(app, ws="websockets-sansio", ws_per_message_deflate=False, lifespan="off",
                        log_level="error", access_log=False)
uvicorn.Server(config).run(sockets=[listening])
"""


class Keep(Struct):
    """A keep, of which the dice are enough."""

    dice: list[int]


class State(Struct):
    """What the client looks at."""

    keeps: list[Keep]
    may_bank: bool
    gain: int


class Data(Struct):
    """What an event of a move has."""

    state: State | None = None


class Event(Struct):
    """An event, or another frame if it has no number."""

    seq: int = 0
    key: str | None = None
    data: Data | None = None


_decode = msgspec.json.Decoder(Event).decode


class Client(asyncio.Protocol):
    """One WebSocket; `answer` makes the next message from the one that came, or None."""

    def __init__(self, path: str, hello: str | None, answer: Callable[[bytes], str | None]) -> None:
        self._path = path
        self._hello = hello
        self._answer = answer
        self._buffer = b""
        self._open = False
        self._sent = 0.0
        self.pause = 0.0
        self.took: list[tuple[float, float]] = []  # when an answer came, and after how long

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for a WebSocket."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(
            f"GET {self._path} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        """Take whole frames apart and answer them."""
        self._buffer += data
        if not self._open:
            head, end, rest = self._buffer.partition(b"\r\n\r\n")
            if not end:
                return
            assert b" 101 " in head, head
            self._open, self._buffer = True, rest
            if self._hello is not None:
                self._write(self._hello)
        at = 0
        while len(self._buffer) >= at + 2:
            size, begin = self._buffer[at + 1], at + 2
            if size == 126:
                if len(self._buffer) < at + 4:
                    break
                (size,) = struct.unpack_from(">H", self._buffer, at + 2)
                begin = at + 4
            if len(self._buffer) < begin + size:
                break
            body = self._buffer[begin : begin + size]
            if self._buffer[at] == CLOSE:
                print("  a WebSocket was closed:", body[2:].decode() or body)
            elif self._buffer[at] == PING:
                self._transport.write(bytes([PONG, 0x80 | size]) + bytes(4) + body)
            else:
                self._take(body)
            at = begin + size
        self._buffer = self._buffer[at:]

    def _take(self, body: bytes) -> None:
        message = self._answer(body)
        if message is None:
            return
        if self._sent:
            now = time.perf_counter()
            self.took.append((now, now - self._sent))
        if not self.pause:
            self.send(message)
            return
        pause = self.pause * random.uniform(0.5, 1.5)  # people do not move in step
        wait = pause - (time.perf_counter() - self._sent)
        asyncio.get_running_loop().call_later(max(0.0, wait), self.send, message)

    def send(self, message: str) -> None:
        """Send one message and look at the clock."""
        self._sent = time.perf_counter()
        self._write(message)

    def _write(self, message: str) -> None:
        body = message.encode()
        head = bytes([0x81, 0x80 | min(len(body), 125)])
        if len(body) > 125:
            head = b"\x81\xfe" + struct.pack(">H", len(body))
        self._transport.write(head + bytes(4) + body)


def play(body: bytes) -> str | None:
    """The next action after an event of one's own."""
    event = _decode(body)
    if event.data is None or event.data.state is None:
        return None
    state = event.data.state
    if state.keeps:
        action = f'{{"do":"keep","dice":{state.keeps[0].dice}}}'
    else:
        action = '{"do":"bank"}' if state.may_bank and state.gain >= 300 else '{"do":"roll"}'
    return f'{{"action":{action},"expected":{event.seq},"key":"k{event.seq}"}}'


def echo(body: bytes) -> str | None:
    """The same once more."""
    return body.decode()


def make_game(url: str) -> tuple[str, str]:
    """A game of one person who plays for very many points."""
    body = {"rules": "basic+target=1000000", "seats": [{"kind": "person", "name": "Ann"}]}
    headers = {"Content-Type": "application/json"}
    with urlopen(Request(f"{url}/api/games", msgspec.json.encode(body), headers)) as answer:
        made = msgspec.json.decode(answer.read())
    hello = f'{{"hello":{{"token":"{made["token"]}","from":0}}}}'
    return f"/api/games/{made['game']}/socket", hello


class Measured(Struct):
    """Actions a second, their times in rising order, processor time for each, and stolen time.

    On a virtual machine the host takes processors away; `stolen` is the seconds of it per second,
    `calm` has the times of the moments in which it took nothing, and `calm_share` how many those
    were. Only they tell what the server does on a quiet machine.
    """

    rate: float
    took: list[float]
    calm: list[float]
    calm_share: float
    cpu: float
    stolen: float

    def __str__(self) -> str:
        within = f"50 % within {_within(self.took, 0.5)}, 99 % within {_within(self.took, 0.99)}"
        quiet = f"{_within(self.calm, 0.99)} in the {100 * self.calm_share:.0f} % undisturbed"
        cost = f"{1e6 * self.cpu:5.0f} µs of processor each"
        return (
            f"{self.rate:6.0f} a second, {within} ({quiet}), {cost}, "
            f"{100 * self.stolen:.0f} % stolen"
        )


def _within(took: list[float], part: float) -> str:
    return f"{1000 * took[int(part * len(took))]:.1f} ms" if took else "nothing"


def cpu_of(process: int) -> float:
    """The seconds of processor time that a process has used, all its threads together."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def stolen() -> float:
    """The seconds that the host has taken away from all processors."""
    fields = Path("/proc/stat").read_text().split(maxsplit=9)
    return int(fields[8]) / os.sysconf("SC_CLK_TCK")


async def measure(
    process: int, clients: list[Client], rate: float | None, for_seconds: float = SECONDS
) -> Measured:
    """What comes of full speed, or of a rate."""
    for client in clients:
        client.pause = len(clients) / rate if rate else 0.0
    await asyncio.sleep(WARM)
    for client in clients:
        client.took.clear()
    used = cpu_of(process)
    clock = [(time.perf_counter(), stolen())]
    while clock[-1][0] - clock[0][0] < for_seconds:
        await asyncio.sleep(MOMENT)
        clock.append((time.perf_counter(), stolen()))
    took = sorted(each for client in clients for each in client.took)
    seconds, cost = clock[-1][0] - clock[0][0], (cpu_of(process) - used) / max(1, len(took))
    moments = list(zip(clock, clock[1:], clock[2:], strict=False))
    undisturbed = [
        (since, until) for (_, before), (since, _), (until, after) in moments if before == after
    ]
    return Measured(
        rate=len(took) / seconds,
        took=sorted(spent for _, spent in took),
        calm=sorted(_spent_within(took, undisturbed)),
        calm_share=len(undisturbed) / len(moments),
        cpu=cost,
        stolen=(clock[-1][1] - clock[0][1]) / seconds,
    )


def _spent_within(
    took: list[tuple[float, float]], spans: list[tuple[float, float]]
) -> Iterator[float]:
    """How long those took that were answered within some spans of time; both are in order."""
    for since, until in spans:
        begin, end = bisect(took, (since, 0.0)), bisect(took, (until, 0.0))
        yield from (spent for _, spent in took[begin:end])


async def run(
    process: int, url: str, answer: Callable[[bytes], str | None], asked: float
) -> Measured:
    """Print what one server does, and return it at full speed."""
    port = int(url.rpartition(":")[2])
    loop = asyncio.get_running_loop()
    clients = []
    for _ in range(GAMES):
        path, hello = ("/", None) if answer is echo else make_game(url)
        client = Client(path, hello, answer)
        await loop.create_connection(lambda client=client: client, "127.0.0.1", port)  # type: ignore[misc]
        clients.append(client)
    await asyncio.sleep(0.5)
    if answer is echo:
        for client in clients:
            client.send('{"action":{"do":"keep","dice":[1,5,5]},"expected":1234,"key":"k1234"}')
    found = await measure(process, clients, None)
    print("  full speed:           ", found)
    if answer is not echo:
        print("  half of it:           ", await measure(process, clients, found.rate / 2))
        print("  half of what is asked:", await measure(process, clients, asked / 2, LONGER))
        for name, attack in ATTACKS.items():
            await _attacked(process, url, name, attack.__doc__ or "", clients)
    return found


async def _attacked(process: int, url: str, name: str, what: str, clients: list[Client]) -> None:
    """Print what an attack does to full speed, beside full speed without it just before."""
    before = await measure(process, clients, None)
    command = [sys.executable, str(Path(__file__).with_name("attacks.py")), name, url]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as attacking:
        try:
            found = await measure(process, clients, None)
        finally:
            attacking.kill()
    print(f"  attack: {what}\n    {found}")
    share, of_cpu = found.rate / before.rate, before.cpu / found.cpu
    print(
        f"    {share:.2f} of the rate without it, asked for are {HOLDS}; "
        f"by processor time {of_cpu:.2f}"
    )


def with_server(name: str, source: str, asked: float = 0.0, database: str = "") -> Measured:
    """Start a server, measure it, and end it."""
    print(name, flush=True)
    command = [sys.executable, "-c", source, database]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as server:
        assert server.stdout is not None
        url = server.stdout.readline().strip()
        time.sleep(1.5)
        try:
            return asyncio.run(run(server.pid, url, echo if source is ECHO else play, asked))
        finally:
            server.send_signal(signal.SIGKILL)


def main() -> None:
    """Measure all there is."""
    bare = with_server("bare echo", ECHO)
    with tempfile.TemporaryDirectory() as folder, postgres() as address:
        places = {"SQLite": f"sqlite:///{folder}/games.sqlite", "PostgreSQL": address}
        for name, database in places.items():
            least = LEAST[name]
            found = with_server(name, SERVE, least * bare.rate, database)
            share, of_cpu = 100 * found.rate / bare.rate, 100 * bare.cpu / found.cpu
            print(
                f"  {share:.1f} % of the echo, asked for are {100 * least:.0f} %; "
                f"by processor time {of_cpu:.1f} %"
            )
    server_start.main()


if __name__ == "__main__":
    os.environ.setdefault("LC_ALL", "C")
    main()
