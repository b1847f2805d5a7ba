"""`hotdice serve`: the web app and the API."""

from typing import Annotated

from cyclopts import Parameter

from hotdice.texts import HotDiceError, say

PORTS = range(65_536)
EVERYWHERE = ("0.0.0.0", "::")


def serve(
    *,
    host: Annotated[str, Parameter(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, Parameter(help="The port; 0 takes any that is free.")] = 8000,
    database: Annotated[
        str, Parameter(help="postgresql://… or sqlite:///file; a file of its own if left out.")
    ] = "",
    workers: Annotated[int, Parameter(help="Processes; more than one need PostgreSQL.")] = 1,
    trust_proxy: Annotated[
        bool, Parameter(negative="", help="Believe the addresses that a proxy in front tells.")
    ] = False,
) -> None:
    """Serve games to browsers and bots."""
    from hotdice.server.run import serve as run
    from hotdice.server.settings import Settings

    if port not in PORTS:
        raise HotDiceError("serve/port", found=port, most=PORTS[-1])
    if workers < 1:
        raise HotDiceError("serve/no-workers", found=workers)
    settings = Settings(host, port, database, workers, trust_proxy)
    run(settings, lambda here, others: _tell(here, others, host in EVERYWHERE))


def _tell(here: str, others: list[str], everywhere: bool) -> None:
    print(say("serve.ready", address=here))
    for address in others:
        print(say("serve.others", address=address))
    alone = "serve.no-network" if everywhere else "serve.alone"
    print(say("serve.share" if others else alone), flush=True)
