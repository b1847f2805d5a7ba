"""What may be asked of games, and done to them, by HTTP."""

import asyncio
from collections.abc import AsyncIterator
from functools import partial
from typing import Annotated, Any, TypeVar, cast

import msgspec
from litestar import Controller, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter, SkipValidation
from litestar.response import Stream

from hotdice.server.games import new_game, seating
from hotdice.server.games.advice import AdviceTold, NoAdvice
from hotdice.server.games.commands import NewGame, RulesText
from hotdice.server.games.live_game import LiveGame
from hotdice.server.games.moves import act
from hotdice.server.games.record import record_text
from hotdice.server.http import openapi_examples as examples
from hotdice.server.http import requests, responses
from hotdice.server.http.openapi_examples import REFUSALS
from hotdice.server.http.request_info import bearer
from hotdice.server.http.routes.rules import InjectedService, Visit, visitor
from hotdice.server.http.service import Service, allow
from hotdice.server.storage.event import Event
from hotdice.texts import HotDiceError, say

OVER = ("over", "closed")
RECKONING = ("turn", "human")  # bots that need to know the odds
LINES = "application/x-ndjson"
TOKEN: list[dict[str, list[str]]] = [{"token": []}]
look = partial(get, responses=REFUSALS)
do = partial(post, responses=REFUSALS, status_code=200, security=TOKEN)  # with the token of a seat
T = TypeVar("T")
Mine = NamedDependency[
    SkipValidation[tuple[LiveGame, int]]
]  # the game and the seat of whoever asks
CALLED = {"since": "from"}  # what requests call a parameter whose name Python has for itself
Since = Annotated[int, QueryParameter(name=CALLED["since"], ge=0, le=2**31 - 1)]
Limit = Annotated[int, QueryParameter(ge=1, le=1000)]


class Events(msgspec.Struct, frozen=True):
    """Events as they were kept, and the number of the newest one."""

    events: list[Event]
    seq: int


async def seated(
    service: InjectedService, request: Visit, game: FromPath[str]
) -> tuple[LiveGame, int]:
    """The game, and the seat of the token that comes with a request."""
    token = bearer(dict(request.headers))
    if token is None:
        raise HotDiceError("token/missing")
    live = await service.registry.game(game)
    seat = await service.registry.seat_of(live, token)
    live.payer = visitor(service, request)
    return live, seat


class GameRoutes(Controller):
    """Games."""

    path = "/api/games"
    tags = ("games",)

    @post("/", responses=REFUSALS, summary="Make a game")
    async def create(
        self, service: InjectedService, request: Visit, data: Annotated[NewGame, examples.NEW_GAME]
    ) -> seating.Seated:
        """Make a game; the first seat of a person is yours, and the token is told only here."""
        who = visitor(service, request)
        allow(service.new_games, who)
        service.registry.check_budget(who)
        name = data.rules if isinstance(data.rules, str) else None
        toml = data.rules.toml if isinstance(data.rules, RulesText) else None
        checked = await service.rule_workers.rules(who, name, toml)
        kinds = {(seat.bot or "").partition(":")[0].lower() for seat in data.seats}
        if kinds & {*RECKONING} and not await service.rule_workers.odds(who, checked, name, toml):
            raise HotDiceError("bot/slow", rules=checked.rules.name)
        players = len(data.seats)
        if "optimal" in kinds and not await service.advisor.at_hand(checked.rules, players):
            raise HotDiceError("bot/slow", rules=checked.rules.name)
        return await new_game.create(service.registry, data, checked.rules, checked.farkle, who)

    @look("/", summary="Public games")
    async def public(self, service: InjectedService, limit: Limit = 30) -> responses.Games:
        """List public games that are not over, newest first; nobody can sit down by this list."""
        registry = service.registry
        found = await registry.read(registry.store.public, min(limit, 100))
        every = [await registry.game(game) for game in found]
        return responses.Games([responses.listed(live) for live in every if live.findable])

    @look("/{game:str}", summary="A game as it stands")
    async def snapshot(
        self, service: InjectedService, request: Visit, game: FromPath[str]
    ) -> responses.Snapshot:
        """Tell all there is to know about a game; with a token also which seat is yours."""
        live = await service.registry.fresh(game)
        token = bearer(dict(request.headers))
        you = None if token is None else await service.registry.seat_of(live, token)
        service.autoplay.nudge(live)
        return responses.snapshot(live, you)

    @post("/{game:str}/join", responses=REFUSALS, status_code=201, summary="Sit down")
    async def join(
        self,
        service: InjectedService,
        game: FromPath[str],
        data: Annotated[requests.Join, examples.JOIN],
    ) -> seating.Seated:
        """Take a free seat, by invitation if the game is public; the token is told only here."""
        live = await service.registry.game(game)
        return await seating.join(
            service.registry, live, data.name, data.seat, data.commitment, data.key, data.invite
        )

    @do("/{game:str}/reveal", summary="Reveal your seed")
    async def reveal(
        self,
        service: InjectedService,
        mine: Mine,
        data: Annotated[requests.Reveal, examples.REVEAL],
    ) -> responses.Done:
        """Open your commitment; when everybody has, the game starts."""
        return responses.Done(await seating.reveal(service.registry, *mine, data.seed))

    @do("/{game:str}/actions", summary="Roll, keep or bank")
    async def actions(
        self, service: InjectedService, mine: Mine, data: Annotated[requests.Act, examples.ACT]
    ) -> Response[Event]:
        """Do something; the answer is the event that it made, which is on disk by then."""
        action = data.action.action()
        row, _ = await act(service.registry, *mine, action, data.expected, data.key)
        return _raw(row.body, Event)

    @do("/{game:str}/rename", summary="Another name")
    async def rename(
        self,
        service: InjectedService,
        mine: Mine,
        data: Annotated[requests.Rename, examples.RENAME],
    ) -> responses.Done:
        """Change what you are called."""
        return responses.Done(await seating.rename(service.registry, *mine, data.name))

    @do("/{game:str}/react", summary="React")
    async def react(
        self, service: InjectedService, mine: Mine, data: Annotated[requests.React, examples.REACT]
    ) -> responses.Done:
        """Show everybody one of the reactions."""
        return responses.Done(await seating.react(service.registry, *mine, data.reaction))

    @do("/{game:str}/leave", summary="Leave for good")
    async def leave(self, service: InjectedService, mine: Mine) -> responses.Done:
        """Give your seat up; a bot plays on, or the seat is free again if the game waits."""
        return responses.Done(await seating.leave(service.registry, *mine))

    @do("/{game:str}/rematch", status_code=201, summary="Play again")
    async def rematch(
        self,
        service: InjectedService,
        mine: Mine,
        data: Annotated[requests.Rematch, examples.REMATCH],
    ) -> seating.Seated:
        """Get your seat in the next game with the same people; the second seat begins."""
        return await new_game.rematch(service.registry, *mine, data.commitment)

    @look("/{game:str}/events", summary="Events so far")
    async def events(
        self, service: InjectedService, game: FromPath[str], since: Since = 0, limit: Limit = 500
    ) -> Response[Events]:
        """Tell the events above a number, in order."""
        live = await service.registry.fresh(game)
        bodies = await service.registry.read(service.registry.store.bodies, live.id, since, limit)
        return _raw(f'{{"events":[{",".join(bodies)}],"seq":{live.game.seq}}}', Events)

    @look("/{game:str}/stream", summary="Events as they happen", media_type=LINES)
    async def stream(
        self, service: InjectedService, request: Visit, game: FromPath[str], since: Since = 0
    ) -> Stream:
        """Send the events above a number, then each as it happens, one in a line."""
        live = await service.registry.game(game)
        token = bearer(dict(request.headers))
        seat = None if token is None else await service.registry.seat_of(live, token)
        lines = _lines(service, live, seat, since)
        return Stream(lines, media_type=LINES, headers={"x-accel-buffering": "no"})

    @look("/{game:str}/rules", summary="The rules of a game")
    async def game_rules(
        self, service: InjectedService, game: FromPath[str]
    ) -> responses.RulesTold:
        """Tell the sheet, the file and every field of a game's rules; `odds` is not worked out."""
        live = await service.registry.game(game)
        return responses.rules_told(live.game.rules, None, alone=len(live.game.seats) == 1)

    @look("/{game:str}/advice", summary="What every choice is worth")
    async def advice(
        self, service: InjectedService, request: Visit, game: FromPath[str]
    ) -> AdviceTold | NoAdvice:
        """Tell every choice of whoever is to move, if the game allows it."""
        allow(service.reckoning, visitor(service, request))
        live = await service.registry.fresh(game)
        if not live.game.info.advice:
            raise HotDiceError("advice/off")
        if live.game.state is None or live.game.mover is None:
            return NoAdvice("game/not-playing", say("game/not-playing", status=live.game.status))
        found = await service.advisor.advise(live.game.state)
        why = "advice/not-at-hand"
        return found or NoAdvice(why, say(why, rules=live.game.state.rules.name))

    @look("/{game:str}/record", summary="The record", media_type=LINES)
    async def record(self, service: InjectedService, game: FromPath[str]) -> Response[bytes]:
        """Tell the game as a record, which can be replayed and verified without a server."""
        registry = service.registry
        live = await registry.fresh(game)
        text = await record_text(registry, live)
        name = f"hotdice-{live.game.rules.name.partition('+')[0]}-{game[:6]}.jsonl"
        return Response(
            text.encode(),
            media_type=LINES,
            headers={"content-disposition": f'attachment; filename="{name}"'},
        )


def _raw(text: str, kind: type[T]) -> Response[T]:
    """An answer that was written as JSON before."""
    answer: Any = Response(text.encode(), media_type="application/json")
    return cast("Response[T]", answer)


async def _lines(
    service: Service, live: LiveGame, seat: int | None, since: int
) -> AsyncIterator[str]:
    """Events as lines; an empty one where nothing happens, so that nobody thinks it is dead."""
    outbox = await service.registry.watch(live, seat, since)
    try:
        while live.game.status not in OVER or not outbox.has_all(live.game.seq):
            try:
                frames = await asyncio.wait_for(outbox.take(), service.settings.alive)
            except TimeoutError:
                yield "\n"
                continue
            told = [each for each in frames if not each.startswith('{"presence"')]
            if told:
                yield "\n".join([*told, ""])
            if not frames:
                return
    finally:
        service.registry.leave(live, outbox)
