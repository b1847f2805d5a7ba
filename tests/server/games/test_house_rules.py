"""Games under house rules that change what can be done, through a real server process."""

import random
import time
from typing import Any

import pytest
from support.serving import Player, Server, events_of, join, make, play_out

from hotdice import State
from hotdice.game.record import parse
from hotdice.game.verify import verify
from hotdice.rules import Rules

EVERYTHING = (
    "basic+target=500+overshoot=lose-turn+last_round=one-roll+piggyback=true+mercy=true"
    "+confirm=aaa+rolls.2222=farkle+rolls.6666=win+rolls.3333=lose-total"
)
ROUNDS = "greed+rounds=3+piggyback=true+mercy=true+rolls.22=farkle"
WELFARE = "basic+target=600+overshoot=welfare+finish=equal-turns+last_round=one-roll"


def pair(server: Server, rules: str, **more: Any) -> list[Player]:
    """Two people at a table, each with a seed."""
    ann = make(server, "Ann", "?", rules=rules, **more)
    bob = join(ann, "Bob")
    ann.reveal()
    bob.reveal()
    return [ann, bob]


def anything(state: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """Any action that the view of a state says is possible."""
    if state["keeps"]:
        return {"do": "keep", "dice": chance.choice(state["keeps"])["dice"]}
    ways = [what for what in ("roll", "bank") if state[f"may_{what}"]]
    if state.get("offer"):
        ways.append("take")
    return {"do": chance.choice(ways)}


@pytest.mark.parametrize("rules", [EVERYTHING, ROUNDS, WELFARE])
def test_people_play_with_every_option_and_the_record_proves_the_dice(
    server: Server, rules: str
) -> None:
    chance = random.Random(rules)
    ann, bob = pair(server, rules)
    while (found := ann.snapshot())["status"] == "playing":
        mover = (ann, bob)[found["state"]["player"]]
        answer = mover.act(anything(found["state"], chance), found["seq"])
        assert answer.status_code == 200, answer.text
    record = parse(server.get(f"{ann.path}/record").content)
    assert str(record.state) == found["state"]["position"]
    assert record.state.over
    assert verify(record).verified
    moves = [event for event in events_of(server, ann.game) if "happened" in event["data"]]
    for step, event in zip(record.steps, moves, strict=True):
        assert str(step.after) == event["data"]["state"]["position"]
        assert [each["kind"] for each in event["data"]["happened"]] == [
            each.kind for each in step.events
        ]


def offered(server: Server, **more: Any) -> tuple[list[Player], dict[str, Any]]:
    """A game in which the one who is to move may take over, and its snapshot."""
    players = pair(server, "basic+piggyback=true", **more)
    while not (found := players[0].snapshot())["state"]["offer"]:
        state = found["state"]
        if state["keeps"]:
            action: dict[str, Any] = {"do": "keep", "dice": state["keeps"][-1]["dice"]}
        else:
            action = {"do": "bank" if state["may_bank"] else "roll"}
        assert players[state["player"]].act(action, found["seq"]).status_code == 200
    return players, found


def test_points_are_taken_over_and_have_to_be_rolled_for(server: Server) -> None:
    players, found = offered(server)
    offer, seat = found["state"]["offer"], found["state"]["player"]
    other = players[1 - seat].act({"do": "take"}, found["seq"])
    assert (other.status_code, other.json()["code"]) == (409, "turn/other")
    event = players[seat].act({"do": "take"}, found["seq"], "take-1").json()
    assert (event["kind"], event["data"]["points"]) == ("took", offer["points"])
    assert event["data"]["happened"] == [
        {"kind": "taken-over", "player": seat, "points": offer["points"], "dice": []}
    ]
    again = players[seat].act({"do": "take"}, found["seq"], "take-1").json()
    assert again == event
    state = event["data"]["state"]
    assert (state["turn_points"], state["dice"]) == (offer["points"], offer["dice"])
    assert (state["may_roll"], state["may_bank"], state["offer"]) == (True, False, None)
    assert (state["roll_first"], state["bank_refused"]) == ("taken-over", "bank/taken-over")
    refused = players[seat].act({"do": "bank"}, event["seq"])
    assert (refused.status_code, refused.json()["code"]) == (409, "bank/taken-over")
    refused = players[seat].act({"do": "take"}, event["seq"])
    assert (refused.status_code, refused.json()["code"]) == (409, "take/nothing")
    text = server.get(f"{players[0].path}/record").text
    assert text.splitlines()[-1] == f'{{"take":{offer["points"]}}}'


def test_nobody_takes_over_what_a_late_player_has_given_up(server: Server) -> None:
    clock = {"seconds": 1, "grace": 0, "then": "pass"}
    players, found = offered(server, clock=clock | {"seconds": 30})
    seat = found["state"]["player"]
    taken = players[seat].act({"do": "take"}, found["seq"]).json()
    assert taken["data"]["deadline"] == found["deadline"]  # it is still the same turn
    ann, bob = pair(server, "basic+piggyback=true+mercy=true", clock=clock)
    while not any(event["kind"] == "passed" for event in events_of(server, ann.game)):
        time.sleep(0.1)
    passed = next(event for event in events_of(server, ann.game) if event["kind"] == "passed")
    assert passed["data"]["state"]["offer"] is None
    assert bob.seat == 1


@pytest.mark.parametrize("rules", [EVERYTHING, ROUNDS, WELFARE])
def test_bots_play_with_every_option(server: Server, rules: str) -> None:
    bots = ["random", "bold", "human:5", "turn"]
    body = {"rules": rules, "seats": [{"kind": "bot", "bot": bot} for bot in bots]}
    game = server.post("/api/games", body).json()["game"]
    while (found := server.get(f"/api/games/{game}").json())["status"] == "playing":
        time.sleep(0.05)
    assert found["status"] == "over"
    record = parse(server.get(f"/api/games/{game}/record").content)
    assert verify(record).verified
    assert record.state.over


def test_a_roll_thrown_again_is_another_roll_of_the_same_turn(server: Server) -> None:
    """So its dice are others, and the record proves them."""
    rules = 'name = "m"\nmercy = true\ntarget = 200\ndice = 2\n[score]\n1 = 100\n'
    players = pair(server, {"toml": rules})  # type: ignore[arg-type]
    last = play_out(players)
    record = parse(server.get(f"{players[0].path}/record").content)
    assert verify(record).verified
    assert any(step.after.extras.spared for step in record.steps)
    assert last["state"]["spared"] is False


def test_a_game_is_read_again_as_it_was(server: Server) -> None:
    """The state of a running game comes from its events alone."""
    players, found = offered(server)
    seat = found["state"]["player"]
    event = players[seat].act({"do": "take"}, found["seq"]).json()
    server.end()
    server.start()
    again = players[0].snapshot()
    assert again["state"] == event["data"]["state"]
    state = State.parse(again["state"]["position"], Rules.load("basic+piggyback=true"))
    assert state.bank_refusal() == "bank/taken-over"
