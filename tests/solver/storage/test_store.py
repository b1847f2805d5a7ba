"""Solutions that ship, solutions that are kept, and files that are damaged or cut short."""

import errno
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from support.cli import hotdice, refused, run_here
from support.presets import PLAIN_PRESETS, UNDER_OPTIONS

from hotdice import Rules, State
from hotdice.solver.feasibility import is_cut, layers_of
from hotdice.solver.n_player.layer import Layer
from hotdice.solver.n_player.monotone import ValueTable
from hotdice.solver.n_player.solve import solve_n_players
from hotdice.solver.storage import lookup, store
from hotdice.solver.storage.compare import check_stored, compare
from hotdice.solver.storage.sealed import Damaged
from hotdice.solver.storage.store import TWO_PLAYER, explicit_kind
from hotdice.solver.storage.two_player_codec import STORED_ROUNDING, pack, unpack
from hotdice.solver.two_player.solve import solve_two_players

OWN = "greed+target=700"


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder of this test's own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "hotdice" / "solutions"


@pytest.mark.parametrize("name", PLAIN_PRESETS)
def test_every_preset_ships(name: str) -> None:
    rules = Rules.load(name)
    found = store.shipped(TWO_PLAYER, rules)
    assert found is not None
    assert found.bound() < (1e-8 if is_cut(rules) else 1e-9)
    assert 0.5 < found.chance(0, 0) < 0.6


@pytest.mark.parametrize("name", UNDER_OPTIONS)
def test_presets_under_options_ship_too(name: str) -> None:
    rules = Rules.load(name)
    found = store.shipped(explicit_kind(2), rules)
    assert found is not None
    start = State.start(rules)
    assert found.bound(start) < 1e-6
    assert 0.45 < found.chances(start)[0] < 0.6


def test_all_that_ships_is_small() -> None:
    sizes = [len(file.read_bytes()) for file in store.SHIPPED.iterdir()]
    # for one player, for two, and levels of skill; under options for two
    assert len(sizes) == 3 * len(PLAIN_PRESETS) + len(UNDER_OPTIONS)
    assert sum(sizes) < 10_000_000


def test_a_shipped_solution_is_what_solving_finds() -> None:
    for name in ("greed", "doubling", "pig"):
        found = store.shipped(TWO_PLAYER, Rules.load(name))
        assert found is not None
        again = compare(found, solve_two_players(found.rules))
        assert again.agrees
        assert again.difference < 1e-11


def test_advice_for_presets_needs_numpy_alone() -> None:
    program = """
import sys
sys.modules["numba"] = sys.modules["llvmlite"] = None
from hotdice import Rules, State
from hotdice.rules.files import preset_names
from hotdice.solver import solve
for name in preset_names():
    rules = Rules.load(name)
    found = solve(rules).advise(State.start(rules))
    assert 0.5 < found.choices[0].chance < 0.6
"""
    subprocess.run([sys.executable, "-c", program], check=True)


def test_packing_rounds_as_much_as_it_says() -> None:
    penalty = {"farkles": 2, "points": 100, "floor": -100}
    for rules in (Rules.load(OWN), Rules.load("basic+dice=2+target=300", penalty=penalty)):
        before = solve_two_players(rules)
        after = unpack(pack(before), rules)
        assert np.abs(after.values - before.values).max() <= STORED_ROUNDING
        assert (np.asarray(after.widths) >= np.asarray(before.widths)).all()
        kept = ("rules", "step", "lowest", "method", "states")
        assert [getattr(after, name) for name in kept] == [getattr(before, name) for name in kept]


def test_other_rules_and_damaged_bytes_are_recognised() -> None:
    rules = Rules.load(OWN)
    data = pack(solve_two_players(rules))
    middle = len(data) // 2
    changed = data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :]
    stepped = data.replace(b'"step":50', b'"step":25')
    for wrong in (b"", b"{}", data[:-1], data + b"x", changed, stepped):
        assert wrong != data
        with pytest.raises(Damaged):
            unpack(wrong, rules)
    with pytest.raises(Damaged):
        unpack(data, Rules.load("greed+target=800"))


def test_a_solution_is_kept_and_a_damaged_one_made_anew(cache: Path) -> None:
    rules = Rules.load(OWN)
    first = lookup.two_player_solution(rules)
    path = cache / f"{rules.digest}-2"
    whole = path.read_bytes()
    path.write_bytes(whole[:-10])
    assert store.kept(TWO_PLAYER, rules) is None
    again = lookup.two_player_solution(rules)
    assert again.chance(0, 0) == pytest.approx(first.chance(0, 0), abs=1e-12)
    assert store.kept(TWO_PLAYER, rules) is not None
    assert not list(cache.glob("*.part"))


def test_without_a_writable_cache_the_answer_still_comes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(blocked))
    assert 0.5 < lookup.two_player_solution(Rules.load(OWN)).chance(0, 0) < 0.6
    found = lookup.n_player_solution(Rules.load("pig", target=6), 3)
    assert sum(found.chances(State.start(found.rules, 3))) == pytest.approx(1)


def test_two_processes_at_once(cache: Path) -> None:
    words = [sys.executable, "-m", "hotdice", "solve", OWN, "--json"]
    both = [subprocess.Popen(words, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    wins = [json.loads(process.communicate()[0])["win"] for process in both]
    assert wins[0] == pytest.approx(wins[1], abs=1e-12)
    assert store.kept(TWO_PLAYER, Rules.load(OWN)) is not None


def test_check_and_fresh(cache: Path) -> None:
    assert "no stored solution" in refused("solve", OWN, "--check")
    hotdice("solve", OWN)
    assert "differ" in run_here("solve", OWN, "--check").stdout
    seen = json.loads(run_here("solve", OWN, "--check", "--json").stdout)
    assert seen["agrees"]
    assert seen["difference"] < 1e-11
    stored = json.loads(run_here("solve", OWN, "--json").stdout)
    fresh = json.loads(run_here("solve", OWN, "--fresh", "--json").stdout)
    assert fresh["win"] == pytest.approx(stored["win"], abs=1e-11)


def test_a_stored_solution_that_is_off_is_told(cache: Path) -> None:
    rules = Rules.load(OWN)
    found = solve_two_players(rules)
    found.values[0, 0, 3, 1] += 1e-6
    os.makedirs(cache)
    store.keep(TWO_PLAYER, rules, found)
    assert "off by 1.0e-06" in refused("solve", OWN, "--check")


def test_layers_go_on_after_a_damaged_one(cache: Path) -> None:
    rules = Rules.load("pig", target=9)
    whole = lookup.n_player_solution(rules, 3)
    path = cache / f"{rules.digest}-3"
    data = path.read_bytes()
    assert lookup.is_solved(rules, 3)
    path.write_bytes(data[: len(data) * 2 // 3])
    assert not lookup.is_solved(rules, 3)
    lookup.n_player_solution(rules, 3)
    assert path.read_bytes() == data
    path.write_bytes(data[:500] + bytes([data[500] ^ 1]) + data[501:])
    again = lookup.n_player_solution(rules, 3)
    assert path.read_bytes() == data
    assert (again.values == whole.values).all()
    assert (again.gap, again.errors) == (whole.gap, whole.errors)


def test_a_solution_of_many_under_a_penalty(cache: Path) -> None:
    """It is kept as one layer, whole or not at all."""
    penalty = {"farkles": 2, "points": 50}
    rules = Rules.load("facebook", target=100, dice=4, minimum=50, penalty=penalty)
    whole = lookup.n_player_solution(rules, 3)
    path = cache / f"{rules.digest}-3"
    data = path.read_bytes()
    assert lookup.is_solved(rules, 3)
    for damaged in (data[:-8], data[:500] + bytes([data[500] ^ 1]) + data[501:], data):
        path.write_bytes(damaged)
        again = lookup.n_player_solution(rules, 3)
        assert path.read_bytes() == data
        assert (again.values == whole.values).all()
        assert (np.asarray(again.errors) == whole.errors).all()
        assert (again.gap, again.lowest, again.states) == (whole.gap, whole.lowest, whole.states)
    compared = check_stored(rules, 3)
    assert compared.agrees
    assert compared.positions == (2 * 3) ** 3


def test_heads_of_layers_that_are_damaged(cache: Path) -> None:
    """Every bit of the first head matters, and none makes more than that layer be settled anew."""
    rules = Rules.load("pig", target=3)
    lookup.n_player_solution(rules, 3)
    path = cache / f"{rules.digest}-3"
    data = path.read_bytes()
    journal = store.LayerJournal(rules, 3)
    whole = journal.count()
    for at in range(8 * store.BLOCK.size):
        head = bytearray(data)
        head[at // 8] ^= 1 << at % 8
        path.write_bytes(bytes(head))
        assert journal.read() == []
        assert journal.count() <= whole
    lookup.n_player_solution(rules, 3)
    assert path.read_bytes() == data


def test_a_disk_that_fills_up_costs_no_work(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = Rules.load("pig", target=6)
    settled = []
    solve = ValueTable.solve

    def counted(table: ValueTable, s: int) -> Layer:
        settled.append(s)
        if len(settled) == 20:
            monkeypatch.setattr(os, "fsync", full)
        return solve(table, s)

    def full(file: int) -> None:
        raise OSError(errno.ENOSPC, "")

    lookup.n_player_solution(Rules.load("pig", target=3), 3)  # what warms up is not counted
    monkeypatch.setattr(ValueTable, "solve", counted)
    found = lookup.n_player_solution(rules, 3)
    assert sum(found.chances(State.start(rules, 3))) == pytest.approx(1)
    assert len(settled) <= 2 * layers_of(rules, 3)
    monkeypatch.undo()


def test_fresh_leaves_the_old_solution_until_the_new_one_is_whole(cache: Path) -> None:
    rules = Rules.load("pig", target=6)
    lookup.n_player_solution(rules, 3)
    data = (cache / f"{rules.digest}-3").read_bytes()
    lookup.n_player_solution(rules, 3, fresh=True)
    assert (cache / f"{rules.digest}-3").read_bytes() == data
    assert not (cache / f"{rules.digest}-3.fresh").exists()


def test_a_long_job_goes_on_after_kill(cache: Path, count: int) -> None:
    """Killed again and again, it comes to the same solution to the last bit."""
    rules = Rules.load("greed", target=1500)
    words = [sys.executable, "-m", "hotdice", "solve", rules.name, "--players", "3", "--json"]
    path = cache / f"{rules.digest}-3"
    solve_n_players(
        Rules.load("pig", target=3, finish="last-round"), 3
    )  # compiled before it counts
    sizes = [0]
    for attempt in range(3 * min(count, 10)):
        job = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        end = time.monotonic() + 60
        while time.monotonic() < end and job.poll() is None:
            size = path.stat().st_size if path.exists() else 0
            if size > sizes[-1] + 1000 * (attempt + 1):
                break
            time.sleep(0.002)
        job.send_signal(signal.SIGKILL)
        job.communicate()
        sizes.append(path.stat().st_size)
    assert sizes == sorted(sizes)
    done = json.loads(hotdice("solve", rules.name, "--players", "3", "--json").stdout)
    assert done["win"] == list(solve_n_players(rules, 3).chances(State.start(rules, 3)))
