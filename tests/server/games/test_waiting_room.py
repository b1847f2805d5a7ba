"""The host arranges a table before the start: bots, people, rules, who may watch or sit down."""

from typing import Any

from support.serving import Player, Server, events_of, join, make, play_out


def status_of(player: Player, path: str, body: dict[str, Any]) -> tuple[int, str | None]:
    answer = player.post(path, body)
    return answer.status_code, answer.json().get("code")


def test_a_bot_takes_a_free_seat_and_with_the_last_one_the_game_starts(server: Server) -> None:
    ann = make(server, "Ann", "?", "?", fair=False)
    assert status_of(ann, "bot", {"seat": 2, "bot": "bold"})[0] == 200
    told = ann.snapshot()
    assert (told["status"], [seat["bot"] for seat in told["seats"]]) == (
        "waiting",
        [None, None, "bold"],
    )
    assert status_of(ann, "bot", {"seat": 2, "bot": "bold"}) == (409, "game/taken")
    assert status_of(ann, "bot", {"seat": 1, "bot": "nobody"}) == (400, "bot/not-here")
    assert status_of(ann, "bot", {"seat": 1, "bot": "human:3"})[0] == 200
    assert ann.snapshot()["status"] == "playing"
    told = play_out([ann])
    assert told["status"] == "over"
    assert server.get(f"{ann.path}/record").status_code == 200


def test_a_game_begins_with_those_who_are_there(server: Server) -> None:
    ann = make(server, "Ann", "?", "?", "?", fair=False)
    bob = join(ann, "Bob", fair=False)
    assert status_of(bob, "start", {}) == (403, "game/not-host")
    assert status_of(ann, "start", {})[0] == 200
    told = ann.snapshot()
    assert told["status"] == "playing"
    assert [seat["name"] for seat in told["seats"]] == ["Ann", "Bob"]
    assert told["state"]["totals"] == [0, 0]
    assert status_of(ann, "start", {}) == (409, "game/not-waiting")
    assert play_out([ann, bob])["status"] == "over"


def test_a_free_seat_between_others_has_to_be_filled_first(server: Server) -> None:
    ann = make(server, "Ann", "?", "?", "?", fair=False)
    bob = join(ann, "Bob", fair=False)
    cy = join(ann, "Cy", fair=False)
    assert status_of(bob, "remove", {"seat": 2}) == (403, "game/not-host")
    assert status_of(ann, "remove", {"seat": 0}) == (409, "game/own-seat")
    assert status_of(ann, "remove", {"seat": 1})[0] == 200
    assert bob.post("react", {"reaction": "ouch"}).json()["code"] == "token/wrong"
    assert status_of(ann, "start", {}) == (409, "game/gap")
    assert status_of(ann, "bot", {"seat": 1, "bot": "bold"})[0] == 200
    assert status_of(ann, "start", {})[0] == 200
    assert [seat["name"] for seat in cy.snapshot()["seats"]] == ["Ann", "Bold", "Cy"]


def test_rules_change_before_the_start(server: Server) -> None:
    ann = make(server, "Ann", "?", fair=False, rules="basic")
    assert status_of(ann, "settings", {"rules": "greed+target=200+entry=0"})[0] == 200
    assert ann.snapshot()["rules"]["table"]["dice"] == 5
    assert status_of(ann, "settings", {"rules": "no-such"})[0] == 404
    bob = join(ann, "Bob", fair=False)
    told = play_out([ann, bob])
    assert max(told["state"]["totals"]) >= 200
    assert status_of(ann, "settings", {"rules": "basic"}) == (409, "game/not-waiting")


def test_watching_and_sitting_down_are_two_switches(server: Server) -> None:
    def listed() -> bool:
        return ann.game in [each["game"] for each in server.get("/api/games").json()["games"]]

    def joins() -> int:
        return server.post(f"{ann.path}/join", {"name": "Eve"}).status_code

    ann = make(server, "Ann", "?", "?", "?", fair=False)
    assert not listed()
    invite = ann.post("settings", {"public": True}).json()["invite"]
    body = {"name": "Bob", "invite": invite}
    assert server.post(f"{ann.path}/join", body).status_code == 201
    assert (listed(), joins()) == (True, 403)
    assert status_of(ann, "settings", {"open": True})[0] == 200
    assert (listed(), joins()) == (True, 201)
    assert status_of(ann, "settings", {"public": False})[0] == 200
    assert not listed()
    kinds = [event["kind"] for event in events_of(server, ann.game)]
    assert kinds == ["created", "arranged", "joined", "arranged", "joined", "arranged"]
