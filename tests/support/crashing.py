"""A server that is killed at random moments while people play, and what is left of it."""

import random
import secrets
import signal
import threading
import time
from pathlib import Path
from typing import Any

import httpx
from support.serving import PLAIN, Player, Server, choice, events_of, join, make, serving, wait_for

from hotdice.game.record import parse
from hotdice.game.verify import verify

GAMES = 4
LONG: dict[str, Any] = {"rules": "greed", "fair": False}  # nobody wins in the first round


class FastPlayer(threading.Thread):
    """Plays all seats of one game after another at full speed, also while the server is down."""

    def __init__(self, server: Server, stop: threading.Event) -> None:
        super().__init__()
        self._server = server
        self._enough = stop
        self._client = httpx.Client(timeout=300, **PLAIN)
        self.games: list[str] = []
        self.done: list[tuple[str, int, str]] = []  # acknowledged: game, seq, key
        self.failure: Exception | None = None

    def run(self) -> None:
        """Play until told to stop."""
        try:
            while not self._enough.is_set():
                self._game()
        except Exception as error:
            self.failure = error
        self._client.close()

    def _game(self) -> None:
        players = self._seats()
        while players and not self._enough.is_set():
            found = self._ask("GET", players[0].path)
            if found is None or found.status_code != 200:
                continue
            seen = found.json()
            if seen["status"] == "over":
                return
            state = seen["state"]
            mover = players[state["player"]]
            body = {"action": choice(state), "expected": seen["seq"], "key": secrets.token_hex(8)}
            path = f"{mover.path}/actions"
            answer = None
            while answer is None and not self._enough.is_set():  # the same until there is an answer
                answer = self._ask("POST", path, json=body, token=mover.token)
                if answer is not None and answer.status_code == 503:
                    answer = None
            if answer is not None:
                assert answer.status_code == 200, answer.text
                self.done.append((mover.game, answer.json()["seq"], body["key"]))

    def _seats(self) -> list[Player]:
        try:
            ann = make(self._server, "Ann", "?", fair=False)
            bob = join(ann, "Bob", fair=False)
        except httpx.TransportError:
            return []
        self.games.append(ann.game)
        return [ann, bob]

    def _ask(
        self, method: str, path: str, json: object = None, token: str = ""
    ) -> httpx.Response | None:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        try:
            return self._client.request(method, self._server.url + path, json=json, headers=headers)
        except httpx.TransportError:
            time.sleep(0.02)
            return None


def acknowledged(people: list[FastPlayer]) -> int:
    """How many actions have been acknowledged."""
    return sum(len(person.done) for person in people)


def wait_until(people: list[FastPlayer], count: int) -> None:
    """Wait until so many actions are acknowledged."""
    wait_for(lambda: acknowledged(people) >= count)


def kill_repeatedly(database: str, place: Path, times: int, most: int) -> None:
    """Kill a server after 1 to `most` actions of people who play, then check every game.

    The result is printed as a table.
    """
    chance = random.Random()
    waited: list[float] = []
    with serving(database, place / "log") as server:
        stop = threading.Event()
        people = [FastPlayer(server, stop) for _ in range(GAMES)]
        for person in people:
            person.start()
        for _ in range(times):
            wait_until(people, acknowledged(people) + chance.randint(1, most))
            time.sleep(chance.uniform(0, 0.02))
            server.end(signal.SIGKILL)
            killed, before = time.monotonic(), acknowledged(people)
            server.start()
            wait_until(people, before + 1)
            waited.append(time.monotonic() - killed)
        stop.set()
        for person in people:
            person.join(300)
            if person.failure is not None:
                raise person.failure
        server.end(signal.SIGKILL)
        server.start()
        lost, doubled = map(sum, zip(*(check(server, person) for person in people), strict=True))
        waited.sort()
        print(
            f"\n{database.partition(':')[0]}: {times} kills, {acknowledged(people)} actions, "
            f"{lost} lost, {doubled} doubled; goes on after {waited[times // 2]:.1f} s, "
            f"at most {waited[-1]:.1f} s"
        )
        assert (lost, doubled) == (0, 0)


def check(server: Server, person: FastPlayer) -> tuple[int, int]:
    """How many acknowledged actions are not there, or more than once; every game is whole."""
    by_key: dict[tuple[str, str], list[int]] = {}
    for game in person.games:
        found = events_of(server, game)
        assert [event["seq"] for event in found] == list(range(1, len(found) + 1))
        for event in found:
            if event["key"] is not None:
                by_key.setdefault((game, event["key"]), []).append(event["seq"])
        record = parse(server.get(f"/api/games/{game}/record").content)
        snapshot = server.get(f"/api/games/{game}").json()
        assert str(record.state) == snapshot["state"]["position"]
        if snapshot["status"] == "over":
            assert verify(record).verified
    places = [(by_key.get((game, key), []), seq) for game, seq, key in person.done]
    return sum(seq not in seqs for seqs, seq in places), sum(len(seqs) > 1 for seqs, _ in places)
