"""`hotdice odds`: farkle chances, the best expected turn, when to stop."""

from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from hotdice.cli.options import Json, Set, load
from hotdice.cli.out import print_json
from hotdice.cli.progress import show_progress
from hotdice.texts import grouped, say
from hotdice.texts.say import decimal

if TYPE_CHECKING:
    from hotdice.solver.turn.odds import Odds


def odds(
    rules: Annotated[str, Parameter(help="help.rules-name")] = "basic",
    /,
    *,
    reach: Annotated[int | None, Parameter(help="help.odds.reach")] = None,
    changes: Set = [],
    json: Json = False,
) -> None:
    """Print farkle chances, the best expected turn and when to stop."""
    from hotdice.solver.turn.odds import as_table
    from hotdice.solver.turn.odds import odds as work_out

    chosen = load(rules, changes)
    working = say("odds.working", rules=chosen.name)
    with show_progress(working, working):
        found = work_out(chosen, reach)
    if json:
        print_json(as_table(found))
        return
    for line in _lines(found, reach is not None):
        print(line)


def _lines(found: "Odds", asked: bool) -> list[str]:
    key = "odds.long-run" if found.rules.terms.has_penalty else "odds.expected"
    expected = None if found.expected_turn is None else decimal(found.expected_turn, 3)
    lines = [say("odds.title", title=found.rules.title, name=found.rules.name), ""]
    lines.append(say(key, points=expected) if expected else say("odds.win"))
    lines += [
        say("odds.reach", points=grouped(points), chance=decimal(100 * chance, 3))
        for points, chance in found.reach.items()
        if points or asked
    ]
    tables = found.bank_from if expected else ()
    heads = [say("odds.column", count=count) for count in range(len(tables))]
    if len(heads) == 1:
        heads = [say("odds.column-only")]
    lines += ["", "  ".join([say("odds.head"), *(f"{head:>16}" for head in heads)])]
    for count, chance in reversed(found.farkle.items()):
        stops = [_stop(table[count]) for table in tables]
        chances = f"{chance!s:>10}  {decimal(float(100 * chance), 3):>7} %"
        lines.append("  ".join([f"{count:>4}{chances}", *(f"{stop:>16}" for stop in stops)]))
    return lines


def _stop(points: int | None) -> str:
    return say("odds.never") if points is None else grouped(points)
