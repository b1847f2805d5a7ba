"""A real server process, and clients for it."""

import json
import re
import secrets
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

import httpx
from support.forking import ForkedProcess
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

# nothing here is encrypted, and reading all certificates of the machine takes 20 ms of each client
PLAIN: dict[str, Any] = {"trust_env": False, "verify": False}
PATIENCE = 300  # seconds until something has to come, on a busy machine too
QUICK = "greed+target=200+entry=0"  # a few moves to the end
START = """
import json
import sys
import time
import msgspec
more = json.loads(sys.argv[4])
exec(more.pop("before", ""))  # done before it serves
if "clock" in more:  # a file with the milliseconds by which the clock was set
    offset, real = more.pop("clock"), time.time_ns
    time.time_ns = lambda: real() + 1_000_000 * int(open(offset).read() or 0)
    time.time = lambda: time.time_ns() / 1e9
    from hotdice.server.games.wall_clock import WallClock
    WallClock.__init__.__defaults__ = time.time, time.monotonic  # which was loaded before
from hotdice.server.limits import Limits, Rate, Rates
from hotdice.server.rules import worker_pool
worker_pool.MAX_SLOWDOWN = 100  # processes that have all the time but are the last to get any
from hotdice.server.run import serve
from hotdice.server.settings import Settings
rate = {"much": Rate(1e12, 1e12), "little": Rate(10, 0.01)}[sys.argv[3]]
rates = Rates(rate, rate, rate, rate)
some = {name: Rate(*rate) for name, rate in more.pop("some_rates", {}).items()}
rates = msgspec.structs.replace(rates, **some)
more["limits"] = msgspec.convert(more.get("limits", {}), Limits)
settings = Settings(port=int(sys.argv[1]), database=sys.argv[2], rates=rates, **more)
serve(settings, lambda at, others: print(at, flush=True))
"""


class Server:
    """A server that can be stopped, killed and started again at the same address."""

    def __init__(self, database: str, log: Path, rates: str = "much", **settings: Any) -> None:
        self.database = database
        self.log = log
        self.rates = rates
        self.settings = settings
        self.port = 0
        self.process: subprocess.Popen[str] | ForkedProcess | None = None
        self._client = httpx.Client(timeout=PATIENCE, **PLAIN)

    def start(self) -> None:
        """Start it and wait until it answers."""
        words = [str(self.port), self.database, self.rates, json.dumps(self.settings)]
        with self.log.open("a") as log:
            self.process = ForkedProcess(START, words, log.fileno())
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r":(\d+)$", line.strip())
        assert found, self.log.read_text()
        self.port = int(found[1])
        process = self.process
        wait_for(lambda: process.poll() is not None or self.answers())
        assert process.poll() is None, self.log.read_text()

    def answers(self) -> bool:
        """Whether it answers."""
        try:
            return self.get("/health").status_code == 200
        except httpx.TransportError:
            return False

    def end(self, number: int = signal.SIGTERM) -> int:
        """Stop it by a signal."""
        assert self.process is not None
        self.process.send_signal(number)
        code = self.process.wait(300)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return code

    @property
    def url(self) -> str:
        """Its address."""
        return f"http://127.0.0.1:{self.port}"

    def get(self, path: str, **more: Any) -> httpx.Response:
        """Send a GET request."""
        return self._client.get(self.url + path, **more)

    def post(self, path: str, body: Any = None, token: str | None = None) -> httpx.Response:
        """Send a POST request."""
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        return self._client.post(self.url + path, json=body, headers=headers)

    def close(self) -> None:
        """Kill it, if it is still there."""
        if self.process is not None:
            self.end(signal.SIGKILL)
        self._client.close()


@contextmanager
def serving(database: str, log: Path, rates: str = "much", **settings: Any) -> Iterator[Server]:
    """A server that is stopped in the end."""
    server = Server(database, log, rates, **settings)
    server.start()
    try:
        yield server
    finally:
        server.close()


def wait_for(holds: Callable[[], bool], seconds: float = PATIENCE) -> None:
    """Wait until something holds."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it never came about"
        time.sleep(0.02)


class Player:
    """A player at a seat."""

    def __init__(self, server: Server, seated: dict[str, Any], seed: bytes | None = None) -> None:
        self.server = server
        self.game: str = seated["game"]
        self.seat: int = seated["seat"]
        self.token: str = seated["token"]
        self.invite: str | None = seated.get("invite")
        self.seed = seed

    @property
    def path(self) -> str:
        """The path of the game."""
        return f"/api/games/{self.game}"

    def snapshot(self) -> dict[str, Any]:
        """The snapshot of the game."""
        headers = {"Authorization": f"Bearer {self.token}"}
        found: dict[str, Any] = self.server.get(self.path, headers=headers).json()
        return found

    def post(self, what: str, body: Any = None) -> httpx.Response:
        """Send a POST request with the token of the seat."""
        return self.server.post(f"{self.path}/{what}", body, self.token)

    def reveal(self) -> None:
        """Reveal the seed."""
        assert self.seed is not None
        answer = self.post("reveal", {"seed": self.seed.hex()})
        assert answer.status_code == 200, answer.text

    def act(self, action: dict[str, Any], expected: int, key: str | None = None) -> httpx.Response:
        """Do one action."""
        body = {"action": action, "expected": expected, "key": key or secrets.token_hex(8)}
        return self.post("actions", body)


def new_seed() -> tuple[bytes, str]:
    """A seed and its commitment, made without the program."""
    seed = secrets.token_bytes(32)
    return seed, sha256(seed).hexdigest()


def make(server: Server, *seats: str, fair: bool = True, **more: Any) -> Player:
    """A game with seats such as "Ann", "?" (somebody else) or "bot:bold"; its first person."""
    seed, commitment = new_seed()
    wanted: list[dict[str, Any]] = []
    for seat in seats:
        if seat.startswith("bot:"):
            wanted.append({"kind": "bot", "bot": seat[4:]})
        else:
            wanted.append({"kind": "person", "name": None if seat == "?" else seat})
    body = {
        "rules": "greed+target=1000",
        "seats": wanted,
        "commitment": commitment if fair else None,
    }
    answer = server.post("/api/games", body | more)
    assert answer.status_code == 201, answer.text
    return Player(server, answer.json(), seed if fair else None)


def join(player: Player, name: str, fair: bool = True) -> Player:
    """Join a game as another player."""
    seed, commitment = new_seed()
    body = {"name": name, "commitment": commitment if fair else None, "invite": player.invite}
    answer = player.server.post(f"{player.path}/join", body)
    assert answer.status_code == 201, answer.text
    return Player(player.server, answer.json(), seed if fair else None)


def choice(state: dict[str, Any], enough: int = 400) -> dict[str, Any]:
    """A sensible action in a state as the server shows it."""
    if state["keeps"]:
        return {"do": "keep", "dice": state["keeps"][0]["dice"]}
    good = state["gain"] >= enough or state["last_round"]
    return {"do": "bank" if state["may_bank"] and good else "roll"}


def play_out(players: list[Player]) -> dict[str, Any]:
    """Play a game to its end by HTTP; the last snapshot."""
    by_seat = {player.seat: player for player in players}
    while True:
        found = players[0].snapshot()
        if found["status"] in ("over", "closed"):
            return found
        state = found["state"]
        if state is None or state["player"] not in by_seat:
            time.sleep(0.01)
            continue
        answer = by_seat[state["player"]].act(choice(state), found["seq"])
        assert answer.status_code in (200, 409), answer.text


@contextmanager
def socket(player: Player, since: int = 0, token: bool = True) -> Iterator[ClientConnection]:
    """The WebSocket of a game, after the first frame was sent."""
    url = f"ws://127.0.0.1:{player.server.port}{player.path}/socket"
    with connect(url, open_timeout=300) as found:
        hello = {"token": player.token if token else None, "from": since}
        found.send(json.dumps({"hello": hello}))
        yield found


def frames(found: ClientConnection) -> Iterator[dict[str, Any]]:
    """The frames of a WebSocket until it is closed."""
    with suppress(ConnectionClosed):
        while True:
            yield json.loads(found.recv(timeout=PATIENCE))


def events_of(server: Server, game: str) -> list[dict[str, Any]]:
    """All events of a game."""
    found: list[dict[str, Any]] = []
    while True:
        since = found[-1]["seq"] if found else 0
        more = server.get(f"/api/games/{game}/events?from={since}").json()["events"]
        if not more:
            return found
        found += more
