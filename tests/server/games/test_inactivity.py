"""What happens where nobody does anything, on a server that does not wait long."""

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from support.serving import Server, choice, events_of, join, make, play_out, serving, wait_for

from hotdice.game.record import parse
from hotdice.game.verify import verify


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("server")


@pytest.fixture(scope="module")
def server(place: Path) -> Iterator[Server]:
    database = f"sqlite:///{place}/games.sqlite"
    with serving(database, place / "log", reveal_seconds=8.0, keepalive_seconds=0.1) as found:
        yield found


def test_who_commits_and_never_reveals_is_a_fallback(server: Server) -> None:
    ann = make(server, "Ann", "?")
    bob = join(ann, "Bob")
    bob.reveal()
    wait_for(lambda: ann.snapshot()["status"] == "playing")
    found = ann.snapshot()
    assert [seat["fair"] for seat in found["seats"]] == ["fallback", "person"]
    assert found["seats"][0]["commitment"] is not None
    assert found["reveal_until"] is None
    kinds = [event["kind"] for event in events_of(server, ann.game)]
    assert kinds == ["created", "joined", "full", "revealed", "started"]
    assert ann.seed is not None
    late = ann.post("reveal", {"seed": ann.seed.hex()})
    assert (late.status_code, late.json()["code"]) == (409, "game/not-revealing")
    play_out([ann, bob])
    verdict = verify(parse(server.get(f"{ann.path}/record").content))
    assert verdict.verified
    assert verdict.fallback == ("Ann",)


def test_a_game_in_which_nobody_reveals_starts_as_well(server: Server) -> None:
    ann = make(server, "Ann", "bot:bold")
    wait_for(lambda: ann.snapshot()["status"] == "playing")
    assert [seat["fair"] for seat in ann.snapshot()["seats"]] == ["fallback", "bot"]


def test_a_stream_in_which_nothing_happens_gets_empty_lines(server: Server) -> None:
    ann = make(server, "Ann", "?")
    with httpx.stream("GET", f"{server.url}{ann.path}/stream", timeout=300) as answer:
        lines = answer.iter_lines()
        first = [next(lines) for _ in range(4)]
        assert json.loads(first[0])["kind"] == "created"
        assert first[1:] == ["", "", ""]
        ann.post("rename", {"name": "Anna"})
        event = next(json.loads(line) for line in lines if line)
        assert (event["kind"], event["data"]) == ("renamed", {"name": "Anna"})


def test_the_seed_is_in_the_stream_at_the_end_and_not_before(server: Server, place: Path) -> None:
    ann = make(server, "Ann", "bot:cautious", fair=False)
    with sqlite3.connect(place / "games.sqlite") as reading:
        wanted = "SELECT server_seed FROM games WHERE id = ?"
        [(seed,)] = reading.execute(wanted, (ann.game,)).fetchall()
    heard: list[str] = []
    headers = {"Authorization": f"Bearer {ann.token}"}
    url = f"{server.url}{ann.path}/stream"
    with httpx.stream("GET", url, headers=headers, timeout=300) as answer:
        for line in answer.iter_lines():
            heard.append(line)
            event = json.loads(line) if line else {"data": {}}
            state = event["data"].get("state")
            if state and not state["over"] and state["player"] == ann.seat:
                assert ann.act(choice(state), event["seq"]).status_code == 200
    told = [line for line in heard if line]
    assert len(told) > 5
    assert json.loads(told[-1])["data"]["server_seed"] == seed
    assert [line for line in told if seed in line] == told[-1:]
