"""Nobody can stop the server or spoil a game: what one may do without end has a limit."""

import asyncio
import json
import os
import signal
import socket as sockets
import sqlite3
import time
from hashlib import sha256
from pathlib import Path
from typing import Any

import httpx
import pytest
from support.serving import (
    PATIENCE,
    Server,
    events_of,
    frames,
    join,
    make,
    play_out,
    serving,
    socket,
    wait_for,
)

from hotdice.server.fair_queue import FairQueue
from hotdice.server.games.outbox import Outbox, Page
from hotdice.server.games.wall_clock import WallClock
from hotdice.server.limits import Buckets, Rate
from hotdice.server.rules.worker import RulesQuery, RulesResult
from hotdice.server.rules.worker_pool import Worker
from hotdice.texts import HotDiceError

SHORT_TIMEOUTS = """
from hotdice.server.http.transport import connections
connections.HEADERS_TIMEOUT = connections.BODY_TIMEOUT = {seconds}
"""
ENDLESS = """
name = "endless"
dice = 1
target = 100000
[score]
1 = 1
2 = 1
3 = 1
4 = 1
5 = 1
6 = 1
"""


def test_talk_is_counted_apart_from_moves(tmp_path: Path) -> None:
    limits = {"reactions": 40, "renames": 2, "with_people": {"moves": 60, "bytes": 10**9}}
    with serving(f"sqlite:///{tmp_path}/db", tmp_path / "log", limits=limits) as server:
        ann = make(server, "Ann", "?", fair=False, rules="greed+target=1000")
        bob = join(ann, "Bob", fair=False)
        for _ in range(40):
            assert bob.post("react", {"reaction": "clap"}).status_code == 200
        refused = bob.post("react", {"reaction": "clap"})
        assert (refused.status_code, refused.json()["code"]) == (409, "seat/reactions")
        assert ann.post("react", {"reaction": "clap"}).status_code == 200
        for name in ("Bo", "Rob"):
            assert bob.post("rename", {"name": name}).status_code == 200
        refused = bob.post("rename", {"name": "Bobby"})
        assert (refused.status_code, refused.json()["code"]) == (409, "seat/renames")
        ann.act({"do": "roll"}, ann.snapshot()["seq"])
        assert ann.snapshot()["status"] == "playing"


def test_a_game_that_becomes_too_long_has_no_winner_and_tells_its_seed(tmp_path: Path) -> None:
    limits = {"with_people": {"moves": 12, "bytes": 10**9}}
    with serving(f"sqlite:///{tmp_path}/db", tmp_path / "log", limits=limits) as server:
        ann = make(server, "Ann", "?", rules="basic")
        bob = join(ann, "Bob")
        ann.reveal()
        bob.reveal()
        found = play_out([ann, bob])
        assert found["status"] == "closed"
        last = events_of(server, ann.game)[-1]
        assert (last["kind"], last["data"]["reason"]) == ("closed", "long")
        seed = bytes.fromhex(last["data"]["server_seed"])
        assert sha256(seed).hexdigest() == found["fair"]["commitment"]
        assert server.get(f"{ann.path}/record").status_code == 200
        assert ann.post("rematch", {}).status_code == 201


def test_a_turn_that_has_no_end_is_lost(tmp_path: Path) -> None:
    limits = {"turn_rolls": 5}
    with serving(f"sqlite:///{tmp_path}/db", tmp_path / "log", limits=limits) as server:
        ann = make(server, "Ann", "?", fair=False, rules={"toml": ENDLESS})
        join(ann, "Bob", fair=False)
        while (found := ann.snapshot())["state"]["player"] == 0:
            state = found["state"]
            action = {"do": "roll"} if not state["keeps"] else {"do": "keep", "dice": state["fell"]}
            assert ann.act(action, found["seq"]).status_code == 200
        kinds = [event["kind"] for event in events_of(server, ann.game)]
        assert (kinds.count("rolled"), kinds[-1]) == (5, "passed")
        assert found["state"]["totals"] == [0, 0]


def test_games_of_bots_alone_have_an_end(tmp_path: Path) -> None:
    limits = {"bots_alone": {"moves": 20, "bytes": 10**9}}
    with serving(f"sqlite:///{tmp_path}/db", tmp_path / "log", limits=limits) as server:
        seats = [{"kind": "bot", "bot": "cautious"}] * 2
        made = server.post("/api/games", {"rules": "basic", "seats": seats}).json()["game"]
        wait_for(lambda: bool(server.get(f"/api/games/{made}").json()["status"] == "closed"))
        assert events_of(server, made)[-1]["data"]["reason"] == "long"


def fill(database: Path, game: str, count: int, size: int) -> None:
    """Make a game long: reactions of so many bytes, written into the database itself."""
    with sqlite3.connect(database) as connection:
        (newest,) = connection.execute("SELECT max(seq) FROM events WHERE game = ?", [game])
        for seq in range(newest[0] + 1, newest[0] + 1 + count):
            data = {"reaction": "x" * size}
            event: dict[str, Any] = {"seq": seq, "time": 0, "kind": "reacted", "seat": 0}
            body = json.dumps(event | {"by": "person", "key": None, "data": data})
            row = (game, seq, 0, None, body)
            connection.execute("INSERT INTO events VALUES (?, ?, ?, ?, ?)", row)
    connection.close()


def memory(server: Server) -> int:
    """The megabytes that a server has."""
    assert server.process is not None
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) // 1024


def test_who_never_reads_takes_little_memory(tmp_path: Path, long_run: bool) -> None:
    database = tmp_path / "db"
    server = Server(f"sqlite:///{database}", tmp_path / "log")
    server.start()
    try:
        ann = make(server, "Ann", "?", fair=False)
        server.end()
        fill(database, ann.game, 1000, 56_000 if long_run else 20_000)
        server.start()
        assert ann.snapshot()["seq"] == 1001
        before = memory(server)
        deaf = []
        for _ in range(30 if long_run else 20):
            one = sockets.create_connection(("127.0.0.1", server.port))
            one.sendall(f"GET {ann.path}/stream HTTP/1.1\r\nHost: x\r\n\r\n".encode())
            deaf.append(one)
        with socket(ann) as found:  # somebody who reads gets all of it, each event once
            seen = []
            for frame in frames(found):
                if "seq" in frame:
                    seen.append(frame["seq"])
                if seen and seen[-1] == 1001:
                    break
        assert seen == [*range(1, 1002)]
        assert memory(server) - before < 100  # without limits all of it, for each of them
        for each in deaf:
            each.close()
    finally:
        server.close()


def test_the_server_stops_in_peace_whoever_does_not_read(tmp_path: Path) -> None:
    """By streams, sockets and answers of which nobody reads more than a few kilobytes."""
    database, log = tmp_path / "db", tmp_path / "log"
    with serving(f"sqlite:///{database}", log) as server:
        ann = make(server, "Ann", "?", fair=False)
        server.end()
        fill(database, ann.game, 500, 20_000)
        server.start()
        with socket(ann) as found:
            raw = found.socket
            raw.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
            deaf = [unread(server, f"{ann.path}/{path}") for path in ("stream", "events")]
            time.sleep(1)
            assert server.end() == 0
        for each in deaf:
            each.close()
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    assert [line for line in lines if line["level"] != "info"] == []
    assert lines[-1]["event"] == "closed"


def unread(server: Server, path: str) -> sockets.socket:
    """The connection of somebody who asks for something and never reads it."""
    found = sockets.socket()
    found.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
    found.connect(("127.0.0.1", server.port))
    found.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
    return found


def test_an_event_is_sent_once_whoever_has_read_it_before() -> None:
    async def run() -> list[str]:
        written = {1: "one", 2: "two", 3: "three"}

        async def read_page(after: int) -> Page:
            return [(seq, body) for seq, body in written.items() if seq > after]

        outbox = Outbox(None, 0, 2, read_page)  # this process knows of two events
        found = await outbox.take()  # and another one has written the third
        outbox.put_event(3, "three")  # of which we are told now
        written[4] = "four"
        outbox.put_event(4, "four")
        found += await outbox.take()
        outbox.end()
        return found + await outbox.take()

    assert asyncio.run(run()) == ["one", "two", "three", "four"]


def test_nothing_is_lost_between_reading_and_what_happens_meanwhile() -> None:
    async def run() -> list[str]:
        written = {1: "one"}

        async def read_page(after: int) -> Page:
            found = [(seq, body) for seq, body in written.items() if seq > after]
            written[2] = "two"  # written while this was read
            outbox.put_event(2, "two")
            return found

        outbox = Outbox(None, 0, 1, read_page)
        return [*await outbox.take(), *await outbox.take()]

    assert asyncio.run(run()) == ["one", "two"]


def test_bots_go_on_after_trouble_with_the_database(tmp_path: Path, long_run: bool) -> None:
    database = tmp_path / "db"
    patience = 10_000 if long_run else 500
    soon = f"from hotdice.server.storage import store; store.BUSY_TIMEOUT = {patience}\n"
    with serving(f"sqlite:///{database}", tmp_path / "log", before=soon) as server:
        seats = [{"kind": "bot", "bot": "cautious"}] * 2
        made = server.post("/api/games", {"rules": "basic", "seats": seats}).json()["game"]
        path = f"/api/games/{made}"
        with sqlite3.connect(database, isolation_level=None) as connection:
            connection.execute("BEGIN EXCLUSIVE")
            wait_for(lambda: "autoplay-failed" in server.log.read_text())
            connection.execute("ROLLBACK")
        connection.close()
        seq = server.get(path).json()["seq"]
        wait_for(lambda: bool(server.get(f"{path}/events?from={seq}").json()["events"]))


def test_a_clock_that_is_set_is_noticed() -> None:
    wall, steady = [1000.0], [50.0]
    clock = WallClock(lambda: wall[0], lambda: steady[0])
    wall[0], steady[0] = 1010.0, 60.0
    assert clock.jump() == 0
    wall[0], steady[0] = 1015.0, 61.0  # a correction of four seconds
    assert clock.jump() == 0
    wall[0], steady[0] = 5016.0, 62.0
    assert clock.jump() == pytest.approx(4000)
    assert clock.jump() == 0
    wall[0] = 1016.0
    assert clock.jump() == pytest.approx(-4000)


@pytest.mark.parametrize("days", [40, -40])
def test_a_clock_that_jumps_ends_no_game_and_no_turn(tmp_path: Path, days: int) -> None:
    jump = tmp_path / "jump"
    jump.write_text("0")
    with serving(f"sqlite:///{tmp_path}/db", tmp_path / "log", clock=str(jump)) as server:
        clock = {"seconds": 600, "grace": 60, "then": "bot"}
        ann = make(server, "Ann", "?", fair=False, clock=clock)
        join(ann, "Bob", fair=False)
        waiting = make(server, "Cy", "?", fair=False)
        before = ann.snapshot()
        left = before["deadline"]["until"] - before["now"]
        jump.write_text(str(days * 24 * 3_600_000))
        wait_for(lambda: bool(ann.snapshot()["seq"] > before["seq"]))
        after = ann.snapshot()
        assert after["deadline"]["until"] - after["now"] == pytest.approx(left, abs=30_000)
        assert after["status"] == "playing"
        assert '"clock-set"' in server.log.read_text()
        assert ann.act({"do": "roll"}, after["seq"]).status_code == 200
        times = [event["time"] for event in events_of(server, ann.game)]
        assert times == sorted(times)
        server.end()
        server.start()  # the sweep of a new process comes at once
        time.sleep(1)
        assert waiting.snapshot()["status"] == "waiting"


def test_silent_connections_keep_nobody_out(tmp_path: Path, long_run: bool) -> None:
    files, count, seconds = (1024, 1100, 150) if long_run else (512, 600, 1)
    few = f"import resource; resource.setrlimit(resource.RLIMIT_NOFILE, ({files}, {files}))\n"
    with serving(f"sqlite:///{tmp_path}/db", tmp_path / "log", before=few) as server:
        silent = [sockets.create_connection(("127.0.0.1", server.port)) for _ in range(count)]
        try:
            end = time.monotonic() + seconds
            while time.monotonic() < end:
                assert server.get("/health").status_code == 200
                assert make(server, "Ann", "?", fair=False).snapshot()["status"] == "waiting"
                assert server.process is not None
                assert len(os.listdir(f"/proc/{server.process.pid}/fd")) < files
                time.sleep(0.5)
        finally:
            for each in silent:
                each.close()
        lines = server.log.read_text().splitlines()
        assert sum('"request"' not in line for line in lines) < 100


def test_who_sends_half_a_request_is_cut_off(tmp_path: Path) -> None:
    begun = [
        b"GET /health HTTP/1.1\r\nHost: x\r\n",
        b"POST /api/games HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\n{",
    ]
    soon = SHORT_TIMEOUTS.format(seconds=1.0)
    with serving(f"sqlite:///{tmp_path}/db", tmp_path / "log", before=soon) as server:
        for half in begun:
            with sockets.create_connection(("127.0.0.1", server.port)) as one:
                one.settimeout(300)
                one.sendall(half)
                assert b"200" not in one.recv(1000)  # the end of the connection, or a refusal


def test_deadlines_of_requests_end_no_socket_and_no_stream(tmp_path: Path) -> None:
    soon = SHORT_TIMEOUTS.format(seconds=2.0)
    with serving(f"sqlite:///{tmp_path}/db", tmp_path / "log", before=soon) as server:
        ann = make(server, "Ann", "?", fair=False)
        url = f"{server.url}{ann.path}/stream"
        with socket(ann) as found, httpx.stream("GET", url, timeout=PATIENCE) as stream:
            coming, lines = frames(found), stream.iter_lines()
            time.sleep(4)
            ann.post("react", {"reaction": "clap"})
            assert any(frame.get("kind") == "reacted" for frame in coming)
            assert '"created"' in next(lines)
            assert '"reacted"' in next(lines)


def test_ready_tells_whether_anything_can_be_written(tmp_path: Path) -> None:
    database = tmp_path / "db"
    with serving(f"sqlite:///{database}", tmp_path / "log") as server:
        assert server.get("/ready").status_code == 200
        with sqlite3.connect(database, isolation_level=None) as connection:
            connection.execute("BEGIN EXCLUSIVE")
            wait_for(lambda: server.get("/ready").status_code == 503)
            assert server.get("/ready").json()["code"] == "server/not-ready"
            assert server.get("/health").status_code == 200
            connection.execute("ROLLBACK")
        connection.close()
        wait_for(lambda: server.get("/ready").status_code == 200)


def test_slow_work_of_one_address_keeps_nobody_else_waiting() -> None:
    async def run() -> list[str]:
        queue = FairQueue(["first", "second"])
        order: list[str] = []
        finish = asyncio.Event()

        async def work(who: str) -> None:
            async with queue.place(who):
                order.append(who)
                if who == "flood":
                    await finish.wait()

        flood = [asyncio.create_task(work("flood")) for _ in range(9)]
        await asyncio.sleep(0)
        others = [asyncio.create_task(work(name)) for name in ("Ann", "Bob")]
        done = asyncio.gather(*others)  # while the first of the flood goes on
        await asyncio.wait_for(done, PATIENCE)
        with pytest.raises(HotDiceError, match="too much at once"):
            async with queue.place("flood"):
                pass
        gone = flood.pop()
        gone.cancel()  # who hangs up leaves no place behind
        finish.set()
        await asyncio.gather(*flood)
        async with queue.place("flood"), queue.place("Cy"):
            return order

    assert asyncio.run(run()) == ["flood", "Ann", "Bob", *["flood"] * 7]


def test_the_shares_of_those_who_have_gone_take_no_memory() -> None:
    now = 0.0
    buckets = Buckets(Rate(2, 1), lambda: now)
    for number in range(20_000):
        assert buckets.take(str(number)) == 0
        now += 0.01  # so that 200 of them are not full again
    assert len(buckets) < 2_500
    assert buckets.take("19999") == 0
    assert buckets.take("19999") > 0  # nobody who is there is forgotten


def test_a_busy_machine_refuses_no_rules() -> None:
    async def ask_a_process_that_stands_still() -> RulesResult | None:
        worker = Worker("hotdice.server.rules.worker", RulesResult, seconds=3.0)
        asking = asyncio.create_task(worker.ask(RulesQuery("greed+target=5000", None)))
        while (process := worker.process) is None:
            await asyncio.sleep(0.01)
        os.kill(process.pid, signal.SIGSTOP)
        await asyncio.sleep(3.5)
        os.kill(process.pid, signal.SIGCONT)
        try:
            return await asking
        finally:
            await worker.end()

    found = asyncio.run(ask_a_process_that_stands_still())
    assert found is not None
    assert found.mistakes == []
