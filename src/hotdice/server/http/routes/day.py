"""Endpoints for the day's dice."""

from typing import Annotated

from litestar import Controller, get, post
from litestar.params import FromPath

from hotdice.server.day.days import PastDay, Today
from hotdice.server.games.seating import Seated
from hotdice.server.http import openapi_examples as examples
from hotdice.server.http import requests
from hotdice.server.http.openapi_examples import REFUSALS
from hotdice.server.http.routes.rules import AppRequest, InjectedService, client_group
from hotdice.server.http.service import check_rate


class DayRoutes(Controller):
    """The same dice for everybody on a day."""

    path = "/api/day"
    tags = ("day",)

    @get("/", responses=REFUSALS, summary="Today")
    async def today(self, service: InjectedService) -> Today:
        """Return the commitment of today's dice, when the day ends, and which days were before."""
        return await service.days.today()

    @get("/{date:str}", responses=REFUSALS, summary="A day that is over")
    async def past(
        self, service: InjectedService, request: AppRequest, date: FromPath[str]
    ) -> PastDay:
        """Return a day's secret, the best play of its dice, and the results that count."""
        check_rate(service.computing, client_group(service, request))
        return await service.days.past(date)

    @post("/{date:str}/games", responses=REFUSALS, status_code=201, summary="Play a day's dice")
    async def play(
        self,
        service: InjectedService,
        request: AppRequest,
        date: FromPath[str],
        data: Annotated[requests.PlayDay, examples.PLAY_DAY],
    ) -> Seated:
        """Get the seat of a game with the dice of a day; that of today counts, once for a key."""
        client = client_group(service, request)
        check_rate(service.new_games, client)
        service.registry.check_budget(client)
        return await service.days.play(
            date, data.name, data.key, client, lambda: check_rate(service.day_games, client)
        )
