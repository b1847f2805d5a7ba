"""`hotdice simulate` as people, programs and Python call it."""

import csv
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from hotdice import Bank, HotDiceError, Roll, Rules, State
from hotdice.arena.simulation import Run, simulate
from hotdice.cli import main
from hotdice.game import Action
from hotdice.jobs import Place, dask_client
from hotdice.rules import Keep

SEAT = {
    "bot",
    "win_rate",
    "interval",
    "mean_total",
    "points_per_turn",
    "farkle_rate",
    "forfeits",
    "totals",
}
TIMES = {"seconds", "compile_seconds", "games_per_second", "turns_per_second"}
GREED = ("--rules", "greed", "--seed", "7")
PROGRAM = Path(__file__).parents[2] / "examples" / "bot_program.py"
DIES = "exec:sh -c 'exit 3'"


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    """The command in this process, where everything is compiled once: exit code, output, errors."""

    def run(*words: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["hotdice", "simulate", *words])
        try:
            main.main()
        except SystemExit as ended:
            return int(ended.code or 0), *capsys.readouterr()
        return 0, *capsys.readouterr()

    return run


@pytest.fixture
def found(command: Any) -> Any:
    """What the command tells as JSON; `timeless` leaves out what differs from run to run."""

    def run(*words: str, timeless: bool = True) -> dict[str, Any]:
        code, out, err = command(*words, "--json")
        assert (code, err, out.count("\n")) == (0, "", 1)
        table: dict[str, Any] = json.loads(out)
        return {key: value for key, value in table.items() if not (timeless and key in TIMES)}

    return run


def test_json_is_the_documented_object(found: Any) -> None:
    table = found("cautious", "Bold", "human:3", "--games", "3000", *GREED, timeless=False)
    more = {"bin_width", "rolls_per_game", "first_seat_advantage"}
    assert set(table) == {"rules", "games", "seed", "seats", "turns_per_game", *TIMES, *more}
    assert (table["rules"], table["games"], table["seed"]) == ("greed", 3000, 7)
    seats = table["seats"]
    assert [seat["bot"] for seat in seats] == ["cautious", "bold", "human:3"]
    assert sum(seat["win_rate"] for seat in seats) == pytest.approx(1)
    for seat in seats:
        assert set(seat) == SEAT
        low, high = seat["interval"]
        assert 0 < low < seat["win_rate"] < high < 1
        assert 0 < seat["farkle_rate"] < 1
        assert sum(seat["totals"].values()) == 3000
    advantage = table["first_seat_advantage"]
    assert advantage == pytest.approx(seats[0]["win_rate"] - 1 / 3)
    turns = sum(3000 * seat["mean_total"] / seat["points_per_turn"] for seat in seats)
    assert turns == pytest.approx(3000 * table["turns_per_game"])
    assert table["games_per_second"] == pytest.approx(3000 / table["seconds"], rel=0.01)
    assert table["turns_per_second"] == pytest.approx(turns / table["seconds"], rel=0.01)


def test_every_built_in_bot_plays_a_seat(found: Any) -> None:
    bots = ["random", "threshold:300", "cautious", "bold", "turn", "human:1", "human:10"]
    assert [seat["bot"] for seat in found(*bots, "--games", "50", *GREED)["seats"]] == bots
    assert found("optimal", "--games", "20", *GREED)["seats"][0]["win_rate"] == 1


def test_the_same_seed_gives_the_same_figures_on_any_number_of_cores(found: Any) -> None:
    words = ("optimal", "random", "--games", "25000", *GREED)
    one = found(*words, "--workers", "1")
    assert found(*words, "--workers", "2") == one
    assert found(*words[:-1], "8", "--workers", "2") != one


def test_the_same_in_processes_bots_that_fail_included(found: Any) -> None:
    words = (DIES, "bold", "random", "--games", "40", *GREED)
    one = found(*words, "--workers", "1")
    assert found(*words, "--workers", "2") == one
    assert "from game 0: exec:sh -c 'exit 3' ended with exit code 3" in one["failures"][0]
    assert [seat["forfeits"] for seat in one["seats"]] == [40, 0, 0]
    assert [seat["win_rate"] for seat in one["seats"]] == [0, 0.5, 0.5]


def test_without_a_seed_one_is_drawn_and_told(command: Any, found: Any) -> None:
    code, out, err = command("bold", "bold", "--games", "1", "--rules", "pig")
    assert (code, err) == (0, "")
    seed = out.splitlines()[0].partition("1 game, seed ")[2]
    again = found("bold", "bold", "--games", "1", "--rules", "pig", "--seed", seed)
    assert again == found("bold", "bold", "--games", "1", "--rules", "pig", "--seed", seed)


def test_the_sheet_fits_a_terminal(command: Any) -> None:
    long = f"exec:{sys.executable} -c '{'pass;' * 30}'"
    code, out, err = command("optimal", "bold", long, "--games", "5", *GREED)
    assert (code, err) == (0, "")
    assert "Greed (greed): 5 games, seed 7" in out
    assert "forfeited 5 games" in out
    assert max(map(len, out.splitlines())) < 80


def test_tables_and_pictures_are_written(command: Any, found: Any, tmp_path: Path) -> None:
    words = ("turn", "cautious", "--games", "200", *GREED, "--csv", str(tmp_path / "t.csv"))
    table = found(*words, "--plot", str(tmp_path / "p.png"))
    with open(tmp_path / "t.csv") as file:
        rows = list(csv.DictReader(file))
    assert [row["bot"] for row in rows] == ["turn", "cautious"]
    rates = [seat["win_rate"] for seat in table["seats"]]
    assert [float(row["win_rate"]) for row in rows] == rates
    for ending in ("svg", "html"):
        path = str(tmp_path / f"p.{ending}")
        assert command("turn", "cautious", "--games", "200", *GREED, "--plot", path)[0] == 0
    starts = {"png": b"\x89PNG", "svg": b"<?xml", "html": b"<!doctype"}
    for ending, start in starts.items():
        assert (tmp_path / f"p.{ending}").read_bytes().lower().startswith(start.lower())
    assert len(list(tmp_path.iterdir())) == 4


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ([], "no bots"),
        (["hal", "bold"], "unknown bot hal"),
        (["", "bold"], 'unknown bot ""'),
        (["bold", "a\x1bb"], "cannot be printed"),
        (["human", "bold"], "human: a level from 1 to 10"),
        (["human:11", "bold"], "human:11: a level from 1 to 10"),
        (["threshold:x", "bold"], "threshold:x: a whole number"),
        (["exec:./no-such-bot", "bold"], "no such file"),
        (["bold"] * 256, "256 players are not possible"),
        (["bold", "--games", "0"], "0 games"),
        (["bold", "--games", "-1"], "-1 games"),
        (["bold", "--games", "many"], "many"),
        (["bold", "--workers", "0"], "0 workers"),
        (["bold", "--workers", "-1"], "-1 workers"),
        (["bold", "--limit", "0"], "time limit of 0"),
        (["bold", "--seed", "x"], "x is not a seed"),
        (["bold", "--rules", "gred"], "gred"),
        (["bold", "--set", "target=x"], "target"),
        (["bold", "--plot", "p.pdf"], "p.pdf"),
        (["bold", "--plot", "no/p.png"], "there is no folder no"),
        (["bold", "--csv", "no/t.csv"], "there is no folder no"),
        (["bold", "--csv", "."], "is not a file"),
        (["bold", "--cluster", "tcp://127.0.0.1:9"], "no Dask scheduler answers"),
        (["threshold:900000000"], "has no end"),
    ],
)
def test_what_cannot_be_played_is_one_line_and_writes_nothing(
    words: list[str], told: str, command: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(dask_client, "ANSWER", 1.0)
    files = [] if "--csv" in words else ["--csv", "t.csv"]
    code, out, err = command(*words, *files)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("hotdice: ")
    assert told in err
    assert not list(tmp_path.iterdir())


def test_ctrl_c_tells_what_there_is(tmp_path: Path) -> None:
    """It comes while a program plays its fourth block."""
    started = tmp_path / "started"
    program = f"exec:sh -c 'echo >> {started}; exec {sys.executable} {PROGRAM}'"
    words = ["simulate", "bold", program, "--rules", "pig", "--workers", "1", "--json"]
    running = subprocess.Popen(
        [sys.executable, "-m", "hotdice", *words, "--csv", str(tmp_path / "t.csv")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    while not (started.exists() and started.stat().st_size >= 4):
        assert running.poll() is None
        time.sleep(0.01)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=300)
    assert running.returncode == 130
    played = json.loads(out)["games"]
    assert 0 < played < 10_000
    assert err == f"Stopped after {played:,} of 10,000 games.\n"
    assert (tmp_path / "t.csv").read_text().count("\n") == 3


def test_ctrl_c_in_compiled_play(
    command: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ("turn", "bold", "--games", "1000", *GREED, "--csv", str(tmp_path / "t.csv"))
    play = Run.play

    def stopped(run: Run, place: Place | None = None) -> Iterator[int]:
        for games in play(run, place):
            yield games
            if games > 200:
                raise KeyboardInterrupt

    monkeypatch.setattr(Run, "play", stopped)
    code, out, err = command(*words, "--workers", "1")
    assert (code, err) == (130, "Stopped after 300 of 1,000 games.\n")
    assert "Greed (greed): 300 games, seed 7" in out
    (tmp_path / "t.csv").unlink()

    def at_once(run: Run) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Run, "prepare", at_once)
    assert command(*words) == (130, "", "Stopped after 0 of 1,000 games.\n")
    assert not list(tmp_path.iterdir())


class Timid:
    """Banks as soon as it may."""

    def choose(self, state: State) -> Action:
        """Bank, or the first thing."""
        return Bank() if Bank() in state.actions() else state.actions()[0]


class Broken:
    """Keeps what scores nothing, once there is something to keep."""

    def choose(self, state: State) -> Action:
        """A 2 alone."""
        return Keep((2,)) if state.rolled else Roll()


def test_objects_and_names_play_together() -> None:
    rules = Rules.load("basic", target=1000)
    found = simulate(rules, [Timid(), "turn"], games=60, seed=5)
    assert found.bots == ("Timid", "turn")
    assert found.counts.games == 60
    assert found.failures == ()
    assert sum(seat.win_rate for seat in found.seats) == pytest.approx(1)
    again = simulate(rules, [Timid(), "turn"], games=60, seed=5)
    assert (again.counts.table == found.counts.table).all()


def test_an_object_that_fails_is_named_and_the_others_share_the_win() -> None:
    found = simulate(Rules.load("basic"), ["bold", Broken(), "bold"], games=3, seed=5)
    assert [seat.win_rate for seat in found.seats] == [0.5, 0, 0.5]
    assert found.seats[1].forfeits == 3
    assert "Broken" in found.failures[0]
    assert "cannot keep 2" in found.failures[0]


def test_objects_are_asked_for_as_much_as_names_are() -> None:
    with pytest.raises(HotDiceError, match="0 games"):
        simulate(Rules.load("pig"), [Timid()], games=0)
    with pytest.raises(HotDiceError, match="0 players"):
        simulate(Rules.load("pig"), [], games=1)


def test_a_bar_comes_by_itself_and_goes_again() -> None:
    """In a terminal of its own; nothing is told for a while, as in a long first block."""
    program = """
from time import sleep
from hotdice.cli import progress
progress.SHORT = 0.1
with progress.show_progress("short work", "job"):
    pass
with progress.show_progress("long work", "job", 1000) as tell:
    for part in (0.0, 0.5, 0.5, 0.6, 0.7):  # each for a while, as a busy machine draws seldom
        sleep(0.3)
        tell(part)
    sleep(0.3)
"""
    mine, terminal = os.openpty()
    sized = os.environ | {"TERM": "xterm", "COLUMNS": "80"}
    with open(mine, "rb", buffering=0) as screen:
        running = subprocess.Popen([sys.executable, "-c", program], env=sized, stderr=terminal)
        os.close(terminal)
        told = b""
        with suppress(OSError):  # whoever wrote is gone
            while piece := screen.read(4096):
                told += piece
        assert running.wait() == 0
    shown = told.decode()
    assert "short work" not in shown
    before, _, after = shown.partition("50%")
    assert "long work" in before
    assert "games/s" in after
    assert shown.endswith("\x1b[?25h\r\x1b[1A\x1b[2K")  # the cursor is back, the line is empty
