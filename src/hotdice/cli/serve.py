"""`hotdice serve`: the web app and the API."""

from typing import Annotated

from cyclopts import Parameter

from hotdice.texts import HotDiceError, say

PORTS = range(65_536)


def serve(
    *,
    host: Annotated[str, Parameter(help="help.serve.host")] = "127.0.0.1",
    port: Annotated[int, Parameter(help="help.serve.port")] = 8000,
    database: Annotated[str, Parameter(help="help.serve.database")] = "",
    workers: Annotated[int, Parameter(help="help.serve.workers")] = 1,
    trust_proxy: Annotated[bool, Parameter(negative="", help="help.serve.trust-proxy")] = False,
) -> None:
    """Serve games to browsers and bots."""
    from hotdice.server.run import serve as run
    from hotdice.server.settings import Settings

    if port not in PORTS:
        raise HotDiceError("serve/port", found=port, most=PORTS[-1])
    if workers < 1:
        raise HotDiceError("serve/no-workers", found=workers)
    settings = Settings(host, port, database, workers, trust_proxy)
    run(settings, lambda address: print(say("serve.ready", address=address), flush=True))
