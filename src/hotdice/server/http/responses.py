"""Response bodies: rules, game snapshots and lists."""

from typing import Any

from msgspec import UNSET, Struct, UnsetType

from hotdice.game.day import end_of, read_day
from hotdice.rules import Rules
from hotdice.rules.fields import RulesField
from hotdice.server.games.game import EventSourcedGame, Status
from hotdice.server.games.live_game import LiveGame
from hotdice.server.games.payloads import Clock, Deadline, GameRules
from hotdice.server.games.registry import now
from hotdice.server.games.seat import FairKind, GameSeat
from hotdice.server.games.state_view import StateView
from hotdice.server.http.error_codes import RulesMistake
from hotdice.server.rules.worker import TurnOdds


class Preset(Struct, frozen=True):
    """Rules in one line."""

    name: str
    title: str
    dice: int
    target: int
    entry: int
    digest: str
    rounds: int | None = None


class Presets(Struct, frozen=True):
    """The rules that ship with the package."""

    rules: list[Preset]


class RulesResponse(Struct, frozen=True):
    """Rules in full: for people (`sheet`), editors (`toml`) and programs (`table`)."""

    name: str
    title: str
    digest: str
    dice: int
    target: int
    entry: int
    table: dict[str, Any]
    sheet: str
    toml: str
    odds: TurnOdds | None
    rounds: int | None = None


class RulesFields(Struct, frozen=True):
    """The fields of a rules file, for whoever makes a form of them."""

    fields: list[RulesField]


class RulesCheckResponse(Struct, frozen=True):
    """The result of checking a rules file: its mistakes, or its rules."""

    ok: bool
    mistakes: list[RulesMistake]
    notes: list[str]
    rules: RulesResponse | None


class BotInfo(Struct, frozen=True):
    """A bot with a short description."""

    name: str
    about: str


class Bots(Struct, frozen=True):
    """The bots that can be chosen."""

    bots: list[BotInfo]


class SeatInfo(Struct, frozen=True):
    """A seat, and whether its player is connected."""

    kind: str
    name: str | None
    bot: str | None
    taken: bool
    left: bool
    connected: bool
    fair: FairKind | None
    commitment: str | None
    seed: str | None
    was: int | None


class FairnessInfo(Struct, frozen=True):
    """The server's commitment, and its seed once the game has ended."""

    commitment: str
    server_seed: str | None


class DayStatus(Struct, frozen=True):
    """The day whose dice are played; whether the result counts, or will if it comes in time."""

    date: str
    counts: bool
    until: int


class Snapshot(Struct, frozen=True):
    """The current state of a game."""

    game: str
    seq: int
    now: int
    status: Status
    name: str
    public: bool
    advice: bool
    created: int
    before: str | None
    next: str | None
    rules: GameRules
    clock: Clock | None
    seats: list[SeatInfo]
    fair: FairnessInfo
    spectators: int
    state: StateView | None
    deadline: Deadline | None
    reveal_until: int | None
    you: int | None
    by_invitation: bool
    invite: str | None
    totals: tuple[int, ...] | UnsetType = UNSET
    day: DayStatus | UnsetType = UNSET


class RulesSummary(Struct, frozen=True):
    """The rules of a listed game."""

    name: str
    title: str
    digest: str
    target: int
    rounds: int | None = None


class GameSummary(Struct, frozen=True):
    """A public game in the list."""

    game: str
    name: str
    status: Status
    rules: RulesSummary
    seats: list[SeatInfo]
    totals: tuple[int, ...]
    created: int


class Games(Struct, frozen=True):
    """The list of public games."""

    games: list[GameSummary]


class Done(Struct, frozen=True):
    """The number of the event that a request has created."""

    seq: int


class ArrangedResponse(Struct, frozen=True):
    """The number of the event, and the secret that others need to join from now on, if any."""

    seq: int
    invite: str | None


class Health(Struct, frozen=True):
    """The server is healthy."""

    ok: bool = True


def preset_summary(rules: Rules) -> Preset:
    """Rules in one line."""
    return Preset(
        name=rules.name,
        title=rules.title,
        dice=rules.dice,
        target=rules.target,
        entry=rules.entry,
        digest=rules.digest,
        rounds=rules.rounds,
    )


def rules_response(rules: Rules, odds: TurnOdds | None, solo: bool = False) -> RulesResponse:
    """Rules in full, in the client's language; `alone` words the sheet for one player."""
    return RulesResponse(
        name=rules.name,
        title=rules.title,
        digest=rules.digest,
        dice=rules.dice,
        target=rules.target,
        entry=rules.entry,
        table=rules.table(),
        sheet=rules.sheet(markdown=True, solo=solo),
        toml=rules.toml(),
        odds=odds,
        rounds=rules.rounds,
    )


def seat_infos(live: LiveGame) -> list[SeatInfo]:
    """The seats of a game, with who is connected."""
    connected = live.presence().connected
    return [
        _seat_info(seat, connected_here)
        for seat, connected_here in zip(live.game.seats, connected, strict=True)
    ]


def _seat_info(seat: GameSeat, connected_here: bool) -> SeatInfo:
    return SeatInfo(
        kind=seat.kind,
        name=seat.name,
        bot=seat.bot,
        taken=seat.taken,
        left=seat.left,
        connected=connected_here,
        fair=seat.fair,
        commitment=seat.commitment,
        seed=seat.seed,
        was=seat.was,
    )


def snapshot(live: LiveGame, you: int | None) -> Snapshot:
    """The public state of a game; `you` is the seat of the client."""
    game = live.game
    info = game.info
    return Snapshot(
        game=live.id,
        seq=game.seq,
        now=now(),
        status=game.status,
        name=info.name,
        public=info.public,
        advice=info.advice,
        created=game.created,
        before=info.before,
        next=game.next,
        rules=info.rules,
        clock=info.clock,
        seats=seat_infos(live),
        fair=FairnessInfo(info.commitment, game.server_seed),
        spectators=live.presence().spectators,
        state=game.view(),
        deadline=game.deadline,
        reveal_until=game.reveal_until,
        you=you,
        by_invitation=info.by_invitation,
        invite=None if you is None else live.invite,
        totals=info.totals,
        day=_day_status(game),
    )


def _day_status(game: EventSourcedGame) -> DayStatus | UnsetType:
    day = game.info.day
    if day is UNSET:
        return UNSET
    until = end_of(read_day(day.date))
    will_count = day.counts and game.status == "playing" and now() < until
    return DayStatus(day.date, game.counted or will_count, until)


def game_summary(live: LiveGame) -> GameSummary:
    """A game as an entry of the list."""
    game = live.game
    rules = game.rules
    brief = RulesSummary(rules.name, rules.title, rules.digest, rules.target, rules.rounds)
    totals = (game.state or game.beginning).totals
    return GameSummary(
        game=live.id,
        name=game.info.name,
        status=game.status,
        rules=brief,
        seats=seat_infos(live),
        totals=totals,
        created=game.created,
    )
