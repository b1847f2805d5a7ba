"""Finished games are deleted after as many days as the host keeps them, and nothing else is."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.serving import QUICK, Player, Server, join, make, play_out, wait_for

DAY = 24 * 3_600_000


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """One that keeps finished games for two days, and whose clock the tests set."""
    (tmp_path / "clock").write_text("0")
    database, clock = f"sqlite:///{tmp_path}/db", str(tmp_path / "clock")
    server = Server(database, tmp_path / "log", clock=clock, keep_finished=2)
    server.start()
    yield server
    server.close()


def days_later(server: Server, days: float) -> None:
    """Restart the server with its clock so many days after the first start."""
    server.end()
    (server.log.parent / "clock").write_text(str(round(days * DAY)))
    server.start()


def query(server: Server, sql: str, *values: str) -> int:
    """A number out of the database."""
    with sqlite3.connect(server.log.parent / "db") as connection:
        (found,) = connection.execute(sql, values).fetchone()
    connection.close()
    return int(found)


def finished_players(server: Server) -> tuple[Player, Player]:
    """Two players who have finished a game."""
    ann = make(server, "Ann", "?", fair=False, rules=QUICK)
    bob = join(ann, "Bob", fair=False)
    assert play_out([ann, bob])["status"] == "over"
    return ann, bob


def rows(server: Server, game: str) -> list[int]:
    return [
        query(server, f"SELECT count(*) FROM {table} WHERE {column} = ?", game)
        for table, column in (("games", "id"), ("events", "game"), ("tokens", "game"))
    ]


def deleted(server: Server, player: Player) -> bool:
    return rows(server, player.game) == [0, 0, 0]


def test_finished_games_are_deleted_in_time_and_no_others(server: Server) -> None:
    old, _ = finished_players(server)
    closed = make(server, "Cy", "?", fair=False)
    closed.post("leave")
    waiting = make(server, "Dee", "?", fair=False)
    again, late = finished_players(server)
    rematch = again.post("rematch", {}).json()  # and the other one has not come yet
    done, other = finished_players(server)
    next_one = Player(server, done.post("rematch", {}).json())
    play_out([next_one, Player(server, other.post("rematch", {}).json())])
    days_later(server, 1.9)
    statuses = [server.get(player.path).json()["status"] for player in (old, closed)]
    assert statuses == ["over", "closed"]
    new, _ = finished_players(server)
    days_later(server, 2.5)
    wait_for(lambda: "games-deleted" in server.log.read_text())
    assert all(deleted(server, player) for player in (old, closed, done, next_one))
    assert server.get(old.path).json()["code"] == "game/unknown"
    assert old.post("rematch", {}).json()["code"] == "game/unknown"
    assert waiting.snapshot()["status"] == "waiting"
    assert new.snapshot()["status"] == "over"
    assert again.snapshot()["next"] == rematch["game"]
    assert late.post("rematch", {}).json()["game"] == rematch["game"]
    assert '"count": 4' in server.log.read_text()


def test_what_a_stop_left_half_deleted_is_deleted_and_found_by_nobody(server: Server) -> None:
    old, _ = finished_players(server)
    server.end()
    with sqlite3.connect(server.log.parent / "db") as connection:
        connection.execute("UPDATE games SET status = 'deleted'")
        connection.execute("DELETE FROM tokens")
        connection.execute("DELETE FROM events WHERE seq < 3")
    connection.close()
    server.start()
    assert server.get(old.path).status_code == 404
    wait_for(lambda: deleted(server, old))


def test_a_rematch_is_made_anew_where_the_next_game_was_deleted(server: Server) -> None:
    ann, bob = finished_players(server)
    then = Player(server, ann.post("rematch", {}).json())
    play_out([then, Player(server, bob.post("rematch", {}).json())])
    days_later(server, 1.5)
    ann.post("react", {"reaction": "clap"})  # so the first game is younger than the second
    days_later(server, 2.5)
    wait_for(lambda: deleted(server, then))
    made = ann.post("rematch", {}).json()
    assert made["game"] != then.game
    assert bob.post("rematch", {}).json()["game"] == made["game"]


def test_without_an_age_finished_games_stay(tmp_path: Path) -> None:
    (tmp_path / "clock").write_text("0")
    server = Server(f"sqlite:///{tmp_path}/db", tmp_path / "log", clock=str(tmp_path / "clock"))
    server.start()
    try:
        ann, _ = finished_players(server)
        days_later(server, 10_000)
        assert ann.snapshot()["status"] == "over"
    finally:
        server.close()
