"""Another game at the same table, for which somebody does not stay."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.serving import (
    QUICK,
    Player,
    Server,
    events_of,
    join,
    make,
    play_out,
    serving,
    wait_for,
)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("server")


@pytest.fixture(scope="module")
def server(place: Path) -> Iterator[Server]:
    with serving(f"sqlite:///{place}/games.sqlite", place / "log") as found:
        yield found


def finished_players(server: Server, *names: str) -> list[Player]:
    """Players who have finished a game."""
    first = make(server, names[0], *"?" * (len(names) - 1), fair=False, rules=QUICK)
    players = [first, *(join(first, name, fair=False) for name in names[1:])]
    play_out(players)
    return players


def rematch(player: Player) -> Player:
    """The player in the next game."""
    answer = player.post("rematch", {})
    assert answer.status_code == 201, answer.text
    return Player(player.server, answer.json())


def rematch_error(player: Player) -> tuple[int, str]:
    """How a rematch is refused."""
    answer = player.post("rematch", {})
    return answer.status_code, answer.json()["code"]


def names(player: Player) -> list[str | None]:
    return [seat["name"] for seat in player.snapshot()["seats"]]


def test_a_rematch_that_was_closed_is_made_anew(server: Server) -> None:
    ann, bob = finished_players(server, "Ann", "Bob")
    left = rematch(ann)
    left.post("leave")
    assert server.get(left.path).json()["status"] == "closed"
    bobs = rematch(bob)
    anns = rematch(ann)
    assert anns.game == bobs.game != left.game
    assert ann.snapshot()["next"] == bobs.game
    found = [event for event in events_of(server, ann.game) if event["kind"] == "rematch"]
    assert [event["data"]["game"] for event in found] == [left.game, bobs.game]
    assert names(bobs) == ["Bob", "Ann"]
    assert play_out([anns, bobs])["status"] == "over"


def test_whoever_left_a_waiting_rematch_comes_back_by_the_same_request(server: Server) -> None:
    ann, bob, cy = finished_players(server, "Ann", "Bob", "Cy")
    anns, bobs = rematch(ann), rematch(bob)
    anns.post("leave")
    assert names(bobs) == ["Bob", "Cy", None]
    lost = rematch(ann)
    back = rematch(ann)  # the answer was lost
    assert (lost.game, lost.seat) == (back.game, back.seat) == (anns.game, anns.seat)
    cys = rematch(cy)
    assert names(bobs) == ["Bob", "Cy", "Ann"]
    assert play_out([back, bobs, cys])["status"] == "over"


def test_a_seat_that_was_left_is_open_to_strangers_and_then_theirs(server: Server) -> None:
    ann, bob, cy = finished_players(server, "Ann", "Bob", "Cy")
    anns, bobs = rematch(ann), rematch(bob)
    anns.post("leave")
    dee = join(bobs, "Dee", fair=False)
    assert dee.seat == anns.seat
    full = server.post(f"{bobs.path}/join", {"name": "Eve"})
    assert (full.status_code, full.json()["code"]) == (409, "game/full")  # Cy's seat is kept
    assert rematch_error(ann) == (409, "game/full")
    assert dee.post("react", {"reaction": "luck"}).status_code == 200  # no token for Ann
    cys = rematch(cy)
    assert names(bobs) == ["Bob", "Cy", "Dee"]
    assert play_out([bobs, cys, dee])["status"] == "over"


def test_whoever_comes_back_takes_any_seat_that_is_free(server: Server) -> None:
    ann, bob, cy = finished_players(server, "Ann", "Bob", "Cy")
    anns, bobs = rematch(ann), rematch(bob)
    anns.post("leave")
    dee = join(bobs, "Dee", fair=False)
    bobs.post("leave")  # Dee waits
    back = rematch(ann)
    assert names(back) == ["Ann", "Cy", "Dee"]
    cys = rematch(cy)
    assert play_out([back, cys, dee])["status"] == "over"


def test_whoever_comes_back_after_somebody_of_that_name_has_a_number(server: Server) -> None:
    ann, bob, _ = finished_players(server, "Ann", "Bob", "Cy")
    anns, bobs = rematch(ann), rematch(bob)
    anns.post("leave")
    join(bobs, "\N{CYRILLIC CAPITAL LETTER A}nn", fair=False)
    bobs.post("leave")
    assert names(rematch(ann))[0] == "Ann 2"


def test_a_seat_of_nobody_is_kept_for_nobody(place: Path, server: Server) -> None:
    ann = make(server, "Ann", "?", fair=False)
    server.end()
    with sqlite3.connect(place / "games.sqlite") as changing:  # nothing happened for long
        changing.execute("UPDATE events SET time = 1 WHERE game = ?", (ann.game,))
        changing.execute("UPDATE games SET created = 1 WHERE id = ?", (ann.game,))
    server.start()
    wait_for(lambda: bool(ann.snapshot()["status"] == "closed"))
    anns = rematch(ann)
    bob = join(anns, "Bob", fair=False)
    assert play_out([anns, bob])["status"] == "over"
