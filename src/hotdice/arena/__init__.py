"""A million games counted: simulations, tournaments, ratings, and reports of them.

`docs/arena.md` and `docs/tournament.md` tell how to use it. Everything below is loaded when it is
first used. What is not listed in `__all__` may move.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

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

__all__ = [
    "Block",
    "Counts",
    "Ledger",
    "Match",
    "Plan",
    "Played",
    "Run",
    "Simulation",
    "Tournament",
    "check",
    "draw",
    "heat_map",
    "play_on",
    "simulate",
    "write_csv",
]

_HOME = {
    "match.blocks": ("Block", "Match", "Played"),
    "match.counts": ("Counts",),
    "match.statistics": ("Simulation",),
    "report.csv_table": ("write_csv",),
    "report.plots": ("draw", "heat_map"),
    "simulation": ("Run", "simulate"),
    "tournament.ledger": ("Ledger", "play_on"),
    "tournament.plan": ("Plan", "check"),
    "tournament.results": ("Tournament",),
}
_HOME_OF = {name: home for home, names in _HOME.items() for name in names}


if not TYPE_CHECKING:  # for which this would make every name a good one

    def __getattr__(name: str) -> Any:
        if name not in _HOME_OF:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        found = getattr(import_module(f"{__name__}.{_HOME_OF[name]}"), name)
        globals()[name] = found
        return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
