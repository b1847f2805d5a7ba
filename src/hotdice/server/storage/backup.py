"""Backup of a SQLite database in use, and restore."""

import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager

from hotdice.rules.files import reason
from hotdice.server.storage.database_url import FILE, is_shared, url_of
from hotdice.server.storage.schema import MIGRATIONS
from hotdice.server.storage.store import lock_file
from hotdice.texts import HotDiceError

PAGES = 2_000  # copied between two calls of `progress`

Progress = Callable[[float], None]


def backup(database: str, file: str, progress: Progress) -> int:
    """Copy a database to a new file; returns the number of games.

    The copy is a snapshot: it is made in a read transaction, which in SQLite's WAL mode neither
    waits for writers nor blocks them.
    """
    path = _path(database)
    if os.path.exists(file):
        raise HotDiceError("backup/exists", path=file)
    with _as_backup_errors(path), closing(_read_only(path)) as source:
        source.execute("BEGIN")
        count = _games(source, path)
        with (
            _as_backup_errors(file),
            _atomic_file(file) as part,
            closing(sqlite3.connect(part)) as copy,
        ):
            source.backup(copy, pages=PAGES, progress=_progress_callback(progress))
            copy.execute("PRAGMA journal_mode=DELETE")
    return count


def restore(file: str, database: str, progress: Progress) -> tuple[int, str | None]:
    """Replace a database that no server uses by a backup.

    Returns the number of games, and the new path of the old database if there was one.
    """
    path = _path(database)
    with _as_backup_errors(file), closing(_read_only(file)) as source:
        if source.execute("PRAGMA quick_check").fetchone() != ("ok",):
            raise HotDiceError("backup/broken", path=file)
        count = _games(source, file)
        lock = lock_file(path)  # refused while a server uses it
        try:
            with (
                _as_backup_errors(path),
                _atomic_file(path) as part,
                closing(sqlite3.connect(part)) as copy,
            ):
                source.backup(copy, pages=PAGES, progress=_progress_callback(progress))
                before = _rename_old(path)
        finally:
            os.close(lock)
    return count, before


def _path(database: str) -> str:
    """The file of a SQLite database; PostgreSQL has its own backup tools."""
    url = url_of(database)
    if is_shared(url):
        raise HotDiceError("backup/postgres")
    return url.removeprefix(FILE)


def _read_only(path: str) -> sqlite3.Connection:
    if not os.path.isfile(path):
        raise HotDiceError("backup/missing", path=path)
    return sqlite3.connect(f"file:{_quoted(path)}?mode=ro", uri=True, isolation_level=None)


def _quoted(path: str) -> str:
    return path.replace("%", "%25").replace("?", "%3f").replace("#", "%23")


def _games(source: sqlite3.Connection, path: str) -> int:
    """The number of games, after checking that this is a database of ours of a known version."""
    try:
        (version,) = source.execute("SELECT max(number) FROM versions").fetchone()
        (count,) = source.execute("SELECT count(*) FROM games").fetchone()
    except sqlite3.DatabaseError:
        raise HotDiceError("backup/other", path=path) from None
    if version is None or version > len(MIGRATIONS):
        raise HotDiceError("database/newer", found=version, known=len(MIGRATIONS))
    found: int = count
    return found


def _progress_callback(progress: Progress) -> Callable[[int, int, int], None]:
    def report(_: int, left: int, pages: int) -> None:
        progress(1 - left / max(pages, 1))

    return report


@contextmanager
def _atomic_file(path: str) -> Iterator[str]:
    """A temporary file beside `path`, renamed to it once it is complete and on disk."""
    part = f"{path}.part"
    with _removing(part):
        os.close(os.open(part, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600))  # seeds are secret
        yield part
        for each in (part, os.path.dirname(os.path.abspath(path))):
            _fsync(each)
        os.rename(part, path)
        _fsync(os.path.dirname(os.path.abspath(path)))


@contextmanager
def _removing(part: str) -> Iterator[None]:
    try:
        yield
    finally:
        for each in (part, f"{part}-wal", f"{part}-shm", f"{part}-journal"):
            if os.path.exists(each):
                os.remove(each)


def _fsync(path: str) -> None:
    file = os.open(path, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def _rename_old(path: str) -> str | None:
    """Rename an existing database with its WAL files; returns the new path."""
    if not os.path.exists(path):
        return None
    before = f"{path}.before-{time.strftime('%Y%m%d-%H%M%S')}"
    for end in ("-wal", "-shm", ""):
        if os.path.exists(path + end):
            os.rename(path + end, before + end)
    return before


@contextmanager
def _as_backup_errors(path: str) -> Iterator[None]:
    """Turn errors of the disk and of SQLite into one error of ours."""
    try:
        yield
    except sqlite3.Error as error:
        raise HotDiceError("backup/failed", path=path, reason=str(error)) from None
    except OSError as error:
        raise HotDiceError("backup/failed", path=path, reason=reason(error)) from None
