"""Tournaments: the same result from any order and after any crash, and what people are told."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from math import isnan
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from hotdice import HotDiceError, Rules, State
from hotdice.arena.engine.by_state import play_by_state
from hotdice.arena.match.blocks import Block, Match, Played
from hotdice.arena.report.tournament_text import lines
from hotdice.arena.tournament.journal import open_journal, usual_path
from hotdice.arena.tournament.ledger import Ledger
from hotdice.arena.tournament.plan import Plan, check
from hotdice.bots import catalogue
from hotdice.bots.source import BuiltIn, Source
from hotdice.cli import main
from hotdice.game import Action
from hotdice.jobs import Place

BOTS = ("cautious", "threshold:300", "random")
PLAN = Plan(Rules.load("greed"), BOTS, 120, 11)
PROGRAM = f"exec:{sys.executable} {Path(__file__).parents[3] / 'examples' / 'bot_program.py'}"
LONG = ["tournament", "cautious", PROGRAM, "--games", "300", "--set", "target=600"]


@pytest.fixture(scope="module")
def results() -> list[Played]:
    return [PLAN.play(part) for part in PLAN.parts]


def ledger_of(results: list[Played], order: list[int]) -> Ledger:
    ledger = Ledger(PLAN)
    for number in order:
        ledger.add(number, results[number])
    return ledger


def figures(text: str) -> dict[str, Any]:
    """The JSON that was printed, without the time it took."""
    found: dict[str, Any] = json.loads(text)
    assert found.pop("seconds") >= 0
    return found


# the plan


def test_every_pair_plays_every_game_in_both_orders_with_the_same_dice() -> None:
    seen: dict[int, list[int]] = {}
    for part in PLAN.parts:
        games = range(part.block.first, part.block.first + part.block.count)
        seen.setdefault(part.pair, []).extend(games)
    assert [seen[pair] for pair in range(6)] == [
        [*range(120)],
        [*range(120)],
        [*range(120, 240)],
        [*range(120, 240)],
        [*range(240, 360)],
        [*range(240, 360)],
    ]
    assert [part.pair for part in PLAN.parts[:7]] == [0, 1, 2, 3, 4, 5, 0]


def test_a_pair_is_a_match_of_its_own(results: list[Played]) -> None:
    counts = ledger_of(results, [*range(len(results))]).tournament().counts
    for pair, bots, first in [(0, BOTS[:2], 0), (3, (BOTS[2], BOTS[0]), 120)]:
        alone = play_by_state(Match(PLAN.rules, bots, PLAN.seed), Block(first, 120)).counts
        assert (counts[pair].table == alone.table).all()


# what comes of it


def test_the_order_of_blocks_does_not_matter(results: list[Played]) -> None:
    order = [*range(len(results))]
    found = ledger_of(results, order).tournament()
    Random(1).shuffle(order)
    assert ledger_of(results, order).tournament().table() == found.table()
    assert lines(ledger_of(results, order).tournament()) == lines(found)
    assert [row.name for row in found.standings] == [*BOTS]
    assert sum(row.win_rate for row in found.standings) == pytest.approx(1.5)
    assert found.standings[0].games == 480
    rates = {(each.first, each.second): each.win_rate for each in found.meetings}
    assert found.rates[0][2] == rates["cautious", "random"]
    assert isnan(found.rates[1][1])


def test_eight_bots_fit_in_80_columns() -> None:
    bots = ("exec:./a/very/long/way/to/a/program/of/mine", *(f"threshold:{n}" for n in range(7)))
    plan = Plan(Rules.load("pig"), bots, 1, 1)
    told = lines(Ledger(plan).tournament())
    assert max(map(len, told)) < 80
    assert "So far 0 of 56 games were played." in told


class Nonsense:
    """A bot that rolls and then says something else."""

    def choose(self, state: State) -> Action:
        """Roll, once."""
        return state.actions()[0] if state.fresh else None  # type: ignore[return-value]


def test_the_rest_of_the_tournament_goes_on_without_a_bot_that_fails(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def opening(name: str, limit: float = 10.0) -> Source:
        if name == "nonsense":
            return BuiltIn(name, lambda key, drawn: Nonsense())
        return catalogue.open_bot(name, limit)

    monkeypatch.setattr("hotdice.arena.engine.by_state.open_bot", opening)
    ledger = Ledger(Plan(Rules.load("greed"), ("nonsense", "bold", "cautious"), 60, 2))
    for number in ledger.left:
        ledger.add(number, ledger.plan.play(ledger.parts[number]))
    found = ledger.tournament()
    assert found.played == 360
    assert [row.win_rate for row in found.standings if row.name == "nonsense"] == [0.0]
    assert found.standings[2].name == "nonsense"
    assert len(found.failures) == 8
    assert all("nonsense broke the rules" in failure for failure in found.failures)
    told = lines(found)
    assert max(map(len, told)) < 80
    assert any("nonsense and bold, from game 0: " in line for line in told)


# on disk


@pytest.fixture
def journal(tmp_path: Path, results: list[Played]) -> str:
    """A journal of all blocks but the last two."""
    path = str(tmp_path / "t.jsonl")
    with open_journal(path, PLAN, False) as (journal, ledger):
        for number in ledger.left[:-2]:
            journal.append(number, results[number])
    return path


def read(path: str, plan: Plan = PLAN) -> Ledger:
    with open_journal(path, plan, False) as (_, ledger):
        return ledger


def test_a_journal_gives_back_what_was_played(journal: str, results: list[Played]) -> None:
    count = len(results)
    with open_journal(journal, PLAN, False) as (file, ledger):
        assert ledger.left == [count - 2, count - 1]
        for number in ledger.left:
            file.append(number, results[number])
    whole = ledger_of(results, [*range(count)]).tournament()
    assert read(journal).tournament().table() == whole.table()


@pytest.mark.parametrize("torn", [b'{"block":16,"cou', b"\0\0\0\0\n", b'{"block":16}\n', b"\xff\n"])
def test_a_torn_last_line_is_cut(journal: str, torn: bytes) -> None:
    before = Path(journal).read_bytes()
    Path(journal).write_bytes(before + torn)
    assert len(read(journal).left) == 2
    assert Path(journal).read_bytes() == before


def test_a_damaged_line_is_told(journal: str) -> None:
    data = Path(journal).read_bytes().splitlines(keepends=True)
    twice = [*data[:3], data[2], *data[3:]]
    for damaged in ([*data[:2], b"{}\n", *data[3:]], twice):
        Path(journal).write_bytes(b"".join(damaged))
        with pytest.raises(HotDiceError, match=r"t.jsonl: line [34] is damaged"):
            read(journal)


@pytest.mark.parametrize(
    ("plan", "word"),
    [
        (Plan(Rules.load("basic"), BOTS, 120, 11), "other rules"),
        (Plan(PLAN.rules, ("cautious", "bold"), 120, 11), "other bots"),
        (Plan(PLAN.rules, BOTS, 121, 11), "other games"),
        (Plan(PLAN.rules, BOTS, 120, 12), "seed 11"),
    ],
)
def test_a_journal_of_another_tournament_is_refused(journal: str, plan: Plan, word: str) -> None:
    before = Path(journal).read_bytes()
    with pytest.raises(HotDiceError, match=f"a tournament with {word};"):
        read(journal, plan)
    assert Path(journal).read_bytes() == before


def test_any_other_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    for text in ("", "hello", "hello\n", "{}\n", '{"hotdice":1}\n'):
        path.write_text(text)
        with pytest.raises(HotDiceError, match="it contains no tournament"):
            read(str(path))
        assert path.read_text() == text


def test_a_tournament_is_played_at_one_place_at_a_time(journal: str) -> None:
    with (
        open_journal(journal, PLAN, False),
        pytest.raises(HotDiceError, match="in use by another tournament"),
    ):
        read(journal)
    assert len(read(journal).left) == 2


def test_a_place_where_no_file_can_be_is_told(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    path.symlink_to(tmp_path / "nowhere")
    with pytest.raises(HotDiceError, match="in use by another tournament"):
        read(str(path))


def test_a_drawn_seed_goes_on_as_it_was_drawn(journal: str) -> None:
    other = Plan(PLAN.rules, BOTS, PLAN.games, 999)
    with open_journal(journal, other, True) as (_, ledger):
        assert ledger.plan == PLAN
    assert usual_path(PLAN, True) == usual_path(other, True)
    assert usual_path(PLAN, False) != usual_path(other, False)


def test_where_nothing_was_played_nothing_is_left(tmp_path: Path) -> None:
    with open_journal(str(tmp_path / "t.jsonl"), PLAN, True):
        assert len(list(tmp_path.iterdir())) == 1
    assert not list(tmp_path.iterdir())


def test_a_full_disk_is_told_and_leaves_whole_lines(
    journal: str, results: list[Played], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = Path(journal).read_bytes()
    write = os.pwrite

    def full(file: int, data: bytes, at: int) -> int:
        if at > len(before):
            raise OSError(28, "")
        return write(file, data[:7], at)

    with open_journal(journal, PLAN, False) as (file, _):
        monkeypatch.setattr(os, "pwrite", full)
        with pytest.raises(HotDiceError, match="no space left"):
            file.append(len(results) - 1, results[-1])
    assert Path(journal).read_bytes() == before


# the command


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ([], "2 bots or more"),
        (["bold"], "2 bots or more"),
        (["bold", "cautious", "bold"], "bold is entered twice"),
        (["bold", "hal"], "unknown bot hal"),
        (["bold", "a\x1bb"], "cannot be printed"),
        (["bold", "cautious", "--games", "0"], "0 games"),
        (["bold", "cautious", "--games", "-3"], "-3 games"),
        (["bold", "cautious", "--games", "many"], "many"),
        (["bold", "cautious", "--workers", "0"], "0"),
        (["bold", "cautious", "--limit", "0"], "time limit of 0"),
        (["bold", "cautious", "--limit", "nan"], "time limit of nan"),
        (["bold", "cautious", "--seed", "x"], "x is not a seed"),
        (["bold", "cautious", "--rules", "gred"], "gred"),
        (["bold", "cautious", "--out", "/no/such/folder/t"], "/no/such/folder/t"),
        (["bold", "cautious", "--out", __file__], "it contains no tournament"),
        (["threshold:900000000", "threshold:900000001", "--workers", "1"], "has no end"),
    ],
)
def test_what_cannot_be_played_is_one_line(
    words: list[str],
    told: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "argv", ["hotdice", "tournament", *words])
    with pytest.raises(SystemExit) as ended:
        main.main()
    printed = capsys.readouterr()
    assert (ended.value.code, printed.out) == (2, "")
    assert told in printed.err
    assert printed.err.count("\n") == 1


def test_a_kept_journal_tells_the_same_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ["tournament", "bold", "cautious", "--rules", "greed", "--games", "60", "--json"]
    out = str(tmp_path / "t.jsonl")
    monkeypatch.setattr(sys, "argv", ["hotdice", *words, "--out", out])
    main.main()
    first = capsys.readouterr()
    main.main()
    again = capsys.readouterr()
    found = figures(first.out)
    assert figures(again.out) == found
    assert first.err == ""
    assert again.err.startswith("All 120 games were already played, seed ")
    assert list(found) == ["rules", "games", "seed", "bots", "matches", "failures"]
    assert [match["first"] for match in found["matches"]] == ["bold", "cautious"]
    assert [match["games"] for match in found["matches"]] == [60, 60]
    bot = found["bots"][0]
    assert list(bot) == ["name", "mu", "sigma", "ordinal", "games", "win_rate", "interval"]
    assert bot["interval"][0] < bot["win_rate"] < bot["interval"][1]


def test_another_seed_is_refused_with_that_of_the_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ["hotdice", "tournament", "bold", "cautious", "--rules", "greed", "--games", "60"]
    out = str(tmp_path / "t.jsonl")
    monkeypatch.setattr(sys, "argv", [*words, "--out", out, "--seed", "31"])
    main.main()
    capsys.readouterr()
    monkeypatch.setattr(sys, "argv", [*words, "--out", out, "--seed", "32"])
    with pytest.raises(SystemExit):
        main.main()
    assert "a tournament with seed 31; name that or another file" in capsys.readouterr().err


def test_a_tournament_stopped_before_its_first_block_has_no_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(ledger: Ledger, place: Place) -> Iterator[tuple[int, Played]]:
        raise KeyboardInterrupt

    monkeypatch.setattr("hotdice.arena.tournament.ledger.play_on", interrupted)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr(sys, "argv", ["hotdice", "tournament", "bold", "cautious"])
    with pytest.raises(SystemExit) as ended:
        main.main()
    told = capsys.readouterr()
    assert (ended.value.code, told.out) == (130, "")
    assert told.err.startswith("Stopped after 0 of 2,000 games")


@pytest.fixture
def home(tmp_path: Path) -> dict[str, str]:
    return os.environ | {"XDG_STATE_HOME": str(tmp_path)}


def start(words: list[str], home: dict[str, str]) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "hotdice", *words]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, env=home, stdout=pipe, stderr=pipe, text=True)


def wait_for_blocks(home: dict[str, str], count: int) -> Path:
    """The journal in the user's folder, once it has so many blocks."""
    folder = Path(home["XDG_STATE_HOME"]) / "hotdice" / "tournaments"
    for _ in range(2000):
        for path in folder.glob("*.jsonl"):
            if path.read_bytes().count(b"\n") > count:
                return path
        time.sleep(0.01)
    raise AssertionError("no blocks were written")


def undisturbed(seed: int) -> dict[str, Any]:
    plan = check(Plan(Rules.load("basic", target=600), ("cautious", PROGRAM), 300, seed))
    ledger = Ledger(plan)
    for number in ledger.left:
        ledger.add(number, plan.play(ledger.parts[number]))
    return figures(msgspec.json.encode(ledger.tournament().table()).decode())


def test_after_kill_9_and_ctrl_c_the_same_result_comes_to_the_last_digit(
    home: dict[str, str],
) -> None:
    killed = start(LONG, home)
    path = wait_for_blocks(home, 2)
    killed.kill()
    assert killed.communicate()[0] == ""
    blocks = path.read_bytes().count(b"\n") - 1
    assert 2 <= blocks < 12
    with open(path, "ab") as file:
        file.write(b'{"block":11,"cou')

    stopped = start(LONG, home)
    assert wait_for_blocks(home, blocks + 2) == path
    stopped.send_signal(signal.SIGINT)
    out, err = stopped.communicate()
    assert stopped.returncode == 130
    assert "Traceback" not in err
    assert "Continuing after" in err.splitlines()[0]
    assert err.splitlines()[-1].startswith("Stopped after ")
    assert err.splitlines()[-1].endswith("; the same command continues.")
    assert "So far " in out
    assert "cautious" in out

    whole = start([*LONG, "--json"], home)
    out, err = whole.communicate()
    assert whole.returncode == 0
    found = figures(out)
    assert found == undisturbed(found["seed"])
    assert not path.exists()
