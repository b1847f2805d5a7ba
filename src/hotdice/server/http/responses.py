"""Response bodies: rules, game snapshots and lists."""

from typing import Any

from msgspec import Struct

from hotdice.rules import Rules
from hotdice.server.games.game import Clock, Deadline, GameRules, Status
from hotdice.server.games.live_game import LiveGame
from hotdice.server.games.registry import now
from hotdice.server.games.seat import FairKind, GameSeat
from hotdice.server.games.state_view import StateView
from hotdice.server.http.errors import RulesMistake
from hotdice.server.rules.worker import TurnOdds


class Preset(Struct, frozen=True):
    """Rules in one line."""

    name: str
    title: str
    dice: int
    target: int
    entry: int
    digest: str


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


class Snapshot(Struct, frozen=True):
    """A game as it stands."""

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


class RulesSummary(Struct, frozen=True):
    """The rules of a listed game."""

    name: str
    title: str
    digest: str
    target: int


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


class Health(Struct, frozen=True):
    """The server is healthy."""

    ok: bool = True


def preset_summary(rules: Rules) -> Preset:
    """Rules in one line."""
    return Preset(rules.name, rules.title, rules.dice, rules.target, rules.entry, rules.digest)


def rules_response(rules: Rules, odds: TurnOdds | None, alone: bool = False) -> RulesResponse:
    """Rules in full, in the client's language; `alone` words the sheet for one player."""
    return RulesResponse(
        rules.name,
        rules.title,
        rules.digest,
        rules.dice,
        rules.target,
        rules.entry,
        rules.table(),
        rules.sheet(markdown=True, alone=alone),
        rules.toml(),
        odds,
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
        seat.kind,
        seat.name,
        seat.bot,
        seat.taken,
        seat.left,
        connected_here,
        seat.fair,
        seat.commitment,
        seat.seed,
        seat.was,
    )


def snapshot(live: LiveGame, you: int | None) -> Snapshot:
    """The public state of a game; `you` is the seat of the client."""
    game = live.game
    info = game.info
    return Snapshot(
        live.id,
        game.seq,
        now(),
        game.status,
        info.name,
        info.public,
        info.advice,
        game.created,
        info.before,
        game.next,
        info.rules,
        info.clock,
        seat_infos(live),
        FairnessInfo(info.commitment, game.server_seed),
        live.presence().spectators,
        game.view(),
        game.deadline,
        game.reveal_until,
        you,
        info.by_invitation,
        None if you is None else live.invite,
    )


def game_summary(live: LiveGame) -> GameSummary:
    """A game as an entry of the list."""
    game = live.game
    rules = game.rules
    brief = RulesSummary(rules.name, rules.title, rules.digest, rules.target)
    totals = game.state.totals if game.state else (0,) * len(game.seats)
    return GameSummary(
        live.id, game.info.name, game.status, brief, seat_infos(live), totals, game.created
    )
