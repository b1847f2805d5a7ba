"""The days of one server: today's commitment, the games that count, and what is told afterwards."""

import asyncio
import secrets
from collections.abc import Callable
from datetime import date, timedelta
from functools import cache

from msgspec import Struct

from hotdice.game.day import day_at, day_rules, end_of, number_of, read_day
from hotdice.game.fair import SEED_BYTES, commitment
from hotdice.server.day.best import BestPlay, best_play
from hotdice.server.games.day_secret import DAYS_BACK
from hotdice.server.games.new_game import commit_new, person_seat, seat_of_key
from hotdice.server.games.payloads import Created, GameOfDay, GameRules
from hotdice.server.games.registry import Registry, WriteConflict, now
from hotdice.server.games.seat import clean_name
from hotdice.server.games.seating import Seated
from hotdice.server.rules.farkle_chances import farkle_table
from hotdice.server.storage.day_store import StoredDay
from hotdice.server.storage.tokens import hashed, new
from hotdice.texts import HotDiceError


class Today(Struct, frozen=True):
    """The day now: `until` is its end; `counts` is false if its secret is known already."""

    date: str
    number: int
    now: int
    until: int
    rounds: int | None
    commitment: str
    counts: bool
    earlier: list[str]


class PastDay(Struct, frozen=True):
    """A day that is over: its secret, its best play, and how often each result that counts came."""

    date: str
    number: int
    commitment: str
    secret: str
    best: BestPlay
    results: list[tuple[int, int]]


class Days:
    """The days of one process; what they are made of is in the database."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._store = registry.store.days

    async def today(self) -> Today:
        """The day now; its secret is drawn when it is first asked for."""
        at = now()
        day = day_at(at)
        found = await self._draw(day)
        earlier = await self._registry.read(self._store.known, _first(day), str(day))
        return Today(
            date=str(day),
            number=number_of(day),
            now=at,
            until=end_of(day),
            rounds=day_rules().rounds,
            commitment=_commitment(found),
            counts=not found.revealed,
            earlier=earlier,
        )

    async def past(self, date: str) -> PastDay:
        """A day that is over."""
        day, found = await self._known(date)
        if str(day) == str(day_at(now())):
            raise HotDiceError("day/not-over", date=date)
        await self._registry.read(self._store.reveal, date)
        turn_rolls = self._registry.limits.turn_rolls
        best = await asyncio.to_thread(best_play, found.secret, turn_rolls)
        results = await self._registry.read(self._store.results, date)
        return PastDay(date, number_of(day), _commitment(found), found.secret, best, results)

    async def play(
        self, date: str, name: str, secret: str, payer: str, check: Callable[[], None]
    ) -> Seated:
        """A seat in a game with the dice of a day; that of today's game that counts is one by key.

        `check` refuses a new game that would count.
        """
        day, found = await self._known(date)
        is_today = day == day_at(now())
        counts = is_today and not found.revealed
        player = hashed(f"day {date} {secret}")
        existing = await seat_of_key(self._registry, player)
        if existing is not None:
            return existing
        seat = person_seat(clean_name(name, []))
        if is_today:
            check()
        rules = day_rules()
        info = Created(
            rules=GameRules(rules.name, rules.title, rules.digest, rules.table(), _farkle()),
            seats=(seat,),
            name="",
            public=False,
            advice=False,
            clock=None,
            commitment="",
            day=GameOfDay(date, counts),
        )
        game = new()
        row = {"day": date, "player": player, "game": game, "points": None} if is_today else None
        seed = bytes.fromhex(found.secret)
        try:
            return await commit_new(
                self._registry, game, info, 0, player, payer=payer, seed=seed, day_game=row
            )
        except WriteConflict:  # by the same key, which has played or is beginning just now
            existing = await seat_of_key(self._registry, player)
            if existing is None:
                raise HotDiceError("day/played") from None
            return existing

    async def is_known(self, date: str) -> bool:
        """Whether there is a page of a day."""
        try:
            await self._known(date)
        except HotDiceError:
            return False
        return True

    async def _known(self, text: str) -> tuple[date, StoredDay]:
        """A day that can be played: today, or one of the days before that has a secret."""
        day, today = read_day(text), day_at(now())
        if day == today:
            return day, await self._draw(day)
        found = None
        if _first(today) <= str(day) < str(today):
            found = await self._registry.read(self._store.find, str(day))
        if found is None:
            raise HotDiceError("day/unknown")
        return day, found

    async def _draw(self, day: date) -> StoredDay:
        drawn = secrets.token_bytes(SEED_BYTES).hex()
        return await self._registry.read(self._store.draw, str(day), drawn)


def _first(today: date) -> str:
    return str(today - timedelta(DAYS_BACK))


def _commitment(day: StoredDay) -> str:
    return commitment(bytes.fromhex(day.secret))


@cache
def _farkle() -> dict[str, str]:
    return farkle_table(day_rules())
