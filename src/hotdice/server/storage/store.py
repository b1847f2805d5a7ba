"""Reads and writes games in the database."""

import os
import time
from collections.abc import Sequence
from itertools import zip_longest
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
    update,
)
from sqlalchemy.exc import DBAPIError, DisconnectionError, IntegrityError

from hotdice.rules.files import reason
from hotdice.rules.locks import open_locked
from hotdice.server.deadlines import AT_ONCE, SAME_JUMP
from hotdice.server.storage.day_store import DayStore
from hotdice.server.storage.schema import clock, day_games, events, games, migrate, tokens
from hotdice.texts import HotDiceError

OPEN = ("waiting", "revealing", "playing")
FINISHED = ("over", "closed")
DELETED = "deleted"  # the status of a game that is being deleted
PAGE_BYTES = 256_000
BUSY_TIMEOUT = 10_000  # milliseconds that SQLite waits for a lock
ROWS_AT_ONCE = 1000  # events of one statement; SQLite takes 32,766 values, PostgreSQL 65,535
EVENT_COLUMNS = ("game", "seq", "time", "key", "body")
INSERT_EVENTS = f"INSERT INTO {events.name} ({', '.join(EVENT_COLUMNS)}) VALUES"
CACHED_STATEMENTS = 16  # of a connection to SQLite
IDLE = 1.0  # seconds without use after which a connection may have died
NOTIFY = "SELECT pg_notify('hotdice', %s)"


class StoredEvent(Struct, frozen=True):
    """An event as the database has it: `body` is its JSON."""

    seq: int
    time: int
    key: str | None
    body: str


class StoredGame(Struct, frozen=True):
    """The secrets of a game, and the JSON of its first event."""

    server_seed: str
    tokens: dict[int, str]
    created: str


class TransferOffer(Struct, frozen=True):
    """A code that moves a seat to another device: its hash, and when it expires."""

    game: str
    seat: int
    code: str
    until: int


class GameWrite(Struct, frozen=True):
    """A change of one game, written atomically.

    `new` is the row of a new game, `fields` are changed columns of an existing one; `tokens` has
    hashes by seat, None for revoked ones; `key` is stored with each of them. `offer` is a new code
    of the seat whose token has the hash `offered_by`; `code` is the hash of one that is used up.
    `day_game` is the row of a new game of the day that counts, `day_points` are its result.
    """

    game: str
    events: tuple[StoredEvent, ...]
    new: dict[str, Any] | None = None
    fields: dict[str, Any] | None = None
    tokens: dict[int, str | None] | None = None
    key: str | None = None
    offer: TransferOffer | None = None
    offered_by: str | None = None
    code: str | None = None
    day_game: dict[str, Any] | None = None
    day_points: int | None = None


class Outdated(Exception):
    """A token or a code that is no longer valid: another process was first."""


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
        self.days = DayStore(self._engine)

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
            return StoredGame(seed, _tokens(connection, game), _bodies(connection, game, 0, 1)[0])

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
        """The JSON of the events above a number, in order."""
        with self._engine.connect() as connection:
            return _bodies(connection, game, after, limit)

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
        """Write a transaction that changes nothing in the end.

        The number changes meanwhile: SQLite does not write a row that is given the values it has.
        """
        with self._engine.begin() as connection:
            for change in (1, -1):
                connection.execute(update(clock).values(by=clock.c.by + change))

    def count(self) -> int:
        """How many games there are."""
        with self._engine.connect() as connection:
            return connection.scalar(select(func.count()).select_from(games)) or 0

    def write(self, changes: Sequence[GameWrite], sender: str) -> bool:
        """Write changes in one transaction; False if another process was first.

        Then events with these numbers exist already, or a token or code is no longer valid.

        `sender` identifies this process in the notices to others.
        """
        notices = _notices(changes, sender) if self.has_notify else []
        try:
            with self._engine.begin() as connection:
                _write(connection, changes, notices)
        except (IntegrityError, Outdated):
            return False
        return True

    def notify(self, notice: str) -> None:
        """Send a notice to the other processes."""
        with self._engine.begin() as connection:
            _send_notice(connection, notice)


def _write(connection: Connection, changes: Sequence[GameWrite], notices: Sequence[str]) -> None:
    new_games = [change.new for change in changes if change.new]
    if new_games:
        connection.execute(insert(games), new_games)
    _insert_and_notify(connection, changes, notices)
    for change in changes:
        if change.fields:
            connection.execute(update(games).where(games.c.id == change.game), change.fields)
        _write_day_game(connection, change)
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


def _write_day_game(connection: Connection, change: GameWrite) -> None:
    if change.day_game is not None:
        connection.execute(insert(day_games), change.day_game)
    if change.day_points is not None:
        counted = update(day_games).where(day_games.c.game == change.game)
        connection.execute(counted.values(points=change.day_points))


def _insert_and_notify(
    connection: Connection, changes: Sequence[GameWrite], notices: Sequence[str]
) -> None:
    rows = [(change.game, each) for change in changes for each in change.events]
    parts = [rows[start : start + ROWS_AT_ONCE] for start in range(0, len(rows), ROWS_AT_ONCE)]
    for part, notice in zip_longest(parts, notices):
        if part is None:
            _send_notice(connection, notice)
        else:
            _insert_events(connection, part, notice)


def _insert_events(
    connection: Connection, rows: Sequence[tuple[str, StoredEvent]], notice: str | None
) -> None:
    """Insert events, and send a notice of them, by one statement.

    A driver releases the interpreter lock for each statement, and has to wait for it while the
    event loop is busy: with one statement per event the moves would wait for one another.
    """
    mark = "?" if connection.dialect.paramstyle == "qmark" else "%s"
    marks = f"({', '.join([mark] * len(EVENT_COLUMNS))})"
    statement = f"{INSERT_EVENTS} {', '.join([marks] * len(rows))}"
    values = [
        value for game, each in rows for value in (game, each.seq, each.time, each.key, each.body)
    ]
    if notice is not None:
        statement = f"WITH inserted AS ({statement}) {NOTIFY}"
        values.append(notice)
    connection.exec_driver_sql(statement, tuple(values))


def _offer(connection: Connection, offer: TransferOffer, token_hash: str | None) -> None:
    where = (tokens.c.game == offer.game, tokens.c.seat == offer.seat, tokens.c.hash == token_hash)
    code = update(tokens).where(*where).values(code=offer.code, code_until=offer.until)
    if not connection.execute(code).rowcount:
        raise Outdated


DELETED_SEQ = -1  # in place of an event's number: the game was deleted
MAX_NOTICES = 150  # games in one notice, which may have 8,000 bytes


def _notices(changes: Sequence[GameWrite], sender: str) -> list[str]:
    """What the other processes are told: the newest event of each game."""
    newest = [
        f"{change.game}:{change.events[-1].seq if change.events else 0}" for change in changes
    ]
    parts = range(0, len(newest), MAX_NOTICES)
    return [" ".join([sender, *newest[start : start + MAX_NOTICES]]) for start in parts]


def _send_notice(connection: Connection, notice: str) -> None:
    connection.exec_driver_sql(NOTIFY, (notice,))


def _after(query: Any, game: str, after: int, limit: int) -> Any:
    above = (events.c.game == game, events.c.seq > after)
    return query.where(*above).order_by(events.c.seq).limit(limit)


def _tokens(connection: Connection, game: str) -> dict[int, str]:
    found = select(tokens.c.seat, tokens.c.hash).where(tokens.c.game == game)
    return {row.seat: row.hash for row in connection.execute(found)}


def _bodies(connection: Connection, game: str, after: int, limit: int) -> list[str]:
    return list(connection.scalars(_after(select(events.c.body), game, after, limit)))


def _engine(url: str) -> Engine:
    """An engine that keeps few prepared statements: those that insert many events are large."""
    if not url.startswith("sqlite"):
        engine = create_engine(
            url,
            pool_size=5,
            max_overflow=5,
            pool_use_lifo=True,
            hide_parameters=True,
            connect_args={"prepare_threshold": None},
        )
        _ping_idle_connections(engine)
        return engine
    engine = create_engine(
        url,
        pool_use_lifo=True,
        hide_parameters=True,  # no secrets in errors
        connect_args={"cached_statements": CACHED_STATEMENTS},
    )

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _: Any) -> None:
        for setting in ("journal_mode=WAL", "synchronous=FULL", f"busy_timeout={BUSY_TIMEOUT}"):
            connection.execute(f"PRAGMA {setting}")

    return engine


def _ping_idle_connections(engine: Engine) -> None:
    """Replace a connection that has died meanwhile, as after a restart of the database.

    `pool_pre_ping` asks before every transaction: a fifth of the time that a move waits.
    """

    @event.listens_for(engine, "checkin")
    def note_time(_: Any, record: Any) -> None:
        record.info["used"] = time.monotonic()

    @event.listens_for(engine, "checkout")
    def ping(connection: Any, record: Any, _: Any) -> None:
        if time.monotonic() - record.info.get("used", time.monotonic()) < IDLE:
            return
        try:
            engine.dialect.do_ping(connection)
        except Exception as error:
            raise DisconnectionError from error


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
        return open_locked(f"{path}.lock", os.O_RDWR | os.O_CREAT)
    except BlockingIOError:
        raise HotDiceError("database/locked", path=path) from None
    except OSError as error:
        raise HotDiceError("database/unwritable", path=path, reason=reason(error)) from None
