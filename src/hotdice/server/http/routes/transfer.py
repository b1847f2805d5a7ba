"""Endpoints that move a seat to another device."""

from typing import Annotated

from litestar import Controller, post

from hotdice.server.games import transfer
from hotdice.server.games.seating import Seated
from hotdice.server.http import openapi_examples as examples
from hotdice.server.http import requests
from hotdice.server.http.openapi_examples import REFUSALS
from hotdice.server.http.request_info import bearer_token
from hotdice.server.http.routes.games import OwnSeat, post_as_player
from hotdice.server.http.routes.rules import AppRequest, InjectedService
from hotdice.server.storage.tokens import hashed


class TransferRoutes(Controller):
    """Make a code on one device, and take the seat with it on another."""

    path = "/api"
    tags = ("games",)

    @post_as_player("/games/{game:str}/transfer", summary="A code for another device")
    async def offer(self, own: OwnSeat, request: AppRequest) -> transfer.TransferCode:
        """Get a code that moves your seat to another device, once and within ten minutes."""
        token = bearer_token(dict(request.headers)) or ""
        return await transfer.offer(*own, hashed(token))

    @post("/take", responses=REFUSALS, status_code=201, summary="Play on this device")
    async def take(
        self, service: InjectedService, data: Annotated[requests.TakeSeat, examples.TAKE]
    ) -> Seated:
        """Take over the seat of a code with a new token; the old one becomes invalid."""
        return await transfer.take(service.registry, data.code, data.key, data.commitment)
