"""Figures of counts worked out by hand, and what is made of them: sheet, pictures, tables."""

import csv
import os
import sys
from html import escape
from math import isclose, nan
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from hotdice import HotDiceError, Rules
from hotdice.arena.match.bins import Bins
from hotdice.arena.match.counts import FARKLES, FIGURES, FORFEITS, POINTS, ROLLS, TURNS, Counts
from hotdice.arena.match.statistics import Simulation, interval
from hotdice.arena.report.csv_table import write_csv
from hotdice.arena.report.plots import check_path, draw, heat_map
from hotdice.arena.report.simulation_text import lines
from hotdice.plots.files import write

STRANGE = "exec:<x>&$a$"
LONG = "exec:/home/someone/a/very/long/path/to/my-long-bot-name --level 3"
RATES = [[nan, 0.75], [0.25, nan]]


def by_hand(*bots: str) -> Simulation:
    """Four games: the first seat wins two alone and shares one, a third of which each gets."""
    seats = len(bots)
    counts = Counts.none(seats)
    bins = Bins.of(Rules.load("basic"))
    for seat, row in enumerate(counts.table):
        row[[TURNS, ROLLS, FARKLES, POINTS]] = 40, 100, 10, 20_000 - 8_000 * min(seat, 1)
        totals = [10_000, 5_000, 4_950, 0] if seat == 0 else [10_000, 2_000, 0, 0]
        for total in totals:
            row[FIGURES + seats + bins.bin(total)] += 1
    counts.table[0, FIGURES] = 2
    counts.table[-1, FIGURES] += 1
    counts.table[:3, FIGURES + min(3, seats) - 1] += 1
    counts.table[-1, FORFEITS] = 1
    return Simulation(Rules.load("basic"), bots, 7, Counts(4, counts.table), 0.5, 1.0)


def many(seats: int, bots: tuple[str, ...] = ("optimal", STRANGE, LONG)) -> Simulation:
    """Counts that look like those of real games."""
    rng = np.random.default_rng(seats)
    rules, games = Rules.load("basic"), 1000
    counts = Counts.none(seats)
    bins = Bins.of(rules)
    winners = rng.integers(seats, size=games)
    for seat, row in enumerate(counts.table):
        totals = rng.integers(4_000, 10_000, games) + 2_000 * (winners == seat)
        row[[TURNS, ROLLS, FARKLES, POINTS]] = 17_000, 44_000, 5_600, totals.sum()
        row[FIGURES] = (winners == seat).sum()
        np.add.at(row, [FIGURES + seats + bins.bin(int(total)) for total in totals], 1)
    names = tuple(bots[at % len(bots)] for at in range(seats))
    return Simulation(rules, names, 7, Counts(games, counts.table), 0.5, 1.0)


def test_wilsons_interval_is_that_of_newcombe() -> None:
    # Newcombe, Two-sided confidence intervals for the single proportion (Statistics in Medicine
    # 17, 1998, 857-872), table I, method 3: its examples 81/263, 15/148, 0/20 and 1/29
    for wins, games, low, high in (
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ):
        assert [round(end, 4) for end in interval(wins / games, games)] == [low, high]
    assert interval(0.0, 0) == (0.0, 1.0)


def test_figures_by_hand() -> None:
    found = by_hand("bold", "random", "cautious")
    first, second, third = found.seats
    assert isclose(first.win_rate, (2 + 1 / 3) / 4)
    assert isclose(second.win_rate, (1 / 3) / 4)
    assert isclose(third.win_rate, (1 + 1 / 3) / 4)
    assert isclose(found.first_seat_advantage, 7 / 12 - 1 / 3)
    assert isclose(sum(seat.win_rate for seat in found.seats), 1.0)
    assert (first.mean_total, second.mean_total) == (5_000.0, 3_000.0)
    assert (first.points_per_turn, second.points_per_turn) == (500.0, 300.0)
    assert first.farkle_rate == 0.25
    assert (found.turns_per_game, found.rolls_per_game) == (30.0, 75.0)
    assert first.totals == {10_000: 1, 5_000: 1, 4_950: 1, 0: 1}
    assert [seat.forfeits for seat in found.seats] == [0, 0, 1]
    assert found.table()["games_per_second"] == 8.0


def test_counts_add_up_and_survive_a_round_trip() -> None:
    counts = by_hand("bold", "random").counts
    twice = counts + counts
    assert twice.games == 8
    again = Counts.read(twice.plain())
    assert again.games == 8
    assert np.array_equal(again.table, 2 * counts.table)


@pytest.mark.parametrize("seats", [1, 2, 6, 10])
def test_the_sheet_has_80_columns(seats: int) -> None:
    told = lines(many(seats))
    assert max(map(len, told)) <= 80
    assert sum(line.startswith("  1 optimal") for line in told) == 2
    assert any("first seat" in line for line in told) == (seats > 1)


def test_the_sheet_tells_the_figures() -> None:
    told = "\n".join(lines(by_hand("bold", "random", "cautious")))
    for words in ("Farkle, basic (basic): 4 games, seed 7", "58.33 %", "5,000", "500.0", "25.0 %"):
        assert words in told
    assert "Turns per game: 30.0. Rolls per game: 75.0." in told
    assert "The first seat wins 58.33 %: 25.00 above an equal share of 33.33 %." in told
    assert "3 cautious forfeited 1 game." in told
    assert "█" in told
    assert "^ 10,000" in told
    assert "8 games per second" in told


@pytest.mark.parametrize("seats", [1, 2, 10])
@pytest.mark.parametrize("ending", ["png", "svg", "html"])
def test_pictures_are_the_same_every_time(tmp_path: Path, ending: str, seats: int) -> None:
    first, again = (tmp_path / f"{name}.{ending}" for name in ("first", "again"))
    draw(many(seats), str(first))
    draw(many(seats), str(again))
    assert first.read_bytes() == again.read_bytes()
    assert len(list(tmp_path.iterdir())) == 2


def test_a_png_is_one(tmp_path: Path) -> None:
    path = tmp_path / "games.PNG"
    draw(many(2), str(path))
    assert path.read_bytes().startswith(b"\x89PNG\r\n\x1a\n")
    assert b"Software" not in path.read_bytes()


def test_an_svg_tells_seats_rates_and_the_target(tmp_path: Path) -> None:
    path = tmp_path / "games.svg"
    draw(many(4), str(path))
    text = path.read_text()
    words = [each.text for each in ElementTree.fromstring(text).iter() if each.tag.endswith("text")]
    for label in ("1 optimal", f"2 {STRANGE}", "4 optimal", "target 10,000"):
        assert label in words
    assert escape(STRANGE) in text
    assert not any(LONG in (word or "") for word in words)
    assert "<dc:date>" not in text


def test_a_page_needs_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "games.html"
    found = many(3)
    draw(found, str(path))
    text = path.read_text()
    assert text.count("<svg") == 3
    assert text.count("<table") == 2
    assert "<script" not in text
    assert "prefers-color-scheme: dark" in text
    assert 'name="viewport"' in text
    assert "src=" not in text
    assert f'<th scope="row">2 {escape(STRANGE)}</th>' in text
    assert escape(LONG) in text
    assert f"<td>{100 * found.seats[0].win_rate:.2f} %</td>" in text
    pictures = [part.partition("</svg>")[0] for part in text.split("<svg")[1:]]
    names = [name.partition('"')[0] for part in pictures for name in part.split(' id="')[1:]]
    assert len(set(names)) == len(names)
    for part in pictures:
        ElementTree.fromstring(f"<svg{part}</svg>")
        assert "#1d2420" not in part


@pytest.mark.parametrize("ending", ["png", "svg", "html"])
def test_a_heat_map_shows_every_rate(tmp_path: Path, ending: str) -> None:
    first, again = (tmp_path / f"{name}.{ending}" for name in ("first", "again"))
    for path in (first, again):
        heat_map(["optimal", STRANGE], RATES, str(path), "Basic & more")
    assert first.read_bytes() == again.read_bytes()
    if ending != "png":
        text = first.read_text()
        for words in (escape(STRANGE), "75.0", "25.0", "–", "Basic &amp; more"):
            assert words in text


def test_a_heat_map_of_twenty(tmp_path: Path) -> None:
    rates = np.full((20, 20), 0.5)
    heat_map([LONG] * 20, rates.tolist(), str(tmp_path / "many.svg"), "Many")
    assert (tmp_path / "many.svg").read_text().count(">50.0<") == 400


def test_nothing_played_is_drawn_as_well(tmp_path: Path) -> None:
    heat_map(["bold"], [[nan]], str(tmp_path / "heat.html"), "None")
    none = Simulation(Rules.load("pig"), ("bold", "random"), 7, Counts.none(2), 0.0, 0.0)
    for ending in ("png", "html"):
        draw(none, str(tmp_path / f"games.{ending}"))
    assert max(map(len, lines(none))) <= 80


def test_names_with_any_letters_are_drawn(tmp_path: Path) -> None:
    bots = ("exec:骰子", "exec:\udce4\x01", "$")
    draw(many(3, bots), str(tmp_path / "games.png"))
    draw(many(3, bots), str(tmp_path / "games.html"))
    write_csv(many(3, bots), str(tmp_path / "games.csv"))
    assert "exec:\N{REPLACEMENT CHARACTER}" in (tmp_path / "games.html").read_text()


@pytest.mark.parametrize("name", ["games", "games.pdf", "games.png.gz", "png", ""])
def test_other_endings_are_refused(tmp_path: Path, name: str) -> None:
    path = str(tmp_path / name) if name else ""
    for refuse in (check_path, lambda path: draw(many(1), path)):
        with pytest.raises(HotDiceError, match=r"\.png, \.svg, \.html") as caught:
            refuse(path)
        assert caught.value.code == "plot/ending"
    assert not list(tmp_path.iterdir())


def test_places_that_cannot_be_written_are_refused(tmp_path: Path) -> None:
    (tmp_path / "folder.png").mkdir()
    (tmp_path / "file").touch()
    os.symlink(tmp_path / "nowhere" / "x", tmp_path / "link.png")
    for name, code in (
        ("none/games.png", "place/no-folder"),
        ("file/games.png", "place/no-folder"),
        ("folder.png", "place/no-file"),
        ("link.png", "place/unwritable"),
        (f"{'x' * 250}.png", "place/unwritable"),
    ):
        with pytest.raises(HotDiceError, match="cannot be written") as caught:
            check_path(str(tmp_path / name))
        assert caught.value.code == code
        assert "\n" not in str(caught.value)
    check_path(str(tmp_path / "games.png"))
    assert len(list(tmp_path.iterdir())) == 3


def test_what_cannot_be_written_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games.csv"
    path.write_text("before")

    def full(file: int) -> None:
        raise OSError(28, "full")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(HotDiceError, match="no space left"):
        write_csv(many(2), str(path))
    assert path.read_text() == "before"
    assert os.listdir(tmp_path) == ["games.csv"]


def test_a_link_stays_one(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "file")
    write(str(tmp_path / "link"), b"data")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "file").read_bytes() == b"data"


def test_matplotlib_is_missed_before_the_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(ImportError):
        check_path(str(tmp_path / "games.png"))


def test_a_table_survives_a_round_trip(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    found = by_hand("bold", 'exec:"a", b', "cautious")
    write_csv(found, str(path))
    with path.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["seat"] for row in rows] == ["1", "2", "3"]
    assert [row["bot"] for row in rows] == list(found.bots)
    assert [float(row["win_rate"]) for row in rows] == [seat.win_rate for seat in found.seats]
    assert [float(row["interval_low"]) for row in rows] == [s.interval[0] for s in found.seats]
    assert [(row["wins_alone"], row["wins_shared"]) for row in rows] == [
        ("2", "1"),
        ("0", "1"),
        ("1", "1"),
    ]
    first, last = rows[0], rows[2]
    assert (first["games"], first["seed"], first["rules"]) == ("4", "7", "basic")
    assert (first["turns"], first["rolls"], first["farkles"]) == ("40", "100", "10")
    assert (first["forfeits"], last["forfeits"]) == ("0", "1")
    totals = [name for name in first if name.startswith("total_")]
    assert totals == ["total_0", "total_2000", "total_4950", "total_5000", "total_10000"]
    assert [first[name] for name in totals] == ["1", "0", "1", "1", "1"]
    assert [last[name] for name in totals] == ["2", "1", "0", "0", "1"]
