"""`hotdice backup` and `hotdice restore`: copies of a server's games."""

from typing import Annotated

from cyclopts import Parameter

from hotdice.cli.options import Json
from hotdice.cli.out import print_json
from hotdice.cli.progress import show_progress
from hotdice.texts import say

Database = Annotated[str, Parameter(help="help.backup.database")]


def backup(
    file: Annotated[str, Parameter(name="FILE", help="help.backup.file")],
    /,
    *,
    database: Database = "",
    json: Json = False,
) -> None:
    """Copy all games of a server, even while it is running."""
    from hotdice.server.storage.backup import backup as copy

    with show_progress(say("backup.working"), say("backup.working")) as progress:
        games = copy(database, file, progress)
    if json:
        print_json({"games": games, "file": file})
    else:
        print(say("backup.done", games=games, path=file))


def restore(
    file: Annotated[str, Parameter(name="FILE", help="help.restore.file")],
    /,
    *,
    database: Database = "",
    json: Json = False,
) -> None:
    """Replace the games of a stopped server by those of a copy."""
    from hotdice.server.storage.backup import restore as put_back

    with show_progress(say("backup.restoring"), say("backup.restoring")) as progress:
        games, before = put_back(file, database, progress)
    if json:
        print_json({"games": games, "before": before})
        return
    print(say("backup.restored", games=games, path=file))
    if before is not None:
        print(say("backup.before", path=before))
