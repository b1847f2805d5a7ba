"""`hotdice review` and `hotdice history --review` as people run them."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs
from support.bot_games import bot_game
from support.cli import refused, run_here

from hotdice import Rules
from hotdice.game.record import Record
from hotdice.plots.canvas import saved

PARTS = ("own_luck", "others_luck", "own_choices", "others_choices", "mixing", "remainder")
SEAT = {"name", "start", "result", *PARTS, "decisions", "lost_per_decision", "level"}
MOVE = {
    "number", "seat", "round", "position", "kind", "action", "before", "after", "best", "loss",
    "judgement", "why",
}  # fmt: skip


@pytest.fixture(scope="module")
def record() -> Record:
    """A game in which Ann makes mistakes."""
    game = bot_game(Rules.load("greed"), ("human:2", "turn"), 3)
    return structs.replace(game, seats=("Ann", "bot:turn"))


@pytest.fixture(scope="module")
def file(record: Record, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same as a file."""
    path = tmp_path_factory.mktemp("review") / "game.jsonl"
    path.write_text(record.text())
    return path


@pytest.fixture(scope="module")
def found(file: Path) -> Any:
    """The review as data."""
    return json.loads(run_here("review", str(file), "--json").stdout)


def test_the_form_is_the_documented_one(found: Any) -> None:
    assert set(found) == {"rules", "exact", "error_bound", "seats", "moves"}
    assert found["rules"] == "greed"
    assert found["exact"] is True
    assert 0 < found["error_bound"] < 1e-7
    assert all(set(seat) == SEAT for seat in found["seats"])
    assert all(set(move) == MOVE for move in found["moves"])
    assert [seat["name"] for seat in found["seats"]] == ["Ann", "bot:turn"]


def test_start_and_parts_add_up_to_the_result(found: Any, record: Record) -> None:
    for number, seat in enumerate(found["seats"]):
        total = seat["start"] + sum(seat[part] for part in PARTS)
        assert total == pytest.approx(seat["result"], abs=1e-9)
        assert seat["result"] == float(number in record.state.winners)


def test_moves_add_up_to_the_parts(found: Any) -> None:
    for number, seat in enumerate(found["seats"]):
        for kind, own, others in (
            ("luck", "own_luck", "others_luck"),
            ("choice", "own_choices", "others_choices"),
        ):
            moves = [move for move in found["moves"] if move["kind"] == kind]
            for part, mine in ((own, True), (others, False)):
                total = sum(
                    move["after"][number] - move["before"][number]
                    for move in moves
                    if (move["seat"] == number) is mine
                )
                assert total == pytest.approx(seat[part], abs=1e-9)


def test_a_move_has_the_number_of_its_line_in_the_record(found: Any, record: Record) -> None:
    lines = record.text().splitlines()
    for move in found["moves"]:
        line = json.loads(lines[move["number"]])
        assert move["action"].split()[0] in line
        assert move["position"] == str(record.steps[move["number"] - 1].before)


def test_a_roll_that_was_a_choice_has_two_moves_and_a_forced_one_luck_alone(
    found: Any, record: Record
) -> None:
    for number, step in enumerate(record.steps, 1):
        kinds = [move["kind"] for move in found["moves"] if move["number"] == number]
        wanted = ["choice"] if len(step.before.actions()) > 1 else []
        assert kinds == wanted + ["luck"] * bool(step.dice)


def test_every_slip_has_one_to_three_sentences(found: Any) -> None:
    slips = [move for move in found["moves"] if move["judgement"] in ("slip", "mistake", "blunder")]
    assert slips
    assert all(1 <= len(move["why"]) <= 3 for move in slips)
    assert all(move["loss"] >= 0.01 for move in slips)
    assert not any(move["why"] for move in found["moves"] if move not in slips)


def test_the_text_tells_the_worst_slip_first_and_numbers_that_add_up(file: Path) -> None:
    text = run_here("review", str(file)).stdout
    assert max(map(len, text.splitlines())) < 80
    table = text.partition("\n\n")[0].splitlines()
    rows = {line[:28].strip(): line[28:].split() for line in table[1:]}
    for seat in (0, 1):
        column = {
            label: float(cells[2 * seat if "%" in cells else seat].replace("\N{MINUS SIGN}", "-"))
            for label, cells in rows.items()
        }
        result = column.pop("result")
        assert sum(column.values()) == pytest.approx(result, abs=1e-9)
    losses = [float(part.split()[0]) for part in text.replace("\n", " ").split("better by ")[1:]]
    assert losses == sorted(losses, reverse=True)


def test_german_is_german(file: Path) -> None:
    text = run_here("review", str(file), "--language", "de").stdout
    assert "am Anfang" in text
    assert "better" not in text


def test_what_is_no_record_is_refused_in_a_sentence(tmp_path: Path) -> None:
    assert "there is no such file" in refused("review", str(tmp_path / "none.jsonl"))
    (tmp_path / "odd.jsonl").write_text("{}\n")
    assert "odd.jsonl" in refused("review", str(tmp_path / "odd.jsonl"))


@pytest.fixture
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """An empty folder of saved games."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    games = tmp_path / "hotdice" / "games"
    games.mkdir(parents=True)
    return games


def test_history_reviews_finished_games_of_people(home: Path) -> None:
    lost = []
    for day in (1, 2, 3):
        game = bot_game(Rules.load("greed"), ("human:1", "turn"), day)
        game = structs.replace(game, seats=("Ann", "bot:turn"))
        path = home / f"2026-11-0{day}-120000-greed.jsonl"
        path.write_text(game.text())
        one = json.loads(run_here("review", str(path), "--json").stdout)
        lost.append(sum(move["loss"] for move in one["moves"] if move["seat"] == 0))
    found = json.loads(run_here("history", "--review", "--json").stdout)
    (ann,) = found["people"]
    assert (ann["player"], ann["rules"], ann["games"]) == ("Ann", "greed", 3)
    assert ann["lost_per_game"] == pytest.approx(sum(lost) / 3)
    assert [game["lost"] for game in ann["over_time"]] == pytest.approx(lost)
    assert sum(leak["lost"] for leak in ann["leaks"]) <= sum(lost) + 1e-12
    text = run_here("history", "--review").stdout
    assert text.startswith("Ann (greed): 3 games reviewed")


def saved_games(home: Path, days: int) -> None:
    """Games of Ann, whose names say when they began."""
    for day in range(1, days + 1):
        game = bot_game(Rules.load("greed"), ("human:1", "turn"), day)
        game = structs.replace(game, seats=("Ann", "bot:turn"))
        (home / f"2026-11-0{day}-120000-greed.jsonl").write_text(game.text())


def test_history_of_somebody_alone_is_in_turns(home: Path) -> None:
    for day in (1, 2):
        game = structs.replace(bot_game(Rules.load("greed"), ("human:1",), day), seats=("Ann",))
        (home / f"2026-11-0{day}-120000-greed.jsonl").write_text(game.text())
    text = " ".join(run_here("history", "--review").stdout.split())
    assert "in turns per game" in text
    assert "turns saved over 2 games" in text
    assert "points" not in text


def test_a_leak_of_few_decisions_may_be_chance(home: Path) -> None:
    saved_games(home, 3)
    (ann,) = json.loads(run_here("history", "--review", "--json").stdout)["people"]
    rows = [line for line in run_here("history", "--review").stdout.splitlines() if " of " in line]
    few = [leak["decisions"] < 10 for leak in ann["leaks"]]
    assert any(few)
    for row, unsure in zip(rows, few, strict=False):
        assert "may be chance" in row or not unsure


def test_history_draws_skill_and_luck_over_time(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The line and the band are those of the JSON, in points."""
    saved_games(home, 3)
    drawn: list[Any] = []
    monkeypatch.setattr("hotdice.review.over_time.saved", lambda on, form: _kept(drawn, on, form))
    path = tmp_path / "luck.svg"
    told = run_here("history", "--review", "--plot", str(path), "--json")
    assert (told.returncode, told.stderr) == (0, "")
    (ann,) = json.loads(told.stdout)["people"]
    skill, luck = drawn[0].axes
    each, so_far = (line.get_ydata() for line in skill.get_lines())
    games = ann["over_time"]
    lost = [100 * game["lost"] / game["decisions"] for game in games]
    assert list(each) == pytest.approx(lost)
    assert so_far[-1] == pytest.approx(100 * ann["lost_per_decision"])
    lucks = luck.get_lines()[0].get_ydata()
    assert list(lucks) == pytest.approx([0, *(100 * game["luck_so_far"] for game in games)])
    (band,) = luck.collections
    corners = {(x, round(y, 6)) for x, y in band.get_paths()[0].vertices}
    for number, game in enumerate(games, 1):
        wide = round(100 * game["band"], 6)
        assert {(number, wide), (number, -wide)} <= corners
    text = path.read_text()
    assert "Ann (greed): 3 games reviewed" in text
    assert "honest dice, in 19 of 20 cases" in text


def _kept(drawn: list[Any], on: Any, form: str) -> bytes:
    drawn.append(on)
    return saved(on, form)


def test_a_picture_of_the_history_in_german_and_as_png(home: Path, tmp_path: Path) -> None:
    saved_games(home, 1)
    for name in ("one.svg", "one.png"):
        words = ("history", "--review", "--plot", str(tmp_path / name), "--language", "de")
        assert run_here(*words).returncode == 0
    assert "ehrliche Würfel, in 19 von 20 Fällen" in (tmp_path / "one.svg").read_text()
    assert (tmp_path / "one.png").read_bytes().startswith(b"\x89PNG")


def test_what_cannot_be_drawn_is_refused_before_the_work(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    picture = str(tmp_path / "luck.png")
    assert "history --review --plot" in refused("history", "--plot", picture)
    assert "luck.pdf" in refused("history", "--review", "--plot", str(tmp_path / "luck.pdf"))
    assert "no folder" in refused("history", "--review", "--plot", str(tmp_path / "no" / "a.png"))
    assert "no finished game" in run_here("history", "--review", "--plot", picture).stdout
    assert not Path(picture).exists()
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert "the extra plot" in refused("history", "--review", "--plot", picture)


def test_history_without_finished_games_says_so(home: Path) -> None:
    assert run_here("history", "--review").stdout == (
        "There is no finished game of a person to review.\n"
    )
