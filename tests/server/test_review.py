"""The review of a game on a server: what it tells, when, and that no move waits for it."""

import os
import signal
import threading
from collections.abc import Iterator
from math import fsum
from pathlib import Path
from typing import Any

import msgspec
import pytest
from support.serving import Player, Server, choice, make, play_out, serving, wait_for

from hotdice.game.record import parse
from hotdice.review.account import review
from hotdice.review.leak_kinds import leaks
from hotdice.review.plain_data import ReviewReport, report
from hotdice.review.skill_report import SkillReport
from hotdice.server.review.reviewer import BOTS
from hotdice.solver.storage.lookup import values_at_hand

PARTS = ("own_luck", "others_luck", "own_choices", "others_choices", "mixing", "remainder")
WORKER = "hotdice.server.review.worker"
BOTS_JS = Path(__file__).parents[2] / "src" / "hotdice" / "server" / "web" / "bots.js"


def bots_game(server: Server, *bots: str, rules: str = "greed", **more: Any) -> str:
    """A game of bots alone, played to its end."""
    seats = [{"kind": "bot", "bot": bot} for bot in bots]
    game: str = server.post("/api/games", {"rules": rules, "seats": seats, **more}).json()["game"]
    wait_for(lambda: server.get(f"/api/games/{game}").json()["status"] == "over")
    return game


def asked(server: Server, game: str, **headers: str) -> Any:
    return server.get(f"/api/games/{game}/review", headers=headers)


def test_a_finished_game_is_accounted_for(server: Server) -> None:
    game = bots_game(server, "random", "bold")
    found = asked(server, game).json()
    assert [seat["name"] for seat in found["seats"]] == ["Mira", "Otto"]
    assert found["exact"]
    assert found["error_bound"] < 1e-6
    for seat, account in enumerate(found["seats"]):
        parts = fsum(account[part] for part in PARTS)
        assert abs(account["start"] + parts - account["result"]) < 1e-9
        gained = [
            move["after"][seat] - move["before"][seat]
            for move in found["moves"]
            if move["kind"] == "choice" and move["seat"] == seat
        ]
        assert abs(fsum(gained) - account["own_choices"]) < 1e-9
    winners = server.get(f"/api/games/{game}").json()["state"]["winners"]
    assert [seat["result"] for seat in found["seats"]] == [
        1 / len(winners) if seat in winners else 0 for seat in range(2)
    ]
    lines = server.get(f"/api/games/{game}/record").text.splitlines()[1:]
    for move in found["moves"]:
        assert move["action"].split()[0] in lines[move["number"] - 1]


def test_it_tells_what_the_library_tells_of_the_record(server: Server) -> None:
    game = bots_game(server, "bold", "cautious", "bold")
    names = ["Mira", "Otto", "Pia"]  # of bots on a server
    record = parse(server.get(f"/api/games/{game}/record").content)
    record = msgspec.structs.replace(record, seats=tuple(names))
    values = values_at_hand(record.start.rules, 3)
    assert values is not None
    wanted = report(review(record, values), names)
    found = msgspec.json.decode(asked(server, game).content, type=ReviewReport)
    assert found == wanted
    assert not found.exact
    assert found.error_bound is None
    assert any(abs(seat.remainder) > 1e-6 for seat in found.seats)


def test_skill_and_luck_are_those_of_the_library(server: Server) -> None:
    game = bots_game(server, "random", "bold")
    record = parse(server.get(f"/api/games/{game}/record").content)
    values = values_at_hand(record.start.rules, 2)
    assert values is not None
    wanted = review(record, values)
    found = msgspec.json.decode(server.get(f"/api/games/{game}/skill").content, type=SkillReport)
    assert found.exact
    for seat, told in enumerate(found.seats):
        sum_of = {
            name: sum(getattr(each, name) for each in told.losses) for name in ("lost", "errors")
        }
        in_leaks = leaks([(wanted, seat)])
        assert sum_of["errors"] == sum(leak.errors for leak in in_leaks)
        assert sum_of["lost"] == pytest.approx(sum(leak.lost for leak in in_leaks))
        assert told.luck == pytest.approx(wanted.accounts[seat].own_luck)
        assert told.lost == pytest.approx(-wanted.accounts[seat].own_choices)
        assert told.result == wanted.accounts[seat].result
    assert found.most_lost is not None
    assert len(found.most_lost) == 11


def test_sentences_are_in_the_language_of_whoever_asks(server: Server) -> None:
    game = bots_game(server, "random", "random")
    told = {
        language: [
            move["why"]
            for move in asked(server, game, **{"Accept-Language": language}).json()["moves"]
        ]
        for language in ("en", "de", "en")
    }
    assert any("banking" in sentence for why in told["en"] for sentence in why)
    assert any("Sichern" in sentence for why in told["de"] for sentence in why)
    assert [len(why) for why in told["en"]] == [len(why) for why in told["de"]]


def test_it_is_packed_only_where_that_is_wanted(server: Server) -> None:
    game = bots_game(server, "random", "bold")
    packed, plain = (
        asked(server, game, **{"Accept-Encoding": how}) for how in ("gzip", "identity")
    )
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert packed.json() == plain.json()


def test_a_game_that_goes_on_needs_advice(server: Server) -> None:
    off = make(server, "Ann", "bot:bold", rules="greed", fair=False)
    refused = asked(server, off.game)
    assert (refused.status_code, refused.json()["code"]) == (409, "review/not-over")
    on = make(server, "Ann", "bot:bold", rules="greed", fair=False, advice=True)
    first = len(asked(server, on.game).json()["moves"])
    assert on.act({"do": "roll"}, on.snapshot()["seq"]).status_code == 200
    assert len(asked(server, on.game).json()["moves"]) > first  # it is not remembered
    waits = make(server, "Ann", "?", fair=False, rules="greed", advice=True)
    refused = asked(server, waits.game)
    assert (refused.status_code, refused.json()["code"]) == (409, "game/not-playing")


def test_a_game_that_was_left_stops_at_its_last_chance(server: Server) -> None:
    ann = make(server, "Ann", "bot:bold", rules="greed", fair=False)
    assert ann.act({"do": "roll"}, ann.snapshot()["seq"]).status_code == 200
    assert ann.post("leave").status_code == 200
    assert server.get(ann.path).json()["status"] == "closed"
    found = asked(server, ann.game).json()
    assert 0 < found["seats"][0]["result"] < 1
    assert found["moves"][-1]["after"][0] == pytest.approx(found["seats"][0]["result"], abs=1e-6)


def test_rules_whose_best_play_is_not_known(server: Server) -> None:
    game = bots_game(server, "bold", "bold", rules="greed+target=1000")
    refused = asked(server, game)
    assert (refused.status_code, refused.json()["code"]) == (409, "review/not-at-hand")
    unknown = asked(server, "nobody-has-this-game-1")
    assert (unknown.status_code, unknown.json()["code"]) == (404, "game/unknown")


def test_a_single_player_has_turns(server: Server) -> None:
    ann = make(server, "Ann", rules="greed", fair=False)
    play_out([ann])
    (seat,) = asked(server, ann.game).json()["seats"]
    assert seat["name"] == "Ann"
    assert seat["result"] == ann_turns(server, ann)
    assert seat["start"] > 1


def ann_turns(server: Server, ann: Player) -> int:
    """How many turns somebody alone has played: each ends by a bank or a farkle."""
    events = server.get(f"{ann.path}/events?limit=1000").json()["events"]
    ends = [
        event
        for event in events
        for happened in event["data"].get("happened", [])
        if happened["kind"] in ("farkle", "banked", "unrecorded")
    ]
    return len(ends)


def test_no_move_waits_for_a_review(server: Server) -> None:
    for _ in range(2):  # one for each helper
        assert asked(server, bots_game(server, "random", "bold")).status_code == 200
    helpers = [*children(server)]
    assert len(helpers) == 2
    third = bots_game(server, "random", "bold")
    for helper in helpers:
        os.kill(helper, signal.SIGSTOP)
    answers: list[int] = []
    waiting = threading.Thread(target=lambda: answers.append(asked(server, third).status_code))
    waiting.start()
    try:
        play_out([make(server, "Ann", "bot:bold", fair=False)])
        assert not answers
    finally:
        for helper in helpers:
            os.kill(helper, signal.SIGCONT)
        waiting.join(300)
    assert answers == [200]


def children(server: Server) -> Iterator[int]:
    """The helpers of a server that review games."""
    assert server.process is not None
    for place in Path("/proc").glob("[0-9]*"):
        try:
            words = (place / "cmdline").read_text().split("\0")
            parent = (place / "stat").read_text().rpartition(")")[2].split()[1]
        except OSError:
            continue
        if WORKER in words and int(parent) == server.process.pid:
            yield int(place.name)


def test_a_finished_game_is_remembered(server: Server) -> None:
    game = bots_game(server, "random", "bold")
    first = asked(server, game)
    for helper in children(server):
        os.kill(helper, signal.SIGSTOP)
    try:
        assert asked(server, game).content == first.content
    finally:
        for helper in children(server):
            os.kill(helper, signal.SIGCONT)


def test_one_that_takes_too_long_is_given_up_and_limits_are_those_of_advice(
    tmp_path: Path,
) -> None:
    hasty = "import hotdice.server.review.reviewer as found; found.TIMEOUT = 0.001"
    rates = {"computing": [2, 0.001]}
    where = f"sqlite:///{tmp_path}/games.sqlite"
    with serving(where, tmp_path / "log", before=hasty, some_rates=rates) as server:
        game = bots_game(server, "bold", "bold")
        codes = [asked(server, game).json()["code"] for _ in range(3)]
        assert codes == ["review/slow", "review/slow", "request/too-many"]
        assert server.answers()


def test_bots_are_called_as_in_the_browser() -> None:
    lines = BOTS_JS.read_text().splitlines()
    (line,) = (line for line in lines if line.startswith("export const BOT_NAMES"))
    assert tuple(msgspec.json.decode(line.partition("= ")[2].rstrip(";"))) == BOTS


def test_it_can_be_seen_while_advice_is_given(server: Server) -> None:
    ann = make(server, "Ann", "bot:bold", rules="greed", fair=False, advice=True)
    while len(asked(server, ann.game).json()["moves"]) < 5:
        found = ann.snapshot()
        assert ann.act(choice(found["state"]), found["seq"]).status_code in (200, 409)
    (own, other) = asked(server, ann.game).json()["seats"]
    assert abs(own["result"] + other["result"] - 1) < 1e-9
