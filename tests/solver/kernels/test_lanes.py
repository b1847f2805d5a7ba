"""Rows of the compiled loops begin with a cache line, so that speed is no matter of luck."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from hotdice import Rules
from hotdice.arena.engine import turn_plans
from hotdice.arena.engine.roll_tables import roll_tables
from hotdice.arena.engine.turn_plans import LaneValues, TurnPlans
from hotdice.solver.kernels.lanes import LANES
from hotdice.solver.n_player.runner import KernelRunner
from hotdice.solver.two_player.turns import ChunkRequest, Floats, TurnChunk, TwoPlayerTurns

LINE = 64  # bytes
TIMES = 8  # for by chance one array in four begins so


def address(rows: NDArray[Any]) -> int:
    """Where the first row begins."""
    return int(rows.__array_interface__["data"][0])


def test_a_row_fills_whole_cache_lines() -> None:
    assert LANES * np.dtype(np.float64).itemsize % LINE == 0


@pytest.mark.parametrize("name", ["basic", "greed", "pig", "thousand+dice=3"])
def test_rows_of_two_players(name: str) -> None:
    rules = Rules.load(name, target=200)
    seen: list[int] = []

    def visit(number: int, chunk: TurnChunk) -> None:
        seen.append(address(chunk.rows) % LINE)

    kept = []  # so that each begins elsewhere
    for _ in range(TIMES):
        with TwoPlayerTurns(rules, 50 if name != "pig" else 1, 0) as turns:
            nothing = np.zeros(len(turns.totals(0)))
            asked = ChunkRequest(turns.table(), 0, nothing, nothing, np.array([0]))
            turns.visit_chunks([asked], visit)
        kept.append(turns)
    assert seen == [0] * TIMES


@pytest.mark.parametrize("planes", [1, 3, 5])
def test_rows_of_many_players(planes: int) -> None:
    seen: list[int] = []

    def work(rows: Floats, first: int, last: int) -> None:
        plane = len(rows) // planes
        seen.extend(address(rows[at * plane :]) % LINE for at in range(planes))

    for levels in range(1, TIMES + 1):
        with KernelRunner(Rules.load("greed"), 50, 3) as machine:
            machine.split(work, 40, levels, planes)
    assert set(seen) == {0}


def test_rows_of_compiled_play(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of one turn, laid out in lanes, and those of its decisions."""
    rules = Rules.load("greed")
    seen: list[int] = []

    def decide(turns: LaneValues, *rest: Any) -> None:
        best, _, picks = rest[-3:]
        seen.extend(address(each) % LINE for each in (turns.values, best, picks))
        picks[:] = 0

    monkeypatch.setattr(turn_plans, "decide", decide)
    for levels in range(5, 5 + TIMES):
        table = np.zeros((levels, rules.dice))
        TurnPlans(rules, roll_tables(rules)).levels_of(table, np.zeros(levels), 0.0)
    assert seen == [0] * len(seen)
    assert len(seen) == 3 * TIMES
