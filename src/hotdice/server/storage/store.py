"""Games in the database: what is read, and what is written together."""

import fcntl
import os
from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from sqlalchemy import (
    Connection,
    Engine,
    create_engine,
    delete,
    event,
    func,
    insert,
    select,
    text,
    update,
)
from sqlalchemy.exc import DBAPIError, IntegrityError

from hotdice.rules.files import reason
from hotdice.server.storage.event import Row, read
from hotdice.server.storage.schema import AT_ONCE, clock, events, games, migrate, tokens
from hotdice.texts import HotDiceError

OPEN = ("waiting", "revealing", "playing")
FINISHED = ("over", "closed")
DELETED = "deleted"  # the status of a game of which only a part may be left
PAGE_BYTES = 256_000
PATIENCE = 10_000  # milliseconds that SQLite waits for a lock
SAME_JUMP = 30_000  # milliseconds within which processes see that the clock was set


class StoredGame(Struct, frozen=True):
    """What a game begins with, and what the server alone knows of it."""

    server_seed: str
    tokens: dict[int, str]
    first: Row


class Change(Struct, frozen=True):
    """What is written of one game, all of it or nothing.

    `new` is the row of a game that begins, `fields` are those of one that was there; `tokens` has
    hashes by seat, None for one that does not count any more; `key` is kept with each of them.
    """

    game: str
    rows: tuple[Row, ...]
    new: dict[str, Any] | None = None
    fields: dict[str, Any] | None = None
    tokens: dict[int, str | None] | None = None
    key: str | None = None


class Store:
    """One database; its methods block, so they are called in threads."""

    def __init__(self, url: str) -> None:
        self._lock = _own(url.removeprefix("sqlite:///")) if url.startswith("sqlite") else None
        self._engine = _engine(url)
        try:
            with self._engine.begin() as connection:
                migrate(connection)
        except HotDiceError:
            self.close()
            raise
        except DBAPIError as error:
            self.close()
            why = str(error.orig).strip().splitlines()[0]
            raise HotDiceError("database/unreachable", reason=why) from None
        self.listens = self._engine.dialect.name == "postgresql"

    def close(self) -> None:
        """Let go of it."""
        self._engine.dispose()
        if self._lock is not None:
            os.close(self._lock)

    def load(self, game: str) -> StoredGame | None:
        """A game, if there is one; its other events are read in pages."""
        with self._engine.connect() as connection:
            there = (games.c.id == game, games.c.status != DELETED)
            seed = connection.scalar(select(games.c.server_seed).where(*there))
            if seed is None:
                return None
            return StoredGame(seed, _tokens(connection, game), _rows(connection, game, 0, 1)[0])

    def rows(self, game: str, after: int, limit: int) -> list[Row]:
        """The events above a number, in order."""
        with self._engine.connect() as connection:
            return _rows(connection, game, after, limit)

    def page(self, game: str, after: int, limit: int) -> list[tuple[int, str]]:
        """The events above a number as they are sent, not many bytes at once but at least one."""
        found = _after(select(events.c.seq, events.c.body), game, after, limit)
        page: list[tuple[int, str]] = []
        size = 0
        with self._engine.connect() as connection:
            for seq, body in connection.execute(found):
                size += len(body)
                if page and size > PAGE_BYTES:
                    break
                page.append((seq, body))
        return page

    def bodies(self, game: str, after: int, limit: int) -> list[str]:
        """The events above a number as they are sent."""
        found = _after(select(events.c.body), game, after, limit)
        with self._engine.connect() as connection:
            return list(connection.scalars(found))

    def tokens(self, game: str) -> dict[int, str]:
        """The hashes of a game's seat tokens."""
        with self._engine.connect() as connection:
            return _tokens(connection, game)

    def newest_tokens(self, limit: int) -> list[str]:
        """The hashes of the seat tokens of the newest games."""
        found = select(tokens.c.hash).join(games, games.c.id == tokens.c.game)
        with self._engine.connect() as connection:
            return list(connection.scalars(found.order_by(games.c.created.desc()).limit(limit)))

    def seat_by(self, key: str) -> tuple[str, int] | None:
        """The game and the seat that were given to whoever brought a key, of which this is kept."""
        found = select(tokens.c.game, tokens.c.seat).where(tokens.c.key == key)
        with self._engine.connect() as connection:
            row = connection.execute(found).first()
        return None if row is None else (row.game, row.seat)

    def public(self, limit: int) -> list[str]:
        """Public games that are not over, newest first."""
        found = select(games.c.id).where(games.c.public, games.c.status.in_(OPEN))
        with self._engine.connect() as connection:
            return list(connection.scalars(found.order_by(games.c.created.desc()).limit(limit)))

    def due(self, now: int, limit: int = 200) -> list[str]:
        """Games whose deadline has gone by."""
        gone_by = (games.c.deadline > AT_ONCE, games.c.deadline <= now)
        found = select(games.c.id).where(*gone_by).limit(limit)
        with self._engine.connect() as connection:
            return list(connection.scalars(found))

    def going(self, people: bool, after: str, limit: int = 20) -> list[str]:
        """Games that go on by themselves, with or without people at them, by id above one."""
        seated = select(tokens.c.seat).where(tokens.c.game == games.c.id).exists()
        which = (games.c.deadline == AT_ONCE, seated if people else ~seated, games.c.id > after)
        found = select(games.c.id).where(*which)
        with self._engine.connect() as connection:
            return list(connection.scalars(found.order_by(games.c.id).limit(limit)))

    def idle(self, before: int, limit: int = 200) -> list[str]:
        """Unfinished games in which nothing has happened since, whoever has set the clock."""
        newest = func.max(events.c.time) + select(clock.c.by).scalar_subquery()
        found = (
            select(games.c.id)
            .join(events, events.c.game == games.c.id)
            .where(games.c.status.in_(OPEN), games.c.created < before)
            .group_by(games.c.id)
            .having(newest < before)
            .limit(limit)
        )
        with self._engine.connect() as connection:
            return list(connection.scalars(found))

    def finished(self, before: int, after: str, limit: int = 20) -> list[str]:
        """Finished games in which nothing has happened since, nor in their rematch; by id."""
        then = games.alias()
        newest = (
            select(events.c.time)
            .where(events.c.game == games.c.id)
            .order_by(events.c.seq.desc())
            .limit(1)
            .scalar_subquery()
        )
        found = (
            select(games.c.id)
            .join(then, then.c.id == games.c.next, isouter=True)
            .where(games.c.id > after, games.c.status.in_(FINISHED), games.c.created < before)
            .where(then.c.id.is_(None) | then.c.status.not_in(OPEN))
            .where(newest + select(clock.c.by).scalar_subquery() < before)
        )
        with self._engine.connect() as connection:
            return list(connection.scalars(found.order_by(games.c.id).limit(limit)))

    def bury(self, game: str, word: str) -> bool:
        """Begin to delete a finished game: nobody finds it from now on; whether this was us."""
        which = (games.c.id == game, games.c.status.in_(FINISHED))
        with self._engine.begin() as connection:
            done = update(games).where(*which).values(status=DELETED, deadline=None)
            if not connection.execute(done).rowcount:
                return False
            connection.execute(delete(tokens).where(tokens.c.game == game))
            if self.listens:
                _say(connection, f"{word} {game}:{GONE}")
        return True

    def buried(self, limit: int = 1000) -> list[str]:
        """Games of which only a part was deleted."""
        with self._engine.connect() as connection:
            found = select(games.c.id).where(games.c.status == DELETED).limit(limit)
            return list(connection.scalars(found))

    def delete_events(self, game: str, limit: int) -> bool:
        """Delete some events of a game, at last its row; whether there is more to be done."""
        some = select(events.c.seq).where(events.c.game == game).limit(limit)
        with self._engine.begin() as connection:
            which = (events.c.game == game, events.c.seq.in_(some))
            if connection.execute(delete(events).where(*which)).rowcount:
                return True
            connection.execute(delete(games).where(games.c.id == game))
        return False

    def timed(self) -> list[str]:
        """Games in which somebody has only so much time."""
        with self._engine.connect() as connection:
            return list(connection.scalars(select(games.c.id).where(games.c.deadline > AT_ONCE)))

    def clock_set(self, jump: int, now: int) -> None:
        """Remember by how much the clock was set; of several processes that see it one counts."""
        before = func.abs(clock.c.at - now) > SAME_JUMP
        with self._engine.begin() as connection:
            connection.execute(update(clock).where(before).values(by=clock.c.by + jump, at=now))

    def try_to_write(self) -> None:
        """Write something that changes nothing."""
        with self._engine.begin() as connection:
            connection.execute(update(clock).values(by=clock.c.by))

    def count(self) -> int:
        """How many games there are."""
        with self._engine.connect() as connection:
            return connection.scalar(select(func.count()).select_from(games)) or 0

    def write(self, changes: Sequence[Change], word: str) -> bool:
        """Write them all in one transaction; False if events of these numbers were there before.

        `word` names the process to those that listen.
        """
        try:
            with self._engine.begin() as connection:
                _write(connection, changes)
                if self.listens:
                    _notify(connection, changes, word)
        except IntegrityError:
            return False
        return True

    def tell(self, words: str) -> None:
        """Say something to the other processes."""
        with self._engine.begin() as connection:
            _say(connection, words)


def _write(connection: Connection, changes: Sequence[Change]) -> None:
    begun = [change.new for change in changes if change.new]
    if begun:
        connection.execute(insert(games), begun)
    rows = [
        {
            "game": change.game,
            "seq": row.event.seq,
            "time": row.event.time,
            "key": row.event.key,
            "body": row.body,
        }
        for change in changes
        for row in change.rows
    ]
    if rows:
        connection.execute(insert(events), rows)
    for change in changes:
        if change.fields:
            connection.execute(update(games).where(games.c.id == change.game), change.fields)
        for seat, kept in (change.tokens or {}).items():
            where = (tokens.c.game == change.game, tokens.c.seat == seat)
            connection.execute(delete(tokens).where(*where))
            if kept is not None:
                row = {"game": change.game, "seat": seat, "hash": kept, "key": change.key}
                connection.execute(insert(tokens), row)


GONE = -1  # in the place of an event's number: the game was deleted
NOTICES = 150  # in one notice, which may have 8,000 bytes


def _notify(connection: Connection, changes: Sequence[Change], word: str) -> None:
    for start in range(0, len(changes), NOTICES):
        part = changes[start : start + NOTICES]
        told = [
            f"{change.game}:{change.rows[-1].event.seq if change.rows else 0}" for change in part
        ]
        _say(connection, " ".join([word, *told]))


def _say(connection: Connection, words: str) -> None:
    connection.execute(text("SELECT pg_notify('hotdice', :words)"), {"words": words})


def _after(query: Any, game: str, after: int, limit: int) -> Any:
    above = (events.c.game == game, events.c.seq > after)
    return query.where(*above).order_by(events.c.seq).limit(limit)


def _tokens(connection: Connection, game: str) -> dict[int, str]:
    found = select(tokens.c.seat, tokens.c.hash).where(tokens.c.game == game)
    return {row.seat: row.hash for row in connection.execute(found)}


def _rows(connection: Connection, game: str, after: int, limit: int) -> list[Row]:
    found = connection.scalars(_after(select(events.c.body), game, after, limit))
    return [read(body) for body in found]


def _engine(url: str) -> Engine:
    if not url.startswith("sqlite"):
        return create_engine(
            url, pool_size=5, max_overflow=5, pool_pre_ping=True, hide_parameters=True
        )
    engine = create_engine(url, hide_parameters=True)  # errors have no secrets, nor whole games

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _: Any) -> None:
        for setting in ("journal_mode=WAL", "synchronous=FULL", f"busy_timeout={PATIENCE}"):
            connection.execute(f"PRAGMA {setting}")

    return engine


def _own(path: str) -> int:
    """The lock on a database file, which is there from now on."""
    lock = lock_file(path)
    try:
        if not os.path.exists(path):
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))  # its seeds are secret
    except OSError as error:
        os.close(lock)
        raise HotDiceError("database/unwritable", path=path, reason=reason(error)) from None
    return lock


def lock_file(path: str) -> int:
    """The lock on a database file, which one server at a time uses."""
    try:
        os.makedirs(os.path.dirname(path) or ".", mode=0o700, exist_ok=True)
        file = os.open(f"{path}.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise HotDiceError("database/unwritable", path=path, reason=reason(error)) from None
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(file)
        raise HotDiceError("database/locked", path=path) from None
    return file
