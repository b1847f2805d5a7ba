"""What may be asked about rules and bots."""

from typing import Annotated

from litestar import Controller, Request, get, post
from litestar.datastructures import State as AppState
from litestar.di import NamedDependency
from litestar.params import FromPath, SkipValidation

from hotdice.rules import Rules, RulesError
from hotdice.rules.files import preset_names
from hotdice.server.games.commands import RulesText
from hotdice.server.http import responses
from hotdice.server.http.errors import mistakes
from hotdice.server.http.openapi_examples import REFUSALS, RULES_TEXT
from hotdice.server.http.service import Service, allow
from hotdice.texts import say

InjectedService = NamedDependency[SkipValidation[Service]]
Visit = Request[None, None, AppState]
BOTS = ("human:1", "human:5", "human:10", "optimal", "turn", "bold", "cautious", "random")


class RulesRoutes(Controller):
    """Presets, and rules of people's own."""

    path = "/api"
    tags = ("rules",)

    @get("/rules", responses=REFUSALS, summary="The presets")
    async def presets(self) -> responses.Presets:
        """List the rules that ship with Hot Dice."""
        return responses.Presets([responses.preset(Rules.load(name)) for name in preset_names()])

    @get("/rules/{name:str}", responses=REFUSALS, summary="One preset")
    async def one(
        self, service: InjectedService, request: Visit, name: FromPath[str]
    ) -> responses.RulesTold:
        """Tell everything about a preset: its sheet, its file, and what the rule does."""
        who = visitor(service, request)
        if name not in preset_names():  # these are not worked out for anybody in particular
            allow(service.reckoning, who)
        checked = await service.rule_workers.rules(who, name[:200])
        odds = await service.rule_workers.odds(who, checked, name[:200], None)
        return responses.rules_told(checked.rules, odds)

    @post("/rules/check", responses=REFUSALS, status_code=200, summary="Check a rules file")
    async def check(
        self, service: InjectedService, request: Visit, data: Annotated[RulesText, RULES_TEXT]
    ) -> responses.CheckedTold:
        """Tell every mistake of a rules file with its line, or what the rule does."""
        who = visitor(service, request)
        allow(service.reckoning, who)
        try:
            checked = await service.rule_workers.rules(who, toml=data.toml)
        except RulesError as error:
            return responses.CheckedTold(False, mistakes(error), [], None)
        odds = await service.rule_workers.odds(who, checked, None, data.toml)
        notes = [say("server.idle", pattern=pattern) for pattern in checked.idle]
        return responses.CheckedTold(True, [], notes, responses.rules_told(checked.rules, odds))

    @get("/bots", responses=REFUSALS, summary="The bots that may sit at a table")
    async def bots(self) -> responses.Bots:
        """List the built-in bots; other levels and thresholds are written the same way."""
        return responses.Bots([responses.BotTold(name, say(f"server.bot.{name}")) for name in BOTS])


def visitor(service: Service, request: Visit) -> str:
    """The address of whoever asks."""
    return service.proxies.visitor(request.scope)
