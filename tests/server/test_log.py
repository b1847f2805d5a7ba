"""What the server writes down: lines of JSON, a number for each failure, never a secret."""

import contextlib
import io
import json
import logging
import socket as sockets
import sqlite3
import struct
from pathlib import Path
from typing import Any

import pytest
from support.serving import Player, Server, frames, join, make, serving, socket, wait_for

from hotdice.server.log.json_lines import MAX_LINE_BYTES, JsonLine
from hotdice.server.log.rate_limit import MAX_LINES, WINDOW_SECONDS, LimitedHandler

BROKEN = """
import asyncio, threading
from hotdice.server.games import seating
from hotdice.server.http import responses

def fail(*words):
    raise RuntimeError("no luck with " + " ".join(words))

async def fail_later(*words):
    fail(*words)

def snapshot(live, you):
    words = live.id, live.server_seed, "x" + live.tokens[0]
    loop = asyncio.get_running_loop()
    loop.create_task(fail_later(*words))
    loop.call_soon(fail, *words)
    threading.Thread(target=fail, args=words).start()
    fail(*words)

async def react(registry, live, seat, reaction):
    try:
        fail(live.id)
    except RuntimeError as error:
        raise ValueError(f"because of {live.server_seed}") from error

responses.snapshot, seating.react = snapshot, react
"""


def lines(server: Server) -> list[dict[str, Any]]:
    """The log so far; each line is JSON and has what all have."""
    found = [json.loads(line) for line in server.log.read_text().splitlines()]
    for line in found:
        assert {"time", "level", "event", "where", "process"} <= line.keys()
        assert line["level"] in ("info", "warning", "error")
        assert line["where"].rpartition(":")[2].isdigit()
    return found


def events(server: Server) -> set[str]:
    return {line["event"] for line in lines(server)}


def test_a_failure_has_a_number_that_the_client_is_told(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path}/db", tmp_path / "log", before=BROKEN) as server:
        ann = make(server, "Ann", "?", fair=False)
        bob = join(ann, "Bob", fair=False)
        answer = server.get(ann.path)
        assert (answer.status_code, answer.json()["code"]) == (500, "server/failed")
        number = answer.json()["data"]["number"]
        assert number in answer.json()["message"]
        with socket(bob) as found:
            coming = frames(found)
            found.send('{"react": {"reaction": "clap"}}')
            error = next(frame["error"] for frame in coming if "error" in frame)
            assert error["code"] == "server/failed"
            assert error["data"]["number"] in error["message"]
        wait_for(lambda: {"request-failed", "asyncio", "thread-failed"} <= events(server))
        wait_for(lambda: [line["event"] for line in lines(server)].count("asyncio") == 2)
        by_number = {line["number"]: line for line in lines(server) if "number" in line}
        logged = by_number[number]
        assert (logged["event"], logged["level"]) == ("request-failed", "error")
        assert logged["traceback"][-1].startswith("RuntimeError: no luck with")
        assert any("routes/games.py" in call for call in logged["traceback"])
        chained = by_number[error["data"]["number"]]["traceback"]
        assert [call.partition(":")[0] for call in chained if "Error: " in call] == [
            "RuntimeError",
            "ValueError",
        ]
        assert all("traceback" in line for line in lines(server) if line["level"] == "error")
        nothing_secret_of(server, tmp_path / "db", ann, bob)


def nothing_secret_of(server: Server, database: Path, *players: Player) -> None:
    """No id, token or seed is in the log; nor is most of one."""
    with sqlite3.connect(database) as connection:
        seeds = [seed for (seed,) in connection.execute("SELECT server_seed FROM games")]
    connection.close()
    text = server.log.read_text()
    secrets = [*seeds, *(player.token for player in players), players[0].game]
    assert not [secret for secret in secrets if secret[:12] in text or secret[-12:] in text]


def test_who_hangs_up_is_no_failure(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path}/db", tmp_path / "log") as server:
        ann = make(server, "Ann", "?", fair=False)
        upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        key = "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
        begun = [
            f"POST {ann.path}/join HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\n{{",
            f"GET {ann.path}/stream HTTP/1.1\r\nHost: x\r\n\r\n",
            f"GET {ann.path}/socket HTTP/1.1\r\nHost: x\r\n{upgrade}{key}\r\n",
            f"GET {ann.path} HTTP/1.1\r\nHost: x\r\n\r\n",
            f"GET {ann.path} HTTP/1.1\r\nHo",
        ]

        def hang_up() -> bool:
            """Whether the server has noticed some of it; on a busy machine it may be too soon."""
            for half in begun:
                for wait in (0.0, 0.1):
                    one = sockets.create_connection(("127.0.0.1", server.port))
                    one.sendall(half.encode())
                    one.settimeout(wait or 0.001)
                    with contextlib.suppress(TimeoutError):
                        one.recv(1000)
                    no_wait = struct.pack("ii", 1, 0)  # a reset, as of a phone that is gone
                    one.setsockopt(sockets.SOL_SOCKET, sockets.SO_LINGER, no_wait)
                    one.close()
            return [line.get("status") for line in lines(server)].count(499) >= 2

        wait_for(hang_up)
        wait_for(lambda: "connections 0.0" in server.get("/metrics").text)
        assert [line for line in lines(server) if line["level"] != "info"] == []


def test_a_flood_of_lines_ends_in_one_that_counts_the_rest(tmp_path: Path) -> None:
    long = "from hotdice.server.log import rate_limit; rate_limit.WINDOW_SECONDS = 3600.0\n"
    with serving(f"sqlite:///{tmp_path}/db", tmp_path / "log", before=long) as server:
        for _ in range(700):
            server.get("/health")
        assert server.end() == 0
        server.process = None
        found = lines(server)
    requests = sum(line["event"] == "request" for line in found)
    left_out = [line for line in found if line["event"] == "lines-dropped"]
    assert requests == MAX_LINES[logging.INFO]
    assert [line["of"] for line in left_out] == ["request"]
    assert requests + left_out[0]["count"] >= 700


def emit(handler: logging.Handler, line: int, level: int = logging.ERROR) -> None:
    handler.handle(logging.LogRecord("some", level, "some.py", line, "said", None, None))


def test_lines_of_one_kind_are_limited_for_a_while() -> None:
    now, out = [0.0], io.StringIO()
    handler = LimitedHandler(out, lambda: now[0])
    handler.setFormatter(JsonLine())
    for _ in range(MAX_LINES[logging.ERROR] + 5):
        emit(handler, 1)
    emit(handler, 2)  # another kind
    now[0] = WINDOW_SECONDS
    emit(handler, 1)
    found = [json.loads(line) for line in out.getvalue().splitlines()]
    usual = ["some"] * (MAX_LINES[logging.ERROR] + 1)
    assert [line["event"] for line in found] == [*usual, "lines-dropped", "some"]
    assert (found[-2]["count"], found[-2]["of"]) == (5, "some")


def deep(calls: int) -> None:
    if not calls:
        raise ValueError("q1ZxY0_abcdefghijklmno " * 500)
    deep(calls - 1)


def test_a_line_is_never_too_long_for_a_pipe_of_several_processes() -> None:
    with pytest.raises(ValueError, match="q1Z") as caught:
        deep(500)
    error = caught.value
    record = logging.LogRecord(
        "some", logging.ERROR, "some.py", 1, "said", None, (ValueError, error, error.__traceback__)
    )
    line = JsonLine().format(record)
    assert len(line) <= MAX_LINE_BYTES
    assert json.loads(line)["traceback"][-1].startswith("ValueError: q1ZxY0... q1ZxY0...")
