"""The figures of a simulation as a table for spreadsheets: CSV, a line for each seat."""

import csv
from io import StringIO
from typing import Any

import numpy as np

from hotdice.arena.match.bins import Bins
from hotdice.arena.match.counts import FARKLES, ROLLS, TURNS
from hotdice.arena.match.statistics import Simulation
from hotdice.plots.files import write


def write_csv(simulation: Simulation, path: str) -> None:
    """Write the table into a file."""
    text = StringIO()
    rows = _rows(simulation)
    table = csv.DictWriter(text, rows[0], lineterminator="\n")
    table.writeheader()
    table.writerows(rows)
    write(path, text.getvalue().encode(errors="surrogateescape"))  # as file names in bots may be


def _rows(simulation: Simulation) -> list[dict[str, Any]]:
    counts, seats = simulation.counts, simulation.seats
    bins = Bins.of(simulation.rules)
    keys = [bins.key(at) for at in np.flatnonzero(counts.totals.any(axis=0)).tolist()]
    return [
        {
            "seat": at + 1,
            "bot": seat.bot,
            "rules": simulation.rules.name,
            "seed": simulation.seed,
            "games": counts.games,
            "win_rate": seat.win_rate,
            "interval_low": seat.interval[0],
            "interval_high": seat.interval[1],
            "mean_total": seat.mean_total,
            "points_per_turn": seat.points_per_turn,
            "farkle_rate": seat.farkle_rate,
            "wins_alone": int(counts.wins[at, 0]),
            "wins_shared": int(counts.wins[at, 1:].sum()),
            "turns": int(counts.figure(TURNS)[at]),
            "rolls": int(counts.figure(ROLLS)[at]),
            "farkles": int(counts.figure(FARKLES)[at]),
            "forfeits": seat.forfeits,
            "bin_width": bins.width,
        }
        | {f"total_{key}": seat.totals.get(key, 0) for key in keys}
        for at, seat in enumerate(seats)
    ]
