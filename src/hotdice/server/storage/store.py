"""Reads and writes games in the database."""

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
DELETED = "deleted"  # the status of a game that is being deleted
PAGE_BYTES = 256_000
BUSY_TIMEOUT = 10_000  # milliseconds that SQLite waits for a lock
SAME_JUMP = 30_000  # milliseconds within which processes report the same clock jump


class StoredGame(Struct, frozen=True):
    """The secrets of a game, and its first event."""

    server_seed: str
    tokens: dict[int, str]
    created: Row


class TransferOffer(Struct, frozen=True):
    """A code that moves a seat to another device: its hash, and until when it counts."""

    game: str
    seat: int
    code: str
    until: int


class GameWrite(Struct, frozen=True):
    """A change of one game, written atomically.

    `new` is the row of a new game, `fields` are changed columns of an existing one; `tokens` has
    hashes by seat, None for revoked ones; `key` is stored with each of them. `offer` is a new code
    of the seat whose token has the hash `offered_by`; `code` is the hash of one that is used up.
    """

    game: str
    rows: tuple[Row, ...]
    new: dict[str, Any] | None = None
    fields: dict[str, Any] | None = None
    tokens: dict[int, str | None] | None = None
    key: str | None = None
    offer: TransferOffer | None = None
    offered_by: str | None = None
    code: str | None = None


class Outdated(Exception):
    """A token or a code that does not count any more: another process was first."""


class Store:
    """One database; its methods block, so call them in threads."""

    def __init__(self, url: str) -> None:
        self._lock = (
            _create_and_lock(url.removeprefix("sqlite:///")) if url.startswith("sqlite") else None
        )
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
        self.has_notify = self._engine.dialect.name == "postgresql"

    def close(self) -> None:
        """Close the database and release its lock."""
        self._engine.dispose()
        if self._lock is not None:
            os.close(self._lock)

    def load(self, game: str) -> StoredGame | None:
        """A game without its later events, which are read in pages; None if there is none."""
        with self._engine.connect() as connection:
            exists = (games.c.id == game, games.c.status != DELETED)
            seed = connection.scalar(select(games.c.server_seed).where(*exists))
            if seed is None:
                return None
            return StoredGame(seed, _tokens(connection, game), _rows(connection, game, 0, 1)[0])

    def rows(self, game: str, after: int, limit: int) -> list[Row]:
        """The events above a number, in order."""
        with self._engine.connect() as connection:
            return _rows(connection, game, after, limit)

    def page(self, game: str, after: int, limit: int) -> list[tuple[int, str]]:
        """The JSON of events above a number: at least one, then up to a number of bytes."""
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
        """The JSON of the events above a number."""
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

    def seat_by_key(self, key: str) -> tuple[str, int] | None:
        """The game and seat that were given out for a hashed idempotency key."""
        found = select(tokens.c.game, tokens.c.seat).where(tokens.c.key == key)
        with self._engine.connect() as connection:
            row = connection.execute(found).first()
        return None if row is None else (row.game, row.seat)

    def transfer_offer(self, code: str) -> TransferOffer | None:
        """The seat that a hashed code moves to another device."""
        found = select(tokens).where(tokens.c.code == code)
        with self._engine.connect() as connection:
            row = connection.execute(found).first()
        return None if row is None else TransferOffer(row.game, row.seat, row.code, row.code_until)

    def public(self, limit: int) -> list[str]:
        """Public games that are not over, newest first."""
        found = select(games.c.id).where(games.c.public, games.c.status.in_(OPEN))
        with self._engine.connect() as connection:
            return list(connection.scalars(found.order_by(games.c.created.desc()).limit(limit)))

    def due(self, now: int, limit: int = 200) -> list[str]:
        """Games whose deadline has passed."""
        gone_by = (games.c.deadline > AT_ONCE, games.c.deadline <= now)
        found = select(games.c.id).where(*gone_by).limit(limit)
        with self._engine.connect() as connection:
            return list(connection.scalars(found))

    def automatic(self, people: bool, after: str, limit: int = 20) -> list[str]:
        """Games in which a bot or the server moves next, with or without people; by id."""
        seated = select(tokens.c.seat).where(tokens.c.game == games.c.id).exists()
        which = (games.c.deadline == AT_ONCE, seated if people else ~seated, games.c.id > after)
        found = select(games.c.id).where(*which)
        with self._engine.connect() as connection:
            return list(connection.scalars(found.order_by(games.c.id).limit(limit)))

    def idle(self, before: int, limit: int = 200) -> list[str]:
        """Unfinished games without events since a time, corrected for clock jumps."""
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
        """Finished games without events since a time, whose rematch is finished too; by id."""
        rematch = games.alias()
        newest = (
            select(events.c.time)
            .where(events.c.game == games.c.id)
            .order_by(events.c.seq.desc())
            .limit(1)
            .scalar_subquery()
        )
        found = (
            select(games.c.id)
            .join(rematch, rematch.c.id == games.c.next, isouter=True)
            .where(games.c.id > after, games.c.status.in_(FINISHED), games.c.created < before)
            .where(rematch.c.id.is_(None) | rematch.c.status.not_in(OPEN))
            .where(newest + select(clock.c.by).scalar_subquery() < before)
        )
        with self._engine.connect() as connection:
            return list(connection.scalars(found.order_by(games.c.id).limit(limit)))

    def mark_deleted(self, game: str, sender: str) -> bool:
        """Hide a finished game before it is deleted; False if another process was first."""
        which = (games.c.id == game, games.c.status.in_(FINISHED))
        with self._engine.begin() as connection:
            done = update(games).where(*which).values(status=DELETED, deadline=None)
            if not connection.execute(done).rowcount:
                return False
            connection.execute(delete(tokens).where(tokens.c.game == game))
            if self.has_notify:
                _send_notice(connection, f"{sender} {game}:{DELETED_SEQ}")
        return True

    def half_deleted(self, limit: int = 1000) -> list[str]:
        """Games that are marked as deleted and still there."""
        with self._engine.connect() as connection:
            found = select(games.c.id).where(games.c.status == DELETED).limit(limit)
            return list(connection.scalars(found))

    def delete_events(self, game: str, limit: int) -> bool:
        """Delete some events of a game, in the end its row; True if there is more to delete."""
        some = select(events.c.seq).where(events.c.game == game).limit(limit)
        with self._engine.begin() as connection:
            which = (events.c.game == game, events.c.seq.in_(some))
            if connection.execute(delete(events).where(*which)).rowcount:
                return True
            connection.execute(delete(games).where(games.c.id == game))
        return False

    def with_deadline(self) -> list[str]:
        """Games that wait for a deadline."""
        with self._engine.connect() as connection:
            return list(connection.scalars(select(games.c.id).where(games.c.deadline > AT_ONCE)))

    def add_clock_jump(self, jump: int, now: int) -> None:
        """Add a jump of the system clock; of several processes that report it, one counts."""
        before = func.abs(clock.c.at - now) > SAME_JUMP
        with self._engine.begin() as connection:
            connection.execute(update(clock).where(before).values(by=clock.c.by + jump, at=now))

    def check_writable(self) -> None:
        """Write a transaction that changes nothing."""
        with self._engine.begin() as connection:
            connection.execute(update(clock).values(by=clock.c.by))

    def count(self) -> int:
        """How many games there are."""
        with self._engine.connect() as connection:
            return connection.scalar(select(func.count()).select_from(games)) or 0

    def write(self, changes: Sequence[GameWrite], sender: str) -> bool:
        """Write changes in one transaction; False if another process was first.

        Events of these numbers exist already then, or a token or code does not count any more.

        `sender` identifies this process in the notices to others.
        """
        try:
            with self._engine.begin() as connection:
                _write(connection, changes)
                if self.has_notify:
                    _notify(connection, changes, sender)
        except (IntegrityError, Outdated):
            return False
        return True

    def notify(self, payload: str) -> None:
        """Send a notice to the other processes."""
        with self._engine.begin() as connection:
            _send_notice(connection, payload)


def _write(connection: Connection, changes: Sequence[GameWrite]) -> None:
    new_games = [change.new for change in changes if change.new]
    if new_games:
        connection.execute(insert(games), new_games)
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
        if change.offer is not None:
            _offer(connection, change.offer, change.offered_by)
        for seat, token_hash in (change.tokens or {}).items():
            where = [tokens.c.game == change.game, tokens.c.seat == seat]
            if change.code is not None:
                where.append(tokens.c.code == change.code)
            replaced = connection.execute(delete(tokens).where(*where)).rowcount
            if change.code is not None and not replaced:
                raise Outdated
            if token_hash is not None:
                row = {"game": change.game, "seat": seat, "hash": token_hash, "key": change.key}
                connection.execute(insert(tokens), row)


def _offer(connection: Connection, offer: TransferOffer, token_hash: str | None) -> None:
    where = (tokens.c.game == offer.game, tokens.c.seat == offer.seat, tokens.c.hash == token_hash)
    code = update(tokens).where(*where).values(code=offer.code, code_until=offer.until)
    if not connection.execute(code).rowcount:
        raise Outdated


DELETED_SEQ = -1  # in place of an event's number: the game was deleted
MAX_NOTICES = 150  # games in one notice, which may have 8,000 bytes


def _notify(connection: Connection, changes: Sequence[GameWrite], sender: str) -> None:
    for start in range(0, len(changes), MAX_NOTICES):
        part = changes[start : start + MAX_NOTICES]
        notices = [
            f"{change.game}:{change.rows[-1].event.seq if change.rows else 0}" for change in part
        ]
        _send_notice(connection, " ".join([sender, *notices]))


def _send_notice(connection: Connection, payload: str) -> None:
    connection.execute(text("SELECT pg_notify('hotdice', :payload)"), {"payload": payload})


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
    engine = create_engine(url, hide_parameters=True)  # no secrets in errors

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _: Any) -> None:
        for setting in ("journal_mode=WAL", "synchronous=FULL", f"busy_timeout={BUSY_TIMEOUT}"):
            connection.execute(f"PRAGMA {setting}")

    return engine


def _create_and_lock(path: str) -> int:
    """Lock a database file, and create it if it does not exist."""
    lock = lock_file(path)
    try:
        if not os.path.exists(path):
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))  # seeds are secret
    except OSError as error:
        os.close(lock)
        raise HotDiceError("database/unwritable", path=path, reason=reason(error)) from None
    return lock


def lock_file(path: str) -> int:
    """Lock a database file for this process; only one server at a time may use it."""
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
