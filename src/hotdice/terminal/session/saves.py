"""Saved games: unfinished ones in a folder of their own, finished ones above it."""

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import datetime

from msgspec import Struct
from msgspec.structs import replace

from hotdice.game.record import Record, RecordError
from hotdice.game.records import Journal, in_use, read, remove
from hotdice.rules.files import reason
from hotdice.rules.folders import data_folder
from hotdice.texts import HotDiceError
from hotdice.texts.near import near

STAMP = "%Y-%m-%d-%H%M%S"  # the time in the name of a game's file
STAMP_LENGTH = 17


def folder() -> str:
    """The folder of saved games, below the user's data folder."""
    return data_folder("games")


def unfinished_folder() -> str:
    """The folder of the games that are not over."""
    return os.path.join(folder(), "unfinished")


def in_saves_folder(path: str) -> bool:
    """Whether a file is in the folder where this program saves unfinished games."""
    return os.path.realpath(os.path.dirname(path)) == os.path.realpath(unfinished_folder())


def create(record: Record, path: str | None = None) -> Journal:
    """Create the file of a new game, at a path or among the unfinished games."""
    if path is not None:
        return Journal.create(path, record)
    place = unfinished_folder()
    try:
        os.makedirs(place, exist_ok=True)
    except OSError as error:
        raise RecordError(place, None, "record/no-home", reason=reason(error)) from None
    stem = f"{datetime.now():{STAMP}}-{record.start.rules.name.partition('+')[0]}"
    number = 1
    while True:
        try:
            return Journal.create(_numbered(place, stem, number), record)
        except RecordError as error:
            if error.code == "record/unwritable":
                raise RecordError(place, None, "record/no-home", **error.data) from None
            if error.code != "record/exists":
                raise
            number += 1


def resume(path: str, advice: bool) -> tuple[Record, Journal]:
    """Open a saved game to play on; without advice it stays without from now on."""
    journal, record = Journal.reopen(path)
    if advice or not record.advice:
        return record, journal
    record = replace(record, advice=False)
    return record, journal.instead(record)


def finish(path: str) -> None:
    """Move a finished game out of the unfinished ones; never overwrites a file."""
    if os.path.dirname(path) != unfinished_folder():
        return
    stem = os.path.basename(path).removesuffix(".jsonl")
    number = 1
    while True:
        try:
            os.link(path, _numbered(folder(), stem, number))
            os.unlink(path)
        except FileExistsError:
            number += 1
        except FileNotFoundError:  # somebody else has moved it
            return
        except OSError as error:
            raise RecordError(path, None, "record/unwritable", reason=reason(error)) from None
        else:
            return


def name_of(path: str) -> str:
    """The name of a saved game: its file name without the suffix."""
    return os.path.basename(path).removesuffix(".jsonl")


def delete(name: str) -> str:
    """Delete an unfinished game; returns its path."""
    known = {name_of(each): each for each in sorted(_names(unfinished_folder(), _raise))}
    found = known.get(name_of(name))
    if found is None:
        meant = near(name_of(name), known)
        if meant is None:
            raise HotDiceError("history/no-game", name=name or '""')
        raise HotDiceError("history/no-game.near", name=name, near=meant)
    path = os.path.join(unfinished_folder(), found)
    remove(path)
    return path


def _raise(error: RecordError) -> None:
    raise error


def unfinished() -> tuple[list[tuple[str, Record]], list[RecordError]]:
    """The unfinished games, newest first, and the errors of files that cannot be read.

    Games that another process is playing are left out.
    """
    games: list[tuple[str, Record]] = []
    errors: list[RecordError] = []
    for file in sorted(_files(unfinished_folder(), errors.append), reverse=True):
        if in_use(file.path):
            continue
        try:
            record = read(file.path)
        except RecordError as error:
            errors.append(error)
            continue
        if record.state.over:
            finish(file.path)
        else:
            games.append((file.path, record))
    return games, errors


def all_games(on_error: Callable[[RecordError], None]) -> Iterator[tuple[str, datetime, Record]]:
    """All saved games with the time they began, newest first; changes nothing.

    Errors of files that cannot be read are passed to `on_error`.
    """
    places = (unfinished_folder(), folder())
    found = {file.identity: file for place in places for file in _files(place, on_error)}
    for file in sorted(found.values(), reverse=True):
        try:
            yield file.path, file.began, read(file.path)
        except RecordError as error:
            if error.code != "file/missing":  # a game that is over is moved
                on_error(error)


class _File(Struct, frozen=True, order=True):
    """The file of a game; files are ordered by when their games began.

    Within one second the number in the name decides, then the last change.
    """

    began: datetime
    number: int
    changed: int
    path: str
    identity: tuple[int, int]


def _files(place: str, on_error: Callable[[RecordError], None]) -> Iterator[_File]:
    """The game files of a folder."""
    for name in _names(place, on_error):
        path = os.path.join(place, name)
        if name.endswith(".jsonl") and os.path.isfile(path):
            with suppress(FileNotFoundError):
                about = os.stat(path)
                began, identity = _began(name, about.st_mtime), (about.st_dev, about.st_ino)
                yield _File(began, _number(name), about.st_mtime_ns, path, identity)


def _names(place: str, on_error: Callable[[RecordError], None]) -> list[str]:
    """The names in a folder, if it exists and can be read."""
    try:
        return os.listdir(place) if os.path.isdir(place) else []
    except OSError as error:
        on_error(RecordError(place, None, "file/unreadable", reason=reason(error)))
        return []


def _began(name: str, changed: float) -> datetime:
    """When a game began, from its file name, or else the time of the last change."""
    try:
        return datetime.strptime(name[:STAMP_LENGTH], STAMP)
    except ValueError:
        return datetime.fromtimestamp(changed).replace(microsecond=0)


def _number(name: str) -> int:
    """The number of a game among those of one second, from its file name.

    >>> _number("2026-01-01-120000-greed.jsonl"), _number("2026-01-01-120000-greed-12.jsonl")
    (1, 12)
    """
    last = name.removesuffix(".jsonl")[STAMP_LENGTH:].rpartition("-")[2]
    return int(last) if last.isascii() and last.isdigit() else 1


def _numbered(place: str, stem: str, number: int) -> str:
    return os.path.join(place, f"{stem}{f'-{number}' if number > 1 else ''}.jsonl")
