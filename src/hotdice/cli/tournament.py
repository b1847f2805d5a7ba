"""`hotdice tournament`: every pair of bots in both seat orders, and their ratings."""

import sys
from secrets import randbits
from time import monotonic
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from hotdice.cli import STOPPED
from hotdice.cli.options import SEED_BITS, Json, Set, load
from hotdice.cli.out import print_json
from hotdice.cli.progress import show_progress
from hotdice.cli.values import ensure_skill_levels, ensure_values
from hotdice.game.dice import read_seed
from hotdice.jobs import Cluster, Place
from hotdice.texts import grouped, say

if TYPE_CHECKING:
    from hotdice.arena.tournament.journal import TournamentJournal
    from hotdice.arena.tournament.ledger import Ledger
    from hotdice.arena.tournament.plan import Plan
    from hotdice.arena.tournament.results import Tournament


def tournament(
    *bots: Annotated[str, Parameter(help="help.tournament.bots")],
    rules: Annotated[str, Parameter(help="help.rules-name")] = "basic",
    changes: Set = [],
    games: Annotated[int, Parameter(help="help.tournament.games")] = 1000,
    seed: Annotated[str | None, Parameter(help="help.seed-games")] = None,
    workers: Annotated[int | None, Parameter(help="help.tournament.workers")] = None,
    cluster: Annotated[str | None, Parameter(help="help.cluster")] = None,
    limit: Annotated[float, Parameter(help="help.limit")] = 10.0,
    out: Annotated[str | None, Parameter(help="help.tournament.out")] = None,
    plot: Annotated[str | None, Parameter(help="help.tournament.plot")] = None,
    adjusted: Annotated[bool, Parameter(help="help.adjusted", negative=())] = False,
    json: Json = False,
) -> None:
    """Let every pair of bots play in both seat orders, and rate them.

    Results are saved as they come: after a crash or Ctrl-C the same command continues.
    """
    from hotdice.arena.tournament.journal import open_journal, usual_path
    from hotdice.arena.tournament.plan import Plan, check

    number = randbits(SEED_BITS) if seed is None else read_seed(seed)
    plan = check(Plan(load(rules, changes), bots, games, number, limit, adjusted))
    place = _place(plan, workers, cluster)
    if plot is not None:
        from hotdice.arena.report.plots import check_path

        check_path(plot)
    ensure_values(plan.rules, 2, plan.bots, adjusted)
    if adjusted:
        ensure_skill_levels(plan.rules)
    any_seed = seed is None
    path = usual_path(plan, any_seed) if out is None else out
    with open_journal(path, plan, any_seed) as (journal, ledger):
        begin = monotonic()
        stopped = _play(ledger, journal, place)
        if ledger.done or json:
            _show(ledger.tournament(monotonic() - begin), plot, json)
        if stopped:
            _report("tournament.stopped", ledger)
            sys.exit(STOPPED)
        if out is None:
            sys.stdout.flush()
            journal.discard()


def _place(plan: "Plan", workers: int | None, cluster: str | None) -> Place:
    from hotdice.arena.engine.play import have_compiled_forms
    from hotdice.arena.simulation import usual_place

    if cluster is not None:
        return Cluster(cluster)
    return usual_place(have_compiled_forms(plan.bots), workers)


def _play(ledger: "Ledger", journal: "TournamentJournal", place: Place) -> bool:
    """Play the games that are left; returns whether Ctrl-C stopped it."""
    from hotdice.arena.tournament.ledger import play_on

    if ledger.done:
        _report("tournament.resumed" if ledger.left else "tournament.finished", ledger)
    whole = ledger.plan.games * len(ledger.plan.pairs)
    working = say("tournament.working", games=grouped(whole))
    job = say("tournament.job", bots=len(ledger.plan.bots))
    try:
        with show_progress(working, job, whole) as progress:
            progress(ledger.games / whole)
            for number, played in play_on(ledger, place):
                journal.append(number, played)
                ledger.add(number, played)
                progress(ledger.games / whole)
    except KeyboardInterrupt:
        return True
    return False


def _report(key: str, ledger: "Ledger") -> None:
    whole = ledger.plan.games * len(ledger.plan.pairs)
    data = {"played": grouped(ledger.games), "all": grouped(whole), "seed": ledger.plan.seed}
    print(say(key, **data), file=sys.stderr)


def _show(found: "Tournament", plot: str | None, json: bool) -> None:
    from hotdice.arena.report.tournament_text import lines, title

    if json:
        print_json(found.table())
    else:
        print("\n".join(lines(found)))
    if plot is not None:
        from hotdice.arena.report.plots import heat_map

        heat_map([row.name for row in found.standings], found.rates, plot, title(found))
