"""A seat moves to another device by a code that works once, for ten minutes."""

import re
import secrets
import signal
import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
from support.serving import (
    PATIENCE,
    QUICK,
    Player,
    Server,
    events_of,
    frames,
    join,
    make,
    new_seed,
    play_out,
    serving,
    socket,
)
from websockets.exceptions import ConnectionClosed

TEN_MINUTES = 600_000


def offer(player: Player) -> str:
    """A code for the seat of a player."""
    answer = player.post("transfer")
    assert answer.status_code == 200, answer.text
    code: str = answer.json()["code"]
    return code


def take(server: Server, code: str, **more: Any) -> httpx.Response:
    return server.post("/api/take", {"code": code, **more})


def refused(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


WRONG = (403, "code/wrong")


def test_the_seat_is_moved_and_the_old_token_is_refused(server: Server) -> None:
    ann = make(server, "Ann", "?", fair=False)
    bob = join(ann, "Bob", fair=False)
    before = events_of(server, ann.game)
    made = ann.post("transfer").json()
    assert re.fullmatch("[2-9A-HJKMNP-TV-Z]{10}", made["code"])
    assert abs(made["until"] - 1000 * time.time() - TEN_MINUTES) < 60_000
    answer = take(server, made["code"])
    assert answer.status_code == 201
    moved = Player(server, answer.json())
    assert (moved.game, moved.seat) == (ann.game, ann.seat)
    assert moved.token != ann.token
    assert refused(ann.post("react", {"reaction": "luck"})) == (401, "token/wrong")
    assert refused(ann.post("transfer")) == (401, "token/wrong")
    assert events_of(server, ann.game) == before  # nobody else is told, and no record has it
    assert play_out([moved, bob])["status"] == "over"


def test_a_code_works_once_and_however_it_is_typed(server: Server) -> None:
    ann = make(server, "Ann", "?", fair=False)
    code = offer(ann)
    typed = f" {code[:5].lower()}-{code[5:].lower()} "
    assert take(server, typed).status_code == 201
    assert refused(take(server, code)) == WRONG


def test_a_new_code_replaces_the_older_one(server: Server) -> None:
    ann = make(server, "Ann", "?", fair=False)
    old, code = offer(ann), offer(ann)
    assert refused(take(server, old)) == WRONG
    assert take(server, code).status_code == 201


@pytest.mark.parametrize("code", ["2222222222", "-", "é" * 40, "\0"])
def test_wrong_codes_are_refused(server: Server, code: str) -> None:
    ann = make(server, "Ann", "?", fair=False)
    offer(ann)
    assert refused(take(server, code)) == WRONG
    assert ann.snapshot()["you"] == ann.seat


def test_only_whoever_sits_there_gets_a_code(server: Server) -> None:
    ann = make(server, "Ann", "?", fair=False)
    assert refused(server.post(f"{ann.path}/transfer")) == (401, "token/missing")
    other = make(server, "Eve", "?", fair=False)
    answer = server.post(f"{ann.path}/transfer", token=other.token)
    assert refused(answer) == (401, "token/wrong")


def test_whoever_leaves_takes_the_code_along(server: Server) -> None:
    ann = make(server, "Ann", "?", "?", fair=False)
    bob = join(ann, "Bob", fair=False)
    code = offer(bob)
    bob.post("leave")
    assert refused(take(server, code)) == WRONG
    cy = join(ann, "Cy", fair=False)  # at the same seat
    assert cy.seat == bob.seat
    assert refused(take(server, code)) == WRONG


def test_a_code_counts_for_ten_minutes(tmp_path: Path) -> None:
    clock = tmp_path / "clock"
    clock.write_text("0")
    place = f"sqlite:///{tmp_path}/games.sqlite"
    with serving(place, tmp_path / "log", clock=str(clock)) as server:
        ann, eve = (make(server, name, "?", fair=False) for name in ("Ann", "Eve"))
        codes = [offer(player) for player in (ann, eve)]
        clock.write_text(str(TEN_MINUTES - 60_000))
        assert take(server, codes[0]).status_code == 201
        clock.write_text(str(TEN_MINUTES + 1))
        assert refused(take(server, codes[1])) == WRONG
        assert eve.snapshot()["you"] == eve.seat


def test_of_many_who_take_it_at_once_one_has_the_seat(server: Server) -> None:
    ann = make(server, "Ann", "?", fair=False)
    code = offer(ann)
    with ThreadPoolExecutor(8) as many:
        answers = list(many.map(lambda _: take(server, code), range(16)))
    won = [answer for answer in answers if answer.status_code == 201]
    assert len(won) == 1
    assert {refused(answer) for answer in answers if answer not in won} == {WRONG}
    assert Player(server, won[0].json()).snapshot()["you"] == ann.seat


def test_the_same_key_gives_the_seat_again_to_whoever_never_got_the_answer(server: Server) -> None:
    ann = make(server, "Ann", "?", fair=False)
    code, key = offer(ann), secrets.token_urlsafe(16)
    lost = Player(server, take(server, code, key=key).json())
    again = Player(server, take(server, code, key=key).json())
    assert (again.game, again.seat, again.snapshot()["you"]) == (ann.game, ann.seat, ann.seat)
    assert lost.snapshot()["code"] == "token/wrong"
    for other in (None, secrets.token_urlsafe(16)):
        assert refused(take(server, code, key=other)) == WRONG
    onwards = take(server, offer(again))  # from then on the seat is a third device's
    assert onwards.status_code == 201
    assert refused(take(server, code, key=key)) == WRONG


def test_the_key_of_the_device_before_counts_no_more(server: Server) -> None:
    ann = make(server, "Ann", "?", "?", fair=False)
    body = {"name": "Bob", "key": secrets.token_urlsafe(16)}
    bob = Player(server, server.post(f"{ann.path}/join", body).json())
    moved = Player(server, take(server, offer(bob)).json())
    again = server.post(f"{ann.path}/join", body | {"name": "Rob"}).json()
    assert again["seat"] != bob.seat
    assert moved.snapshot()["you"] == bob.seat


def test_the_token_of_the_game_before_does_not_get_the_seat_back(server: Server) -> None:
    ann = make(server, "Ann", "?", fair=False, rules=QUICK)
    bob = join(ann, "Bob", fair=False)
    play_out([ann, bob])
    for old in (ann, bob):  # one of them makes the rematch, the other one joins it
        next_game = Player(server, old.post("rematch", {}).json())
        again = Player(server, old.post("rematch", {}).json())  # the answer was lost
        assert (again.game, again.seat) == (next_game.game, next_game.seat)
        moved = Player(server, take(server, offer(again)).json())
        assert refused(old.post("rematch", {})) == (409, "game/taken")
        assert moved.snapshot()["you"] == again.seat


def test_codes_are_kept_hashed_and_survive_a_kill_and_so_does_their_end(tmp_path: Path) -> None:
    database = tmp_path / "games.sqlite"
    with serving(f"sqlite:///{database}", tmp_path / "log") as server:
        ann = make(server, "Ann", "?", fair=False)
        code = offer(ann)
        server.end(signal.SIGKILL)
        with sqlite3.connect(database) as reading:
            assert not any(code in line for line in reading.iterdump())
        server.start()
        moved = Player(server, take(server, code).json())
        server.end(signal.SIGKILL)
        server.start()
        assert refused(take(server, code)) == WRONG
        assert moved.snapshot()["you"] == ann.seat
        assert ann.snapshot()["code"] == "token/wrong"
        assert code not in (tmp_path / "log").read_text()


def test_sockets_and_streams_of_the_old_device_end(server: Server) -> None:
    ann = make(server, "Ann", "?", fair=False)
    headers = {"Authorization": f"Bearer {ann.token}"}
    stream = httpx.stream(
        "GET", f"{server.url}{ann.path}/stream", headers=headers, timeout=PATIENCE, trust_env=False
    )
    with socket(ann) as found, socket(ann, token=False) as watching, stream as lines:
        coming = lines.iter_lines()
        next(coming)
        seen = frames(watching)
        next(frame for frame in seen if frame.get("presence", {}).get("connected") == [True, False])
        moved = Player(server, take(server, offer(ann)).json())
        *_, last = frames(found)
        assert last["error"]["code"] == "token/wrong"
        with pytest.raises(ConnectionClosed):
            found.recv()
        assert (found.close_code, found.close_reason) == (4401, "token/wrong")
        assert not [line for line in coming if line.startswith('{"seq')]
        next(
            frame for frame in seen if frame.get("presence", {}).get("connected") == [False, False]
        )
        with socket(moved) as new:
            assert next(frames(new))["welcome"]["you"] == ann.seat
            next(
                frame
                for frame in seen
                if frame.get("presence", {}).get("connected") == [True, False]
            )


def test_in_a_waiting_room_the_new_device_has_a_seed_of_its_own(server: Server) -> None:
    ann = make(server, "Ann", "?")
    seed, commitment = new_seed()
    answer = take(server, offer(ann), commitment=commitment)
    moved = Player(server, answer.json(), seed)
    bob = join(moved, "Bob")
    moved.reveal()
    bob.reveal()
    found = play_out([moved, bob])
    assert [seat["fair"] for seat in found["seats"]] == ["person", "person"]
    assert [seat["name"] for seat in found["seats"]] == ["Ann", "Bob"]


def test_codes_cannot_be_tried_out(tmp_path: Path) -> None:
    place = f"sqlite:///{tmp_path}/games.sqlite"
    with serving(place, tmp_path / "log", some_rates={"address": (5, 0.01)}) as server:
        found = [refused(take(server, "2222222222")) for _ in range(8)]
    assert found[0] == WRONG
    assert found[-1] == (429, "request/too-many")
