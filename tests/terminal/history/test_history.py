"""`hotdice history` over made-up games whose figures are worked out by hand."""

import json
import os
import subprocess
from collections.abc import Sequence
from datetime import datetime
from fractions import Fraction
from pathlib import Path
from time import process_time

import pytest
from support.cli import run_here

from hotdice import Rules, State
from hotdice.game.record import Record, RecordError, parse
from hotdice.game.records import Journal
from hotdice.rules.files import write_rules
from hotdice.terminal.history.listing import game_lines, totals_lines
from hotdice.terminal.history.past_games import past_game, totals
from hotdice.terminal.session import saves
from hotdice.terminal.session.next_game import next_game
from hotdice.terminal.text.columns import columns

# Greed to 300. 3 3 3 2 4 banks 300, 2 2 3 4 6 is a farkle, 1 1 2 3 4 has 200 turn points.
LARGE = [{"roll": [3, 3, 3, 2, 4]}, {"bank": 300}]
HUGE = [{"roll": [4, 4, 4, 2, 3]}, {"bank": 400}]
FARKLE = [{"roll": [2, 2, 3, 4, 6]}]
STOPPED = [{"roll": [1, 1, 2, 3, 4]}, {"bank": 0}]  # below the entry of 300


def write(
    folder: Path, name: str, seats: list[str], moves: Sequence[object], rules: Rules | None = None
) -> Path:
    rules = rules or Rules.load("greed", target=300)
    header = {"hotdice": 1, "rules": rules.table(), "digest": rules.digest, "seats": seats}
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(line) + "\n" for line in [header, *moves]))
    return path


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of saved games, below a data folder of this test."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path / "hotdice" / "games"


def history(*words: str) -> subprocess.CompletedProcess[str]:
    return run_here("history", *words)


def refuse(error: RecordError) -> None:
    raise error


def some_games(folder: Path) -> None:
    """Ann against Bold three times, against Bob once, one game unfinished, one of other rules."""
    versus = ["Ann", "bot:bold"]
    # Ann 300 in 2 turns, one a farkle; Bold 0 in 2 turns, both farkles. Ann wins.
    write(folder, "2026-03-01-120000-greed.jsonl", versus, FARKLE + FARKLE + LARGE + FARKLE)
    # Bold sits first: 400 in 1 turn; Ann stopped with nothing. Bold wins.
    write(folder, "2026-03-02-120000-greed.jsonl", ["bot:Bold", "Ann"], HUGE + STOPPED)
    # Both 300 in a turn: a shared win.
    write(folder, "2026-03-03-120000-greed.jsonl", versus, LARGE + LARGE)
    # Ann farkles twice, Bob farkles once and then has 300.
    moves = FARKLE + FARKLE + FARKLE + LARGE + FARKLE
    write(folder, "2026-03-04-120000-greed.jsonl", ["Ann", "Bob"], moves)
    # Ann alone by other rules.
    solo = [{"roll": [6]}, {"keep": [6]}, {"bank": 6}]
    write(folder, "2026-02-01-120000-pig.jsonl", ["Ann"], solo, Rules.load("pig", target=6))
    write(folder / "unfinished", "2026-03-05-093000-greed.jsonl", versus, FARKLE)


def test_games_and_totals_as_worked_out_by_hand(games: Path) -> None:
    some_games(games)
    before = {path: path.read_bytes() for path in games.rglob("*.jsonl")}
    done = history()
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        "2026-03-05 09:30  greed+target=300  Ann 0, Bold 0: unfinished, saved as",
        "                  2026-03-05-093000-greed",
        "2026-03-04 12:00  greed+target=300  Ann 0, Bob 300: Bob won",
        "2026-03-03 12:00  greed+target=300  Ann 300, Bold 300: Ann and Bold shared the",
        "                  win",
        "2026-03-02 12:00  greed+target=300  Bold 400, Ann 0: Bold won",
        "2026-03-01 12:00  greed+target=300  Ann 300, Bold 0: Ann won",
        "2026-02-01 12:00  pig+target=6  Ann 6: target reached in 1 turn",
        "",
        "Finished games of each person, by rules and opponents",
        "",
        "player  rules             against  games  wins  points/turn  farkles",
        "Ann     greed+target=300  Bold         3   1.5        150.0   25.0 %",
        "Ann     greed+target=300  Bob          1     0          0.0  100.0 %",
        "Ann     pig+target=6      nobody       1     1          6.0    0.0 %",
        "Bob     greed+target=300  Ann          1     1        150.0   50.0 %",
        "",
        "Personal bests in solo games: the fewest turns to the target",
        "",
        "player  rules         turns  games",
        "Ann     pig+target=6      1      1",
    ]
    assert {path: path.read_bytes() for path in games.rglob("*.jsonl")} == before


def test_numbers_in_german(games: Path) -> None:
    some_games(games)
    rows = [line.split()[-5:] for line in history("--language", "de").stdout.splitlines()]
    assert ["3", "1,5", "150,0", "25,0", "%"] in rows
    assert ["1", "1", "6,0", "0,0", "%"] in rows


def test_the_same_as_json(games: Path) -> None:
    some_games(games)
    found = json.loads(history("--json").stdout)
    assert found["folder"] == str(games)
    assert found["unreadable"] == []
    newest = found["games"][0]
    rules = Rules.load("greed", target=300)
    assert newest == {
        "file": str(games / "unfinished" / "2026-03-05-093000-greed.jsonl"),
        "began": "2026-03-05T09:30:00",
        "rules": rules.name,
        "digest": rules.digest,
        "seats": ["Ann", "bot:bold"],
        "totals": [0, 0],
        "over": False,
        "winners": [],
        "turns": [1, 0],
        "farkles": [1, 0],
    }
    assert [game["winners"] for game in found["games"][1:]] == [[1], [0, 1], [0], [0], [0]]
    assert found["totals"][0] == {
        "player": "Ann",
        "rules": rules.name,
        "digest": rules.digest,
        "opponents": ["bot:bold"],
        "games": 3,
        "wins": 1.5,
        "turns": 4,
        "points_per_turn": 150.0,
        "farkle_rate": 0.25,
    }


def test_only_some_rules(games: Path, tmp_path: Path) -> None:
    some_games(games)
    assert len(json.loads(history("--rules", "pig+target=6", "--json").stdout)["games"]) == 1
    house = tmp_path / "house.toml"
    write_rules(str(house), Rules.load("greed", target=300))
    assert len(json.loads(history("--rules", str(house), "--json").stdout)["games"]) == 5
    none = history("--rules", "zilch")
    assert none.stdout == "No games with zilch yet. Play one: hotdice play zilch\n"
    wrong = history("--rules", "zilhc")
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert "did you mean zilch" in wrong.stderr


def test_an_unfinished_game_is_deleted_by_its_name(games: Path) -> None:
    some_games(games)
    files = set(games.rglob("*.jsonl"))
    name = "2026-03-05-093000-greed"
    assert f"unfinished, saved as {name}" in " ".join(history().stdout.split())
    for wrong, told in {
        f"{name[:-1]}": f"no unfinished game is called {name[:-1]}; did you mean {name}?",
        "2026-03-01-120000-greed": "no unfinished game is called 2026-03-01-120000-greed",
        "../2026-03-01-120000-greed.jsonl": "no unfinished game",
        "": "no unfinished game",
    }.items():
        refused = history("--delete", wrong)
        assert (refused.returncode, refused.stdout) == (2, ""), wrong
        assert told in refused.stderr
    assert set(games.rglob("*.jsonl")) == files
    done = history("--delete", name)
    assert (done.returncode, done.stdout) == (0, f"{name} was deleted.\n")
    assert files - set(games.rglob("*.jsonl")) == {games / "unfinished" / f"{name}.jsonl"}


def test_a_game_that_is_being_played_is_not_deleted(games: Path) -> None:
    path = write(games / "unfinished", "2026-03-05-093000-greed.jsonl", ["Ann"], FARKLE)
    journal, _ = Journal.reopen(str(path))
    refused = history("--delete", str(path))
    journal.close()
    assert (refused.returncode, path.exists()) == (2, True)
    assert "being played elsewhere" in refused.stderr


def test_no_games_yet_is_one_friendly_sentence(games: Path) -> None:
    for _ in range(2):
        done = history()
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout == "No games yet. Play one: hotdice play\n"
        games.mkdir(parents=True, exist_ok=True)
    empty = json.loads(history("--json").stdout)
    assert (empty["games"], empty["totals"], empty["unreadable"]) == ([], [], [])


def test_games_of_one_second_are_newest_first_too(games: Path) -> None:
    """As the program names them; copies may all have changed at the same time."""
    ends = ["", *(f"-{number}" for number in range(2, 12))]
    for place in (games, games / "unfinished"):
        paths = [
            write(place, f"2026-01-01-000000-greed{end}.jsonl", ["Ann"], FARKLE) for end in ends
        ]
        for path in paths:
            os.utime(path, (0, 0))
    found = [Path(path) for path, _, _ in saves.all_games(refuse) if "unfinished" not in path]
    newest = [f"2026-01-01-000000-greed{end}.jsonl" for end in reversed(ends)]
    assert [path.name for path in found] == newest
    assert [Path(path).name for path, _ in saves.unfinished()[0]] == newest


def test_of_games_of_one_second_that_names_do_not_tell_apart_the_last_changed_is_first(
    games: Path,
) -> None:
    first = write(games, "2026-01-01-000000-zilch.jsonl", ["Ann"], FARKLE)
    second = write(games / "unfinished", "2026-01-01-000000-greed.jsonl", ["Ann"], FARKLE)
    for seconds, path in enumerate((first, second)):
        os.utime(path, (seconds, seconds))
    assert [path for path, _, _ in saves.all_games(refuse)] == [str(second), str(first)]


def test_figures_are_written_as_the_language_has_them(games: Path) -> None:
    """Ann banks 1,000 and 1,300, which is 1,150 a turn; Bob does too, and the win is shared."""
    rules = Rules.load("basic", target=2300, tie="shared")
    thousand = [{"roll": [1, 1, 1, 2, 3, 4]}, {"keep": [1, 1, 1]}]
    more = [{"roll": [1, 1, 5]}, {"keep": [1, 1, 5]}, {"roll": [5, 2, 2, 3, 3, 4]}, {"keep": [5]}]
    moves = [*thousand, {"bank": 1000}] * 2 + [*thousand, *more, {"bank": 1300}] * 2
    write(games, "2026-01-01-000000-basic.jsonl", ["Ann", "Bob"], moves, rules)
    for language, figures in {
        "en": ["1", "0.5", "1,150.0", "0.0", "%"],
        "de": ["1", "0,5", "1.150,0", "0,0", "%"],
    }.items():
        lines = history("--language", language).stdout.splitlines()
        (row,) = (line.split() for line in lines if line.startswith("Ann "))
        assert row[-5:] == figures


def test_damaged_files_are_named_with_the_reason_and_left_alone(games: Path) -> None:
    some_games(games)
    damaged = {
        games / "2026-03-03-130000-greed.jsonl": b"not a record\n" + b"x" * 300,
        games / "unfinished" / "empty.jsonl": b"",
        games / "binary.jsonl": bytes(range(256)),
    }
    for path, data in damaged.items():
        path.write_bytes(data)
    wrong = write(games, "wrong.jsonl", ["Ann"], [{"bank": 100}])
    kept = wrong.read_bytes()
    (games / "folder.jsonl").mkdir()
    (games / "notes.txt").write_text("not a game")
    done = history()
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert all(len(line) < 80 for line in lines)
    left_out = [line for line in lines if line.startswith("Left out: ")]
    assert len(left_out) == 4
    assert "…" not in done.stdout
    assert "JSON is malformed: invalid character" in " ".join(done.stdout.split())
    for path in (*damaged, wrong):
        assert sum(path.name in line for line in left_out) == 1
    assert sum(line.startswith("2026-0") for line in lines) == 6
    assert {path: path.read_bytes() for path in damaged} == damaged
    assert wrong.read_bytes() == kept
    unreadable = json.loads(history("--json").stdout)["unreadable"]
    assert {Path(each["file"]) for each in unreadable} == {*damaged, wrong}


def test_a_folder_that_cannot_be_listed_is_told(
    games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games.mkdir(parents=True)

    def closed(place: str) -> list[str]:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("hotdice.terminal.session.saves.os.listdir", closed)
    troubles: list[RecordError] = []
    assert list(saves.all_games(troubles.append)) == []
    assert [each.source for each in troubles] == [str(games)]


def test_a_game_that_is_moved_meanwhile_is_no_trouble(games: Path) -> None:
    newer = write(games, "2026-01-02-000000-greed.jsonl", ["Ann"], [*FARKLE])
    older = write(games, "2026-01-01-000000-greed.jsonl", ["Ann"], [*FARKLE])
    found = saves.all_games(refuse)
    assert next(found)[0] == str(newer)
    older.unlink()
    assert list(found) == []


def test_a_game_cut_off_or_in_both_folders_counts_once(games: Path) -> None:
    path = write(games / "unfinished", "2026-01-01-000000-greed.jsonl", ["Ann"], [*FARKLE])
    path.write_bytes(path.read_bytes() + b'{"roll":[3,3')
    os.link(path, games / path.name)  # as a crash can leave it
    found = list(saves.all_games(refuse))
    assert [(began, len(record.steps)) for _, began, record in found] == [(datetime(2026, 1, 1), 1)]


def test_a_file_without_a_date_in_its_name_is_as_old_as_its_last_change(games: Path) -> None:
    path = write(games, "mine.jsonl", ["Ann"], [*FARKLE])
    when = datetime(2026, 5, 6, 7, 8)
    os.utime(path, (when.timestamp(), when.timestamp()))
    ((_, began, _),) = saves.all_games(refuse)
    assert began == when


def test_names_of_wide_signs_stay_in_their_column(games: Path) -> None:
    for number, name in enumerate(
        ("\N{GAME DIE}\N{SPARKLES}", "\u738b\u5c0f\u660e", "Zoe\u0308", "Ann")
    ):
        write(
            games, f"2026-03-0{number + 1}-120000-greed.jsonl", [name, "bot:bold"], LARGE + FARKLE
        )
    table = history().stdout.split("player  ")[1].splitlines()
    starts = {columns(line[: line.index("greed")]) for line in table if "greed" in line}
    assert len(starts) == 1


def test_wide_tables_give_way() -> None:
    rules = Rules.load("greed", target=300, entry=100, minimum=50)
    seats = ("A" * 24, "B" * 24, "C" * 24, "bot:threshold:300", "bot:bold", "bot:bold")
    record = Record(State.start(rules, 6), seats)
    moves = (LARGE + FARKLE * 5)[:7]
    record = parse((record.text() + "".join(json.dumps(move) + "\n" for move in moves)).encode())
    assert record.state.over
    game = past_game("x.jsonl", datetime(2026, 1, 1), record)
    counted = totals([game, game])
    assert [each.player[0] for each in counted] == ["A", "B", "C"]
    assert [each.wins for each in counted] == [2, 0, 0]
    assert counted[1].farkle_rate == 1.0
    assert all(len(line) < 80 for line in [*game_lines([game]), *totals_lines(counted)])


def test_shares_of_a_win_are_exact() -> None:
    record = Record(State.start(Rules.load("greed", target=300), 3), ("Ann", "Bob", "Cy"))
    text = record.text() + "".join(json.dumps(move) + "\n" for move in LARGE * 3)
    game = past_game("x.jsonl", datetime(2026, 1, 1), parse(text.encode()))
    assert [each.wins for each in totals([game] * 3)] == [Fraction(1)] * 3


def test_the_next_game_moves_the_first_seat_on() -> None:
    rules = Rules.load("pig")
    record = Record(State.start(rules, 3), ("Ann", "bot:bold", "Bob"), None, "mine")
    following = next_game(record)
    assert following.seats == ("bot:bold", "Bob", "Ann")
    assert (following.dice, following.seed, following.steps) == ("mine", None, ())
    assert next_game(next_game(following)) == record
    last = Record(State.start(rules, 2), ("Ann", "Bob"), 2**64 - 1)
    assert next_game(last).seed == 0


def test_a_thousand_games_are_read_quickly(games: Path, long_run: bool) -> None:
    rules = Rules.load("basic", target=5000)
    moves: list[object] = []
    for _ in range(9):
        moves += [{"roll": [1, 1, 1, 1, 2, 3]}, {"keep": [1, 1, 1]}, {"bank": 1000}]
    path = write(games, "game-0.jsonl", ["Ann", "Bob"], [*moves, *moves[:3]], rules)
    count = 1000 if long_run else 200
    for number in range(1, count):
        (games / f"game-{number}.jsonl").write_bytes(path.read_bytes())
    begin = process_time()
    found = [past_game(*each) for each in saves.all_games(refuse)]
    assert len(found) == count
    assert process_time() - begin < count / 100
