"""`hotdice serve`: the web app and the API."""

import sys
from typing import Annotated

from cyclopts import Parameter

from hotdice.texts import HotDiceError, say

PORTS = range(65_536)
EVERYWHERE = ("0.0.0.0", "::")


def serve(
    *,
    host: Annotated[str, Parameter(help="help.serve.host")] = "127.0.0.1",
    port: Annotated[int, Parameter(help="help.serve.port")] = 8000,
    database: Annotated[str, Parameter(help="help.serve.database")] = "",
    workers: Annotated[int, Parameter(help="help.serve.workers")] = 1,
    proxy: Annotated[list[str], Parameter(negative="", help="help.serve.proxy")] = [],
    keep_finished: Annotated[int | None, Parameter(help="help.serve.keep-finished")] = None,
) -> None:
    """Serve games to browsers and bots."""
    from hotdice.server.run import serve as run
    from hotdice.server.settings import Settings

    if port not in PORTS:
        raise HotDiceError("serve/port", found=port, most=PORTS[-1])
    if workers < 1:
        raise HotDiceError("serve/no-workers", found=workers)
    if keep_finished is not None and keep_finished < 1:
        raise HotDiceError("serve/keep-finished", found=keep_finished)
    settings = Settings(host, port, database, workers, tuple(proxy), keep_finished=keep_finished)
    file = None if settings.shared else settings.url.removeprefix("sqlite:///")
    run(settings, lambda here, others: _print_addresses(here, others, host in EVERYWHERE, file))


def _print_addresses(here: str, others: list[str], everywhere: bool, file: str | None) -> None:
    print(say("serve.ready", address=here))
    for address in others:
        print(say("serve.others", address=address))
    unreachable = "serve.no-network" if everywhere else "serve.local-only"
    print(say("serve.share" if others else unreachable))
    if file is not None:
        print(say("serve.file", path=file))
    sys.stdout.flush()
