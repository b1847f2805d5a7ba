"""Games of which a roll of one die decides who begins, through a real server process."""

from support.serving import Player, Server, events_of, join, make, play_out

from hotdice.game.record import parse
from hotdice.game.roll_off import beginner
from hotdice.game.verify import verify

RULES = "greed+target=1000"


def test_everybody_sees_who_begins_and_the_record_proves_it(server: Server) -> None:
    begun = set()
    for _ in range(8):
        ann = make(server, "Ann", "?", "bot:bold", rules=RULES, roll_off=True)
        bob = join(ann, "Bob")
        ann.reveal()
        bob.reveal()
        events = events_of(server, ann.game)
        (started,) = (event["data"] for event in events if event["kind"] == "started")
        rounds = [tuple(thrown) for thrown in started["roll_off"]]
        assert started["state"]["player"] == beginner(rounds)
        begun.add(beginner(rounds))
        play_out([ann, bob])
        record = parse(server.get(f"{ann.path}/record").content)
        assert record.roll_off == tuple(rounds)
        assert record.start.player == beginner(rounds)
        assert verify(record).verified
        if len(begun) > 1:
            break
    assert len(begun) > 1


def test_a_rematch_is_begun_by_the_next_seat_without_a_roll(server: Server) -> None:
    ann = make(server, "Ann", "?", rules=RULES, roll_off=True, fair=False)
    bob = join(ann, "Bob", fair=False)
    first = ann.snapshot()["state"]["player"]
    play_out([ann, bob])
    players = [ann, bob]
    again = Player(server, players[1 - first].post("rematch", {"commitment": None}).json())
    other = Player(server, players[first].post("rematch", {"commitment": None}).json())
    assert (again.seat, other.seat) == (0, 1)
    assert again.snapshot()["state"]["player"] == 0


def test_a_game_without_one_says_nothing_of_it(server: Server) -> None:
    ann = make(server, "Ann", "bot:bold", rules=RULES, fair=False)
    events = events_of(server, ann.game)
    assert not any("roll_off" in event["data"] for event in events)
    alone = make(server, "Ann", rules=RULES, fair=False, roll_off=True)
    assert "roll_off" not in events_of(server, alone.game)[-1]["data"]
