"""What people did who wanted to stop the server: small here, and as it was in long runs."""

import json
import random
import sqlite3
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
from support.postgres import postgres, postgres_server
from support.serving import (
    PLAIN,
    Player,
    choice,
    events_of,
    frames,
    join,
    make,
    serving,
    socket,
    wait_for,
)


def test_a_game_against_bots_goes_on_after_postgresql_was_restarted(tmp_path: Path) -> None:
    bots = [{"kind": "bot", "bot": "cautious"}] * 2
    with postgres_server() as database, serving(database.address, tmp_path / "log") as server:
        made = server.post("/api/games", {"rules": "basic", "seats": bots}).json()["game"]
        ann = make(server, "Ann", "bot:cautious", fair=False)
        database.stop()
        wait_for(lambda: server.get("/ready").status_code == 503)
        time.sleep(1)
        database.start()
        wait_for(lambda: server.get("/ready").status_code == 200)
        seq = len(events_of(server, made))
        wait_for(
            lambda: len(server.get(f"/api/games/{made}/events?from={seq}").json()["events"]) > 5
        )
        seq = ann.snapshot()["seq"]
        assert ann.act({"do": "roll"}, seq).status_code == 200


class Watcher(threading.Thread):
    """Comes to a game again and again, at changing processes, and counts what it is sent."""

    def __init__(self, players: list[Player], stop: threading.Event) -> None:
        super().__init__()
        self._players = players
        self._enough = stop
        self.received = 0
        self.twice: list[int] = []

    def run(self) -> None:
        """Watch until told to stop; each connection has to bring each event once, in order."""
        while not self._enough.is_set():
            since = 0
            with socket(random.choice(self._players), token=False) as found:
                coming = frames(found)
                last = next(coming)["welcome"]["seq"] + random.randint(1, 3)  # some of them new
                for frame in coming:
                    if "seq" in frame:
                        self.received += 1
                        if frame["seq"] != since + 1:
                            self.twice.append(frame["seq"])
                        since = frame["seq"]
                    if self._enough.is_set() or since >= last:
                        break


def test_watchers_of_two_processes_get_each_event_once(tmp_path: Path, long_run: bool) -> None:
    wanted = 100_000 if long_run else 300
    with (
        postgres() as database,
        serving(database, tmp_path / "one") as one,
        serving(database, tmp_path / "two") as two,
    ):
        ann = make(one, "Ann", "?", fair=False, rules="basic+target=1000000")
        bob = join(ann, "Bob", fair=False)
        there = Player(two, {"game": bob.game, "seat": bob.seat, "token": bob.token})
        stop = threading.Event()
        watchers = [Watcher([ann, there], stop) for _ in range(6)]
        for watcher in watchers:
            watcher.start()
        while sum(watcher.received for watcher in watchers) < wanted:
            found = random.choice([ann, there]).snapshot()
            mover = [ann, there][found["state"]["player"]]
            assert mover.act(choice(found["state"]), found["seq"]).status_code == 200
        stop.set()
        mover.post("react", {"reaction": "clap"})  # wakes those who wait for something
        for watcher in watchers:
            watcher.join(300)
        assert [watcher.twice for watcher in watchers] == [[]] * 6


def lengthen(database: Path, game: str, count: int) -> None:
    """Make a game long behind the server's back: its only player farkles again and again."""
    with sqlite3.connect(database) as connection:
        query = "SELECT body FROM events WHERE game = ? ORDER BY seq DESC LIMIT 1"
        [(newest,)] = connection.execute(query, [game])
        event = json.loads(newest)
        assert event["kind"] == "started"
        event |= {"kind": "rolled", "seat": 0, "by": "person"}
        event["data"] |= {"dice": [2, 3, 4, 6, 2, 3], "happened": []}
        for seq in range(event["seq"] + 1, event["seq"] + 1 + count):
            row = (game, seq, event["time"], f"k{seq}", json.dumps(event | {"seq": seq}))
            connection.execute("INSERT INTO events VALUES (?, ?, ?, ?, ?)", row)
    connection.close()


def test_a_long_game_holds_nobody_up(tmp_path: Path, long_run: bool) -> None:
    database = tmp_path / "db"
    with serving(f"sqlite:///{database}", tmp_path / "log") as server:
        ann = make(server, "Ann", fair=False, rules="basic")
        server.end()
        lengthen(database, ann.game, 19_000 if long_run else 6_000)
        server.start()
        for path in (ann.path, f"{ann.path}/record"):  # loaded from the database, then recorded
            asking = threading.Thread(target=server.get, args=[path])
            asking.start()
            answered = 0
            with httpx.Client(timeout=300, **PLAIN) as other:
                while asking.is_alive():
                    assert other.get(f"{server.url}/health").status_code == 200
                    answered += 1
            assert answered > 3, path  # who waits for all of it is answered once or twice


def test_games_of_bots_alone_write_only_so_much(tmp_path: Path, long_run: bool) -> None:
    database = tmp_path / "db"
    most = 4_000_000 if long_run else 20_000
    limits = {"bots_alone": {"moves": 4_000 if long_run else 10**9, "bytes": most}}
    with serving(f"sqlite:///{database}", tmp_path / "log", limits=limits) as server:
        seats = [{"kind": "bot", "bot": "cautious"}] * 8
        body = {"rules": "basic+dice=10+target=1000000", "seats": seats}
        for _ in range(5):
            assert server.post("/api/games", body).status_code == 201
        with sqlite3.connect(database) as reading:
            query = "SELECT count(*) FROM games WHERE status = 'closed'"
            wait_for(lambda: reading.execute(query).fetchone() == (5,), 1200)
            sizes = [*reading.execute("SELECT sum(length(body)) FROM events GROUP BY game")]
        reading.close()
        longest = 50_000  # one move of ten dice, and how the game began
        assert all(size < most + longest for (size,) in sizes), sizes


def test_slow_rules_of_one_address_keep_no_other_waiting(tmp_path: Path, long_run: bool) -> None:
    count, dice, seconds = (30, 10, 8.0) if long_run else (2, 8, 4.0)
    before = f"from hotdice.server.rules import worker_pool as w; w.ANSWER_TIMEOUT = {seconds}\n"

    def check(dice: int, target: int, address: str) -> int:
        toml = f'name = "x"\ndice = {dice}\ntarget = {target}\n[score]\naab = 1\naabb = 2\n1 = 3\n'
        headers = {"X-Forwarded-For": address}
        url = f"{server.url}/api/rules/check"
        return httpx.post(url, json={"toml": toml}, headers=headers, timeout=600).status_code

    database = f"sqlite:///{tmp_path}/db"
    with (
        serving(database, tmp_path / "log", proxies=["127.0.0.1"], before=before) as server,
        ThreadPoolExecutor(count + 1) as threads,
    ):
        flood = [threads.submit(check, dice, 100_000 + at, "192.0.2.1") for at in range(count)]
        time.sleep(0.5)
        assert threads.submit(check, 1, 500, "192.0.2.2").result() == 200
        left = sum(not each.done() for each in flood)
        assert left > 0  # whoever waits for all of them is the last
        assert {each.result() for each in flood} <= {200, 400, 429}  # some take too long
