"""The day's dice: the same for everybody, nobody's before they fall, proved on the next day."""

import json
import secrets
import sqlite3
from collections.abc import Iterator
from datetime import timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from support.days import FIRST, begin, clocked, set_to, today
from support.serving import Player, Server, choice, events_of, play_out, socket, wait_for

from hotdice import FairDice, Throw, combine
from hotdice.game.record import parse
from hotdice.game.verify import verify

NEXT = FIRST + timedelta(1)
DATE = str(FIRST)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """One on whose first day it is noon."""
    found = clocked(tmp_path)
    found.start()
    yield found
    found.close()


def throws(server: Server, player: Player) -> dict[tuple[int, int], list[int]]:
    """Every roll of a game by its turn and its place in it."""
    found: dict[tuple[int, int], list[int]] = {}
    turn = roll = 0
    for event in events_of(server, player.game):
        if event["kind"] == "rolled":
            found[turn, roll] = event["data"]["dice"]
            roll += 1
        kinds = {each["kind"] for each in event["data"].get("happened", [])}
        if kinds & {"banked", "farkle"}:
            turn, roll = turn + 1, 0
    return found


def play(player: Player, enough: int) -> dict[str, Any]:
    """Play a game to its end, banking from so many points on."""
    while (found := player.snapshot())["status"] == "playing":
        assert player.act(choice(found["state"], enough), found["seq"]).status_code == 200
    return found


def secret_of(server: Server, day: str = DATE) -> str:
    """The secret of a day as the database has it."""
    with sqlite3.connect(server.log.parent / "db") as reading:
        [(found,)] = reading.execute("SELECT secret FROM days WHERE day = ?", (day,)).fetchall()
    reading.close()
    return str(found)


def test_two_who_choose_differently_have_the_same_dice(server: Server) -> None:
    timid, bold = begin(server, "Ann"), begin(server, "Bob")
    assert timid.game != bold.game
    play(timid, 50)
    play(bold, 600)
    one, other = throws(server, timid), throws(server, bold)
    assert {turn for turn, _ in one} == {turn for turn, _ in other} == set(range(10))
    shared = one.keys() & other.keys()
    assert len(shared) >= 10
    assert all(one[at][: len(other[at])] == other[at][: len(one[at])] for at in shared)
    assert len(other) > len(one)


def test_the_commitment_opens_on_the_next_day_and_the_dice_follow_from_it(server: Server) -> None:
    player = begin(server)
    said = today(server)
    assert said["date"] == DATE
    assert said["until"] - said["now"] <= 12 * 3_600_000
    assert player.snapshot()["fair"] == {"commitment": said["commitment"], "server_seed": None}
    total = play(player, 300)["state"]["totals"][0]
    early = verify(parse(server.get(f"{player.path}/record").content))
    assert [fault.code for fault in early.faults] == ["fair/secret"]
    assert server.get(f"/api/day/{DATE}").json()["code"] == "day/not-over"
    set_to(server, NEXT, 0.01)
    past = server.get(f"/api/day/{DATE}").json()
    assert sha256(bytes.fromhex(past["secret"])).hexdigest() == said["commitment"]
    assert past["commitment"] == said["commitment"]
    dice = FairDice(bytes.fromhex(past["secret"]), combine([None]))
    for (turn, roll), fell in throws(server, player).items():
        throw = Throw(seat=0, turn=turn, roll=roll, count=len(fell))
        assert list(dice.roll(throw)) == fell
    record = parse(server.get(f"{player.path}/record").content)
    assert record.fair is not None
    assert (record.fair.day, record.fair.server_seed) == (DATE, past["secret"])
    assert verify(record).verified
    assert past["results"] == [[total, 1]]
    assert today(server)["commitment"] != said["commitment"]
    assert today(server)["earlier"] == [DATE]


def test_the_secret_is_told_nowhere_on_its_day(server: Server) -> None:
    """Not by a game under way, ended or left, not by any page, stream, event, answer or line."""
    heard: list[str] = [json.dumps(today(server))]
    done, left, key = begin(server), begin(server), secrets.token_hex(8)
    path = f"/api/day/{DATE}/games"
    heard += [server.post(path, {"name": "Cy", "key": key}).text for _ in range(2)]
    with socket(done) as line:
        play(done, 300)
        while '"over"' not in heard[-1]:
            heard.append(str(line.recv(timeout=60)))
    left.act({"do": "roll"}, left.snapshot()["seq"])
    heard.append(left.post("leave").text)
    heard.append(done.post("rematch", {}).text)
    for player in (done, left):
        for what in ("", "/events", "/record", "/review", "/skill", "/rules", "/advice", "/stream"):
            heard.append(server.get(f"{player.path}{what}").text)
    pages = ["/", "/day", f"/day/{DATE}", f"/game/{done.game}", f"/fair/{done.game}", "/metrics"]
    heard += [server.get(page).text for page in [*pages, "/api/games", f"/api/day/{DATE}"]]
    server.end()
    heard.append(server.log.read_text())
    secret = secret_of(server)
    assert sum(DATE in text for text in heard) > 10
    assert not [text[:200] for text in heard if secret in text]


def test_one_game_of_a_day_counts_for_a_key(server: Server) -> None:
    key = secrets.token_hex(8)
    first = begin(server, key=key)
    assert begin(server, key=key).game == first.game
    again = begin(server, key=key)
    assert first.snapshot()["code"] == "token/wrong"
    total = play(again, 300)["state"]["totals"][0]
    once_more = begin(server, key=key)
    assert once_more.game == first.game
    assert once_more.snapshot()["status"] == "over"
    assert once_more.snapshot()["day"]["counts"] is True
    other = begin(server, "Bob")
    other.post("leave")
    set_to(server, NEXT, 1.0)
    assert server.get(f"/api/day/{DATE}").json()["results"] == [[total, 1]]


def test_whoever_left_or_moved_the_game_does_not_begin_another(server: Server) -> None:
    path = f"/api/day/{DATE}/games"
    for end in ("leave", "move"):
        key = secrets.token_hex(8)
        player = begin(server, key=key)
        if end == "leave":
            assert player.post("leave").status_code == 200
        else:
            code = player.post("transfer").json()["code"]
            moved = server.post("/api/take", {"code": code})
            assert moved.json()["game"] == player.game
        refused = server.post(path, {"name": "Ann", "key": key})
        assert (refused.status_code, refused.json()["code"]) == (409, "day/played")


def test_a_game_that_is_not_over_at_midnight_does_not_count(server: Server) -> None:
    player = begin(server)
    assert player.snapshot()["day"] == {
        "date": DATE,
        "counts": True,
        "until": today(server)["until"],
    }
    player.act({"do": "roll"}, player.snapshot()["seq"])
    set_to(server, NEXT, 0.001)
    assert player.snapshot()["day"]["counts"] is False
    found = play(player, 300)
    assert found["status"] == "over"
    assert found["day"]["counts"] is False
    assert events_of(server, player.game)[-1]["data"]["counted"] is False
    assert server.get(f"/api/day/{DATE}").json()["results"] == []
    assert verify(parse(server.get(f"{player.path}/record").content)).verified


def test_earlier_days_can_be_played_without_counting(server: Server) -> None:
    played = begin(server)
    play(played, 50)
    set_to(server, NEXT, 5.0)
    today(server)
    practice = begin(server, day=DATE)
    assert practice.game != played.game
    play(practice, 50)
    assert throws(server, practice) == throws(server, played)
    assert practice.snapshot()["day"]["counts"] is False
    assert [count for _, count in server.get(f"/api/day/{DATE}").json()["results"]] == [1]
    assert practice.snapshot()["seats"][0]["name"] == "Ann"
    for day in (str(NEXT + timedelta(1)), "2031-05-09", "2031-02-30", "yesterday", "20310510"):
        for answer in (
            server.get(f"/api/day/{day}"),
            server.post(f"/api/day/{day}/games", {"name": "Ann", "key": secrets.token_hex(8)}),
        ):
            assert (answer.status_code, answer.json()["code"]) == (404, "day/unknown"), day
        assert server.get(f"/day/{day}").status_code == 404


def test_a_rematch_is_a_game_of_its_own(server: Server) -> None:
    player = begin(server)
    play(player, 50)
    again = Player(server, player.post("rematch", {}).json())
    found = again.snapshot()
    assert "day" not in found
    assert found["fair"]["commitment"] != player.snapshot()["fair"]["commitment"]


def test_the_secret_stays_where_the_server_starts_again(server: Server) -> None:
    before, player = today(server), begin(server)
    first = player.act({"do": "roll"}, player.snapshot()["seq"]).json()["data"]["dice"]
    server.end(9)
    set_to(server, FIRST, 15.0)
    server.start()
    assert today(server)["commitment"] == before["commitment"]
    play(player, 300)
    assert throws(server, begin(server, "Bob")) == {}
    assert throws(server, player)[0, 0] == first


def test_no_result_counts_once_the_secret_is_known(server: Server) -> None:
    """Even if the clock of the server is set back."""
    early = begin(server)
    set_to(server, NEXT, 1.0)
    secret = server.get(f"/api/day/{DATE}").json()["secret"]
    set_to(server, FIRST, 20.0)
    assert today(server)["counts"] is False
    late = begin(server, "Bob")
    assert late.snapshot()["fair"]["commitment"] == sha256(bytes.fromhex(secret)).hexdigest()
    for player in (early, late):
        assert play(player, 300)["day"]["counts"] is False
    set_to(server, NEXT, 2.0)
    assert server.get(f"/api/day/{DATE}").json()["results"] == []


def test_results_of_long_ago_are_deleted(server: Server) -> None:
    play(begin(server), 50)
    set_to(server, FIRST + timedelta(31), 1.0)
    server.end()
    server.start()

    def results() -> int:
        with sqlite3.connect(server.log.parent / "db") as reading:
            [(found,)] = reading.execute("SELECT count(*) FROM day_games").fetchall()
        reading.close()
        return int(found)

    wait_for(lambda: results() == 0)
    assert server.get(f"/api/day/{DATE}").json()["code"] == "day/unknown"
    assert today(server)["earlier"] == []


def test_an_address_has_so_many_games_that_count(tmp_path: Path) -> None:
    server = clocked(tmp_path)
    server.settings["some_rates"] = {"day_games": [2, 0.001]}
    server.start()
    try:
        key = secrets.token_hex(8)
        begin(server, key=key)
        begin(server)
        path = f"/api/day/{DATE}/games"
        refused = server.post(path, {"name": "Cy", "key": secrets.token_hex(8)})
        assert (refused.status_code, refused.json()["code"]) == (429, "request/too-many")
        begin(server, key=key)  # one's own, again
        set_to(server, NEXT, 1.0)
        assert play_out([begin(server, day=DATE)])["status"] == "over"  # which counts nowhere
    finally:
        server.close()
