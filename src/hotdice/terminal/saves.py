"""Where games are kept between two sittings: unfinished ones apart from finished ones."""

import os
import sys
from datetime import datetime

from hotdice.game.records import Journal, Record, RecordError, read


def folder() -> str:
    """The folder of saved games, below the user's data folder."""
    home = os.path.expanduser("~")
    data = os.environ.get("XDG_DATA_HOME")
    if not data and sys.platform == "win32":
        data = os.environ.get("LOCALAPPDATA")
    if not data and sys.platform == "darwin":
        data = os.path.join(home, "Library", "Application Support")
    return os.path.join(data or os.path.join(home, ".local", "share"), "hotdice", "games")


def begin(record: Record) -> Journal:
    """A new saved game."""
    place = os.path.join(folder(), "unfinished")
    try:
        os.makedirs(place, exist_ok=True)
    except OSError as error:
        reason = os.strerror(error.errno or 0).lower()
        raise RecordError(place, None, "record/unwritable", reason=reason) from None
    stem = f"{datetime.now():%Y-%m-%d-%H%M%S}-{record.start.rules.name.partition('+')[0]}"
    number = 1
    while True:
        path = os.path.join(place, f"{stem}{f'-{number}' if number > 1 else ''}.jsonl")
        try:
            return Journal.create(path, record)
        except RecordError as error:
            if error.code != "record/exists":
                raise
            number += 1


def finish(path: str) -> None:
    """Move a game that is over out of the unfinished ones."""
    if os.path.dirname(path) == os.path.join(folder(), "unfinished"):
        os.replace(path, os.path.join(folder(), os.path.basename(path)))


def unfinished() -> tuple[list[tuple[str, Record]], list[RecordError]]:
    """The games to go on with, newest first, and what is wrong with those that cannot be read."""
    place = os.path.join(folder(), "unfinished")
    games, troubles = [], []
    names = sorted(os.listdir(place), reverse=True) if os.path.isdir(place) else []
    for name in names:
        if not name.endswith(".jsonl"):
            continue
        path = os.path.join(place, name)
        try:
            record = read(path)
        except RecordError as error:
            troubles.append(error)
            continue
        if record.state.over:
            finish(path)
        else:
            games.append((path, record))
    return games, troubles
