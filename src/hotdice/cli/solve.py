"""`hotdice solve`: winning chances under best play."""

from typing import Annotated

from cyclopts import Parameter

from hotdice.cli.options import Json, Set, load
from hotdice.cli.out import print_json
from hotdice.game import State
from hotdice.solver.solve import solve as solve_duel
from hotdice.texts import HotDiceError, say


def solve(
    rules: Annotated[str, Parameter(help="A preset or a rules file.")] = "basic",
    /,
    *,
    players: Annotated[int, Parameter(help="How many play.")] = 2,
    totals: Annotated[str, Parameter(help="Totals to begin with, such as 0,200.")] = "0,0",
    changes: Set = [],
    json: Json = False,
) -> None:
    """Tell each player's winning chance under best play of all."""
    chosen = load(rules, changes)
    if players != 2:
        raise HotDiceError("solve/players", found=players)
    begin = State.parse(f"{chosen.name} {totals} p1 t0 d{chosen.dice}", chosen)
    if len(begin.totals) != players:
        raise HotDiceError("solve/totals", found=totals, players=players)
    found = solve_duel(chosen)
    own, other = begin.totals
    win, bound = found.chance(own, other), found.bound(own, other)
    if json:
        print_json(
            {
                "rules": chosen.name,
                "players": players,
                "win": [win, 1 - win],
                "error_bound": bound,
                "states": found.states,
                "seconds": round(found.seconds, 3),
                "compile_seconds": round(found.compile_seconds, 3),
                "method": found.method,
            }
        )
        return
    print(say("solve.title", title=chosen.title, name=chosen.name, totals=totals))
    for seat, chance in enumerate((win, 1 - win), 1):
        print(say("solve.seat", seat=seat, chance=f"{100 * chance:.7f}"))
    print(say("solve.bound", bound=f"{bound:.1e}", states=f"{found.states:,}"))
