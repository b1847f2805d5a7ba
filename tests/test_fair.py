"""Fair dice: vectors made with openssl, and every kind of tampering found and named."""

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from support.cli import run_here
from support.fair_records import (
    GOLDEN,
    LOW,
    MIDDLE,
    ONES,
    SEEDS,
    a_day,
    a_game,
    flipped,
    lines_of,
    passed_turns,
    rolls_in,
)

from hotdice import HotDiceError, Rules, State, play
from hotdice.bots import make
from hotdice.game import Throw
from hotdice.game.fair import SEED_BYTES, Fair, FairDice, FairSeat, combine, commitment
from hotdice.game.record import Record, RecordError, parse, parse_so_far
from hotdice.game.verify import Fault, Verdict, verify
from hotdice.rules.files import preset_names

TYPES = ["basic", "greed", "pig", "zilch"]  # keep any and all, one die, penalties


def seeds_of(seats: str) -> list[bytes | None]:
    return [SEEDS[name] if name else None for name in seats.split(",")]


def verdict(lines: list[str]) -> Verdict:
    return verify(*parse_so_far("\n".join([*lines, ""]).encode()))


def faults(lines: list[str]) -> tuple[Fault, ...]:
    return verdict(lines).faults


def with_fair(lines: list[str], change: Callable[[dict[str, Any]], None]) -> list[str]:
    header = json.loads(lines[0])
    change(header["fair"])
    return [json.dumps(header), *lines[1:]]


@pytest.mark.parametrize("name", SEEDS)
def test_commitments_are_those_of_openssl(name: str) -> None:
    assert commitment(SEEDS[name]) == GOLDEN["commitments"][name]


@pytest.mark.parametrize("seats", GOLDEN["combined"])
def test_seeds_combine_as_documented(seats: str) -> None:
    assert combine(seeds_of(seats)).hex() == GOLDEN["combined"][seats]


@pytest.mark.parametrize("case", GOLDEN["throws"]["all"], ids=str)
def test_throws_are_those_of_openssl(case: list[Any]) -> None:
    server, seats, seat, turn, roll, dice = case
    source = FairDice(SEEDS[server], combine(seeds_of(seats)))
    assert source.roll(Throw(seat, turn, roll, len(dice))) == tuple(dice)


SEED = st.binary(min_size=SEED_BYTES, max_size=SEED_BYTES)
SEAT_SEEDS = st.lists(st.none() | st.sampled_from([LOW, MIDDLE, b"\0" * 32, b"\1" * 32]))


@given(SEAT_SEEDS, SEAT_SEEDS)
@example([None, LOW], [LOW, None])
@example([None], [])
def test_no_two_tables_combine_alike(one: list[bytes | None], other: list[bytes | None]) -> None:
    assert (combine(one) == combine(other)) == (one == other)


@pytest.mark.parametrize("length", [0, 31, 33])
def test_a_seed_has_32_bytes(length: int) -> None:
    seed = b"x" * length
    calls: list[Callable[[], object]] = [
        lambda: commitment(seed),
        lambda: combine([LOW, seed]),
        lambda: FairDice(seed, LOW),
        lambda: FairDice(LOW, seed),
    ]
    for call in calls:
        with pytest.raises(HotDiceError, match=f"32 bytes, not {length}"):
            call()


@given(SEED, SEED, st.integers(0, 254), st.integers(0, 10**6), st.integers(0, 500))
def test_fewer_dice_are_the_first_of_more(
    server: bytes, combined: bytes, seat: int, turn: int, roll: int
) -> None:
    source = FairDice(server, combined)
    most = source.roll(Throw(seat, turn, roll, 70))
    assert len(most) == 70
    assert set(most) <= {1, 2, 3, 4, 5, 6}
    for count in range(1, 70):
        assert source.roll(Throw(seat, turn, roll, count)) == most[:count]


@pytest.mark.parametrize("part", ["seat", "turn", "roll"])
def test_fair_dice_are_even(part: str) -> None:
    """Chi-square over pairs of dice: 35 degrees of freedom, above 80 once in 50,000 runs."""
    source = FairDice(LOW, combine([MIDDLE]))
    here = Throw(0, 0, 0, 2)
    throws = 36_000
    seen = Counter(source.roll(msgspec.structs.replace(here, **{part: at})) for at in range(throws))
    expected = throws / 36
    assert len(seen) == 36
    assert sum((found - expected) ** 2 / expected for found in seen.values()) < 80


def test_choices_never_change_later_dice() -> None:
    """Two games with the same seeds and other players: each throw of both has the same dice."""
    thrown = []
    for first in ("cautious", "bold"):
        seen = {}

        class Watched(FairDice):
            def roll(self, throw: Throw) -> tuple[int, ...]:
                dice = super().roll(throw)
                seen[throw.seat, throw.turn, throw.roll] = dice  # noqa: B023
                return dice

        bots = [make(first, 1), make("cautious", 2)]
        list(play(State.start(Rules.load("basic")), bots, Watched(LOW, combine([MIDDLE, None]))))
        thrown.append(seen)
    shared = thrown[0].keys() & thrown[1].keys()
    assert len(shared) > 20
    assert thrown[0] != thrown[1]
    for place in shared:
        fewer = min(len(thrown[0][place]), len(thrown[1][place]))
        assert thrown[0][place][:fewer] == thrown[1][place][:fewer]


@pytest.mark.parametrize("name", preset_names())
def test_a_fair_game_is_verified_and_reads_back_as_itself(name: str) -> None:
    record = a_game(name)
    again = parse(record.text().encode())
    assert again == record
    assert again.text() == record.text()
    rolls = sum(bool(step.dice) for step in record.steps)
    assert verify(record) == Verdict((), rolls, ("Cy",))
    assert verify(record).verified
    assert rolls > 2


def test_the_fields_in_the_first_line() -> None:
    fair = json.loads(lines_of()[0])["fair"]
    assert fair == {
        "commitment": GOLDEN["commitments"]["low"],
        "seats": [
            {
                "kind": "person",
                "commitment": GOLDEN["commitments"]["middle"],
                "seed": GOLDEN["seeds"]["middle"],
            },
            {"kind": "bot"},
            {"kind": "fallback", "commitment": GOLDEN["commitments"]["ones"]},
        ],
        "server_seed": GOLDEN["seeds"]["low"],
    }


PERSON = {"kind": "person", "commitment": commitment(MIDDLE), "seed": MIDDLE.hex()}


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"fair": {}}, "commitment"),
        ({"fair": 7}, "fair"),
        ({"seed": 7}, "seeded dice"),
        ({"dice": "mine"}, "real dice"),
        ({"commitment": "0" * 63}, "64 digits"),
        ({"commitment": "A" * 64}, "64 digits"),
        ({"commitment": "0" * 64 + "\n"}, "64 digits"),
        ({"commitment": None}, "commitment"),
        ({"server_seed": "xy" * 32}, "64 digits"),
        ({"server_seed": 7}, "server_seed"),
        ({"more": 7}, "more"),
        ({"seats": [PERSON, {"kind": "bot"}]}, "2 seats, the game has 3"),
        ({0: {"kind": "person", "commitment": "0" * 64}}, "seat 1"),
        ({0: {"kind": "person", "seed": "0" * 64}}, "seat 1"),
        ({0: {"kind": "bot"}}, "a person sits there"),
        ({0: {"kind": "fallback", "seed": "0" * 64}}, "no seed"),
        ({0: {"kind": "robot"}}, "robot"),
        ({0: {"kind": "fallback", "commitment": "0"}}, "64 digits"),
        ({0: PERSON | {"seed": "0" * 66}}, "64 digits"),
        ({1: {"kind": "bot", "commitment": "0" * 64}}, "seat 2"),
        ({1: {"kind": "bot", "seed": "0" * 64}}, "seat 2"),
        ({1: {"kind": "bot", "name": "x"}}, "name"),
    ],
    ids=str,
)
def test_malformed_fair_dice_are_refused(change: dict[Any, Any], word: str) -> None:
    header = json.loads(lines_of()[0])
    for key, value in change.items():
        if isinstance(key, int):
            header["fair"]["seats"][key] = value
        elif key in ("fair", "seed", "dice"):
            header[key] = value
        else:
            header["fair"][key] = value
    with pytest.raises(RecordError) as caught:
        parse(json.dumps(header).encode() + b"\n", "game.jsonl")
    assert caught.value.line == 1
    assert word in str(caught.value)
    assert "\n" not in str(caught.value)


@given(st.sampled_from(TYPES), st.data())
def test_a_changed_die_is_found_and_named(name: str, data: st.DataObject) -> None:
    lines = lines_of(name)
    at = data.draw(st.sampled_from(rolls_in(lines)))
    dice = json.loads(lines[at])["roll"]
    which = data.draw(st.integers(0, len(dice) - 1))
    changed = list(dice)
    changed[which] = data.draw(st.sampled_from([f for f in range(1, 7) if f != dice[which]]))
    lines[at] = json.dumps({"roll": changed})
    first = faults(lines)[0]
    assert first.line == at + 1
    assert first.code in ("fair/roll", "fair/astray")
    assert f"should be {' '.join(map(str, dice))}, the record has " in first.message
    assert f"the record has {' '.join(map(str, changed))}" in first.message


def test_dice_in_another_order_are_found() -> None:
    lines = lines_of()
    dice = json.loads(lines[1])["roll"]
    turned = dice[1:] + dice[:1]
    lines[1] = json.dumps({"roll": turned})
    assert dice != turned
    assert [(fault.line, fault.code) for fault in faults(lines)] == [(2, "fair/roll")]


@given(st.sampled_from(TYPES), st.data())
def test_a_die_that_no_die_has_is_found(name: str, data: st.DataObject) -> None:
    lines = lines_of(name)
    at = data.draw(st.sampled_from(rolls_in(lines)))
    dice = json.loads(lines[at])["roll"]
    lines[at] = json.dumps({"roll": data.draw(st.sampled_from([[7, *dice[1:]], dice[1:]]))})
    first = faults(lines)[0]
    assert (first.line, first.code) == (at + 1, "fair/missing")
    assert " ".join(map(str, dice)) in first.message


@given(
    st.sampled_from(TYPES),
    st.sampled_from(["commitment", "server_seed"]),
    st.integers(0, 31),
    st.integers(1, 255),
)
def test_a_changed_byte_of_the_servers_seed_is_found(
    name: str, field: str, at: int, by: int
) -> None:
    def change(fair: dict[str, Any]) -> None:
        fair[field] = flipped(fair[field], at, by)

    found = faults(with_fair(lines_of(name), change))
    assert (found[0].line, found[0].code) == (1, "fair/server-seed")
    assert "the server's seed does not match its commitment" in found[0].message
    assert len(found) == 1 if field == "commitment" else found[-1].code == "fair/astray"


@given(
    st.sampled_from(TYPES),
    st.sampled_from(["commitment", "seed"]),
    st.integers(0, 31),
    st.integers(1, 255),
)
def test_a_changed_byte_of_a_persons_seed_is_found(name: str, field: str, at: int, by: int) -> None:
    def change(fair: dict[str, Any]) -> None:
        fair["seats"][0][field] = flipped(fair["seats"][0][field], at, by)

    found = faults(with_fair(lines_of(name), change))
    assert (found[0].line, found[0].code) == (1, "fair/player-seed")
    assert "the seed of Ann" in found[0].message
    assert len(found) == 1 if field == "commitment" else found[-1].code == "fair/astray"


def test_seeds_changed_together_with_their_commitments_are_found() -> None:
    """The seeds fit then, but the dice do not."""

    def server(fair: dict[str, Any]) -> None:
        fair |= {"server_seed": ONES.hex(), "commitment": commitment(ONES)}

    def person(fair: dict[str, Any]) -> None:
        fair["seats"][0] |= {"seed": ONES.hex(), "commitment": commitment(ONES)}

    def dropped(fair: dict[str, Any]) -> None:
        fair["seats"][0] = {"kind": "fallback"}

    def elsewhere(fair: dict[str, Any]) -> None:
        fair["seats"][0], fair["seats"][2] = fair["seats"][2], fair["seats"][0]

    for change in (server, person, dropped, elsewhere):
        (found,) = faults(with_fair(lines_of(), change))
        assert found.code == "fair/astray"
        assert found.line <= 4


@given(st.sampled_from(TYPES), st.data())
def test_a_missing_roll_is_found_and_named(name: str, data: st.DataObject) -> None:
    """At or after its place, never before; without its last roll a game is not over."""
    lines = lines_of(name)
    at = data.draw(st.sampled_from(rolls_in(lines)))
    following = lines[at + 1 :]
    del lines[at]
    found = faults(lines)
    assert found
    assert found[0].line >= (at + 1 if following else at)
    if not following:
        assert [fault.code for fault in found] == ["fair/unfinished"]
    if following and following[0].startswith('{"keep"'):
        assert [(fault.line, fault.code) for fault in found] == [(at + 1, "fair/missing")]
        assert " is missing" in found[0].message


@given(st.sampled_from(TYPES), st.data())
def test_a_missing_turn_is_found_and_named(name: str, data: st.DataObject) -> None:
    """Every move of a turn is taken out: the next roll stands in its place and is the wrong one."""
    record = a_game(name)
    ends = [0, *(at for at, step in enumerate(record.steps, 1) if step.after.fresh)]
    turn = data.draw(st.integers(0, len(ends) - 3))
    lines = record.text().splitlines()
    del lines[1 + ends[turn] : 1 + ends[turn + 1]]
    found = faults(lines)
    assert found
    assert found[0].line >= 2 + ends[turn]
    if record.start.rules.dice > 1 and turn < len(ends) - 8:
        assert found[0].code in ("fair/astray", "fair/roll")
        assert found[0].line == 2 + ends[turn]


def throws(record: Record) -> list[tuple[int, ...]]:
    return [step.dice for step in record.steps if step.dice]


@given(st.sampled_from(TYPES), st.data())
def test_swapped_lines_are_found_where_they_change_dice(name: str, data: st.DataObject) -> None:
    lines = lines_of(name)
    places = st.integers(1, len(lines) - 1)
    one, other = data.draw(places), data.draw(places)
    assume(lines[one] != lines[other])
    lines[one], lines[other] = lines[other], lines[one]
    record, _ = parse_so_far("\n".join([*lines, ""]).encode())
    if found := faults(lines):
        assert found[0].line > min(one, other)
    else:  # keeps of turns that came to nothing are choices, which nobody proves
        assert throws(record) == throws(a_game(name))


def test_a_die_changed_before_rolls_go_missing_is_named_by_itself() -> None:
    record = a_game("greed")
    ends = [at for at, step in enumerate(record.steps, 1) if step.after.fresh]
    lines = record.text().splitlines()
    at = next(at for at in rolls_in(lines) if json.loads(lines[at])["roll"].count(2) == 1)
    dice = json.loads(lines[at])["roll"]
    free = next(face for face in (3, 4, 6) if dice.count(face) < 2)
    lines[at] = json.dumps({"roll": [free if die == 2 else die for die in dice]})
    turn = next(turn for turn in range(len(ends)) if ends[turn] > at + 5)
    del lines[1 + ends[turn] : 1 + ends[turn + 1]]
    found = [(fault.line, fault.code) for fault in faults(lines)]
    assert found[0] == (at + 1, "fair/roll")
    assert found[1] == (2 + ends[turn], "fair/astray")


def test_a_game_that_is_not_over_cannot_be_checked_yet() -> None:
    record = a_game()
    assert record.fair is not None
    hidden = msgspec.structs.replace(
        record, fair=msgspec.structs.replace(record.fair, server_seed=None)
    )
    part = hidden.having(*record.steps[:10])
    assert [fault.code for fault in verify(part).faults] == ["fair/unrevealed"]
    assert verify(part).rolls == 0
    assert [fault.code for fault in verify(hidden).faults] == ["fair/withheld"]
    assert parse(part.text().encode()) == part


def test_the_dice_of_a_day_are_checked_once_its_secret_is_there() -> None:
    record = a_day()
    fair = record.fair
    assert fair is not None
    assert verify(record).verified
    assert parse(record.text().encode()) == record
    hidden = msgspec.structs.replace(record, fair=msgspec.structs.replace(fair, server_seed=None))
    (found,) = verify(hidden).faults
    assert found.code == "fair/secret"
    assert "2026-11-20" in found.message
    for day in ("20 November", "2026-11-2", ""):
        wrong = msgspec.structs.replace(record, fair=msgspec.structs.replace(fair, day=day))
        with pytest.raises(HotDiceError, match="is not a day"):
            parse(wrong.text().encode())


def test_the_command_says_whose_dice_those_of_a_day_are(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text(a_day().text())
    done = run_here("verify", str(path))
    assert (done.returncode, done.stderr) == (0, "")
    assert "the dice of 2026-11-20, the same for everybody" in done.stdout
    assert GOLDEN["commitments"]["low"] in done.stdout
    assert "Only the server" not in done.stdout


def test_a_game_ended_early_is_checked_as_far_as_it_goes() -> None:
    record = a_game()
    part = record.having(*record.steps[:10])
    found = verify(part)
    assert [(fault.line, fault.code) for fault in found.faults] == [(11, "fair/unfinished")]
    assert found.rolls == sum(bool(step.dice) for step in part.steps) > 2


def test_a_record_without_fair_dice_proves_nothing() -> None:
    record = msgspec.structs.replace(a_game(), fair=None)
    (found,) = verify(record).faults
    assert (found.line, found.code) == (1, "fair/none")
    assert "nothing to verify" in found.message


def test_lines_after_the_end_are_found() -> None:
    lines = [*lines_of(), '{"roll": [1, 2, 3, 4, 5, 6]}']
    (found,) = faults(lines)
    assert (found.line, found.code) == (len(lines), "fair/broken")
    assert "over" in found.message


def test_the_command_tells_what_is_proved(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text(a_game().text())
    rolls = len(throws(a_game()))
    done = run_here("verify", str(path))
    assert (done.returncode, done.stderr) == (0, "")
    assert f"{rolls} rolls checked" in done.stdout
    assert GOLDEN["commitments"]["low"] in done.stdout
    assert f"{GOLDEN['commitments']['middle']}  Ann" in done.stdout
    assert "Cy" in done.stdout
    done = run_here("verify", "--json", str(path))
    expected = {"verified": True, "faults": [], "rolls": rolls, "fallback": ["Cy"]}
    assert json.loads(done.stdout) == expected
    assert run_here("play", "--resume", str(path)).returncode == 2


def test_the_command_names_what_is_wrong(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    lines = lines_of("greed")
    right = json.loads(lines[1])["roll"]
    changed = [right[0] % 6 + 1, *right[1:]]
    path.write_text("\n".join([lines[0], json.dumps({"roll": changed}), ""]))
    told = (
        f"roll 1 of turn 1 of Ann should be {' '.join(map(str, right))}, "
        f"the record has {' '.join(map(str, changed))}"
    )
    done = run_here("verify", str(path))
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.splitlines()[0] == f"line 2: {told}"
    done = run_here("verify", str(path), "--json")
    assert done.returncode == 1
    found = json.loads(done.stdout)
    assert found["verified"] is False
    assert found["faults"][0] == {"line": 2, "code": "fair/roll", "message": told}


def test_the_command_says_when_only_the_server_gave_a_seed(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    start = State.start(Rules.load("pig", target=20), 2)
    steps = tuple(play(start, [make("bold", 1)] * 2, FairDice(LOW, combine([None, None]))))
    fair = Fair(commitment(LOW), (FairSeat("bot"), FairSeat("fallback")), LOW.hex())
    path.write_text(Record(start, ("bot:bold", "Cy"), fair=fair).having(*steps).text())
    done = run_here("verify", str(path))
    assert done.returncode == 0
    assert "Only the server gave a seed" in done.stdout


@pytest.mark.parametrize("text", [None, "", "nonsense\n", "{}\n"])
def test_what_is_no_record_is_refused(tmp_path: Path, text: str | None) -> None:
    path = tmp_path / "game.jsonl"
    if text is not None:
        path.write_text(text)
    done = run_here("verify", str(path))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("hotdice: ")
    assert len(done.stderr.splitlines()) == 1


def test_a_pass_ends_a_turn() -> None:
    lines = passed_turns()
    found = verdict(lines)
    assert ([fault.code for fault in found.faults], found.rolls) == (["fair/unfinished"], 3)
    again = json.dumps({"roll": [1, 4, 3, 3, 5, 4]})  # what the turn that was passed had next
    assert [fault.code for fault in faults([*lines[:-1], again])] == [
        "fair/roll",
        "fair/unfinished",
    ]
