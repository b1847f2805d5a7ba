"""HTTP as the standard has it: methods, types, framing, and one form for every refusal."""

import json
import re
import socket as sockets
import threading
from pathlib import Path
from typing import Any

import httpx
import pytest
from support.serving import PLAIN, Server, make, serving, wait_for

READ, WRITE, BOTH = "GET, HEAD, OPTIONS", "OPTIONS, POST", "GET, HEAD, OPTIONS, POST"
PERSON = {"kind": "person", "name": "Ann"}
GAME: dict[str, Any] = {"rules": "basic", "seats": [PERSON, {"kind": "person"}]}
PATHS = {
    "/": READ,
    "/rules": READ,
    "/rules/basic": READ,
    "/app.js": READ,
    "/health": READ,
    "/ready": READ,
    "/metrics": READ,
    "/schema": READ,
    "/schema/openapi.json": READ,
    "/api/rules": READ,
    "/api/rules/basic": READ,
    "/api/rules/check": WRITE,
    "/api/rules/fields": READ,
    "/api/bots": READ,
    "/api/reach": READ,
    "/api/qr": WRITE,
    "/api/texts/en": READ,
    "/api/games": BOTH,
    "/api/games/{game}": READ,
    "/api/games/{game}/join": WRITE,
    "/api/games/{game}/reveal": WRITE,
    "/api/games/{game}/actions": WRITE,
    "/api/games/{game}/rename": WRITE,
    "/api/games/{game}/react": WRITE,
    "/api/games/{game}/leave": WRITE,
    "/api/games/{game}/rematch": WRITE,
    "/api/games/{game}/events": READ,
    "/api/games/{game}/stream": "GET, OPTIONS",
    "/api/games/{game}/advice": READ,
    "/api/games/{game}/rules": READ,
    "/api/games/{game}/record": READ,
    "/api/games/{game}/review": READ,
    "/api/games/{game}/skill": READ,
    "/api/games/{game}/bot": WRITE,
    "/api/games/{game}/remove": WRITE,
    "/api/games/{game}/start": WRITE,
    "/api/games/{game}/settings": WRITE,
    "/api/games/{game}/transfer": WRITE,
    "/api/take": WRITE,
    "/api/day": READ,
    "/api/day/2026-11-20": READ,
    "/api/day/2026-11-20/games": WRITE,
}


def ask(server: Server, method: str, path: str, **more: Any) -> httpx.Response:
    return httpx.request(method, server.url + path, timeout=300, **PLAIN, **more)


def raw(server: Server, *sent: bytes) -> tuple[int, dict[str, str], Any]:
    """The status, headers and JSON of what comes until the server closes the connection."""
    with sockets.create_connection(("127.0.0.1", server.port), timeout=300) as one:
        for part in sent:
            one.sendall(part)
        heard = b""
        while more := one.recv(10_000):
            heard += more
    head, _, body = heard.partition(b"\r\n\r\n")
    first, *lines = head.decode().split("\r\n")
    headers = dict(line.lower().split(": ", 1) for line in lines)
    assert len(body) == int(headers["content-length"])  # one answer, and nothing behind it
    return int(first.split()[1]), headers, json.loads(body)


def test_the_list_of_paths_is_whole(server: Server) -> None:
    document = server.get("/schema/openapi.json").json()["paths"]
    fields = {"{name}": "basic", "{language}": "en", "{date}": "2026-11-20"}
    named = {
        re.sub(r"{\w+}", lambda field: fields.get(field[0], field[0]), path) for path in document
    }
    assert {path.rstrip("/") or "/" for path in named} <= {*PATHS}


@pytest.mark.parametrize(("path", "allowed"), PATHS.items())
def test_every_path_tells_what_can_be_done_there(server: Server, path: str, allowed: str) -> None:
    place = path.format(game=make(server, "Ann", "?", fair=False).game)
    methods = {"GET", "POST", "PUT", "DELETE", "PATCH", "TRACE", "BREW"}
    for method in methods - {*allowed.split(", ")}:
        refused = ask(server, method, place)
        assert (refused.status_code, refused.json()["code"]) == (405, "request/method"), method
        assert refused.headers["allow"] == allowed
        assert refused.json()["data"] == {"method": method, "allow": allowed}
    told = ask(server, "OPTIONS", place)
    assert (told.status_code, told.headers["allow"], told.content) == (204, allowed, b"")


def test_options_grant_pages_of_other_sites_nothing(server: Server) -> None:
    asks = {
        "Origin": "https://example.org",
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "authorization",
    }
    for path in ("/api/games", "/health", "/", "/app.js"):
        told = ask(server, "OPTIONS", path, headers=asks)
        assert told.status_code == 204
        assert not [name for name in told.headers if name.startswith("access-control")]
        assert told.headers["x-content-type-options"] == "nosniff"


def test_options_of_the_server_as_a_whole(server: Server) -> None:
    with sockets.create_connection(("127.0.0.1", server.port), timeout=300) as one:
        one.sendall(b"OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        heard = one.recv(10_000).decode().lower()
    assert heard.startswith("http/1.1 204 ")
    assert "allow: get, head, options, post\r\n" in heard


@pytest.mark.parametrize("path", ["/nowhere", "/nothing.js", "/api/nothing", "/game/none"])
def test_nothing_can_be_done_where_nothing_is(server: Server, path: str) -> None:
    for method in ("OPTIONS", "POST", "PUT"):
        found = ask(server, method, path)
        assert (found.status_code, found.json()["code"]) == (404, "path/unknown")


@pytest.mark.parametrize(
    ("field", "change"),
    [
        ("advice", {"advice": "true"}),
        ("advice", {"advice": 1}),
        ("advice", {"advice": None}),
        ("public", {"public": "false"}),
        ("name", {"name": 5}),
        ("clock.seconds", {"clock": {"seconds": "60"}}),
        ("clock.seconds", {"clock": {"seconds": 60.0}}),
        ("clock.seconds", {"clock": {"seconds": True}}),
        ("clock.grace", {"clock": {"seconds": 60, "grace": 1.5}}),
        ("seats[0].name", {"seats": [{"kind": "person", "name": 7}]}),
        ("seats", {"seats": {"0": PERSON}}),
        ("nonsense", {"nonsense": 1}),
        ("nonsense", {"clock": {"seconds": 60, "nonsense": 1}}),
        ("nonsense", {"seats": [PERSON | {"nonsense": 1}]}),
        ("nonsense", {"rules": {"toml": "x", "nonsense": 1}}),
    ],
)
def test_types_are_strict_and_the_field_is_named(
    server: Server, field: str, change: dict[str, Any]
) -> None:
    answer = server.post("/api/games", GAME | change)
    assert (answer.status_code, answer.json()["code"]) == (400, "request/invalid"), answer.text
    assert field in answer.json()["data"]["reason"]


@pytest.mark.parametrize(
    ("field", "change"),
    [
        ("expected", {"expected": "6"}),
        ("expected", {"expected": 6.0}),
        ("dice[0]", {"action": {"do": "keep", "dice": ["1"]}}),
        ("dice[0]", {"action": {"do": "keep", "dice": [1.0]}}),
        ("key", {"key": 5}),
        ("nonsense", {"nonsense": 1}),
        ("nonsense", {"action": {"do": "roll", "nonsense": 1}}),
    ],
)
def test_actions_are_as_strict(server: Server, field: str, change: dict[str, Any]) -> None:
    ann = make(server, "Ann", "?", fair=False)
    body = {"action": {"do": "roll"}, "expected": 6, "key": "k"} | change
    answer = ann.post("actions", body)
    assert (answer.status_code, answer.json()["code"]) == (400, "request/invalid"), answer.text
    assert field in answer.json()["data"]["reason"]


def test_the_document_says_that_there_are_no_other_fields(server: Server) -> None:
    document = server.get("/schema/openapi.json").json()
    forms = document["components"]["schemas"]
    sent = [*("NewGame", "NewSeat", "NewClock", "RulesText", "Join", "Reveal", "Rename")]
    sent += ["React", "Rematch", "Act", "DoRoll", "DoKeep", "DoBank"]
    for name in sent:
        assert forms[name]["additionalProperties"] is False, name
    assert "additionalProperties" not in forms["Snapshot"]


CHUNKED = b"2\r\n{}\r\n0\r\n\r\n"
HIDDEN = b"GET /api/rules HTTP/1.1\r\nHost: x\r\n\r\n"
HEAD = b"POST /api/games HTTP/1.1\r\nHost: x\r\n"


@pytest.mark.parametrize(
    "request_",
    [
        HEAD + b"Content-Length: 12\r\nTransfer-Encoding: chunked\r\n\r\n" + CHUNKED + HIDDEN,
        HEAD + b"Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n" + CHUNKED + HIDDEN,
        HEAD + b"transfer-encoding: CHUNKED\r\ncontent-length: 2\r\n\r\n" + CHUNKED,
        HEAD + b"Content-Length: 2\r\nContent-Length: 40\r\n\r\n{}" + HIDDEN,
        HEAD + b"Content-Length: 2, 40\r\n\r\n{}" + HIDDEN,
        HEAD + b"Content-Length: +2\r\n\r\n{}",
        HEAD + b"Content-Length: -2\r\n\r\n{}",
        HEAD + b"Transfer-Encoding: gzip, chunked\r\n\r\n" + CHUNKED,
        HEAD + b"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n" + CHUNKED,
        b"POST /api/games HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n" + CHUNKED + HIDDEN,
        b"GET / HTTP/1.1\r\nHost : x\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b"what is this\r\n\r\n",
    ],
)
def test_what_two_readers_could_read_differently_is_refused(
    server: Server, request_: bytes
) -> None:
    status, headers, body = raw(server, request_)
    assert (status, body["code"]) == (400, "request/malformed")
    assert {*body} == {"code", "message", "data"}
    assert body["data"]["reason"] in body["message"]
    assert headers["content-type"] == "application/json"
    assert headers["connection"] == "close"
    assert headers["x-content-type-options"] == "nosniff"
    assert server.answers()


def test_malformed_requests_are_counted_and_no_traceback_is_left(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path}/db", tmp_path / "log") as server:
        raw(server, b"what is this\r\n\r\n")
        with sockets.create_connection(("127.0.0.1", server.port), timeout=300) as one:
            one.sendall(HEAD + b"Transfer-Encoding: chunked\r\n\r\n" + b"this is no chunk\r\n")
            while one.recv(10_000):
                pass
        assert 'hotdice_refused_total{code="request/malformed"} 2' in server.get("/metrics").text
        assert "Traceback" not in server.log.read_text()


SLOW = """
import asyncio
import sys
import hotdice.server.run as run
from hotdice.server.rules.worker_pool import WorkerPool
run.SHUTDOWN_SECONDS = 1
run.FLUSH_SECONDS = 2
async def slow(*_, **__):
    print("began", file=sys.stderr, flush=True)
    await asyncio.sleep(300)
WorkerPool.rules = slow
"""


def test_refusals_are_json_while_the_server_stops(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path}/db", tmp_path / "log", before=SLOW) as server:
        under_way: list[httpx.Response] = []
        slow = threading.Thread(
            target=lambda: under_way.append(
                httpx.post(f"{server.url}/api/games", json=GAME, timeout=300, **PLAIN)
            )
        )
        slow.start()
        wait_for(lambda: "began" in server.log.read_text())
        stopping = threading.Thread(target=server.end)
        stopping.start()
        wait_for(lambda: '"closing"' in server.log.read_text())
        late = [ask(server, "GET", path) for path in ("/api/rules", "/", "/health")]
        slow.join()
        stopping.join()
        for answer in (*late, *under_way):
            assert (answer.status_code, answer.json()["code"]) == (503, "server/closing")
            assert answer.headers["retry-after"] == "1"
        assert len(under_way) == 1


BROKEN = """
from hotdice.server.http.web_app.static import StaticFiles
def broken(*_):
    raise RuntimeError("a disk that cannot be read")
StaticFiles._find = broken
"""


def test_a_failure_is_json_wherever_it_happens(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path}/db", tmp_path / "log", before=BROKEN) as server:
        answer = ask(server, "GET", "/")
        assert (answer.status_code, answer.json()["code"]) == (500, "server/failed")
        assert "disk" not in answer.text
        assert server.answers()
