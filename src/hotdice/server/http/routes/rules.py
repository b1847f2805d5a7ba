"""Endpoints for rules and bots."""

from typing import Annotated

from litestar import Controller, Request, get, post
from litestar.datastructures import State as AppState
from litestar.di import NamedDependency
from litestar.params import FromPath, SkipValidation

from hotdice.bots.built_in import BUILT_IN
from hotdice.rules import Rules, RulesError
from hotdice.rules.fields import fields
from hotdice.rules.files import preset_names
from hotdice.rules.sheet import describe
from hotdice.server.games.request_bodies import RulesText
from hotdice.server.http import responses
from hotdice.server.http.error_codes import mistakes
from hotdice.server.http.openapi_examples import REFUSALS, RULES_TEXT
from hotdice.server.http.service import Service, check_rate
from hotdice.server.rules.worker_pool import CheckedRules
from hotdice.texts import say

InjectedService = NamedDependency[SkipValidation[Service]]
AppRequest = Request[None, None, AppState]


class RulesRoutes(Controller):
    """Presets, custom rules and bots."""

    path = "/api"
    tags = ("rules",)

    @get("/rules", responses=REFUSALS, summary="The presets")
    async def presets(self) -> responses.Presets:
        """List the rules that ship with Hot Dice."""
        return responses.Presets(
            [responses.preset_summary(Rules.load(name)) for name in preset_names()]
        )

    @get("/rules/fields", responses=REFUSALS, summary="The fields of a rules file")
    async def fields(self) -> responses.RulesFields:
        """List what may be put into each field."""
        return responses.RulesFields(fields())

    @get("/rules/{name:str}", responses=REFUSALS, summary="One preset")
    async def one(
        self, service: InjectedService, request: AppRequest, name: FromPath[str]
    ) -> responses.RulesResponse:
        """Return a preset in full: its sheet, its file, and its odds."""
        client = client_group(service, request)
        if name not in preset_names():  # presets are computed once, not for one client
            check_rate(service.computing, client)
        checked = await service.rule_workers.rules(client, name[:200])
        odds = await service.rule_workers.odds(client, checked, name[:200], None)
        return responses.rules_response(checked.rules, odds)

    @post("/rules/check", responses=REFUSALS, status_code=200, summary="Check a rules file")
    async def check(
        self, service: InjectedService, request: AppRequest, data: Annotated[RulesText, RULES_TEXT]
    ) -> responses.RulesCheckResponse:
        """Return every mistake in a rules file with its line, or its rules and odds."""
        client = client_group(service, request)
        check_rate(service.computing, client)
        try:
            checked = await service.rule_workers.rules(client, toml=data.toml)
        except RulesError as error:
            return responses.RulesCheckResponse(False, mistakes(error), [], None)
        odds = await service.rule_workers.odds(client, checked, None, data.toml)
        return responses.RulesCheckResponse(
            True, [], _notes(checked), responses.rules_response(checked.rules, odds)
        )

    @get("/bots", responses=REFUSALS, summary="The bots that may sit at a table")
    async def bots(self) -> responses.Bots:
        """List the built-in bots; other levels and thresholds are written the same way."""
        return responses.Bots(
            [responses.BotInfo(name, say(f"bot.about.{name}")) for name in listed_bots()]
        )


def _notes(checked: CheckedRules) -> list[str]:
    """What is no mistake, but hardly meant so."""
    notes = [say("server.idle", pattern=pattern) for pattern in checked.idle]
    for pattern, points, rival in checked.outdone:
        told = {"pattern": pattern, "points": points, "rival": rival, "dice": describe(pattern)}
        notes.append(say("server.outdone", **told))
    return notes


def listed_bots() -> list[str]:
    """Of each bot with levels the lowest, a usual one and the highest; then the strongest first."""
    bots = BUILT_IN.values()
    levels = [
        f"{bot.name}:{level}"
        for bot in bots
        if bot.parameter and bot.levels
        for level in (bot.levels[0], bot.parameter.example, bot.levels[-1])
    ]
    return levels + [bot.name for bot in reversed(bots) if bot.parameter is None]


def client_group(service: Service, request: AppRequest) -> str:
    """The clients that share the limits of an address."""
    return service.proxies.client_group(request.scope)
