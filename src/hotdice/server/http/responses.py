"""What clients are told when they ask: rules, snapshots, lists."""

from typing import Any

from msgspec import Struct

from hotdice.rules import Rules
from hotdice.server.games.game import Clock, Deadline, RulesOf, Status
from hotdice.server.games.live_game import LiveGame
from hotdice.server.games.registry import now
from hotdice.server.games.seat import FairKind, Seat
from hotdice.server.games.state_view import Shown
from hotdice.server.http.errors import Mistaken
from hotdice.server.rules.worker import OddsOf


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


class RulesTold(Struct, frozen=True):
    """Rules in full: for people (`sheet`), for editors (`toml`), for programs (`table`)."""

    name: str
    title: str
    digest: str
    dice: int
    target: int
    entry: int
    table: dict[str, Any]
    sheet: str
    toml: str
    odds: OddsOf | None


class CheckedTold(Struct, frozen=True):
    """What a rules file is worth: its mistakes, or its rules."""

    ok: bool
    mistakes: list[Mistaken]
    notes: list[str]
    rules: RulesTold | None


class BotTold(Struct, frozen=True):
    """A bot that may sit at a seat."""

    name: str
    about: str


class Bots(Struct, frozen=True):
    """The bots that may sit at a table."""

    bots: list[BotTold]


class SeatTold(Struct, frozen=True):
    """A seat and whether somebody is connected there."""

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


class FairTold(Struct, frozen=True):
    """What the server is bound to; its seed is told at the end."""

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
    rules: RulesOf
    clock: Clock | None
    seats: list[SeatTold]
    fair: FairTold
    spectators: int
    state: Shown | None
    deadline: Deadline | None
    reveal_until: int | None
    you: int | None
    by_invitation: bool
    invite: str | None


class RulesBrief(Struct, frozen=True):
    """Rules by their name."""

    name: str
    title: str
    digest: str
    target: int


class Listed(Struct, frozen=True):
    """A public game in a list."""

    game: str
    name: str
    status: Status
    rules: RulesBrief
    seats: list[SeatTold]
    totals: tuple[int, ...]
    created: int


class Games(Struct, frozen=True):
    """Public games."""

    games: list[Listed]


class Done(Struct, frozen=True):
    """The number of the event that a request has made."""

    seq: int


class Health(Struct, frozen=True):
    """All is well."""

    ok: bool = True


def preset(rules: Rules) -> Preset:
    """Rules in one line."""
    return Preset(rules.name, rules.title, rules.dice, rules.target, rules.entry, rules.digest)


def rules_told(rules: Rules, odds: OddsOf | None, alone: bool = False) -> RulesTold:
    """Rules in full, in the language of whoever asked, and who may play `alone`."""
    return RulesTold(
        rules.name,
        rules.title,
        rules.digest,
        rules.dice,
        rules.target,
        rules.entry,
        rules.table(),
        rules.sheet(markdown=True, solo=alone),
        rules.toml(),
        odds,
    )


def seats_told(live: LiveGame) -> list[SeatTold]:
    """The seats with who is connected."""
    connected = live.presence().connected
    return [_seat(seat, here) for seat, here in zip(live.game.seats, connected, strict=True)]


def _seat(seat: Seat, here: bool) -> SeatTold:
    return SeatTold(
        seat.kind,
        seat.name,
        seat.bot,
        seat.taken,
        seat.left,
        here,
        seat.fair,
        seat.commitment,
        seat.seed,
        seat.was,
    )


def snapshot(live: LiveGame, you: int | None) -> Snapshot:
    """All there is to know about a game."""
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
        seats_told(live),
        FairTold(info.commitment, game.server_seed),
        live.presence().spectators,
        game.shown(),
        game.deadline,
        game.reveal_until,
        you,
        info.by_invitation,
        None if you is None else live.invite,
    )


def listed(live: LiveGame) -> Listed:
    """A game in one entry of a list."""
    game = live.game
    rules = game.rules
    brief = RulesBrief(rules.name, rules.title, rules.digest, rules.target)
    totals = game.state.totals if game.state else (0,) * len(game.seats)
    return Listed(
        live.id, game.info.name, game.status, brief, seats_told(live), totals, game.created
    )
