"""Nothing that was acknowledged is lost: the server is killed while people play at full speed."""

import json
import signal
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from support.crashing import LONG, kill_repeatedly
from support.serving import Player, Server, join, make, serving, wait_for

from hotdice.game.record import parse
from hotdice.game.verify import verify


def test_a_killed_server_keeps_every_acknowledged_action(tmp_path: Path, long_run: bool) -> None:
    times, most = (500, 60) if long_run else (3, 20)
    kill_repeatedly(f"sqlite:///{tmp_path}/games.sqlite", tmp_path, times, most)


def column(database: Path, query: str) -> set[object]:
    """The first column of a query, read behind the server's back."""
    with closing(sqlite3.connect(database)) as reading:
        return {row[0] for row in reading.execute(query)}


def mover(database: Path, game: str) -> int:
    """The seat that is to move, from the newest event with a state."""
    query = f"SELECT body FROM events WHERE game = '{game}' ORDER BY seq DESC LIMIT 5"
    with closing(sqlite3.connect(database)) as reading:
        data_of_newest = [json.loads(body)["data"] for (body,) in reading.execute(query)]
    found: int = next(data["state"]["player"] for data in data_of_newest if "state" in data)
    return found


def crash_before_turn(server: Server, database: Path, begin: Callable[[], Player]) -> Player:
    """Kill the server in a game in which the player is not to move yet."""
    while True:
        player = begin()
        server.end(signal.SIGKILL)
        if mover(database, player.game) != player.seat:
            return player
        server.start()  # the bots were quicker


PAUSE = "from hotdice.server.games import autoplay; autoplay.BOTS_ALONE_PAUSE = {seconds}\n"


def test_bots_alone_play_on_after_a_crash_though_nobody_looks(tmp_path: Path) -> None:
    database = tmp_path / "games.sqlite"
    slow, fast = (PAUSE.format(seconds=seconds) for seconds in (1.0, 0.0))
    with serving(f"sqlite:///{database}", tmp_path / "log", before=slow) as server:
        bots = [{"kind": "bot", "bot": "cautious"}] * 2
        for _ in range(3):
            server.post("/api/games", {"rules": "greed+target=1000", "seats": bots})
        person = make(server, "Ann", "bot:bold", fair=False)
        server.end(signal.SIGKILL)
        assert len(column(database, "SELECT id FROM games WHERE status = 'playing'")) > 1
        server.settings["before"] = fast
        server.start()
        over = "FROM games WHERE status = 'over'"
        wait_for(lambda: column(database, f"SELECT count(*) {over}") == {3})
        assert column(database, "SELECT id FROM games WHERE status = 'playing'") == {person.game}
        for game in column(database, f"SELECT id {over}"):
            assert verify(parse(server.get(f"/api/games/{game}/record").content)).verified


def test_bots_move_on_after_a_crash_until_somebody_is_waited_for(tmp_path: Path) -> None:
    database = tmp_path / "games.sqlite"
    with serving(f"sqlite:///{database}", tmp_path / "log") as server:
        bots = ["bot:cautious"] * 7
        ann = crash_before_turn(server, database, lambda: make(server, *bots, "Ann", **LONG))
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
        bob = crash_before_turn(server, database, begin)
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
