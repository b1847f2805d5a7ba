"""`hotdice solve`: winning chances under best play."""

from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from hotdice.cli.options import Json, Set, load
from hotdice.cli.out import print_json
from hotdice.cli.progress import solving
from hotdice.game import State
from hotdice.rules import Rules
from hotdice.texts import HotDiceError, grouped, say
from hotdice.texts.say import decimal, scientific

if TYPE_CHECKING:
    from hotdice.solver.storage.lookup import Solution


def solve(
    rules: Annotated[str, Parameter(help="help.rules-name")] = "basic",
    /,
    *,
    players: Annotated[int, Parameter(help="help.solve.players")] = 2,
    totals: Annotated[
        str | None,
        Parameter(help="help.solve.totals", allow_leading_hyphen=True),
    ] = None,
    fresh: Annotated[bool, Parameter(help="help.solve.fresh", negative="")] = False,
    check: Annotated[bool, Parameter(help="help.solve.check", negative="")] = False,
    changes: Set = [],
    json: Json = False,
) -> None:
    """Print each player's winning chance if everybody plays best."""
    from hotdice.solver.feasibility import refuse_between_steps
    from hotdice.solver.storage.lookup import solve as work_out

    chosen = load(rules, changes)
    begin = _begin(chosen, players, totals)
    if check:
        _check(chosen, players, json)
        return
    if not json:
        _say_how_large(chosen, players)
    with solving(chosen.name, players) as progress:
        found = work_out(chosen, players, progress, fresh)
    refuse_between_steps(chosen, begin.totals, found.lowest)
    if json:
        asked = {} if totals is None else {"totals": begin.totals}
        print_json({"rules": chosen.name, "players": players, **asked, **_table(found, begin)})
        return
    for line in _lines(found, begin):
        print(line)


def _say_how_large(rules: Rules, players: int) -> None:
    """Say how much more work the options of some rules make, if they make any."""
    from hotdice.solver.explicit.axes import axes_of
    from hotdice.solver.feasibility import needs_explicit

    if needs_explicit(rules):
        axes = axes_of(rules, players)
        times = decimal(axes.larger, 1)
        print(say("solve.larger", rules=rules.name, states=grouped(axes.starts), times=times))


def _begin(rules: Rules, players: int, totals: str | None) -> State:
    from hotdice.solver.feasibility import MOST_PLAYERS, refuse_between_steps

    if not 2 <= players <= MOST_PLAYERS:
        raise HotDiceError("solve/players", found=players, most=MOST_PLAYERS)
    if totals is None:
        return State.start(rules, players)
    if len(totals.split()) != 1 or totals.count(",") != players - 1:
        raise HotDiceError("solve/totals", found=totals, players=players)
    read = State.parse(f"{rules.name} {totals} p1 t0 d{rules.dice}", rules)
    begin = State.start(rules, players, read.totals)  # nobody has reached the target yet
    refuse_between_steps(rules, begin.totals)
    return begin


def _table(found: "Solution", begin: State) -> dict[str, Any]:
    """The solution as plain data for JSON."""
    from hotdice.solver.two_player.solution import TwoPlayerSolution

    table: dict[str, Any] = {"win": found.chances(begin), "error_bound": found.bound(begin)}
    if found.players > 2 and not isinstance(found, TwoPlayerSolution):
        table |= {"gap": found.gap, "mixed": found.mixed}
    return table | {
        "states": found.states,
        "seconds": round(found.seconds, 3),
        "compile_seconds": round(found.compile_seconds, 3),
        "method": found.method,
    }


def _lines(found: "Solution", begin: State) -> list[str]:
    from hotdice.solver.two_player.solution import TwoPlayerSolution

    rules = found.rules
    totals = ",".join(map(str, begin.totals))
    lines = [say("solve.title", title=rules.title, name=rules.name, totals=totals)]
    for seat, chance in enumerate(found.chances(begin), 1):
        lines.append(say("solve.seat", seat=seat, chance=decimal(100 * chance, 7)))
    bound = scientific(found.bound(begin))
    lines.append(say("solve.bound", bound=bound, states=grouped(found.states)))
    if found.players > 2 and not isinstance(found, TwoPlayerSolution):
        gap = scientific(found.gap)
        lines.append(say("solve.gap", count=found.mixed, gap=gap, mixed=found.mixed))
    return lines


def _check(rules: Rules, players: int, json: bool) -> None:
    """Solve again and compare with the whole stored solution."""
    from hotdice.solver.storage.compare import check_stored

    with solving(rules.name, players) as progress:
        found = check_stored(rules, players, progress)
    if not found.agrees:
        raise HotDiceError(
            "solve/differs",
            rules=rules.name,
            difference=scientific(found.difference),
            allowed=f"{found.allowed:.1e}",
        )
    if json:
        print_json({"rules": rules.name, "players": players, **found._asdict()})
        return
    count, difference = grouped(found.positions), scientific(found.difference)
    print(say("solve.checked", rules=rules.name, count=count, difference=difference))
