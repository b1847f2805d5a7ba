"""Whoever never got the answer asks again, and has the same seat."""

import json
import secrets
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
from support.serving import Player, Server, frames, join, make, new_seed, play_out, serving, socket

CERTAIN = """
name = "certain"
target = 100000
[score]
1 = 100
2 = 20
3 = 30
4 = 40
5 = 50
6 = 60
"""


def game(key: str, **more: Any) -> dict[str, Any]:
    seats = [{"kind": "person", "name": "Ann"}, {"kind": "person"}]
    return {"rules": "greed+target=1000", "seats": seats, "key": key} | more


def may_act(player: Player) -> bool:
    """Whether the player's token counts."""
    return player.post("react", {"reaction": "luck"}).status_code == 200


def test_joining_again_with_the_same_key_gives_the_same_seat(server: Server) -> None:
    ann = make(server, "Ann", "?", "?")
    seed, commitment = new_seed()
    body = {"name": "Bob", "commitment": commitment, "key": secrets.token_urlsafe(16)}
    lost = Player(server, server.post(f"{ann.path}/join", body).json(), seed)
    answer = server.post(f"{ann.path}/join", body)
    assert answer.status_code == 201
    bob = Player(server, answer.json(), seed)
    assert bob.seat == lost.seat
    assert bob.token != lost.token
    assert may_act(bob)
    assert not may_act(lost)
    cy = join(ann, "Cy")  # the third seat is still free
    for player in (ann, bob, cy):
        player.reveal()
    found = play_out([ann, bob, cy])
    assert [seat["name"] for seat in found["seats"]] == ["Ann", "Bob", "Cy"]
    assert [seat["fair"] for seat in found["seats"]] == ["person"] * 3


def test_it_may_be_asked_again_and_again_even_when_the_game_is_full(server: Server) -> None:
    ann = make(server, "Ann", "?", fair=False)
    body = {"name": "Bob", "key": secrets.token_urlsafe(16)}
    seated = [server.post(f"{ann.path}/join", body).json() for _ in range(4)]
    assert {each["seat"] for each in seated} == {1}
    assert [may_act(Player(server, each)) for each in seated] == [False, False, False, True]


def test_another_key_or_none_gives_nothing(server: Server) -> None:
    ann = make(server, "Ann", "?", fair=False)
    body = {"name": "Bob", "key": secrets.token_urlsafe(16)}
    bob = Player(server, server.post(f"{ann.path}/join", body).json())
    for key in (None, secrets.token_urlsafe(16), bob.token):
        answer = server.post(f"{ann.path}/join", body | {"key": key})
        assert (answer.status_code, answer.json()["code"]) == (409, "game/full")
    assert may_act(bob)


def test_a_key_is_for_one_game(server: Server) -> None:
    body = {"name": "Bob", "key": secrets.token_urlsafe(16)}
    for _ in range(2):
        ann = make(server, "Ann", "?", fair=False)
        bob = Player(server, server.post(f"{ann.path}/join", body).json())
        assert bob.game == ann.game


@pytest.mark.parametrize("key", ["short", "x" * 65, "with blanks in between", 5])
def test_keys_that_can_be_guessed_are_refused(server: Server, key: Any) -> None:
    answer = server.post("/api/games", game(key))
    assert (answer.status_code, answer.json()["code"]) == (400, "request/invalid")


def test_whoever_leaves_has_to_sit_down_anew(server: Server) -> None:
    ann = make(server, "Ann", "?", "?", fair=False)
    body = {"name": "Bob", "key": secrets.token_urlsafe(16)}
    Player(server, server.post(f"{ann.path}/join", body).json()).post("leave")
    again = server.post(f"{ann.path}/join", body | {"name": "Rob"}).json()
    assert ann.snapshot()["seats"][again["seat"]]["name"] == "Rob"


def test_a_game_is_made_once(server: Server) -> None:
    key = secrets.token_urlsafe(16)
    lost = Player(server, server.post("/api/games", game(key)).json())
    answer = server.post("/api/games", game(key))
    assert answer.status_code == 201
    ann = Player(server, answer.json())
    assert (ann.game, ann.seat) == (lost.game, 0)
    assert may_act(ann)
    assert not may_act(lost)
    other = server.post("/api/games", game(secrets.token_urlsafe(16))).json()
    assert other["game"] != ann.game


def test_a_game_is_made_once_even_if_it_is_asked_for_at_the_same_time(server: Server) -> None:
    body = game(secrets.token_urlsafe(16))
    with ThreadPoolExecutor(8) as many:
        answers = list(many.map(lambda _: server.post("/api/games", body), range(16)))
    assert {answer.status_code for answer in answers} == {201}
    players = [Player(server, answer.json()) for answer in answers]
    assert len({player.game for player in players}) == 1
    assert sum(may_act(player) for player in players) == 1


def test_whoever_makes_a_rematch_may_ask_again(server: Server) -> None:
    ann = make(server, "Ann", "bot:bold", fair=False)
    play_out([ann])
    lost = Player(server, ann.post("rematch", {}).json())
    again = Player(server, ann.post("rematch", {}).json())
    assert (again.game, again.seat) == (lost.game, lost.seat)
    assert may_act(again)
    assert not may_act(lost)


def test_the_old_token_is_worth_nothing_on_an_open_socket(server: Server) -> None:
    key = secrets.token_urlsafe(16)
    lost = Player(server, server.post("/api/games", game(key)).json())
    with socket(lost) as found:
        coming = frames(found)
        assert next(coming)["welcome"]["you"] == 0
        server.post("/api/games", game(key))
        error = next(frame for frame in coming if "error" in frame)["error"]
        assert error["code"] == "token/wrong"


def test_keys_are_kept_hashed_and_survive_a_restart(tmp_path: Path) -> None:
    database, key = tmp_path / "games.sqlite", secrets.token_urlsafe(16)
    with serving(f"sqlite:///{database}", tmp_path / "log") as server:
        made = server.post("/api/games", game(key)).json()
        server.end()
        with sqlite3.connect(database) as reading:
            assert not any(key in line for line in reading.iterdump())
        server.start()
        assert server.post("/api/games", game(key)).json()["game"] == made["game"]
        assert key not in (tmp_path / "log").read_text()


def refused(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def test_a_key_is_for_one_action(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path}/games.sqlite", tmp_path / "log") as server:
        ann = make(server, "Ann", "?", fair=False, rules={"toml": CERTAIN})
        bob = join(ann, "Bob", fair=False)
        seq = ann.snapshot()["seq"]
        ann.post("react", {"reaction": "luck"})  # which does not count as a move
        done = ann.act({"do": "roll"}, seq, "mine").json()
        keep = {"do": "keep", "dice": done["data"]["dice"][:1]}
        for restarted in (False, True):
            if restarted:
                server.end()
                server.start()
            for again in (seq, seq + 1):  # no move was between the two
                assert ann.act({"do": "roll"}, again, "mine").json() == done
            for other in ({"do": "bank"}, {"do": "keep", "dice": [1]}):
                assert refused(ann.act(other, seq, "mine")) == (409, "key/other")
            for expected in (done["seq"], seq - 1):
                assert refused(ann.act({"do": "roll"}, expected, "mine")) == (409, "key/other")
                assert refused(ann.act(keep, expected, "mine")) == (409, "key/other")
            assert refused(ann.act(keep, seq, "new")) == (409, "game/conflict")
            assert ann.snapshot()["seq"] == done["seq"]
        kept = ann.act(keep, done["seq"], "kept").json()
        assert ann.act(keep, done["seq"], "kept").json() == kept
        two = {"do": "keep", "dice": done["data"]["dice"][:2]}
        assert refused(ann.act(two, done["seq"], "kept")) == (409, "key/other")
        banked = ann.act({"do": "bank"}, kept["seq"], "banked").json()
        assert ann.act({"do": "bank"}, kept["seq"], "banked").json() == banked
        assert bob.act({"do": "roll"}, banked["seq"], "mine").status_code == 200  # it is Bob's own


def test_a_key_is_for_one_action_over_a_socket_too(server: Server) -> None:
    ann = make(server, "Ann", "bot:bold", fair=False, rules={"toml": CERTAIN})
    seq = ann.snapshot()["seq"]
    done = ann.act({"do": "roll"}, seq, "mine").json()
    with socket(ann, since=done["seq"]) as found:
        coming = frames(found)
        for expected in (seq, done["seq"]):
            body = {"action": {"do": "bank"}, "expected": expected, "key": "mine"}
            found.send(json.dumps(body))
            error = next(frame for frame in coming if "error" in frame)["error"]
            assert (error["code"], error["key"]) == ("key/other", "mine")
        found.send(json.dumps({"action": {"do": "roll"}, "expected": seq, "key": "mine"}))
        again = next(frame for frame in coming if "repeated" in frame)
        assert again == {"repeated": {"key": "mine", "seq": done["seq"]}}


def test_a_key_of_an_action_that_was_refused_is_free(server: Server) -> None:
    ann = make(server, "Ann", "?", fair=False)
    join(ann, "Bob", fair=False)
    seq = ann.snapshot()["seq"]
    assert refused(ann.act({"do": "bank"}, seq, "mine"))[0] == 409
    assert ann.act({"do": "roll"}, seq, "mine").status_code == 200
