"""WebSockets come in by the same way as requests: counted, logged, limited, refused in words."""

import json
import socket as sockets
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from support.serving import Player, Server, frames, make, serving, socket, wait_for
from websockets.sync.client import connect
from websockets.typing import Origin

from hotdice.server.http.websocket import MAX_BAD_FRAMES

UPGRADE = "Connection: Upgrade\r\nUpgrade: websocket\r\n"
KEY = "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
VERSION = "Sec-WebSocket-Version: 13\r\n"


def url(player: Player, path: str = "") -> str:
    return f"ws://127.0.0.1:{player.server.port}{path or f'{player.path}/socket'}"


def logged(server: Server) -> Counter[int]:
    """The statuses of all sockets in the log."""
    lines = [json.loads(line) for line in server.log.read_text().splitlines()]
    ours = [line for line in lines if line.get("path", "").endswith("socket")]
    assert {(line["event"], line["method"]) for line in ours} <= {("request", "GET")}
    return Counter(line["status"] for line in ours)


def counted(server: Server) -> Counter[int]:
    """The statuses that only sockets have here, in the metrics."""
    start = 'hotdice_requests_total{status="'
    found = [line for line in server.get("/metrics").text.splitlines() if line.startswith(start)]
    pairs = [line.removeprefix(start).split('"} ') for line in found]
    return Counter({int(status): int(float(count)) for status, count in pairs if status[0] != "2"})


def test_sockets_are_logged_and_counted_like_requests(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path}/db", tmp_path / "log") as server:
        ann = make(server, "Ann", "?", fair=False)
        for token in (True, False):
            with socket(ann, token=token) as found:
                assert "welcome" in next(frames(found))
        ann.token = "wrong"
        with socket(ann) as found:
            assert next(frames(found))["error"]["code"] == "token/wrong"
        with connect(url(ann), origin=Origin("https://example.org")) as found:
            assert next(frames(found))["error"]["code"] == "request/origin"
        with connect(url(ann, "/api/socket")) as found:
            assert next(frames(found))["error"]["code"] == "path/unknown"
        with connect(url(ann)) as found:
            found.send("{")
            assert next(frames(found))["error"]["code"] == "request/invalid"
        with connect(url(ann)):
            pass
        right = Counter({101: 2, 401: 1, 403: 1, 404: 1, 400: 1, 499: 1})
        wait_for(lambda: logged(server) == right)
        assert counted(server) == right


@pytest.mark.parametrize("path", ["", "/api/socket"])
def test_sockets_that_never_say_who_they_are_are_limited_by_address(
    tmp_path: Path, path: str
) -> None:
    with serving(f"sqlite:///{tmp_path}/db", tmp_path / "log", "little") as server:
        ann = make(server, "Ann", "bot:bold", fair=False)
        codes = []
        for _ in range(15):
            with connect(url(ann, path)) as found:
                if not path:  # otherwise the server speaks first
                    found.send("{")
                codes.append(next(frames(found))["error"]["code"])
                assert list(frames(found)) == []
        assert codes[0] == ("path/unknown" if path else "request/invalid")
        assert (codes[-1], found.close_code) == ("request/too-many", 1013)
        with socket(ann) as found:  # the token of a seat has a limit of its own
            assert next(frames(found))["welcome"]["you"] == 0


def test_refusals_are_in_the_language_of_the_first_frame(server: Server) -> None:
    ann = make(server, "Ann", "?", fair=False)
    with connect(url(ann)) as found:
        found.send('{"hello": {"language": "de", "token": "wrong"}}')
        assert next(frames(found))["error"]["message"].startswith("dieser Schlüssel")
    with connect(url(ann)) as found:
        found.send('{"hello": {"language": "de"}}')
        for _ in range(MAX_BAD_FRAMES + 1):
            found.send("{")
        *_, last = (frame["error"] for frame in frames(found) if "error" in frame)
        assert last["code"] == "request/stubborn"
        assert last["message"].startswith("zu viele Nachrichten")
        assert found.close_code == 4429


def answer(server: Server, request: str) -> tuple[str, dict[str, Any]]:
    """The status line and the body of the answer to a handshake."""
    with sockets.create_connection(("127.0.0.1", server.port)) as one:
        one.settimeout(300)
        one.sendall(request.encode())
        found = b""
        while b"\r\n\r\n" not in found:
            found += one.recv(10_000)
        head, _, body = found.partition(b"\r\n\r\n")
        assert b"content-type: application/json" in head
        while not body.endswith(b"}}"):
            body += one.recv(10_000)
    return head.decode().splitlines()[0], json.loads(body)


@pytest.mark.parametrize(
    ("method", "headers", "reason"),
    [
        ("GET", UPGRADE + VERSION, "Sec-WebSocket-Key"),
        ("GET", UPGRADE + KEY, "Sec-WebSocket-Version"),
        ("GET", UPGRADE + KEY + "Sec-WebSocket-Version: 8\r\n", "Sec-WebSocket-Version"),
        ("POST", UPGRADE + KEY + VERSION, "POST"),
        ("GET", UPGRADE + KEY + VERSION + f"X: {'x' * 9000}\r\n", "8192"),
        ("GET", UPGRADE + KEY + VERSION + "X: x\r\n" * 200, "128"),
    ],
    ids=["no key", "no version", "old version", "method", "long header", "many headers"],
)
def test_a_wrong_handshake_is_refused_like_a_request(
    server: Server, method: str, headers: str, reason: str
) -> None:
    ann = make(server, "Ann", "?", fair=False)
    start = f"{method} {ann.path}/socket HTTP/1.1\r\nHost: x\r\nAccept-Language: de\r\n"
    status, body = answer(server, f"{start}{headers}\r\n")
    assert status == "HTTP/1.1 400 Bad Request"
    assert body["code"] == "request/malformed"
    assert body["message"].startswith("das ist keine gültige HTTP-Anfrage")
    assert reason in body["data"]["reason"]
