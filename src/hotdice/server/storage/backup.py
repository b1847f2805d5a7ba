"""A copy of all games while they are played, and games put back from such a copy; SQLite only."""

import fcntl
import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager

from hotdice.rules.files import reason
from hotdice.server.storage.database_url import FILE, is_shared, url_of
from hotdice.server.storage.schema import STEPS
from hotdice.server.storage.store import lock_file
from hotdice.texts import HotDiceError

PAGES = 2_000  # of the database that are copied before it is told how far it is

Progress = Callable[[float], None]


def backup(database: str, file: str, progress: Progress) -> int:
    """Copy a database to a new file; how many games there are in the copy.

    The copy is of one moment: it holds a read transaction, which in SQLite's WAL mode neither
    waits for those who write nor makes them wait.
    """
    path = _path(database)
    if os.path.exists(file):
        raise HotDiceError("backup/exists", path=file)
    with _errors(path), closing(_read_only(path)) as source:
        source.execute("BEGIN")
        count = _games(source, path)
        with _errors(file), _whole(file) as part, closing(sqlite3.connect(part)) as copy:
            source.backup(copy, pages=PAGES, progress=_reporting(progress))
            copy.execute("PRAGMA journal_mode=DELETE")
    return count


def restore(file: str, database: str, progress: Progress) -> tuple[int, str | None]:
    """Put a copy in the place of a database that no server uses.

    How many games there are, and where the database that was there before is now.
    """
    path = _path(database)
    with _errors(file), closing(_read_only(file)) as source:
        if source.execute("PRAGMA quick_check").fetchone() != ("ok",):
            raise HotDiceError("backup/broken", path=file)
        count = _games(source, file)
        lock = lock_file(path)  # refused while a server uses it
        try:
            with _errors(path), _whole(path) as part, closing(sqlite3.connect(part)) as copy:
                source.backup(copy, pages=PAGES, progress=_reporting(progress))
                before = _put_aside(path)
        finally:
            fcntl.flock(lock, fcntl.LOCK_UN)
            os.close(lock)
    return count, before


def _path(database: str) -> str:
    """The file of a database; PostgreSQL has tools of its own."""
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
    """How many games a database has, if it is one of ours that is understood."""
    try:
        (version,) = source.execute("SELECT max(number) FROM versions").fetchone()
        (count,) = source.execute("SELECT count(*) FROM games").fetchone()
    except sqlite3.DatabaseError:
        raise HotDiceError("backup/other", path=path) from None
    if version is None or version > len(STEPS):
        raise HotDiceError("database/newer", found=version, known=len(STEPS))
    found: int = count
    return found


def _reporting(progress: Progress) -> Callable[[int, int, int], None]:
    def tell(_: int, left: int, pages: int) -> None:
        progress(1 - left / max(pages, 1))

    return tell


@contextmanager
def _whole(path: str) -> Iterator[str]:
    """A file beside `path` that takes its name when it is whole and on disk."""
    part = f"{path}.part"
    with _removed(part):
        os.close(os.open(part, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600))  # seeds are secret
        yield part
        for each in (part, os.path.dirname(os.path.abspath(path))):
            _flush(each)
        os.rename(part, path)
        _flush(os.path.dirname(os.path.abspath(path)))


@contextmanager
def _removed(part: str) -> Iterator[None]:
    try:
        yield
    finally:
        for each in (part, f"{part}-wal", f"{part}-shm", f"{part}-journal"):
            if os.path.exists(each):
                os.remove(each)


def _flush(path: str) -> None:
    file = os.open(path, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def _put_aside(path: str) -> str | None:
    """Give the database that is there another name, with what SQLite keeps beside it."""
    if not os.path.exists(path):
        return None
    before = f"{path}.before-{time.strftime('%Y%m%d-%H%M%S')}"
    for end in ("-wal", "-shm", ""):
        if os.path.exists(path + end):
            os.rename(path + end, before + end)
    return before


@contextmanager
def _errors(path: str) -> Iterator[None]:
    """Tell what the disk or SQLite says as one sentence."""
    try:
        yield
    except sqlite3.Error as error:
        raise HotDiceError("backup/failed", path=path, reason=str(error)) from None
    except OSError as error:
        raise HotDiceError("backup/failed", path=path, reason=reason(error)) from None
