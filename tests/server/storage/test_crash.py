"""Nothing that was acknowledged is lost: the server is killed while people play at full speed."""

import json
import signal
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from support.crashing import LONG, killed_again_and_again
from support.serving import Player, Server, join, make, serving, wait_for

from hotdice.game.record import parse
from hotdice.game.verify import verify


def test_a_killed_server_keeps_every_acknowledged_action(tmp_path: Path, long_run: bool) -> None:
    times = 500 if long_run else 3
    killed_again_and_again(f"sqlite:///{tmp_path}/games.sqlite", tmp_path, times)


def asked(database: Path, query: str) -> set[object]:
    """What is in the database, of which the server does not know that anybody looks."""
    with closing(sqlite3.connect(database)) as reading:
        return {row[0] for row in reading.execute(query)}


def mover(database: Path, game: str) -> int:
    """The seat that is to move, by the newest event that tells it."""
    query = f"SELECT body FROM events WHERE game = '{game}' ORDER BY seq DESC LIMIT 5"
    with closing(sqlite3.connect(database)) as reading:
        told = [json.loads(body)["data"] for (body,) in reading.execute(query)]
    found: int = next(data["state"]["player"] for data in told if "state" in data)
    return found


def crashed(server: Server, database: Path, begin: Callable[[], Player]) -> Player:
    """Somebody who is not to move yet in a game of a server that is dead."""
    while True:
        player = begin()
        server.end(signal.SIGKILL)
        if mover(database, player.game) != player.seat:
            return player
        server.start()  # the bots were quicker


def test_bots_alone_play_on_after_a_crash_though_nobody_looks(tmp_path: Path) -> None:
    database = tmp_path / "games.sqlite"
    with serving(f"sqlite:///{database}", tmp_path / "log") as server:
        bots = [{"kind": "bot", "bot": "cautious"}] * 4
        for _ in range(3):
            server.post("/api/games", {"rules": "greed+target=2000", "seats": bots})
        person = make(server, "Ann", "bot:bold", fair=False)
        server.end(signal.SIGKILL)
        assert len(asked(database, "SELECT id FROM games WHERE status = 'playing'")) > 1
        server.start()
        over = "FROM games WHERE status = 'over'"
        wait_for(lambda: asked(database, f"SELECT count(*) {over}") == {3}, 120)
        assert asked(database, "SELECT id FROM games WHERE status = 'playing'") == {person.game}
        for game in asked(database, f"SELECT id {over}"):
            assert verify(parse(server.get(f"/api/games/{game}/record").content)).verified


def test_bots_move_on_after_a_crash_until_somebody_is_waited_for(tmp_path: Path) -> None:
    database = tmp_path / "games.sqlite"
    with serving(f"sqlite:///{database}", tmp_path / "log") as server:
        bots = ["bot:cautious"] * 7
        ann = crashed(server, database, lambda: make(server, *bots, "Ann", **LONG))
        server.start()
        wait_for(lambda: mover(database, ann.game) == ann.seat)


def test_the_turn_of_who_has_left_is_played_after_a_crash(tmp_path: Path) -> None:
    database = tmp_path / "games.sqlite"

    def begin() -> Player:
        ann = make(server, "Ann", *["bot:cautious"] * 6, "?", **LONG)
        bob = join(ann, "Bob", fair=False)
        assert ann.post("leave").status_code == 200
        return bob

    with serving(f"sqlite:///{database}", tmp_path / "log") as server:
        bob = crashed(server, database, begin)
        server.start()
        wait_for(lambda: mover(database, bob.game) == bob.seat)


def test_clocks_that_ran_out_while_the_server_was_dead_ring(tmp_path: Path) -> None:
    database = tmp_path / "games.sqlite"

    def moves() -> list[int]:
        query = "SELECT count(*) - 3 FROM events WHERE game = ?"  # made, joined, started
        with closing(sqlite3.connect(database)) as reading:
            return [reading.execute(query, [each.game]).fetchone()[0] for each in every]

    clock = {"seconds": 1, "grace": 0}
    with serving(f"sqlite:///{database}", tmp_path / "log") as server:
        clocks = [None, {**clock, "then": "bot"}, {**clock, "then": "pass"}]
        every = [make(server, "Ann", "?", **LONG, clock=each) for each in clocks]
        for each in every:
            join(each, "Bob", fair=False)
        server.end(signal.SIGKILL)
        before = moves()
        time.sleep(1.0)
        server.start()
        wait_for(lambda: all(now > old for now, old in zip(moves()[1:], before[1:], strict=True)))
        assert moves()[0] == 0
