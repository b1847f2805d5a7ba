"""`hotdice review`: what was luck and what was skill in a recorded game."""

from typing import Annotated

from cyclopts import Parameter

from hotdice.bots import names
from hotdice.cli.options import Json
from hotdice.cli.out import print_json
from hotdice.cli.progress import solving
from hotdice.cli.values import ensure_skill_levels
from hotdice.game.records import read
from hotdice.terminal.text.wrapping import wrapped


def review(
    file: Annotated[str, Parameter(name="RECORD", help="help.record")],
    /,
    *,
    plot: Annotated[str | None, Parameter(help="help.review.plot")] = None,
    html: Annotated[str | None, Parameter(help="help.review.html")] = None,
    json: Json = False,
) -> None:
    """Account for a game: how luck and choices led from the first chance to the result."""
    from hotdice.review.account import review as work_out
    from hotdice.review.plain_data import report
    from hotdice.review.text import lines
    from hotdice.solver.storage.lookup import values_for

    record = read(file)
    if plot is not None:
        from hotdice.review.picture import check_path

        check_path(plot)
    if html is not None:
        from hotdice.plots.files import check_place

        check_place(html)
    players = len(record.seats)
    with solving(record.start.rules.name, players) as progress:
        values = values_for(record.start.rules, players, progress)
    if players > 1:
        ensure_skill_levels(record.start.rules)
    found, called = work_out(record, values), names(record.seats)
    if plot is not None:
        from hotdice.review.picture import draw

        draw(found, called, plot)
    if html is not None:
        from hotdice.plots.files import write
        from hotdice.review.html import page

        write(html, page(report(found, list(called)), record, list(called)).encode())
    if json:
        print_json(report(found, list(called)))
        return
    for line in lines(found, called):
        indent = line[: len(line) - len(line.lstrip())] + "  "
        print("\n".join(wrapped(line, indent)))
