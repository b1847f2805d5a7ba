"""Final totals as `simulate` counts them, against games of the driver counted one by one."""

import csv
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from hotdice import Rules, State, play
from hotdice.arena.match.bins import BINS, Bins
from hotdice.arena.match.counts import FIGURES, Counts
from hotdice.arena.match.statistics import Simulation
from hotdice.arena.report.csv_table import write_csv
from hotdice.arena.report.plots import draw
from hotdice.arena.report.simulation_text import lines
from hotdice.arena.simulation import simulate
from hotdice.bots import make
from hotdice.game.dice import SeededDice
from hotdice.game.generator import stream_key
from hotdice.rules.files import preset_names
from hotdice.solver.turn.program import step_of


def driven(rules: Rules, bots: list[str], games: int) -> list[tuple[int, ...]]:
    """The final totals of games with seed 5, through the driver."""
    found = []
    for game in range(games):
        seated = [make(bot, stream_key(5, game, 1 + seat)) for seat, bot in enumerate(bots)]
        steps = list(play(State.start(rules, len(bots)), seated, SeededDice(5, game)))
        found.append(steps[-1].after.totals)
    return found


def counted(rules: Rules, totals: list[int]) -> Simulation:
    """One seat whose games ended with these totals."""
    table, bins = Counts.none(1).table, Bins.of(rules)
    for total in totals:
        table[0, FIGURES + 1 + bins.bin(total)] += 1
    return Simulation(rules, ("bold",), 5, Counts(len(totals), table), 0.5, 1.0)


@pytest.mark.parametrize(
    "name", ["basic+target=1+minimum=500", "basic+target=300", "pig", "zilch", "three-pair"]
)
def test_totals_are_those_of_the_games(name: str) -> None:
    rules, bots = Rules.load(name), ["bold", "random"]
    ends = driven(rules, bots, 60)
    for seat, found in enumerate(simulate(rules, bots, games=60, seed=5).seats):
        assert found.totals == Counter(totals[seat] for totals in ends)
        assert list(found.totals) == sorted(totals for totals in found.totals)


@pytest.mark.parametrize("name", preset_names())
def test_every_total_of_a_preset_has_a_bin_of_its_own(name: str) -> None:
    rules = Rules.load(name)
    bins = Bins.of(rules)
    assert bins.width == bins.step == step_of(rules)
    assert bins.start(bins.bin(3 * rules.target)) == 3 * rules.target
    assert bins.open_below == (rules.penalty is not None)
    assert bins.start(0) == (-rules.target if rules.penalty else 0)


def test_quantiles_are_totals() -> None:
    # of 1 to 100 these are by definition the least that 10, 50 and 90 of the 100 do not exceed
    told = lines(counted(Rules.load("pig"), list(range(1, 101))))
    assert next(line for line in told if "█" in line).split()[-3:] == ["10", "50", "90"]
    assert not any("counted" in line for line in told)
    ruler = told[told.index(next(line for line in told if "█" in line)) + 1]
    assert ruler.split() == ["0", "^", "100"]


def test_wide_bins_begin_at_the_target_and_are_told() -> None:
    rules = Rules.load("basic+score.5=53")  # 53 and 100 have no common step but 1
    bins = Bins.of(rules)
    assert (bins.step, bins.start(0)) == (1, 0)
    assert bins.width == 15  # the least that covers three targets: 30,000 / 2,046 is 14.7
    assert bins.start(bins.bin(10_000)) == 10_000
    assert bins.bin(9_999) == bins.bin(10_000) - 1
    found = counted(rules, [10_000, 10_014])
    assert found.seats[0].totals == {10_000: 2}
    assert found.table()["bin_width"] == 15
    assert "Totals are counted in bins of 15; one shown may be up to 14 more." in lines(found)


def test_floors_are_the_lowest_totals() -> None:
    rules = Rules.load("zilch", penalty={"farkles": 3, "points": 500, "floor": -120})
    bins = Bins.of(rules)
    assert (bins.step, bins.start(0), bins.open_below) == (10, -120, False)


def test_a_table_is_open_at_both_ends(tmp_path: Path) -> None:
    rules = Rules.load("zilch")
    bins = Bins.of(rules)
    top = -10_000 + 50 * (BINS - 1)
    found = counted(rules, [-20_000, -10_000, -9_950, 10_000, top - 50, top, 900_000])
    last = f">={top}"
    wanted = {"<=-10000": 2, -9_950: 1, 10_000: 1, top - 50: 1, last: 2}
    assert found.seats[0].totals == wanted
    write_csv(found, str(tmp_path / "games.csv"))
    with (tmp_path / "games.csv").open(newline="") as file:
        [row] = csv.DictReader(file)
    assert {name: int(row[name]) for name in row if name.startswith("total_")} == {
        f"total_{key}": count for key, count in wanted.items()
    }
    draw(found, str(tmp_path / "games.svg"))
    draw(found, str(tmp_path / "games.html"))
    page, told = (tmp_path / "games.html").read_text(), lines(found)
    for text in ("\n".join(told), (tmp_path / "games.svg").read_text(), page):
        assert "Totals of -10,000 and less are counted together." in text
        assert f"Totals of {top:,} and more are counted together." in text
    assert '<th scope="row">≥ ' in page
    assert '<th scope="row">≤ ' in page
    assert next(line for line in told if "█" in line).endswith(f"≥ {top:,}")
    assert bins.label(BINS - 1) == f"≥ {top:,}"


def test_columns_of_a_page_hold_every_game(tmp_path: Path) -> None:
    rules = Rules.load("basic")
    rng = np.random.default_rng(1)
    found = counted(rules, [*(50 * rng.integers(0, 220, 2000)).tolist(), 90_000])
    draw(found, str(tmp_path / "games.html"))
    table = (tmp_path / "games.html").read_text().rpartition("<tbody>")[2]
    parts = [float(cell.partition(" ")[0]) for cell in table.split("<td>")[1:]]
    assert sum(parts) == pytest.approx(100, abs=0.3)
    assert '<th scope="row">90,000</th>' in table
