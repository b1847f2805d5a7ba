"""Endpoints for games."""

import asyncio
from collections.abc import AsyncIterator
from functools import partial
from typing import Annotated, Any, TypeVar

import msgspec
from litestar import Controller, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter, SkipValidation
from litestar.response import Stream

from hotdice.bots.built_in import needs
from hotdice.server.advice.response import AdviceResponse, NoAdvice
from hotdice.server.games import new_game, seating, waiting_room
from hotdice.server.games.events import GameEvent
from hotdice.server.games.live_game import LiveGame
from hotdice.server.games.moves import act
from hotdice.server.games.record import record_text
from hotdice.server.games.registry import Registry
from hotdice.server.games.request_bodies import NewGame, RulesText
from hotdice.server.http import openapi_examples as examples
from hotdice.server.http import requests, responses
from hotdice.server.http.openapi_examples import REFUSALS
from hotdice.server.http.request_info import bearer_token
from hotdice.server.http.routes.rules import AppRequest, InjectedService, client_group
from hotdice.server.http.service import Service, check_rate
from hotdice.server.http.strict_query import check_numbers
from hotdice.server.rules.worker_pool import CheckedRules
from hotdice.server.storage.tokens import hashed
from hotdice.texts import HotDiceError, say

FINISHED = ("over", "closed")
LINES = "application/x-ndjson"
TOKEN: list[dict[str, list[str]]] = [{"token": []}]
get_game = partial(get, responses=REFUSALS)
get_from = partial(get_game, guards=[check_numbers])  # with numbers in the query
post_as_player = partial(post, responses=REFUSALS, status_code=200, security=TOKEN)
T = TypeVar("T")
# the registry, and the game and seat that the token of a request belongs to
OwnSeat = NamedDependency[SkipValidation[tuple[Registry, LiveGame, int]]]
QUERY_NAMES = {"since": "from"}  # names of query parameters that are reserved in Python
Since = Annotated[int, QueryParameter(name=QUERY_NAMES["since"], ge=0, le=2**31 - 1)]
Limit = Annotated[int, QueryParameter(ge=1, le=1000)]


class Events(msgspec.Struct, frozen=True):
    """Events as they are stored, and the number of the newest one."""

    events: list[GameEvent]
    seq: int


async def own_seat(
    service: InjectedService, request: AppRequest, game: FromPath[str]
) -> tuple[Registry, LiveGame, int]:
    """The registry, the game, and the seat of the token that comes with a request."""
    token = bearer_token(dict(request.headers))
    if token is None:
        raise HotDiceError("token/missing")
    live = await service.registry.game(game)
    seat = await service.registry.seat_of(live, token)
    live.payer = client_group(service, request)
    return service.registry, live, seat


class GameRoutes(Controller):
    """Create, join, play and watch games."""

    path = "/api/games"
    tags = ("games",)

    @post("/", responses=REFUSALS, summary="Make a game")
    async def create(
        self,
        service: InjectedService,
        request: AppRequest,
        data: Annotated[NewGame, examples.NEW_GAME],
    ) -> seating.Seated:
        """Create a game and get its first seat of a person; the token is returned only here."""
        client = client_group(service, request)
        check_rate(service.new_games, client)
        service.registry.check_budget(client)
        bots = [seat.bot for seat in data.seats]
        checked = await _checked_rules(service, client, data.rules, bots)
        return await new_game.create(service.registry, data, checked.rules, checked.farkle, client)

    @get_from("/", summary="Public games")
    async def public(self, service: InjectedService, limit: Limit = 30) -> responses.Games:
        """List public games that are not over, newest first; to join one you need an invitation."""
        registry = service.registry
        found = await registry.read(registry.store.public, min(limit, 100))
        every = [await registry.game(game) for game in found]
        return responses.Games([responses.game_summary(live) for live in every if live.findable])

    @get_game("/{game:str}", summary="A game as it stands")
    async def snapshot(
        self, service: InjectedService, request: AppRequest, game: FromPath[str]
    ) -> responses.Snapshot:
        """Return the state of a game; with a token also which seat is yours."""
        live = await service.registry.latest(game)
        token = bearer_token(dict(request.headers))
        you = None if token is None else await service.registry.seat_of(live, token)
        service.autoplay.wake(live)
        return responses.snapshot(live, you)

    @post("/{game:str}/join", responses=REFUSALS, status_code=201, summary="Sit down")
    async def join(
        self,
        service: InjectedService,
        game: FromPath[str],
        data: Annotated[requests.Join, examples.JOIN],
    ) -> seating.Seated:
        """Take a free seat, in a public game by invitation; the token is returned only here."""
        live = await service.registry.game(game)
        return await seating.join(
            service.registry, live, data.name, data.seat, data.commitment, data.key, data.invite
        )

    @post_as_player("/{game:str}/reveal", summary="Reveal your seed")
    async def reveal(
        self, own: OwnSeat, data: Annotated[requests.Reveal, examples.REVEAL]
    ) -> responses.Done:
        """Open your commitment; when everybody has, the game starts."""
        return responses.Done(await seating.reveal(*own, data.seed))

    @post_as_player("/{game:str}/bot", summary="Put a bot on a free seat")
    async def put_bot(
        self,
        service: InjectedService,
        own: OwnSeat,
        data: Annotated[requests.PutBot, examples.PUT_BOT],
    ) -> responses.Done:
        """Before the start, as the host; with the last free seat the game starts."""
        game = own[1].game
        service.registry.check_budget(own[1].payer)
        bots = [data.bot if at == data.seat else seat.bot for at, seat in enumerate(game.seats)]
        text = RulesText(game.rules.toml())
        await _checked_rules(service, own[1].payer, text, bots)
        return responses.Done(await waiting_room.put_bot(*own, data.seat, data.bot))

    @post_as_player("/{game:str}/remove", summary="Free a seat")
    async def remove(
        self, own: OwnSeat, data: Annotated[requests.FreeSeat, examples.FREE_SEAT]
    ) -> responses.ArrangedResponse:
        """Before the start, as the host: remove a bot or a person from a seat.

        The invitation of a person who was removed is no longer valid; the response has another.
        """
        seq = await waiting_room.free_seat(*own, data.seat)
        return responses.ArrangedResponse(seq, own[1].invite)

    @post_as_player("/{game:str}/start", summary="Begin with those who are there")
    async def start(self, own: OwnSeat) -> responses.Done:
        """Before the start, as the host; the free seats after the last one taken are removed."""
        return responses.Done(await waiting_room.start_now(*own))

    @post_as_player("/{game:str}/settings", summary="Other rules, who may watch or sit down")
    async def settings(
        self,
        service: InjectedService,
        own: OwnSeat,
        data: Annotated[requests.TableSettings, examples.SETTINGS],
    ) -> responses.ArrangedResponse:
        """Before the start, as the host; what is left out stays as it is."""
        live = own[1]
        service.registry.check_budget(live.payer)
        rules = None
        if data.rules is not None:
            check_rate(service.computing, live.payer)
            bots = [seat.bot for seat in live.game.seats]
            checked = await _checked_rules(service, live.payer, data.rules, bots)
            rules = (checked.rules, checked.farkle)
        seq = await waiting_room.change(*own, rules, data.public, data.open)
        return responses.ArrangedResponse(seq, live.invite)

    @post_as_player("/{game:str}/actions", summary="Roll, keep or bank")
    async def actions(
        self, own: OwnSeat, data: Annotated[requests.Act, examples.ACT]
    ) -> Response[GameEvent]:
        """Make a move; the response is its event, which is on disk by then."""
        action = data.action.action()
        row, _ = await act(*own, action, data.expected, data.key)
        return _raw(row.body)

    @post_as_player("/{game:str}/rename", summary="Another name")
    async def rename(
        self, own: OwnSeat, data: Annotated[requests.Rename, examples.RENAME]
    ) -> responses.Done:
        """Change what you are called."""
        return responses.Done(await seating.rename(*own, data.name))

    @post_as_player("/{game:str}/react", summary="React")
    async def react(
        self, own: OwnSeat, data: Annotated[requests.React, examples.REACT]
    ) -> responses.Done:
        """Show everybody one of the reactions."""
        return responses.Done(await seating.react(*own, data.reaction))

    @post_as_player("/{game:str}/leave", summary="Leave for good")
    async def leave(self, own: OwnSeat) -> responses.Done:
        """Give up your seat; a bot plays on, or the seat is free again before the game starts."""
        return responses.Done(await seating.leave(*own))

    @post_as_player("/{game:str}/rematch", status_code=201, summary="Play again")
    async def rematch(
        self, own: OwnSeat, data: Annotated[requests.Rematch, examples.REMATCH]
    ) -> seating.Seated:
        """Get your seat in the next game with the same people; the second seat begins."""
        return await new_game.rematch(*own, data.commitment)

    @get_from("/{game:str}/events", summary="Events so far")
    async def events(
        self, service: InjectedService, game: FromPath[str], since: Since = 0, limit: Limit = 500
    ) -> Response[Events]:
        """Return the events above a number, in order."""
        live = await service.registry.latest(game)
        bodies = await service.registry.read(service.registry.store.bodies, live.id, since, limit)
        return _raw(f'{{"events":[{",".join(bodies)}],"seq":{live.game.seq}}}')

    @get_from("/{game:str}/stream", summary="Events as they happen", media_type=LINES)
    async def stream(
        self, service: InjectedService, request: AppRequest, game: FromPath[str], since: Since = 0
    ) -> Stream:
        """Send the events above a number, then each as it happens, one per line."""
        live = await service.registry.game(game)
        token = bearer_token(dict(request.headers))
        seat = None if token is None else await service.registry.seat_of(live, token)
        lines = _event_lines(service, live, seat, since, None if token is None else hashed(token))
        return Stream(lines, media_type=LINES, headers={"x-accel-buffering": "no"})

    @get_game("/{game:str}/rules", summary="The rules of a game")
    async def game_rules(
        self, service: InjectedService, game: FromPath[str]
    ) -> responses.RulesResponse:
        """Return the sheet, the file and every field of a game's rules, without `odds`."""
        live = await service.registry.game(game)
        return responses.rules_response(live.game.rules, None, solo=len(live.game.seats) == 1)

    @get_game("/{game:str}/advice", summary="What every choice is worth")
    async def advice(
        self, service: InjectedService, request: AppRequest, game: FromPath[str]
    ) -> AdviceResponse | NoAdvice:
        """Return what every choice of the player to move is worth, if the game allows it."""
        client = client_group(service, request)
        check_rate(service.computing, client)
        live = await service.registry.latest(game)
        if not live.game.info.advice:
            raise HotDiceError("advice/off")
        if live.game.state is None or live.game.mover is None:
            return NoAdvice("game/not-playing", say("game/not-playing", status=live.game.status))
        found = await service.advisor.advise(live.game.state, client)
        why = "advice/not-at-hand"
        return found or NoAdvice(why, say(why, rules=live.game.state.rules.name))

    @get_game("/{game:str}/record", summary="The record", media_type=LINES)
    async def record(self, service: InjectedService, game: FromPath[str]) -> Response[bytes]:
        """Return the game as a record, which can be replayed and verified without a server."""
        registry = service.registry
        live = await registry.latest(game)
        text = await record_text(registry, live)
        name = f"hotdice-{live.game.rules.name.partition('+')[0]}-{game[:6]}.jsonl"
        return Response(
            text.encode(),
            media_type=LINES,
            headers={"content-disposition": f'attachment; filename="{name}"'},
        )


async def _checked_rules(
    service: Service, client: str, wanted: str | RulesText, bots: list[str | None]
) -> CheckedRules:
    """Rules that every one of these seats can be played with; `None` is a person's."""
    name = wanted if isinstance(wanted, str) else None
    toml = wanted.toml if isinstance(wanted, RulesText) else None
    checked = await service.rule_workers.rules(client, name, toml)
    needed = {needs((bot or "").lower()) for bot in bots}
    if "odds" in needed and not await service.rule_workers.odds(client, checked, name, toml):
        raise HotDiceError("bot/slow", rules=checked.rules.name)
    if "solution" in needed and not await service.advisor.at_hand(checked.rules, len(bots)):
        raise HotDiceError("bot/slow", rules=checked.rules.name)
    return checked


def _raw(text: str) -> Response[Any]:
    """A response whose body is JSON already."""
    return Response(text.encode(), media_type="application/json")


async def _event_lines(
    service: Service, live: LiveGame, seat: int | None, since: int, token: str | None
) -> AsyncIterator[str]:
    """Events as lines, and empty lines as keepalive."""
    outbox = await service.registry.subscribe(live, seat, since, token=token)
    try:
        while live.game.status not in FINISHED or not outbox.has_all(live.game.seq):
            try:
                frames = await asyncio.wait_for(outbox.take(), service.settings.keepalive_seconds)
            except TimeoutError:
                yield "\n"
                continue
            lines = [each for each in frames if not each.startswith('{"presence"')]
            if lines:
                yield "\n".join([*lines, ""])
            if not frames:
                return
    finally:
        service.registry.unsubscribe(live, outbox)
