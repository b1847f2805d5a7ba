"""Several processes, one PostgreSQL: events cross, a process dies, and everybody plays on."""

import json
import os
import re
import secrets
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import psycopg
import pytest
from support.crashing import kill_repeatedly
from support.postgres import postgres
from support.serving import (
    PLAIN,
    Player,
    Server,
    choice,
    events_of,
    frames,
    join,
    make,
    play_out,
    serving,
    socket,
    wait_for,
)

from hotdice.game.record import parse
from hotdice.game.verify import verify

END_LISTENERS = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'
"""


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    with postgres() as found:
        yield found


@pytest.fixture(scope="module")
def two(database: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Server]]:
    place = tmp_path_factory.mktemp("two")
    with serving(database, place / "one") as one, serving(database, place / "two") as two:
        yield one, two


def at(server: Server, player: Player) -> Player:
    """The same person at another process."""
    seated = {"game": player.game, "seat": player.seat, "token": player.token}
    return Player(server, seated, player.seed)


def test_one_game_is_played_at_two_processes(two: tuple[Server, Server]) -> None:
    ann = make(two[0], "Ann", "?")
    bob = join(at(two[1], ann), "Bob")
    ann.reveal()
    bob.reveal()
    with socket(ann) as found:
        coming = frames(found)
        assert next(coming)["welcome"]["you"] == ann.seat
        last = play_out([ann, bob])
        seen = []
        for frame in coming:
            if "seq" in frame:
                seen.append(frame["seq"])
                if frame["kind"] == "over":
                    break
    assert seen == list(range(1, last["seq"] + 1))
    assert events_of(two[0], ann.game) == events_of(two[1], ann.game)
    assert verify(parse(two[1].get(f"{ann.path}/record").content)).verified


def test_a_day_has_one_secret_at_two_processes(two: tuple[Server, Server]) -> None:
    """Many ask both of them at once, before and after there is one."""
    key = secrets.token_hex(8)

    def play(server: Server) -> tuple[str, Player]:
        with httpx.Client(timeout=60, **PLAIN) as client:
            day = client.get(f"{server.url}/api/day").json()
            body = {"name": "Ann", "key": key}
            path = f"{server.url}/api/day/{day['date']}/games"
            while (answer := client.post(path, json=body)).status_code == 409:
                pass  # another request has just taken the seat
            return day["commitment"], Player(server, answer.json())

    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(play, [*two] * 4))
    assert len({commitment for commitment, _ in found}) == 1
    assert len({player.game for _, player in found}) == 1
    game = found[0][1].game
    fair = {server.get(f"/api/games/{game}").json()["fair"]["commitment"] for server in two}
    assert fair == {found[0][0]}


def test_a_rematch_is_left_at_one_process_and_asked_for_at_another(
    two: tuple[Server, Server],
) -> None:
    ann = make(two[0], "Ann", "?", "?", fair=False)
    bob, cy = (join(ann, name, fair=False) for name in ("Bob", "Cy"))
    play_out([ann, bob, cy])
    left = Player(two[0], ann.post("rematch", {}).json())
    left.post("leave")
    made = Player(two[1], at(two[1], bob).post("rematch", {}).json())
    back = Player(two[0], ann.post("rematch", {}).json())
    assert back.game == made.game != left.game
    back.post("leave")
    dee = join(at(two[0], made), "Dee", fair=False)
    refused = at(two[1], ann).post("rematch", {})
    assert (refused.status_code, refused.json()["code"]) == (409, "game/full")
    last = Player(two[1], at(two[1], cy).post("rematch", {}).json())
    assert play_out([made, dee, last])["status"] == "over"


def test_a_process_that_hears_nothing_refuses_nothing_that_is_right(
    database: str, two: tuple[Server, Server]
) -> None:
    ann = make(two[0], "Ann", "?")
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute(END_LISTENERS)
    bob = join(at(two[1], ann), "Bob")
    ann.reveal()
    at(two[0], bob).reveal()
    events = two[1].get(f"{ann.path}/events").json()
    assert events["seq"] == events["events"][-1]["seq"]
    done = ann.act({"do": "roll"}, events["seq"])
    assert done.status_code == 200, done.text
    over = at(two[1], ann).act({"do": "roll"}, events["seq"])
    assert (over.status_code, over.json()["data"]["seq"]) == (409, done.json()["seq"])
    rolls = parse(two[1].get(f"{ann.path}/record").content).steps
    assert [list(step.dice) for step in rolls] == [done.json()["data"]["dice"]]


def test_who_is_connected_is_known_at_every_process(two: tuple[Server, Server]) -> None:
    ann = make(two[0], "Ann", "?", fair=False)
    bob = join(at(two[1], ann), "Bob", fair=False)
    with socket(ann), socket(bob):
        wait_for(lambda: [seat["connected"] for seat in ann.snapshot()["seats"]] == [True, True])
    wait_for(lambda: [seat["connected"] for seat in bob.snapshot()["seats"]] == [False, False])


def test_the_same_action_at_two_processes_is_done_once(two: tuple[Server, Server]) -> None:
    ann = make(two[0], "Ann", "?", fair=False)
    join(ann, "Bob", fair=False)
    there = at(two[1], ann)
    seq = there.snapshot()["seq"]
    one = ann.act({"do": "roll"}, seq, "same")
    other = there.act({"do": "roll"}, seq, "same")
    assert one.json() == other.json()
    reused = there.act({"do": "bank"}, seq, "same")
    assert (reused.status_code, reused.json()["code"]) == (409, "key/other")
    stale = there.act({"do": "roll"}, seq, "other")
    assert (stale.status_code, stale.json()["code"]) == (409, "game/conflict")


def test_a_token_that_was_lost_counts_nowhere(two: tuple[Server, Server]) -> None:
    ann = make(two[0], "Ann", "?", fair=False)
    body = {"name": "Bob", "key": secrets.token_urlsafe(16)}
    lost = Player(two[0], two[0].post(f"{ann.path}/join", body).json())
    assert at(two[1], lost).snapshot()["you"] == lost.seat
    bob = Player(two[0], two[0].post(f"{ann.path}/join", body).json())
    assert at(two[1], bob).snapshot()["you"] == lost.seat
    wait_for(lambda: at(two[1], lost).snapshot().get("code") == "token/wrong")
    again = Player(two[1], two[1].post(f"{ann.path}/join", body).json())
    assert (again.seat, again.snapshot()["you"]) == (lost.seat, lost.seat)


def test_a_seat_moves_to_another_device_at_another_process(two: tuple[Server, Server]) -> None:
    ann = make(two[0], "Ann", "?", fair=False)
    with socket(ann) as found, socket(at(two[1], ann)) as other:
        assert next(frames(found))["welcome"]["you"] == ann.seat
        assert next(frames(other))["welcome"]["you"] == ann.seat
        code = at(two[1], ann).post("transfer").json()["code"]
        with ThreadPoolExecutor(8) as many:
            asked = [two[count % 2] for count in range(12)]
            answers = list(many.map(lambda one: one.post("/api/take", {"code": code}), asked))
        won = [answer.json() for answer in answers if answer.status_code == 201]
        assert len(won) == 1
        assert {answer.status_code for answer in answers} == {201, 403}
        for old in (found, other):
            *_, last = frames(old)
            assert last["error"]["code"] == "token/wrong"
            assert old.close_code == 4401
    for one in two:
        assert at(one, Player(one, won[0])).snapshot()["you"] == ann.seat
        assert at(one, ann).snapshot()["code"] == "token/wrong"
        assert at(one, ann).post("transfer").json()["code"] == "token/wrong"


def test_a_clock_rings_once(two: tuple[Server, Server]) -> None:
    clock = {"seconds": 1, "grace": 0, "then": "pass"}
    ann = make(two[0], "Ann", "?", fair=False, clock=clock)
    bob = join(at(two[1], ann), "Bob", fair=False)
    with socket(ann), socket(bob):
        wait_for(lambda: events_of(two[0], ann.game)[-1]["seq"] >= 9)
    found = events_of(two[1], ann.game)
    kinds = [event["kind"] for event in found if event["kind"] in ("late", "passed")]
    assert kinds[:4] == ["late", "passed"] * 2
    seats = [event["seat"] for event in found if event["kind"] == "late"]
    assert seats[:2] == [0, 1]


def test_a_process_dies_and_its_clients_go_on_at_the_other(two: tuple[Server, Server]) -> None:
    rules = "greed+target=3000"  # which nobody reaches within twelve events
    ann = make(two[0], "Ann", "?", "bot:cautious", fair=False, rules=rules)
    bob = join(at(two[1], ann), "Bob", fair=False)
    known = 0
    with socket(ann) as found:
        for frame in frames(found):
            known = max(known, frame.get("seq", 0))
            state = frame.get("data", {}).get("state")
            if state and state["player"] == ann.seat and known < 12:
                wanted = {"action": choice(state), "expected": known, "key": f"k{known}"}
                found.send(json.dumps(wanted))
            elif state and state["player"] == bob.seat:
                bob.act(choice(state), known)
            if known >= 12:
                two[0].end(signal.SIGKILL)
                break
    moved = at(two[1], ann)
    with socket(moved, since=known) as found:
        coming = frames(found)
        assert next(coming)["welcome"]["you"] == ann.seat
        last = play_out([moved, bob])
        seen = []
        for frame in coming:
            if "seq" in frame:
                seen.append(frame["seq"])
            if frame.get("kind") == "over":
                break
    assert last["status"] == "over"
    assert seen == list(range(known + 1, last["seq"] + 1))
    two[0].start()


def test_workers_share_a_port_and_their_games(database: str) -> None:
    words = ["serve", "--workers", "2", "--port", "0", "--database", database]
    command = [sys.executable, "-m", "hotdice", *words]
    log = subprocess.DEVNULL
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True) as process:
        assert process.stdout is not None
        found = re.search(r"http://127.0.0.1:(\d+)", process.stdout.readline())
        assert found
        server = Server(database, Path())
        server.port = int(found[1])
        wait_for(server.answers)
        ann = make(server, "Ann", "?", fair=False)
        bob = join(ann, "Bob", fair=False)
        assert play_out([ann, bob])["status"] == "over"
        server.close()
        process.send_signal(signal.SIGTERM)
        assert process.wait(300) == 0


def count(server: Server, name: str) -> float:
    """What /metrics tells of something, whichever process answers."""
    text = httpx.get(f"{server.url}/metrics", **PLAIN).text
    return sum(float(line.split()[-1]) for line in text.splitlines() if line.startswith(name))


def workers_of(server: Server) -> set[int]:
    """The processes that have answered something."""
    found = [json.loads(line) for line in server.log.read_text().splitlines()]
    return {line["process"] for line in found if line["event"] == "request"}


def both_answer(server: Server) -> bool:
    httpx.get(f"{server.url}/health", **PLAIN)  # by a connection of its own
    return len(workers_of(server)) == 2


def test_every_worker_tells_what_all_have_counted(tmp_path: Path) -> None:
    with (
        postgres() as database,  # in which no bot goes on with a game of another test
        serving(database, tmp_path / "log", workers=2) as server,
    ):
        wait_for(lambda: both_answer(server))
        server.get("/health")
        found = [count(server, "hotdice_requests_total") for _ in range(20)]
        assert found == [found[0] + more for more in range(20)]  # each counts as one itself
        ann = make(server, "Ann", "?", fair=False)
        with socket(ann) as one, socket(ann) as other:
            assert next(frames(one))["welcome"]
            assert next(frames(other))["welcome"]
            made = count(server, "hotdice_events_total")
            counts = {count(server, "hotdice_connections") for _ in range(10)}
            assert counts == {2}
            ann.post("react", {"reaction": "clap"})
            for _ in range(10):  # both processes hear of it
                httpx.get(f"{server.url}{ann.path}", **PLAIN)
            assert count(server, "hotdice_events_total") == made + 1
        before = count(server, "hotdice_requests_total")
        os.kill(workers_of(server).pop(), signal.SIGKILL)
        wait_for(lambda: "worker-died" in server.log.read_text())
        wait_for(server.answers)
        assert count(server, "hotdice_requests_total") >= before


def test_workers_together_make_as_many_games_as_one(database: str, tmp_path: Path) -> None:
    rates = {"new_games": (10, 0.001)}
    with serving(database, tmp_path / "log", workers=2, some_rates=rates) as server:
        wait_for(lambda: both_answer(server))
        body = {"rules": "greed", "seats": [{"kind": "person", "name": "Ann"}]}
        made = [
            httpx.post(f"{server.url}/api/games", json=body, **PLAIN).status_code for _ in range(40)
        ]
        assert 5 <= made.count(201) <= 10
        assert made.count(429) == 40 - made.count(201)


def test_workers_end_with_the_process_that_has_started_them(database: str) -> None:
    words = ["serve", "--workers", "2", "--port", "0", "--database", database]
    command = [sys.executable, "-m", "hotdice", *words]
    log = subprocess.DEVNULL
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline()
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
        wait_for(lambda: len(children.read_text().split()) == 2)
        workers = [Path(f"/proc/{pid}") for pid in children.read_text().split()]
        process.kill()
        wait_for(lambda: not any(worker.exists() for worker in workers))


def test_a_killed_server_keeps_every_acknowledged_action(
    database: str, tmp_path: Path, long_run: bool
) -> None:
    times, most = (500, 60) if long_run else (2, 20)
    kill_repeatedly(database, tmp_path, times, most)
