"""`hotdice simulate`: many games between bots, counted."""

import sys
from secrets import randbits
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from hotdice.cli import STOPPED
from hotdice.cli.options import SEED_BITS, Json, Set, load
from hotdice.cli.out import print_json
from hotdice.cli.progress import show_progress
from hotdice.cli.values import ensure_skill_levels, ensure_values
from hotdice.game.dice import read_seed
from hotdice.jobs import Cluster, Place
from hotdice.texts import HotDiceError, grouped, say

if TYPE_CHECKING:
    from hotdice.arena.match.statistics import Simulation
    from hotdice.arena.simulation import Run


def simulate(
    *bots: Annotated[str, Parameter(help="help.simulate.bots")],
    rules: Annotated[str, Parameter(help="help.rules-name")] = "basic",
    changes: Set = [],
    games: Annotated[int, Parameter(help="help.simulate.games")] = 10_000,
    seed: Annotated[str | None, Parameter(help="help.seed-games")] = None,
    workers: Annotated[int | None, Parameter(help="help.simulate.workers")] = None,
    cluster: Annotated[str | None, Parameter(help="help.cluster")] = None,
    limit: Annotated[float, Parameter(help="help.limit")] = 10.0,
    plot: Annotated[str | None, Parameter(help="help.simulate.plot")] = None,
    csv: Annotated[str | None, Parameter(help="help.simulate.csv")] = None,
    adjusted: Annotated[bool, Parameter(help="help.adjusted", negative=())] = False,
    json: Json = False,
) -> None:
    """Let bots play many games; seats are in the order given, and the first begins every game."""
    from hotdice.arena.match.blocks import Match
    from hotdice.arena.simulation import Run

    number = randbits(SEED_BITS) if seed is None else read_seed(seed)
    chosen = load(rules, changes)
    if not bots:
        raise HotDiceError("simulate/nobody")
    run = Run(Match(chosen, bots, number, limit), games, adjusted=adjusted)
    place = Cluster(cluster) if cluster is not None else run.usual_place(workers)
    _check_files(plot, csv)
    stopped = _play(run, place)
    found = run.simulation
    played = found.counts.games
    if played or json:
        _show(found, json)
    if played:
        _write(found, plot, csv)
    if stopped:
        message = say("simulate.stopped", played=grouped(played), all=grouped(games))
        print(message, file=sys.stderr)
        sys.exit(STOPPED)


def _check_files(plot: str | None, csv: str | None) -> None:
    """Fail before any game is played if a file cannot be written."""
    if plot is not None:
        from hotdice.arena.report.plots import check_path

        check_path(plot)
    if csv is not None:
        from hotdice.plots.files import check_place

        check_place(csv)


def _play(run: "Run", place: Place) -> bool:
    """Play all games; returns whether Ctrl-C stopped it."""
    working, preparing = (
        say("simulate.working", games=grouped(run.games)),
        say("simulate.preparing"),
    )
    try:
        ensure_values(run.match.rules, len(run.match.bots), run.match.bots, run.adjusted)
        if run.adjusted:
            ensure_skill_levels(run.match.rules)
        with show_progress(preparing, preparing):
            run.prepare()
        with show_progress(working, working, run.games) as progress:
            for played in run.play(place):
                progress(played / run.games)
    except KeyboardInterrupt:
        return True
    return False


def _show(found: "Simulation", json: bool) -> None:
    from hotdice.arena.report.simulation_text import lines

    if json:
        print_json(found.table())
    else:
        print("\n".join(lines(found)))


def _write(found: "Simulation", plot: str | None, csv: str | None) -> None:
    if plot is not None:
        from hotdice.arena.report.plots import draw

        draw(found, plot)
    if csv is not None:
        from hotdice.arena.report.csv_table import write_csv

        write_csv(found, csv)
