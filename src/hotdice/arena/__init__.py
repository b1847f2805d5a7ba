"""Many games played and counted: simulations, tournaments, ratings, and reports of them.

`docs/arena.md` and `docs/tournament.md` say how to use it. Games are played by `Threads`,
`Processes` or a Dask `Cluster`. Everything below is loaded when it is first used. Whatever is not
listed in `__all__` may move.
"""

from typing import TYPE_CHECKING

from hotdice.lazy import lazy_exports

if TYPE_CHECKING:
    from hotdice.arena.match.blocks import Block, Match, Played
    from hotdice.arena.match.counts import Counts
    from hotdice.arena.match.statistics import Simulation
    from hotdice.arena.report.csv_table import write_csv
    from hotdice.arena.report.plots import draw, heat_map
    from hotdice.arena.simulation import Run, simulate
    from hotdice.arena.tournament.ledger import Ledger, play_on
    from hotdice.arena.tournament.plan import Plan, check
    from hotdice.arena.tournament.results import Tournament
    from hotdice.jobs import Cluster, Place, Processes, Threads

__all__ = [
    "Block",
    "Cluster",
    "Counts",
    "Ledger",
    "Match",
    "Place",
    "Plan",
    "Played",
    "Processes",
    "Run",
    "Simulation",
    "Threads",
    "Tournament",
    "check",
    "draw",
    "heat_map",
    "play_on",
    "simulate",
    "write_csv",
]

if not TYPE_CHECKING:  # a type checker would accept any name
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "hotdice.arena.match.blocks": ("Block", "Match", "Played"),
            "hotdice.arena.match.counts": ("Counts",),
            "hotdice.arena.match.statistics": ("Simulation",),
            "hotdice.arena.report.csv_table": ("write_csv",),
            "hotdice.arena.report.plots": ("draw", "heat_map"),
            "hotdice.arena.simulation": ("Run", "simulate"),
            "hotdice.arena.tournament.ledger": ("Ledger", "play_on"),
            "hotdice.arena.tournament.plan": ("Plan", "check"),
            "hotdice.arena.tournament.results": ("Tournament",),
            "hotdice.jobs": ("Cluster", "Place", "Processes", "Threads"),
        },
    )
