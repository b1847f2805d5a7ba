"""Bad input never hurts: limits, wrong tokens, other people's seats, secrets that stay secret."""

import json
import sqlite3
from pathlib import Path
from typing import Any

import httpx
import pytest
from support.serving import PLAIN, Server, frames, join, make, play_out, serving, socket
from websockets.sync.client import connect
from websockets.typing import Origin

BAD = {"kind": "person", "name": "x"}


def code(answer: httpx.Response) -> tuple[int, str]:
    """The status and the code of a refusal, which has one form everywhere."""
    found = answer.json()
    assert {*found} == {"code", "message", "data"}, found
    assert found["message"]
    return answer.status_code, found["code"]


def test_seats_only_by_token(server: Server) -> None:
    ann = make(server, "Ann", "?")
    bob = join(ann, "Bob")
    other = make(server, "Cy", "?")
    body = {"action": {"do": "roll"}, "expected": 6, "key": "k"}
    path = f"{ann.path}/actions"
    assert code(server.post(path, body)) == (401, "token/missing")
    assert code(server.post(path, body, "A" * 22)) == (401, "token/wrong")
    assert code(server.post(path, body, other.token)) == (401, "token/wrong")
    ann.reveal()
    bob.reveal()
    assert code(server.post(path, body, bob.token)) == (409, "turn/other")


@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        ({}, "request/invalid"),
        ({"rules": "basic", "seats": []}, "request/invalid"),
        ({"rules": "basic", "seats": [BAD] * 9}, "request/invalid"),
        ({"rules": "/etc/passwd", "seats": [BAD]}, "rules/unknown"),
        ({"rules": "../x.toml", "seats": [BAD]}, "rules/unknown"),
        ({"rules": "basic+dice=99", "seats": [BAD]}, "request/rules"),
        ({"rules": "basic", "seats": [{"kind": "bot", "bot": "exec:touch x"}]}, "bot/not-here"),
        ({"rules": "basic", "seats": [{"kind": "bot", "bot": "EXEC:touch x"}]}, "bot/not-here"),
        ({"rules": "basic", "seats": [{"kind": "bot"}]}, "bot/not-here"),
        ({"rules": "basic", "seats": [{"kind": "bot", "bot": "human:99"}]}, "bot/level"),
        ({"rules": "basic", "seats": [{"kind": "person"}]}, "seat/name"),
        ({"rules": "basic", "seats": [{"kind": "person", "name": "a\u202eb"}]}, "seat/name"),
        ({"rules": "basic", "seats": [{"kind": "person", "name": "a\x00b"}]}, "seat/name"),
        ({"rules": "basic", "seats": [{"kind": "person", "name": "bot:bold"}]}, "seat/name"),
        ({"rules": "basic", "seats": [{"kind": "person", "name": "x" * 25}]}, "seat/name"),
        ({"rules": "basic", "seats": [BAD], "commitment": "zz"}, "request/invalid"),
        ({"rules": "basic", "seats": [BAD], "clock": {"seconds": 0}}, "request/invalid"),
        ({"rules": "basic", "seats": [BAD], "nonsense": 1}, "request/invalid"),
    ],
)
def test_bad_games_are_refused(server: Server, body: dict[str, Any], wanted: str) -> None:
    status, found = code(server.post("/api/games", body))
    assert found == wanted
    assert status in (400, 404)


def test_names_with_markup_are_only_text(server: Server) -> None:
    name = "<b onload=alert(1)>"
    ann = make(server, name, "?")
    answer = server.get(ann.path)
    assert answer.headers["content-type"].startswith("application/json")
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.json()["seats"][0]["name"] == name
    assert code(server.post(f"{ann.path}/join", {"name": name.upper()})) == (400, "seat/taken")


@pytest.mark.parametrize(
    "name",
    ["\N{CYRILLIC CAPITAL LETTER A}nn", "\uff21\uff4e\uff4e", "A\N{ARMENIAN SMALL LETTER VO}n"],
)
def test_nobody_sits_down_as_somebody_else_in_other_letters(server: Server, name: str) -> None:
    ann = make(server, "Ann", "?", "?", fair=False)
    refused = server.post(f"{ann.path}/join", {"name": name})
    assert code(refused) == (400, "seat/taken")
    bob = join(ann, refused.json()["data"]["suggestion"], fair=False)
    assert code(bob.post("rename", {"name": name})) == (400, "seat/taken")


def test_what_is_not_there_says_so(server: Server) -> None:
    assert code(server.get("/api/games/nothing")) == (404, "game/unknown")
    assert code(server.get("/api/nothing")) == (404, "path/unknown")
    for accept in ("*/*", "text/html"):
        answer = server.get("/schema/nothing", headers={"Accept": accept})
        assert code(answer) == (404, "path/unknown")
    assert server.get("/schema").headers["content-type"].startswith("text/html")
    assert server.get("/schema/openapi.json").json()["info"]["title"] == "Hot Dice"
    assert code(server.get("/nothing.js")) == (404, "path/unknown")
    assert code(server.get("/../../etc/passwd.txt")) == (404, "path/unknown")
    assert code(server.get("/api/rules/nothing")) == (404, "rules/unknown")
    assert code(server.post("/api/rules")) == (405, "request/method")


def test_head_tells_what_get_would_without_the_body(server: Server) -> None:
    ann = make(server, "Ann", "?", fair=False)
    with httpx.Client(base_url=server.url) as client:  # one connection, so nothing may be left over
        for path in ("/health", "/metrics", "/api/rules", ann.path, "/api/nothing", "/schema", "/"):
            head, whole = client.head(path), client.get(path)
            assert head.status_code == whole.status_code
            assert head.headers["content-type"] == whole.headers["content-type"]
            assert head.content == b"" != whole.content
        for path in (f"{ann.path}/stream", f"{ann.path}/stream/"):  # which would never end
            assert client.head(path).status_code == 405


def test_large_bodies_are_refused(server: Server) -> None:
    body = {"toml": "x" * 70_000}
    assert code(server.post("/api/rules/check", body)) == (413, "request/large")
    assert code(server.post("/api/rules/check", {"toml": "x" * 30_000}))[0] == 400


def test_broken_bodies_are_refused(server: Server) -> None:
    for content in (b"", b"{", b"[]", b"null", b'{"rules":' + b"[" * 5000, b"\xff\xfe"):
        headers = {"content-type": "application/json"}
        answer = httpx.post(f"{server.url}/api/games", content=content, headers=headers, **PLAIN)
        assert code(answer) == (400, "request/invalid")


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b'{"name": "Bob", "name": "Cy"}', "name: the field is there twice"),
        (b'{"name": "Bob", "n\\u0061me": "Bob"}', "name: the field is there twice"),
        (b'{"name": "B\\ud800b"}', "half of a surrogate pair is no character"),
        (b'{"name": "B', "Input data was truncated"),
        (b'{"name": "\\ud8', "Input data was truncated"),
        (b'{"name": "B\xed\xa0\x80"}', "it is not UTF-8"),
    ],
)
def test_json_that_programs_read_differently_is_refused(
    server: Server, content: bytes, reason: str
) -> None:
    ann = make(server, "Ann", "?", fair=False)
    headers = {"content-type": "application/json"}
    answer = httpx.post(f"{server.url}{ann.path}/join", content=content, headers=headers, **PLAIN)
    assert code(answer) == (400, "request/invalid")
    assert answer.json()["data"]["reason"] == reason
    assert ann.snapshot()["seats"][1]["taken"] is False


def test_refusals_tell_what_is_missing_or_wrong_in_the_words_of_the_request(
    server: Server,
) -> None:
    ann = make(server, "Ann", "?", fair=False)
    for path in ("/api/games", "/api/rules/check", f"{ann.path}/join", f"{ann.path}/rematch"):
        answer = server.post(path, token=ann.token)
        assert code(answer) == (400, "request/invalid")
        assert answer.json()["message"] == "this cannot be read: a JSON body is missing"
    for path in ("events", "stream"):
        answer = server.get(f"{ann.path}/{path}?from=x")
        assert code(answer) == (400, "request/invalid")
        assert answer.json()["data"]["reason"].startswith("from: ")
        assert "since" not in answer.text


@pytest.mark.parametrize("number", ["1.0", "1e2", "1.5", "%2B1", "", "x"])
def test_only_whole_numbers_are_whole_numbers(server: Server, number: str) -> None:
    ann = make(server, "Ann", "?", fair=False)
    for path in ("/api/games?limit", f"{ann.path}/events?limit", f"{ann.path}/events?from"):
        answer = server.get(f"{path}={number}")
        assert code(answer) == (400, "request/invalid")
        assert answer.json()["data"]["reason"].startswith(path.rpartition("?")[2])
    with httpx.stream("GET", f"{server.url}{ann.path}/stream?from={number}") as stream:
        assert stream.status_code == 400


def test_pages_of_other_sites_may_do_nothing(server: Server) -> None:
    foreign = {"Origin": "https://example.org"}
    answer = httpx.post(f"{server.url}/api/games", json={}, headers=foreign)
    assert code(answer) == (403, "request/origin")
    assert "access-control-allow-origin" not in answer.headers
    same = {"Origin": server.url}
    answer = httpx.post(f"{server.url}/api/games", json={}, headers=same)
    assert code(answer) == (400, "request/invalid")
    ann = make(server, "Ann", "?")
    url = f"ws://127.0.0.1:{server.port}{ann.path}/socket"
    with connect(url, origin=Origin("https://example.org")) as found:
        assert next(frames(found))["error"]["code"] == "request/origin"
        assert list(frames(found)) == []
        assert found.close_code == 4403


def test_the_web_app_is_served_with_a_strict_policy(server: Server) -> None:
    answer = server.get("/")
    assert answer.status_code == 200
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    again = server.get("/", headers={"If-None-Match": answer.headers["etag"]})
    assert again.status_code == 304
    assert server.get("/game/whatever").text == answer.text


@pytest.mark.parametrize(
    ("frame", "close"),
    [
        ("", 4400),
        ("{", 4400),
        ("[]", 4400),
        ('{"hello": {"token": 5}}', 4400),
        ('{"hello": {"token": "wrong"}}', 4401),
        (b"\x00\xff", 4400),
    ],
)
def test_bad_greetings(server: Server, frame: str | bytes, close: int) -> None:
    ann = make(server, "Ann", "?")
    with connect(f"ws://127.0.0.1:{server.port}{ann.path}/socket") as found:
        found.send(frame)
        assert "error" in next(frames(found))
        assert list(frames(found)) == []
        assert found.close_code == close


def test_bad_frames_are_answered_and_the_socket_stays(server: Server) -> None:
    ann = make(server, "Ann", "bot:bold")
    bad: list[Any] = [
        {},
        [],
        {"action": {"do": "fly"}, "expected": 1, "key": "a"},
        {"action": {"do": "keep", "dice": []}, "expected": 1, "key": "a"},
        {"action": {"do": "keep", "dice": [7]}, "expected": 1, "key": "a"},
        {"action": {"do": "roll"}, "expected": -1, "key": "a"},
        {"action": {"do": "roll"}, "expected": 1},
        {"react": {"reaction": "<script>"}},
        {"reveal": {"seed": "x"}},
        {"rename": {"name": "\ud800"}},
    ]
    texts = [json.dumps(wanted) for wanted in bad]
    texts.append('{"rename": {"name": "Ann", "name": "Bea"}}')
    texts.append('{"rename": {"name": "Ann"}, "rename": {"name": "Bea"}}')
    with socket(ann) as found:
        coming = frames(found)
        for wanted in texts:
            found.send(wanted)
            error = next(frame for frame in coming if "error" in frame)["error"]
            assert error["code"] == "request/invalid", wanted
        found.send(json.dumps({"ping": {}}))
        assert next(frame for frame in coming if "pong" in frame)


def test_large_frames_close_the_socket(server: Server) -> None:
    ann = make(server, "Ann", "bot:bold")
    with socket(ann) as found:
        found.send(json.dumps({"rename": {"name": "x" * 20_000}}))
        list(frames(found))
        assert found.close_code == 1009


def test_rules_that_take_too_long_are_given_up(server: Server) -> None:
    patterns = "\n".join(
        f"{'abcdefgh'[:n]}{'a' * k} = {n * 7 + k * 13 + 1}" for n in range(1, 7) for k in range(5)
    )
    toml = f'name = "slow"\ndice = 10\ntarget = 1000000\n[score]\n{patterns}\n'
    answer = server.post("/api/rules/check", {"toml": toml})
    assert answer.status_code in (200, 400)
    assert server.get("/health").json() == {"ok": True}


def test_floods_are_slowed_down(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path}/games.sqlite", tmp_path / "log", "little") as server:
        ann = make(server, "Ann", "bot:bold", fair=False)
        answers = [server.get("/api/bots") for _ in range(30)]
        assert answers[0].status_code == 200
        refused = next(answer for answer in answers if answer.status_code != 200)
        assert code(refused) == (429, "request/too-many")
        assert int(refused.headers["retry-after"]) >= 1
        assert ann.snapshot()["you"] == 0  # a token has a limit of its own
        assert [ann.snapshot().get("code") for _ in range(30)][-1] == "request/too-many"


def test_wrong_tokens_are_no_way_around_the_limits(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path}/games.sqlite", tmp_path / "log", "little") as server:
        ann = make(server, "Ann", "bot:bold", fair=False)
        codes = [code(server.post(f"{ann.path}/leave", {}, f"wrong{at}")) for at in range(30)]
        assert codes[0] == (401, "token/wrong")
        assert codes[-1] == (429, "request/too-many")


def test_the_seed_cannot_be_read_before_the_end(tmp_path: Path) -> None:
    database = tmp_path / "games.sqlite"
    with serving(f"sqlite:///{database}", tmp_path / "log") as server:
        ann = make(server, "Ann", "?", public=True, advice=True)
        with sqlite3.connect(database) as reading:
            [(seed,)] = reading.execute("SELECT server_seed FROM games").fetchall()
        heard: list[str] = []
        bob = join(ann, "Bob")
        ann.reveal()
        bob.reveal()
        with socket(ann) as found:
            for _ in range(20):
                seen = ann.snapshot()
                mover = [ann, bob][seen["state"]["player"]]
                keeps = seen["state"]["keeps"]
                action = {"do": "keep", "dice": keeps[0]["dice"]} if keeps else {"do": "roll"}
                heard.append(mover.act(action, seen["seq"]).text)
                heard.append(mover.act(action, seen["seq"]).text)
            if ann.snapshot()["status"] == "playing":
                paths = ["", "/events", "/record", "/advice", "/socket", "/stream/x"]
                heard += [server.get(ann.path + path).text for path in paths]
                heard += [server.get(path).text for path in ("/api/games", "/metrics", "/schema")]
                heard.append(server.post(f"{ann.path}/rematch", {}, ann.token).text)
                found.send(json.dumps({"ping": {}}))
                for frame in frames(found):
                    heard.append(json.dumps(frame))
                    if "pong" in frame:
                        break
                heard.append((tmp_path / "log").read_text())
                assert ann.snapshot()["fair"]["server_seed"] is None
                for text in heard:
                    assert seed not in text
                    assert ann.token not in text
                    assert bob.token not in text
        last = play_out([ann, bob])
        assert last["fair"]["server_seed"] == seed
        assert seed in server.get(f"{ann.path}/record").text
        log = (tmp_path / "log").read_text()
        assert seed not in log
        assert ann.token not in log
        assert ann.game not in log
