"""Whether the server holds for hours: many games, flat memory, nothing lost.

`python benchmarks/soak.py [MINUTES [GAMES [DATABASE]]]`; an hour, 10,000 games, SQLite if nothing
else is said. Games of two people begin one after the other, over two WebSockets each; records are
proved. Every minute a line tells how far it is, how much memory the server has, how many files and
sockets it has open, and what share of a processor it used. Clients are patient: on a busy machine
everything takes longer, and only what never comes is a fault. In the end the server is killed and
started again, and every game has to be there as its players saw it.
"""

import asyncio
import contextlib
import json
import signal
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from server import cpu_of
from support.serving import Server, choice

from hotdice.game.record import parse
from hotdice.game.verify import verify

ABREAST = 200  # games at once, if the server cannot keep up
PATIENCE = 600.0  # seconds for one request, and for one game
KEEP_ALIVE = 2.0  # seconds; the server closes idle connections after 5
RULES = "greed+target=2000"


class Seat:
    """What somebody at a seat knows, and wants to do next."""

    def __init__(self, number: int) -> None:
        self._number = number
        self.known = 0
        self.wanted: str | None = None
        self.over = False

    def hear(self, frame: dict[str, Any]) -> bool:
        """Whether a frame is an event; every one has to come once and in order."""
        if "error" in frame:
            raise RuntimeError(frame["error"]["code"])
        if "seq" not in frame:
            return False
        if frame["seq"] != self.known + 1:
            raise RuntimeError(f"event {frame['seq']} after {self.known}")
        self.known += 1
        self.over = frame["kind"] == "over"
        state = frame["data"].get("state")
        self.wanted = None
        if state and not state["over"] and state["player"] == self._number:
            wanted = {"action": choice(state), "expected": self.known, "key": f"k{self.known}"}
            self.wanted = json.dumps(wanted)
        return True


class Soak:
    """Plays games and remembers how each of them ended."""

    def __init__(self, server: Server) -> None:
        self._server = server
        limits = httpx.Limits(keepalive_expiry=KEEP_ALIVE)
        self._client = httpx.AsyncClient(
            base_url=server.url, timeout=PATIENCE, trust_env=False, limits=limits
        )
        self._places = asyncio.Semaphore(ABREAST)
        self.ended: dict[str, int] = {}  # the newest event of each game
        self.moves = 0
        self.lost = 0  # connections, after which somebody came back
        self.faults: list[str] = []

    async def play(self) -> None:
        """One game from its beginning to its proof."""
        async with self._places:
            try:
                async with asyncio.timeout(PATIENCE):
                    await self._play()
            except Exception as error:
                self._fault(repr(error))

    async def _play(self) -> None:
        seats = [{"kind": "person", "name": "Ann"}, {"kind": "person"}]
        ann = await self._post("/api/games", {"rules": RULES, "seats": seats})
        path = f"/api/games/{ann['game']}"
        bob = await self._post(f"{path}/join", {"name": "Bob"})
        last = await asyncio.gather(self._sit(path, ann), self._sit(path, bob))
        if last[0] != last[1]:
            self._fault(f"one saw event {last[0]}, the other {last[1]}")
        record = (await self._client.get(f"{path}/record")).content
        if not verify(parse(record)).verified:
            self._fault(f"{path} is not proved")
        self.ended[path] = last[0]

    async def _post(self, path: str, body: Any) -> Any:
        answer = await self._client.post(path, json=body)
        answer.raise_for_status()
        return answer.json()

    async def _sit(self, path: str, seated: Any) -> int:
        """Play one seat, and come back as often as the connection is lost; the last event."""
        seat = Seat(seated["seat"])
        url = self._server.url.replace("http", "ws") + f"{path}/socket"
        while not seat.over:
            with contextlib.suppress(ConnectionClosed):
                async with self._socket(url) as socket:
                    hello = {"token": seated["token"], "from": seat.known}
                    await socket.send(json.dumps({"hello": hello}))
                    if seat.wanted is not None:
                        await socket.send(seat.wanted)
                    async for text in socket:
                        if seat.hear(json.loads(text)) and seat.wanted is not None:
                            self.moves += 1
                            await socket.send(seat.wanted)
                        if seat.over:
                            return seat.known
            self.lost += 1
        return seat.known

    def _socket(self, url: str) -> connect:
        """A WebSocket that only the server gives up."""
        return connect(url, compression=None, open_timeout=PATIENCE, ping_interval=None, proxy=None)

    def _fault(self, what: str) -> None:
        print(what, flush=True)
        self.faults.append(what)

    async def look(self) -> None:
        """Whether every game is there as its players saw it."""
        for path, seq in self.ended.items():
            found = (await self._client.get(path)).json()
            if (found.get("seq"), found.get("status")) != (seq, "over"):
                self._fault(f"{path} is not as it was")


def used(server: Server) -> tuple[float, int, float]:
    """The megabytes, open files and sockets, and seconds of processor time of a server."""
    assert server.process is not None
    process = Path(f"/proc/{server.process.pid}")
    status = (process / "status").read_text()
    files = sum(1 for _ in (process / "fd").iterdir())
    size = int(status.split("VmRSS:")[1].split()[0]) / 1024
    return size, files, cpu_of(server.process.pid)


async def told(soak: Soak, server: Server, began: float, seconds: float, games: int) -> list[float]:
    """A line each minute until somebody has enough; the memory of each."""
    sizes: list[float] = []
    before, cpu_before = began, 0.0
    with contextlib.suppress(asyncio.CancelledError):
        while True:
            await asyncio.sleep(min(60.0, seconds / 10))
            megabytes, files, cpu = used(server)
            sizes.append(megabytes)
            now = time.monotonic()
            share = 100 * (cpu - cpu_before) / (now - before)
            before, cpu_before = now, cpu
            minutes = (now - began) / 60
            left = max(0.0, seconds / 60 - minutes)
            done = f"{len(soak.ended):,} of {games:,} games, {soak.moves:,} moves"
            faults = f"{soak.lost} connections lost, {len(soak.faults)} faults"
            size = f"{megabytes:.0f} MB, {files} files, {share:.0f} % of a processor"
            print(f"{minutes:5.1f} min: {done}, {faults}, {size}, {left:.0f} min left", flush=True)
    return sizes


async def run(server: Server, seconds: float, games: int) -> bool:
    """Play all games, evenly over the time, then look at them; whether all was well."""
    soak = Soak(server)
    began = time.monotonic()
    telling = asyncio.create_task(told(soak, server, began, seconds, games))
    under_way = []
    for number in range(games):
        await asyncio.sleep(max(0.0, began + seconds * number / games - time.monotonic()))
        under_way.append(asyncio.create_task(soak.play()))
    await asyncio.gather(*under_way)
    telling.cancel()
    sizes = await telling
    server.end(signal.SIGKILL)
    server.start()
    await soak.look()
    half = len(sizes) // 2
    before, after = max(sizes[:half]), max(sizes[half:])
    flat = after < 1.1 * before
    print(f"memory: at most {before:.0f} MB in the first half, {after:.0f} MB in the second")
    print(f"{len(soak.ended):,} of {games:,} games proved and there after a kill")
    return flat and not soak.faults and len(soak.ended) == games


def main() -> None:
    """Soak."""
    minutes, games, database = [*sys.argv[1:], *["60", "10000", ""][len(sys.argv) - 1 :]]
    with tempfile.TemporaryDirectory() as folder:
        place = database or f"sqlite:///{folder}/games.sqlite"
        server = Server(place, Path(folder) / "log")
        server.start()
        try:
            well = asyncio.run(run(server, 60 * float(minutes), int(games)))
        finally:
            server.close()
    sys.exit(not well)


if __name__ == "__main__":
    main()
