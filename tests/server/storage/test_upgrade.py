"""A database that an earlier server has left is taken over: every game is there, and goes on.

`fixtures/server-3.sql` is such a database; `server-3.json` has what that server answered, the
tokens and seeds of people, and the time of the newest event.
"""

import json
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.serving import Player, Server, choice, events_of, play_out, serving, wait_for

from hotdice.game.record import parse
from hotdice.game.verify import verify

FIXTURES = Path(__file__).parents[2] / "fixtures"
KEPT: dict[str, Any] = json.loads((FIXTURES / "server-3.json").read_text())
MEANWHILE = ("now", "seq", "status", "reveal_until", "state", "deadline")  # time has gone by


@pytest.fixture(scope="module")
def upgraded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The server of today with that database, a minute after that server has stopped."""
    place = tmp_path_factory.mktemp("upgraded")
    with sqlite3.connect(place / "db") as connection:
        connection.executescript((FIXTURES / "server-3.sql").read_text())
    connection.close()
    clock = place / "clock"
    clock.write_text(str(KEPT["at"] + 60_000 - time.time_ns() // 1_000_000))
    with serving(f"sqlite:///{place}/db", place / "log", clock=str(clock)) as server:
        yield server


def people(server: Server, name: str) -> list[Player]:
    return [
        Player(server, one, bytes.fromhex(one["seed"]) if one["seed"] else None)
        for one in KEPT["people"][name]
    ]


def test_every_game_is_shown_as_before(upgraded: Server) -> None:
    games = [name for name in KEPT["answers"] if not name.endswith("/record")]
    assert len(games) == 10
    for game in games:
        before, after = KEPT["answers"][game], upgraded.get(f"/api/games/{game}").json()
        left_out = MEANWHILE if before["status"] == "revealing" else ("now",)
        for field in before.keys() - {*left_out, "seats"}:
            assert after[field] == before[field], (game, field)
        names = [(seat["name"], seat["taken"], seat["left"]) for seat in before["seats"]]
        assert [(seat["name"], seat["taken"], seat["left"]) for seat in after["seats"]] == names


def test_every_record_is_the_same_letter_by_letter(upgraded: Server) -> None:
    for name, before in KEPT["answers"].items():
        game = name.removesuffix("/record")
        if game != name and KEPT["answers"][game]["status"] != "revealing":
            assert upgraded.get(f"/api/games/{name}").text == before
            if KEPT["answers"][game]["status"] == "over":
                assert verify(parse(before.encode())).verified


@pytest.mark.parametrize("name", ["playing", "clock", "left"])
def test_games_under_way_are_played_on(upgraded: Server, name: str) -> None:
    players = people(upgraded, name)
    if name == "clock":  # ten thousand points take a while: a few moves will do
        for _ in range(6):
            found = players[0].snapshot()
            mover = players[found["state"]["player"]]
            assert mover.act(choice(found["state"]), found["seq"]).status_code == 200
        return
    assert play_out(players)["status"] == "over"
    record = parse(upgraded.get(f"{players[0].path}/record").content)
    assert verify(record).verified
    before = KEPT["answers"][players[0].game]["seq"]
    assert len(events_of(upgraded, players[0].game)) > before


def test_tables_that_wait_can_be_joined_with_the_link_of_then(upgraded: Server) -> None:
    for name in ("waiting", "public"):
        [ann] = people(upgraded, name)
        body = {"name": "Bob", "commitment": None}
        assert upgraded.post(f"{ann.path}/join", body).status_code == 201
        ann.reveal()
        assert ann.snapshot()["status"] == "playing"


def test_a_rematch_of_then_is_found(upgraded: Server) -> None:
    _, bob, again = people(upgraded, "rematch")
    assert bob.post("rematch", {}).json()["game"] == again.game


def test_a_game_that_waited_for_seeds_has_started_without_them(upgraded: Server) -> None:
    ann, bob = people(upgraded, "revealing")
    wait_for(lambda: ann.snapshot()["status"] == "playing")
    assert [seat["fair"] for seat in bob.snapshot()["seats"]] == ["fallback", "fallback", "bot"]
