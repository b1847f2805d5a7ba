"""Records: round trips, lines cut off, records that do not follow their rules, and kill -9."""

import json
import os
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from hotdice import Keep, Rules, State, play
from hotdice.bots import make
from hotdice.game import Turns
from hotdice.game.actions import ROLL
from hotdice.game.dice import ScriptedDice, SeededDice
from hotdice.game.driver import pass_turn, take
from hotdice.game.record import Record, RecordError, parse
from hotdice.game.records import Journal, read
from hotdice.terminal.session import saves


def a_game(name: str = "basic", seed: int = 3, **changes: object) -> Record:
    rules = Rules.load(name, **changes)
    record = Record(State.start(rules, 2), ("Ann", "bot:bold"), seed)
    bots = [make("cautious", 1), make("bold", 2)]
    steps = tuple(play(record.start, bots, SeededDice(seed)))
    return record.having(*steps)


def test_the_shape_of_a_record() -> None:
    start = State.start(Rules.load("basic"))
    bots = [make("threshold:50", 0)] * 2
    (first, second, third) = [
        step for step, _ in zip(play(start, bots, SeededDice(3)), range(3), strict=False)
    ]
    lines = Record(start, ("Ann", "Bob")).having(first, second, third).text().splitlines()
    header = json.loads(lines[0])
    assert list(header) == ["hotdice", "rules", "digest", "seats"]
    assert header["hotdice"] == 1
    assert header["rules"] == start.rules.table()
    assert header["digest"] == start.rules.digest
    assert header["seats"] == ["Ann", "Bob"]
    assert [list(json.loads(line)) for line in lines[1:]] == [["roll"], ["keep"], ["bank"]]
    assert json.loads(lines[1])["roll"] == list(first.dice)
    assert json.loads(lines[3])["bank"] == second.after.turn_points


@pytest.mark.parametrize("name", ["basic", "greed", "thousand", "zilch", "pig"])
def test_a_record_reads_back_as_itself(name: str) -> None:
    record = a_game(name)
    assert record.state.over
    assert parse(record.text().encode()) == record
    assert parse(record.text().encode()).text() == record.text()


def test_a_record_of_own_rules_and_of_a_game_begun_in_the_middle() -> None:
    rules = Rules.parse('name = "house"\ndice = 3\ntarget = 500\n[score]\n1 = 100\n2 = 30\n')
    start = State.start(rules, totals=(450, 100))
    steps = tuple(play(start, [make("threshold:100", 0)] * 2, SeededDice(1)))
    record = Record(start, ("A", "B")).having(*steps)
    again = parse(record.text().encode())
    assert again == record
    assert again.start.totals == (450, 100)


def test_every_cut_loses_at_most_the_last_line(tmp_path: Path) -> None:
    """A file cut at any byte after its first line reads as the moves that are whole."""
    record = a_game(target=1000)
    data = record.text().encode()
    header = data.index(b"\n") + 1
    whole = [at for at in range(len(data) + 1) if at == len(data) or data[at : at + 1] == b"\n"]
    for cut in range(header, len(data)):
        expected = sum(end <= cut for end in whole) - 1
        assert len(parse(data[:cut]).steps) == expected, cut


def test_a_cut_line_is_taken_away_when_the_game_goes_on(tmp_path: Path) -> None:
    record = a_game(target=1000)
    path = tmp_path / "game.jsonl"
    data = record.text().encode()
    path.write_bytes(data[:-5])
    journal, found = Journal.reopen(str(path))
    assert found == record.having(*record.steps[:-1])
    journal.append(record.steps[-1])
    journal.close()
    assert path.read_bytes() == data


def test_a_whole_last_line_without_its_end_is_not_lost(tmp_path: Path) -> None:
    record = a_game(target=1000)
    path = tmp_path / "game.jsonl"
    path.write_bytes(record.having(*record.steps[:-1]).text().encode()[:-1])
    journal, found = Journal.reopen(str(path))
    assert found == record.having(*record.steps[:-1])
    journal.append(record.steps[-1])
    journal.close()
    assert read(str(path)) == record


def test_undo_takes_the_line_from_the_disk(tmp_path: Path) -> None:
    record = a_game(target=1000)
    path = str(tmp_path / "game.jsonl")
    journal = Journal.create(path, record)
    journal.undo()
    assert read(path) == record.having(*record.steps[:-1])
    journal.append(record.steps[-1])
    journal.close()
    assert read(path) == record


def test_a_game_is_played_at_one_place_at_a_time(tmp_path: Path) -> None:
    path = str(tmp_path / "game.jsonl")
    journal = Journal.create(path, a_game(target=1000))
    with pytest.raises(RecordError) as caught:
        Journal.reopen(path)
    assert caught.value.code == "record/locked"
    journal.close()
    Journal.reopen(path)[0].close()


def test_a_file_that_exists_is_never_touched(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text("mine")
    with pytest.raises(RecordError) as caught:
        Journal.create(str(path), a_game())
    assert caught.value.code == "record/exists"
    assert path.read_text() == "mine"
    assert os.listdir(tmp_path) == ["game.jsonl"]


@pytest.mark.parametrize(
    ("line", "text", "word"),
    [
        (2, '{"roll": [1, 1, 1, 1, 1]}', "5 dice"),
        (2, '{"roll": [1, 1, 1, 1, 1, 7]}', "7"),
        (2, '{"roll": "111111"}', "roll, keep and bank"),
        (2, '{"roll": [1.0, true, 3, 4, 4, 6]}', "roll, keep and bank"),
        (2, "[" * 100_000, "JSON"),
        (2, '{"keep": [1]}', "there is no roll"),
        (2, '{"bank": 100}', "no turn points"),
        (2, '{"throw": [1]}', "throw"),
        (2, '{"roll": [1], "keep": [1]}', "roll, keep and bank"),
        (2, "[1, 2]", "roll, keep and bank"),
        (2, "17", "roll, keep and bank"),
        (2, '{"roll": [1', "JSON"),
        (2, "", "JSON"),
        (3, '{"keep": [2, 2]}', "2"),
        (3, '{"bank": 100}', "keep at least one"),
        (4, '{"bank": 5}', "5"),
        (4, '{"bank": true}', "roll, keep and bank"),
        (4, '{"bank": 100.0}', "roll, keep and bank"),
        (1, "{}", "hotdice"),
        (1, "nonsense", "JSON"),
    ],
)
def test_a_record_that_does_not_follow_its_rules_is_refused(
    line: int, text: str, word: str
) -> None:
    moves = ['{"roll": [1, 2, 3, 4, 4, 6]}', '{"keep": [1]}', '{"bank": 100}', '{"roll": [1]}']
    good = Record(State.start(Rules.load("basic")), ("Ann", "Bob")).text().splitlines() + moves
    good[line - 1] = text
    with pytest.raises(RecordError) as caught:
        parse("\n".join([*good, ""]).encode(), "game.jsonl")
    assert caught.value.line == line
    assert str(caught.value).startswith(f"game.jsonl:{line}: ")
    assert word in str(caught.value)


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"hotdice": 2}, "version 2"),
        ({"digest": "0" * 64}, "digest"),
        ({"seats": []}, "players"),
        ({"seats": "Ann"}, "seats"),
        ({"seats": ["Ann", ""]}, "''"),
        ({"seats": ["Ann", "a\x1b[2J"]}, "x1b"),
        ({"seed": -1}, "-1"),
        ({"seed": 2**64}, str(2**64)),
        ({"dice": "yours"}, "dice"),
        ({"totals": [10000, 0]}, "10000"),
        ({"totals": [0]}, "players"),
        ({"rules": {"name": "x"}}, "score"),
        ({"rules": {"name": "x", "target": 0, "score": {"1": 1}}}, "target"),
    ],
)
def test_a_wrong_first_line_is_refused(change: dict[str, object], word: str) -> None:
    text = Record(State.start(Rules.load("basic")), ("Ann", "Bob")).text()
    header = json.loads(text) | change
    with pytest.raises(RecordError) as caught:
        parse(json.dumps(header).encode() + b"\n", "game.jsonl")
    assert caught.value.line == 1
    assert word in str(caught.value)
    assert "\n" not in str(caught.value)


def test_files_that_are_no_records(tmp_path: Path) -> None:
    for make_it in ("missing", "folder", "empty", "binary"):
        path = tmp_path / make_it
        if make_it == "folder":
            path.mkdir()
        elif make_it != "missing":
            path.write_bytes(b"" if make_it == "empty" else b"\xff\x00\n")
        with pytest.raises(RecordError):
            read(str(path))


def test_a_step_is_synced_before_it_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record = a_game(target=1000)
    path = tmp_path / "game.jsonl"
    journal = Journal.create(str(path), record.having())
    synced: list[bytes] = []
    monkeypatch.setattr(os, "fsync", lambda file: synced.append(path.read_bytes()))
    for at, step in enumerate(record.steps, 1):
        journal.append(step)
        assert len(synced) == at
        assert parse(synced[-1]) == record.having(*record.steps[:at])
    journal.close()


def test_a_new_file_is_synced_before_it_has_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[list[str]] = []
    monkeypatch.setattr(os, "fsync", lambda file: synced.append(os.listdir(tmp_path)))
    Journal.create(str(tmp_path / "game.jsonl"), a_game()).close()
    assert "game.jsonl" not in synced[0]
    assert synced[-1] == ["game.jsonl"]


def test_a_full_disk_is_told_and_spoils_nothing(tmp_path: Path) -> None:
    """Whatever does not fit is taken away again, and later lines do not leave a hole."""
    record = a_game(target=1000)
    path = tmp_path / "game.jsonl"
    journal = Journal.create(str(path), record.having())
    room = path.stat().st_size + 10
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    old = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, before[1]))
    try:
        with pytest.raises(RecordError) as caught:
            journal.append(record.steps[0])
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, old)
    assert caught.value.code == "record/unwritable"
    assert read(str(path)) == record.having()
    journal.append(record.steps[0])
    journal.close()
    assert read(str(path)) == record.having(record.steps[0])


def test_finished_games_never_take_each_others_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    for seed in (1, 2, 3):
        journal = saves.create(a_game(seed=seed))
        journal.close()
        saves.finish(journal.path)
    assert len(list(Path(saves.folder()).glob("*.jsonl"))) == 3
    unfinished = saves.create(a_game().having())
    over = saves.create(a_game())
    over.close()
    assert saves.unfinished() == ([], [])
    unfinished.close()
    games, _ = saves.unfinished()
    assert [path for path, _ in games] == [unfinished.path]
    assert len(list(Path(saves.folder()).glob("*.jsonl"))) == 4


def test_a_seeded_game_goes_on_as_it_would_have(tmp_path: Path) -> None:
    """Also with random bots: each takes up its own stream where it was."""
    whole, broken = tmp_path / "whole.jsonl", tmp_path / "broken.jsonl"
    words = ["basic", "--set", "target=2000", "--seats", "bot:random,bot:random", "--seed", "4"]
    command = [sys.executable, "-m", "hotdice", "play"]
    quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "check": True}
    subprocess.run([*command, *words, "--record", str(whole)], **quiet)  # type: ignore[call-overload]
    lines = whole.read_bytes().splitlines(keepends=True)
    broken.write_bytes(b"".join(lines[: len(lines) // 2]))
    subprocess.run([*command, "--resume", str(broken)], **quiet)  # type: ignore[call-overload]
    assert broken.read_bytes() == whole.read_bytes()


def test_kill_9_loses_nothing_that_was_told(tmp_path: Path, count: int) -> None:
    """A game is killed at random moments; every line it had told is on disk, and it goes on."""
    path = tmp_path / "game.jsonl"
    command = [sys.executable, "-m", "hotdice", "play"]
    started = ["basic", "--seats", "bot:random,bot:random", "--seed", "11", "--record", str(path)]
    told = 0
    for attempt in range(8 * count):
        arguments = ["--resume", str(path)] if path.exists() else started
        process = subprocess.Popen(
            [*command, *arguments], stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True
        )
        assert process.stdout is not None
        lines = []
        for line in process.stdout:
            lines.append(line)
            if len(lines) > 15 + attempt:
                process.send_signal(signal.SIGKILL)
                break
        time.sleep(0.001 * attempt)
        process.kill()
        process.wait()
        process.stdout.close()
        rolls = sum(" rolled " in line for line in lines)
        record = read(str(path))
        assert sum(bool(step.dice) for step in record.steps) >= told + rolls
        told = sum(bool(step.dice) for step in record.steps)
        if record.state.over:
            break
    uninterrupted = tuple(
        step.dice for step in record.steps if step.dice and step.before.player == 0
    )
    assert len(uninterrupted) > 5
    source = SeededDice(11)
    turns = Record(record.start, record.seats).turns
    for step in record.steps:
        if step.dice:
            assert step.dice == source.roll(turns.throw(step.before))
        turns = turns.after(step)


def test_a_record_knows_passed_turns() -> None:
    start = State.start(Rules.load("basic"), 2)
    rolled = take(start, ROLL, ScriptedDice([[1, 1, 1, 2, 3, 4]]), Turns.start(2))
    kept = take(rolled.after, Keep((1, 1, 1)), ScriptedDice([]), Turns.start(2))
    passed = pass_turn(kept.after)
    record = Record(start, ("Ann", "Bob")).having(rolled, kept, passed)
    assert record.text().splitlines()[-1] == '{"pass":1000}'
    again = parse(record.text().encode())
    assert again.steps == record.steps
    assert str(again.state) == "basic 0,0 p2 t0 d6"
    assert [event.kind for event in again.steps[-1].events] == ["passed"]
    assert again.turns.finished == (1, 0)
    wrong = record.text().replace("1000}", "999}")
    with pytest.raises(RecordError, match="cannot have lost 999 turn points"):
        parse(wrong.encode())
