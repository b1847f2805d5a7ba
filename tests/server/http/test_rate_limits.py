"""Who may ask how often: by the token of a seat, or by the address that a connection comes from."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import httpx
import pytest
from support.lengths import cases
from support.serving import Server, frames, make, serving, socket
from websockets.sync.client import connect
from websockets.typing import Origin

from hotdice.server.http.transport.connections import Connections, HttpConnection
from hotdice.server.http.transport.proxies import Proxies
from hotdice.server.metrics import Metrics


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """One that allows ten requests, and one more in a hundred seconds, however slow all is."""
    with serving(f"sqlite:///{tmp_path}/games.sqlite", tmp_path / "log", "little") as found:
        yield found


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def test_made_up_tokens_are_no_way_around_the_limits(server: Server) -> None:
    ann = make(server, "Ann", "bot:bold", fair=False)
    flood = [server.get("/api/rules", headers=bearer(f"{at:022}")) for at in range(40)]
    assert flood[0].status_code == 200
    assert flood[-1].status_code == 429
    assert sum(answer.status_code == 200 for answer in flood) < 30
    assert ann.snapshot()["you"] == 0  # the token of a seat has a limit of its own


def test_made_up_tokens_are_no_way_around_the_limits_of_sockets(server: Server) -> None:
    ann = make(server, "Ann", "bot:bold", fair=False)
    right, codes = ann.token, []
    for at in range(40):
        ann.token = f"{at:022}"
        with socket(ann) as found:
            codes.append(next(frames(found))["error"]["code"])
    assert codes[0] == "token/wrong"
    assert codes[-1] == "request/too-many"
    ann.token = right
    with socket(ann) as found:
        assert next(frames(found))["welcome"]["you"] == 0


def test_a_right_token_has_its_own_limit_after_a_restart(server: Server) -> None:
    ann = make(server, "Ann", "bot:bold", fair=False)
    server.end()
    server.start()
    assert ann.snapshot()["you"] == 0
    while server.get("/api/rules").status_code == 200:
        pass
    assert ann.snapshot()["you"] == 0


def test_people_who_come_back_after_a_restart_do_not_count_to_their_address(
    server: Server,
) -> None:
    people = [make(server, "Ann", "bot:bold", fair=False) for _ in range(5)]
    server.end()
    server.start()
    while server.get("/api/rules").status_code == 200:
        pass
    assert [person.snapshot()["you"] for person in people] == [0] * 5


def flood(server: Server, forwarded_for: str) -> list[int]:
    """The statuses of many requests of which each is said to come from an address of its own."""
    headers = [{"X-Forwarded-For": forwarded_for.format(at=at)} for at in range(40)]
    return [server.get("/api/rules", headers=each).status_code for each in headers]


def test_what_is_said_about_addresses_is_believed_of_a_proxy_alone(tmp_path: Path) -> None:
    is_trusted = {("10.0.0.0/8", "::1"): False, ("10.0.0.0/8", "127.0.0.0/30"): True}
    for at, (proxies, trusted) in enumerate(is_trusted.items()):
        database = f"sqlite:///{tmp_path}/{at}.sqlite"
        with serving(database, tmp_path / "log", "little", proxies=proxies) as server:
            statuses = flood(server, "192.0.2.{at}")
            assert statuses[0] == 200
            assert (429 in statuses) != trusted


def test_of_several_addresses_the_one_that_the_proxy_saw_counts(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/games.sqlite"
    proxies = ("127.0.0.1", "10.0.0.0/8", "fd00::/8")
    with serving(database, tmp_path / "log", "little", proxies=proxies) as server:
        assert 429 in flood(server, "192.0.2.{at}, 198.51.100.1")
        passed_on = (
            "192.0.2.{at}, 198.51.100.1, 10.1.2.3",
            "192.0.2.{at}, 198.51.100.1:4{at:03}, fd00::7, 10.0.0.{at}",
            "192.0.2.{at}, ::ffff:198.51.100.1, [fd00::7]:80",
        )
        for told in passed_on:  # by proxies one behind the other: it is the same visitor
            assert {*flood(server, told)} == {429}
        other = {"X-Forwarded-For": "192.0.2.1, 198.51.100.2"}
        assert server.get("/api/rules", headers=other).status_code == 200
        several = [("X-Forwarded-For", "198.51.100.3"), ("X-Forwarded-For", "198.51.100.1")]
        assert server.get("/api/rules", headers=several).status_code == 429


def test_addresses_of_one_ipv6_network_share_their_limits(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/games.sqlite"
    with serving(database, tmp_path / "log", "little", proxies=("127.0.0.1",)) as server:
        assert 429 in flood(server, "2001:db8:0:1::{at:x}")
        assert 429 not in flood(server, "2001:db8:{at:x}:2::1")


NO_PROXY = ["proxy.example", "10.0.0.0/33", "", "127.0.0.1:80", "*"]


@pytest.mark.parametrize("named", cases(NO_PROXY, lambda named: named in ("", "10.0.0.0/33")))
def test_what_names_no_proxy_is_told_before_anything_is_opened(tmp_path: Path, named: str) -> None:
    words = [sys.executable, "-m", "hotdice", "serve", "--port", "0", f"--proxy={named}"]
    words += ["--proxy", "127.0.0.1", "--database", f"sqlite:///{tmp_path}/db"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "10.0.0.0/8" in done.stderr
    assert not (tmp_path / "db").exists()


def test_only_a_named_proxy_may_have_all_the_room_for_connections() -> None:
    connections = Connections(8, Proxies(["192.0.2.0/24"]), Metrics())
    connection_stubs = [cast("HttpConnection", object()) for _ in range(8)]
    room = {"192.0.2.7": 8, "::ffff:192.0.2.7": 8, "198.51.100.1": 6, "2001:db8::1": 6}
    for address, wanted in room.items():
        entered = []
        for each in connection_stubs:
            if connections.add(each, address):
                connections.mark_active(each)
                entered.append(each)
        assert len(entered) == wanted
        for _ in entered:
            connections.remove(address)


def test_the_host_that_a_proxy_tells_is_believed_of_a_proxy_alone(tmp_path: Path) -> None:
    headers = {"Origin": "https://dice.example", "X-Forwarded-Host": "dice.example"}
    other = headers | {"X-Forwarded-Host": "other.example"}
    for trusted, proxy in ((False, "10.0.0.0/8"), (True, "127.0.0.1")):
        database = f"sqlite:///{tmp_path}/{trusted}.sqlite"
        with serving(database, tmp_path / "log", proxies=[proxy]) as server:
            url = f"{server.url}/api/games"
            codes = [
                httpx.post(url, json={}, headers=each).json()["code"] for each in (headers, other)
            ]
            wanted = "request/invalid" if trusted else "request/origin"
            assert codes == [wanted, "request/origin"]
            ann = make(server, "Ann", "?")
            socket_url = f"ws://127.0.0.1:{server.port}{ann.path}/socket"
            told = {"X-Forwarded-Host": "dice.example"}
            origin = Origin("https://dice.example")
            with connect(socket_url, origin=origin, additional_headers=told) as found:
                if trusted:  # a stranger's page is refused before it says a word
                    found.send('{"hello": {}}')
                assert ("welcome" in next(frames(found))) == trusted


def test_all_that_is_refused_is_counted(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path}/games.sqlite", tmp_path / "log", "little") as server:
        ann = make(server, "Ann", "?", fair=False)
        ann.post("rematch", {})
        ann.act({"do": "roll"}, 1)
        ann.act({"do": "roll"}, 1)
        server.post(f"{ann.path}/leave", {}, "wrong")
        server.post("/api/games", {})
        server.get("/api/nothing")
        httpx.post(f"{server.url}/api/games", json={}, headers={"Origin": "https://else.example"})
        statuses = [server.get("/api/rules").status_code for _ in range(20)]
        with socket(ann) as found:
            coming = frames(found)
            found.send('{"action": {"do": "roll"}, "expected": 1, "key": "x"}')
            assert next(frame for frame in coming if "error" in frame)
        counts = dict(
            line.removeprefix("hotdice_refused_total").split()
            for line in server.get("/metrics").text.splitlines()
            if line.startswith("hotdice_refused_total{")
        )
        assert {name: float(count) for name, count in counts.items()} == {
            '{code="game/not-over"}': 1,
            '{code="game/not-playing"}': 3,
            '{code="token/wrong"}': 1,
            '{code="request/invalid"}': 1,
            '{code="path/unknown"}': 1,
            '{code="request/origin"}': 1,
            '{code="request/too-many"}': statuses.count(429),
        }
        assert statuses.count(429) > 0
