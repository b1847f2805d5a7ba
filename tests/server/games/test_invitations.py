"""Who may sit down: a game that everybody may find and watch is for those who have its link."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from support.serving import Player, Server, frames, join, make, play_out, serving, socket


def listed(server: Server) -> dict[str, Any]:
    """The public games by their ids."""
    return {game["game"]: game for game in server.get("/api/games?limit=100").json()["games"]}


def words(found: Any) -> set[str]:
    """Every text that stands anywhere in an answer."""
    if isinstance(found, dict):
        return set().union(*map(words, found.values()))
    if isinstance(found, list):
        return set().union(*map(words, found))
    return {found} if isinstance(found, str) else set()


def stranger_joins(server: Server, game: str, **more: Any) -> tuple[int, str]:
    """What somebody gets who only knows the id."""
    answer = server.post(f"/api/games/{game}/join", {"name": "Eve", **more})
    return answer.status_code, answer.json().get("code", "")


def test_whoever_only_watches_cannot_sit_down(server: Server) -> None:
    """By nothing of all that strangers are told."""
    ann = make(server, "Ann", "?", fair=False, public=True)
    assert ann.game in listed(server)
    told = words(listed(server)[ann.game])
    told |= words(server.get(ann.path).json())
    told |= words(server.get(f"{ann.path}/events").json())
    with socket(ann, token=False) as line:
        coming = frames(line)
        told |= words([next(coming) for _ in range(3)])
    assert ann.invite not in told
    assert stranger_joins(server, ann.game) == (403, "game/by-invitation")
    for word in told:
        assert stranger_joins(server, ann.game, invite=word[:100])[0] == 403, word
    assert server.get(ann.path).json()["seats"][1]["taken"] is False


def test_whoever_has_the_link_sits_down(server: Server) -> None:
    ann = make(server, "Ann", "?", "?", fair=False, public=True)
    assert ann.snapshot()["invite"] == ann.invite
    bob = join(ann, "Bob", fair=False)
    assert bob.invite == ann.invite  # who may pass it on
    with socket(bob) as line:
        assert next(frames(line))["welcome"]["invite"] == ann.invite
    key = "k" * 16
    assert stranger_joins(server, ann.game, invite=ann.invite, key=key)[0] == 201
    assert stranger_joins(server, ann.game, key=key)[0] == 201  # the answer was lost
    assert server.get(ann.path).json()["status"] == "playing"


def test_the_id_is_enough_where_nobody_else_knows_it(server: Server) -> None:
    ann = make(server, "Ann", "?", fair=False)
    assert ann.invite is None
    assert ann.game not in listed(server)
    assert stranger_joins(server, ann.game)[0] == 201


def test_watchers_cannot_sit_down_at_the_next_game_either(server: Server) -> None:
    """Which they are told of, and in which the seat of somebody who left is open."""
    rules = "greed+target=200+entry=0"
    ann = make(server, "Ann", "?", "?", fair=False, public=True, rules=rules)
    bob, dan = join(ann, "Bob", fair=False), join(ann, "Dan", fair=False)
    assert dan.post("leave").status_code == 200
    play_out([ann, bob])
    then = Player(server, ann.post("rematch", {}).json())
    assert server.get(ann.path).json()["next"] == then.game
    assert then.invite not in (None, ann.invite)
    assert stranger_joins(server, then.game) == (403, "game/by-invitation")
    assert stranger_joins(server, then.game, invite=ann.invite)[0] == 403
    assert stranger_joins(server, then.game, invite=then.invite)[0] == 201


def test_a_table_from_before_keeps_its_links_and_is_not_handed_out(tmp_path: Path) -> None:
    """Games of earlier servers: their links have no invitation, so strangers must not find them."""
    file = tmp_path / "server.sqlite"
    with serving(f"sqlite:///{file}", tmp_path / "log") as server:
        ann = make(server, "Ann", "?", fair=False, public=True)
        server.end()
        with closing(sqlite3.connect(file)) as base:
            where = "WHERE game = ? AND seq = 1"
            body = base.execute(f"SELECT body FROM events {where}", [ann.game]).fetchone()[0]
            event = json.loads(body)
            del event["data"]["by_invitation"]
            change = f"UPDATE events SET body = ? {where}"
            base.execute(change, [json.dumps(event), ann.game])
            base.commit()
        server.start()
        assert ann.game not in listed(server)
        ann.invite = None
        join(ann, "Bob", fair=False)
        assert ann.game in listed(server)


def test_whoever_was_removed_needs_a_new_invitation(server: Server) -> None:
    """Also in a game that is not public, and also with the key of before."""
    for public in (False, True):
        ann = make(server, "Ann", "?", "?", "?", fair=False, public=public)
        bob = join(ann, "Bob", fair=False)
        key = {"key": "e" * 16, "invite": ann.invite}
        seat = server.post(f"{ann.path}/join", {"name": "Eve", **key}).json()["seat"]
        removed = ann.post("remove", {"seat": seat}).json()
        assert stranger_joins(server, ann.game, **key) == (403, "game/by-invitation")
        assert stranger_joins(server, ann.game) == (403, "game/by-invitation")
        assert ann.game not in listed(server) or public
        assert removed["invite"] not in (None, ann.invite)
        assert bob.snapshot()["invite"] == removed["invite"]  # Bob may pass it on
        assert removed["invite"] not in words(server.get(f"{ann.path}/events").json())
        assert ann.post("settings", {"rules": "basic"}).json()["invite"] == removed["invite"]
        assert stranger_joins(server, ann.game, invite=removed["invite"])[0] == 201


def test_a_removed_bot_replaces_no_invitation(server: Server) -> None:
    ann = make(server, "Ann", "?", "bot:bold", fair=False)
    assert ann.post("remove", {"seat": 2}).json()["invite"] is None
    assert "replaced_invites" not in words_of_fields(server, ann)
    assert stranger_joins(server, ann.game)[0] == 201


def words_of_fields(server: Server, player: Player) -> set[str]:
    """The names of all fields in the events of a game."""
    events = server.get(f"{player.path}/events").json()["events"]
    return {name for event in events for name in event["data"]}


def test_invitations_that_were_replaced_stay_so_after_a_restart(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path / 'db'}", tmp_path / "log") as server:
        ann = make(server, "Ann", "?", "?", fair=False, public=True)
        eve = join(ann, "Eve", fair=False)
        invite = ann.post("remove", {"seat": eve.seat}).json()["invite"]
        server.end()
        server.start()
        assert ann.snapshot()["invite"] == invite
        assert stranger_joins(server, ann.game, invite=ann.invite)[0] == 403
