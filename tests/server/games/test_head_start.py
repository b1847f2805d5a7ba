"""Games that begin with a head start, through a real server process."""

from typing import Any

import pytest
from support.serving import Player, Server, events_of, join, make, play_out

from hotdice.game.record import parse
from hotdice.game.verify import verify

RULES = "greed+target=1000"


def test_a_head_start_is_at_the_table_in_the_record_and_in_a_rematch(server: Server) -> None:
    ann = make(server, "Ann", "?", rules=RULES, totals=[0, 400])
    assert ann.snapshot()["totals"] == [0, 400]
    assert events_of(server, ann.game)[0]["data"]["totals"] == [0, 400]
    bob = join(ann, "Bob")
    ann.reveal()
    bob.reveal()
    assert ann.snapshot()["state"]["totals"] == [0, 400]
    last = play_out([ann, bob])
    record = parse(server.get(f"{ann.path}/record").content)
    assert record.start.totals == (0, 400)
    assert list(record.state.totals) == last["state"]["totals"]
    assert verify(record).verified
    again = Player(server, ann.post("rematch", {"commitment": None}).json())
    assert again.seat == 1  # and Bob, who begins, still has it
    assert again.snapshot()["totals"] == [400, 0]


def test_a_game_without_one_says_nothing_of_it(server: Server) -> None:
    for more in ({}, {"totals": None}, {"totals": [0, 0]}):
        ann = make(server, "Ann", "?", rules=RULES, **more)
        assert "totals" not in ann.snapshot()
        assert "totals" not in events_of(server, ann.game)[0]["data"]


@pytest.mark.parametrize("totals", [[1000, 0], [0], [0, 0, 400], [-100, 0], [10**9, 0]])
def test_what_the_rules_do_not_allow_is_refused(server: Server, totals: list[int]) -> None:
    seats: list[dict[str, Any]] = [{"kind": "person", "name": "Ann"}, {"kind": "person"}]
    answer = server.post("/api/games", {"rules": RULES, "seats": seats, "totals": totals})
    assert (answer.status_code, answer.json()["code"]) == (400, "game/totals")


def test_who_gives_another_number_of_totals_is_told_so(server: Server) -> None:
    seats: list[dict[str, Any]] = [{"kind": "person", "name": "Ann"}, {"kind": "person"}]
    answer = server.post("/api/games", {"rules": RULES, "seats": seats, "totals": [0, 0, 400]})
    assert "totals 0,0,400 are for 3 players, but 2 are to play" in answer.json()["message"]


def test_one_that_can_miss_an_exact_target_for_good_is_refused(server: Server) -> None:
    seats: list[dict[str, Any]] = [{"kind": "person", "name": "Ann"}, {"kind": "person"}]
    body = {"rules": f"{RULES}+overshoot=lose-turn", "seats": seats}
    answer = server.post("/api/games", body | {"totals": [0, 425]})
    assert (answer.status_code, answer.json()["code"]) == (400, "game/totals")
    assert "no bank comes to 1000 exactly" in answer.json()["message"]
    assert server.post("/api/games", body | {"totals": [0, 450]}).status_code == 201


def test_other_rules_have_to_allow_it_too(server: Server) -> None:
    ann = make(server, "Ann", "?", rules=RULES, totals=[0, 400])
    refused = ann.post("settings", {"rules": "greed+target=400"})
    assert (refused.status_code, refused.json()["code"]) == (400, "game/totals")
    assert ann.post("settings", {"rules": "greed+target=500"}).status_code == 200


def test_whoever_starts_with_fewer_seats_has_their_head_starts(server: Server) -> None:
    ann = make(server, "Ann", "bot:bold", "?", fair=False, rules=RULES, totals=[100, 200, 300])
    assert ann.post("start").status_code == 200
    found = ann.snapshot()
    assert found["totals"] == [100, 200]
    assert found["state"]["totals"] == [100, 200]
