"""Whole games through a real server process, by HTTP and by WebSocket."""

import json
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest
from support.lengths import cases
from support.serving import (
    PATIENCE,
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

from hotdice import State
from hotdice.game.record import parse
from hotdice.game.verify import verify
from hotdice.rules import Rules
from hotdice.rules.files import preset_names
from hotdice.solver.solo.fewest_turns import fewest_turns


def pair(server: Server, **more: Any) -> tuple[Player, Player]:
    ann = make(server, "Ann", "?", **more)
    bob = join(ann, "Bob")
    ann.reveal()
    bob.reveal()
    return ann, bob


def test_two_people_play_by_http_and_the_record_proves_the_dice(server: Server) -> None:
    ann, bob = pair(server)
    last = play_out([ann, bob])
    assert last["status"] == "over"
    record = parse(server.get(f"{ann.path}/record").content)
    assert record.seats == ("Ann", "Bob")
    assert str(record.state) == last["state"]["position"]
    assert list(record.state.winners) == last["state"]["winners"]
    verdict = verify(record)
    assert verdict.verified
    kinds = [event["kind"] for event in events_of(server, ann.game)]
    assert verdict.rolls == kinds.count("rolled") > 0
    assert verdict.fallback == ()


def test_events_tell_the_whole_game(server: Server) -> None:
    ann, bob = pair(server, rules="basic+target=1000")
    play_out([ann, bob])
    found = events_of(server, ann.game)
    assert [event["seq"] for event in found] == list(range(1, len(found) + 1))
    kinds = [event["kind"] for event in found]
    assert kinds[:6] == ["created", "joined", "full", "revealed", "revealed", "started"]
    assert kinds[-1] == "over"
    state = State.start(Rules.load("basic+target=1000"), 2)
    for event in found[6:-1]:
        data = event["data"]
        assert event["seat"] == state.player
        if event["kind"] == "rolled":
            assert len(data["dice"]) == state.dice
            state = state.roll(data["dice"])
            if state.rolled:
                assert data["state"]["fell"] == data["dice"]
                keeps = state.rules.keeps(data["dice"])
                told = [(tuple(keep["dice"]), keep["points"]) for keep in data["state"]["keeps"]]
                assert told == [(keep.dice, keep.points) for keep in keeps]
        elif event["kind"] == "kept":
            state = state.keep(data["dice"])
        else:
            assert data["points"] == state.gain
            state = state.bank()
        assert data["state"]["position"] == str(state)
        chance = state.rules.farkle_chance(state.dice)
        assert data["state"]["farkle"] == str(chance)
    assert found[-1]["data"]["winners"] == list(state.winners)


def test_a_person_plays_against_a_bot_by_websocket(server: Server) -> None:
    ann = make(server, "Ann", "bot:human:5")
    seen: list[dict[str, Any]] = []
    with socket(ann) as found:
        found.send(json.dumps({"reveal": {"seed": ann.seed.hex() if ann.seed else ""}}))
        for frame in frames(found):
            assert "error" not in frame, frame
            if "seq" not in frame:
                continue
            seen.append(frame)
            if frame["kind"] == "over":
                break
            state = frame["data"].get("state")
            if state and state["player"] == 0 and not state["over"]:
                key = f"k{frame['seq']}"
                wanted = {"action": choice(state), "expected": frame["seq"], "key": key}
                found.send(json.dumps(wanted))
    assert [event["seq"] for event in seen] == list(range(1, len(seen) + 1))
    assert {event["by"] for event in seen} == {"person", "bot", "server"}
    mine = [event for event in seen if event["kind"] in ("rolled", "kept", "banked")]
    assert all((event["key"] is not None) == (event["by"] == "person") for event in mine)
    assert verify(parse(server.get(f"{ann.path}/record").content)).verified


SOME = ("basic", "greed", "pig", "thousand", "zilch")


@pytest.mark.parametrize("name", cases(preset_names(), lambda name: name in SOME))
def test_bots_play_every_preset(server: Server, name: str) -> None:
    target = 100 if name == "pig" else 1000
    body = {"rules": f"{name}+target={target}", "seats": [{"kind": "bot", "bot": "bold"}] * 2}
    made = server.post("/api/games", body).json()
    assert made["token"] is None
    path = f"/api/games/{made['game']}"
    wait_for(lambda: server.get(path).json()["status"] == "over")  # bots alone take time
    assert verify(parse(server.get(f"{path}/record").content)).verified


def test_a_client_comes_back_and_misses_nothing(server: Server) -> None:
    ann, bob = pair(server)
    with socket(ann) as found:
        first = [frame for _, frame in zip(range(4), frames(found), strict=False)]
    known = max(frame.get("seq", 0) for frame in first)
    before = ann.snapshot()
    assert ann.act({"do": "roll"}, before["seq"]).status_code == 200
    with socket(ann, since=known) as found:
        welcome = next(frames(found))["welcome"]
        assert welcome["you"] == ann.seat
        again = [
            frame for _, frame in zip(range(welcome["seq"] - known), frames(found), strict=False)
        ]
    assert [frame["seq"] for frame in again] == list(range(known + 1, welcome["seq"] + 1))
    assert bob.snapshot()["seq"] == welcome["seq"]


def test_a_repeated_action_is_done_once(server: Server) -> None:
    ann, _ = pair(server)
    seq = ann.snapshot()["seq"]
    first = ann.act({"do": "roll"}, seq, "once")
    second = ann.act({"do": "roll"}, seq, "once")
    assert first.status_code == second.status_code == 200
    assert first.json() == second.json()
    assert ann.snapshot()["seq"] == seq + 1
    with socket(ann, since=seq + 1) as found:
        found.send(json.dumps({"action": {"do": "roll"}, "expected": seq, "key": "once"}))
        answer = next(frame for frame in frames(found) if "repeated" in frame)
        assert answer["repeated"] == {"key": "once", "seq": seq + 1}


def test_a_stale_action_is_a_conflict_with_where_the_game_stands(server: Server) -> None:
    ann, _ = pair(server, rules="basic")
    seq = ann.snapshot()["seq"]
    assert ann.act({"do": "roll"}, seq, "one").status_code == 200
    answer = ann.act({"do": "roll"}, seq, "two")
    assert answer.status_code == 409
    refused = answer.json()
    now = ann.snapshot()
    assert refused["code"] == "game/conflict"
    assert refused["data"]["seq"] == now["seq"]
    assert refused["data"]["state"] == now["state"]


def test_names_and_reactions_are_no_moves(server: Server) -> None:
    ann, bob = pair(server)
    seq = ann.snapshot()["seq"]
    assert bob.post("react", {"reaction": "luck"}).json() == {"seq": seq + 1}
    assert bob.post("rename", {"name": "Robert"}).json() == {"seq": seq + 2}
    assert ann.act({"do": "roll"}, seq).json()["seq"] == seq + 3
    assert [seat["name"] for seat in ann.snapshot()["seats"]] == ["Ann", "Robert"]


def test_rules_refuse_in_their_own_words(server: Server) -> None:
    ann, bob = pair(server, rules="basic")
    seq = ann.snapshot()["seq"]
    refused = ann.act({"do": "bank"}, seq)
    assert (refused.status_code, refused.json()["code"]) == (409, "bank/nothing")
    assert refused.json()["data"]["position"] == "basic 0,0 p1 t0 d6"
    refused = ann.act({"do": "keep", "dice": [1]}, seq)
    assert (refused.status_code, refused.json()["code"]) == (409, "keep/no-roll")
    refused = bob.act({"do": "roll"}, seq)
    assert (refused.status_code, refused.json()["code"]) == (409, "turn/other")
    assert ann.snapshot()["seq"] == seq


def test_who_does_not_reveal_is_a_fallback(server: Server) -> None:
    ann = make(server, "Ann", "?", fair=False)
    bob = join(ann, "Bob")
    bob.reveal()
    found = ann.snapshot()
    assert found["status"] == "playing"
    assert [seat["fair"] for seat in found["seats"]] == ["fallback", "person"]
    play_out([ann, bob])
    verdict = verify(parse(server.get(f"{ann.path}/record").content))
    assert verdict.verified
    assert verdict.fallback == ("Ann",)


def test_another_seed_is_refused(server: Server) -> None:
    ann = make(server, "Ann", "bot:bold")
    refused = ann.post("reveal", {"seed": "00" * 32})
    assert (refused.status_code, refused.json()["code"]) == (400, "fair/other-seed")


def test_the_clock_lets_a_bot_play_the_turn(server: Server) -> None:
    ann, bob = pair(server, clock={"seconds": 1, "grace": 0, "then": "bot"})

    def turns_of_bob() -> list[dict[str, Any]]:
        return [
            event
            for event in events_of(server, ann.game)
            if (state := event["data"].get("state")) and state["player"] == bob.seat
        ]

    wait_for(lambda: bool(turns_of_bob()))
    begins = turns_of_bob()[0]  # later on he may be late as well
    found = events_of(server, ann.game)[: begins["seq"]]
    (late,) = (event for event in found if event["kind"] == "late")
    assert late["seat"] == ann.seat
    after = found[late["seq"] :]
    assert {(event["seat"], event["by"]) for event in after} == {(ann.seat, "clock")}
    deadline = begins["data"]["deadline"]
    assert deadline["until"] == deadline["at"]


def test_the_clock_passes_the_turn(server: Server) -> None:
    ann, bob = pair(server, clock={"seconds": 1, "grace": 1, "then": "pass"})
    ann.act({"do": "roll"}, ann.snapshot()["seq"])
    wait_for(lambda: "passed" in [event["kind"] for event in events_of(server, ann.game)])
    found = events_of(server, ann.game)
    kinds = [event["kind"] for event in found]
    at = kinds.index("passed")
    assert kinds[at - 1] == "late"
    assert found[at]["data"]["state"]["totals"] == [0, 0]
    bob.post("leave")
    ann.post("leave")
    record = parse(server.get(f"{ann.path}/record").content)
    assert b'{"pass":' in server.get(f"{ann.path}/record").content
    assert str(record.state) == ann.server.get(ann.path).json()["state"]["position"]


def test_leaving_is_for_good_and_the_game_goes_on(server: Server) -> None:
    ann, bob = pair(server)
    assert ann.post("leave").status_code == 200
    refused = ann.post("rename", {"name": "Anna"})
    assert (refused.status_code, refused.json()["code"]) == (401, "token/wrong")
    wait_for(lambda: bob.snapshot()["state"]["player"] == bob.seat)
    last = play_out([bob])
    assert last["status"] == "over"
    assert last["seats"][0]["left"]


def test_when_the_last_person_leaves_the_game_is_closed(server: Server) -> None:
    ann = make(server, "Ann", "?")
    ann.post("leave")
    found = server.get(ann.path).json()
    assert found["status"] == "closed"
    refused = server.post(f"{ann.path}/join", {"name": "Bob"})
    assert (refused.status_code, refused.json()["code"]) == (410, "game/closed")


def test_a_seat_that_was_left_before_the_start_is_free_again(server: Server) -> None:
    ann = make(server, "Ann", "?", "?")
    bob = join(ann, "Bob")
    bob.post("leave")
    join(ann, "Cy")
    join(ann, "Di")
    refused = server.post(f"{ann.path}/join", {"name": "Ed"})
    assert (refused.status_code, refused.json()["code"]) == (409, "game/full")


def test_a_rematch_has_the_same_people_and_somebody_else_begins(server: Server) -> None:
    ann, bob = pair(server)
    refused = ann.post("rematch", {})
    assert (refused.status_code, refused.json()["code"]) == (409, "game/not-over")
    play_out([ann, bob])
    anns = ann.post("rematch", {}).json()
    bobs = bob.post("rematch", {}).json()
    assert anns["game"] == bobs["game"] != ann.game
    assert (bobs["seat"], anns["seat"]) == (0, 1)
    assert ann.snapshot()["next"] == anns["game"]
    found = server.get(f"/api/games/{anns['game']}").json()
    assert found["status"] == "playing"
    assert [seat["name"] for seat in found["seats"]] == ["Bob", "Ann"]
    again = bob.post("rematch", {}).json()  # the answer was lost
    assert (again["game"], again["seat"]) == (bobs["game"], 0)
    assert Player(server, again).act({"do": "roll"}, found["seq"]).status_code == 200


def test_spectators_see_all_and_touch_nothing(server: Server) -> None:
    ann, _ = pair(server, public=True)
    listed = server.get("/api/games").json()["games"]
    assert ann.game in [game["game"] for game in listed]
    with socket(ann, token=False) as found:
        coming = frames(found)
        assert next(coming)["welcome"]["you"] is None
        found.send(json.dumps({"action": {"do": "roll"}, "expected": 6, "key": "x"}))
        error = next(frame for frame in coming if "error" in frame)["error"]
        assert (error["code"], error["key"]) == ("token/missing", "x")
        assert ann.snapshot()["spectators"] == 1
        ann.act({"do": "roll"}, ann.snapshot()["seq"])
        assert next(frame for frame in coming if frame.get("kind") == "rolled")["seat"] == 0


def test_presence_tells_who_is_connected(server: Server) -> None:
    ann, bob = pair(server)
    with socket(ann) as one:
        coming = frames(one)
        with socket(bob):
            wait_for(lambda: all(seat["connected"] for seat in ann.snapshot()["seats"]))
        for frame in coming:
            if frame.get("presence", {}).get("connected") == [True, True]:
                break
        last = next(frame for frame in coming if "presence" in frame)
        assert last["presence"]["connected"] == [True, False]


def test_a_stream_of_lines_ends_with_the_game(server: Server) -> None:
    ann = make(server, "Ann", "bot:cautious")
    ann.reveal()
    headers = {"Authorization": f"Bearer {ann.token}"}
    seen = []
    url = f"{server.url}{ann.path}/stream?from=0"
    with httpx.stream("GET", url, headers=headers, timeout=PATIENCE) as lines:
        for line in lines.iter_lines():
            if not line:
                continue
            event = json.loads(line)
            seen.append(event["seq"])
            state = event["data"].get("state")
            if state and not state["over"] and state["player"] == ann.seat:
                assert ann.act(choice(state), event["seq"]).status_code == 200
    assert seen == list(range(1, len(seen) + 1))
    assert ann.snapshot()["status"] == "over"


def test_the_example_bot_plays(server: Server) -> None:
    ann = make(server, "Ann", "?", fair=False)
    example = Path(__file__).parents[3] / "examples" / "server_bot.py"
    assert len(example.read_text().splitlines()) <= 25
    with subprocess.Popen([sys.executable, str(example), server.url, ann.game]) as bot:
        wait_for(lambda: ann.snapshot()["status"] == "playing")
        assert play_out([ann])["status"] == "over"
        assert bot.wait(300) == 0


def test_advice_only_where_the_game_allows_it(server: Server) -> None:
    ann, _ = pair(server, advice=True, rules="greed")
    found = server.get(f"{ann.path}/advice").json()
    assert (found["at_hand"], found["position"]) == (True, "greed 0,0 p1 t0 d5")
    assert [choice["action"] for choice in found["choices"]] == [{"do": "roll"}]
    assert found["chances"] == pytest.approx([0.539854, 0.460146], abs=1e-6)  # as in README.md
    three = make(server, "Ann", "bot:bold", "bot:bold", advice=True, rules="greed", fair=False)
    chances = server.get(f"{three.path}/advice").json()["chances"]
    assert len(chances) == 3
    assert sum(chances) == pytest.approx(1)
    bob, _ = pair(server)
    refused = server.get(f"{bob.path}/advice")
    assert (refused.status_code, refused.json()["code"]) == (403, "advice/off")
    own, _ = pair(server, advice=True, rules={"toml": 'name = "mine"\n[score]\n1 = 100\n'})
    none = server.get(f"{own.path}/advice")
    assert (none.status_code, none.json()["at_hand"]) == (200, False)
    assert none.json()["code"] == "advice/not-at-hand"
    waits = server.get(f"{make(server, 'Ann', '?', advice=True).path}/advice")
    assert (waits.status_code, waits.json()["code"]) == (200, "game/not-playing")


def test_advice_is_estimated_where_options_leave_no_solution(server: Server) -> None:
    toml = 'name = "mine"\ntarget = 3000\nmercy = true\n[score]\n1 = 100\n5 = 50\naaa = "100a"\n'
    for others in (["bot:bold"], ["bot:bold", "bot:bold"]):
        ann = make(server, "Ann", *others, advice=True, rules={"toml": toml}, fair=False)
        found = server.get(f"{ann.path}/advice").json()
        assert (found["at_hand"], found["exact"], found["estimated"]) == (True, False, True)
        assert len(found["chances"]) == 1 + len(others)
        assert sum(found["chances"]) == pytest.approx(1)
        assert found["chances"][0] > 1 / (1 + len(others))  # whoever begins is better off
    solved, _ = pair(server, advice=True, rules="zehntausend")
    found = server.get(f"{solved.path}/advice").json()
    assert (found["exact"], found["estimated"]) == (True, False)


def test_house_rules_are_checked_and_played(server: Server) -> None:
    toml = 'name = "mine"\ndice = 5\ntarget = 300\n[score]\n1 = 100\n5 = 50\n'
    checked = server.post("/api/rules/check", {"toml": toml}).json()
    assert checked["ok"]
    assert checked["rules"]["odds"]["farkle"]["1"] == "2/3"
    assert checked["rules"]["sheet"].startswith("# mine")
    ann, bob = pair(server, rules={"toml": toml})
    assert play_out([ann, bob])["rules"]["table"]["target"] == 300


def test_scores_that_never_count_or_have_no_effect_are_noted(server: Server) -> None:
    toml = 'name = "mine"\ndice = 5\n[score]\n1 = 100\n111 = 300\naaaaaa = 5000\n'
    checked = server.post("/api/rules/check", {"toml": toml}).json()
    assert checked["notes"] == [
        "aaaaaa needs more dice than the game has, so it never scores",
        "111 = 300 has no effect: three 1s are worth 300 anyway",
    ]


def test_every_mistake_of_house_rules_is_told_with_its_line(server: Server) -> None:
    toml = 'name = "mine"\ndice = 99\nkeep = "some"\n[score]\n1 = 100\n'
    checked = server.post("/api/rules/check", {"toml": toml}).json()
    assert not checked["ok"]
    found = [(mistake["line"], mistake["code"]) for mistake in checked["mistakes"]]
    assert found == [(2, "rules/number"), (3, "rules/choice")]
    refused = server.post("/api/games", {"rules": {"toml": toml}, "seats": [{"kind": "person"}]})
    assert (refused.status_code, refused.json()["code"]) == (400, "request/rules")
    assert len(refused.json()["data"]["mistakes"]) == 2


def test_sentences_are_in_the_language_asked_for(server: Server) -> None:
    german = {"Accept-Language": "de-DE,de;q=0.9,en;q=0.5"}
    for headers, words in (({}, "there is no such game"), (german, "dieses Spiel gibt es nicht")):
        answer = server.get(f"/api/games/{'A' * 22}", headers=headers)
        assert (answer.status_code, answer.json()["message"]) == (404, words)
    assert "Dein Zug" in server.get("/api/rules/basic", headers=german).json()["sheet"]


def test_after_a_restart_everything_is_as_it_was(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path}/games.sqlite", tmp_path / "log") as server:
        ann, _ = pair(server, clock={"seconds": 600, "grace": 1, "then": "pass"})
        with socket(ann) as found:
            before = ann.snapshot()
            assert server.end() == 0
            last = list(frames(found))
            assert last[-1] == {"bye": {"retry": 1}}
            assert found.close_code == 1012
        server.start()
        after = ann.snapshot()
        for changing in ("now", "seats"):
            del before[changing], after[changing]
        assert after == before
        assert ann.act({"do": "roll"}, after["seq"]).status_code == 200


def test_two_servers_do_not_share_a_file(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/games.sqlite"
    with serving(database, tmp_path / "log"):
        second = Server(database, tmp_path / "second")
        with pytest.raises(AssertionError):
            second.start()
        assert second.process is not None
        assert second.process.wait(300) != 0
        assert "database/locked" in (tmp_path / "second").read_text()
        second.close()


def test_games_that_nobody_plays_are_closed_after_30_days(tmp_path: Path) -> None:
    database = tmp_path / "games.sqlite"
    with serving(f"sqlite:///{database}", tmp_path / "log") as server:
        ann, bob = pair(server)
        over = make(server, "Cy", "bot:bold", fair=False)
        play_out([over])
        fresh = make(server, "Di", "?")
        server.end()
        long_ago = 31 * 24 * 3600 * 1000
        with sqlite3.connect(database) as changing:
            for game in (ann.game, over.game):
                changing.execute(
                    "UPDATE games SET created = created - ? WHERE id = ?", (long_ago, game)
                )
                changing.execute(
                    "UPDATE events SET time = time - ? WHERE game = ?", (long_ago, game)
                )
        server.start()
        wait_for(lambda: server.get(ann.path).json()["status"] == "closed")
        assert events_of(server, ann.game)[-1]["data"]["reason"] == "idle"
        refused = bob.act({"do": "roll"}, bob.snapshot()["seq"])
        assert (refused.status_code, refused.json()["code"]) == (410, "game/closed")
        assert server.get(over.path).json()["status"] == "over"
        assert server.get(fresh.path).json()["status"] == "waiting"


def test_several_workers_need_postgresql() -> None:
    command = [sys.executable, "-m", "hotdice", "serve", "--workers", "2", "--port", "0"]
    found = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert found.returncode == 2
    assert "PostgreSQL" in found.stderr


def test_whoever_plays_alone_is_told_the_aim_and_the_turns_to_it(server: Server) -> None:
    ann = make(server, "Ann", rules="greed", fair=False, advice=True)
    two = make(server, "Ann", "?", rules="greed", fair=False)
    sheets = [server.get(f"{each.path}/rules").json()["sheet"] for each in (ann, two)]
    assert ["as few turns as you can" in sheet for sheet in sheets] == [True, False]
    found = server.get(f"{ann.path}/advice").json()
    assert found["chances"] == [1.0]
    assert found["choices"][0]["turns"] == pytest.approx(
        fewest_turns(Rules.load("greed")).turns[0, 0]
    )
