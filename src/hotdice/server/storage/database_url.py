"""Where games are kept, as people write it and as SQLAlchemy does."""

import os
import sys

from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from hotdice.texts import HotDiceError

FILE = "sqlite:///"
DRIVER = "postgresql+psycopg://"
SHARED = ("postgresql://", "postgres://", DRIVER)


def url_of(database: str) -> str:
    """The address of a database as SQLAlchemy has it; without one, the file of this user.

    >>> url_of("postgres://ann@localhost/dice")
    'postgresql+psycopg://ann@localhost/dice'
    """
    database = database or f"{FILE}{usual_file()}"
    if database.startswith(FILE):
        file = database.removeprefix(FILE)
        if file and not file.endswith("/") and not file.startswith(":"):  # `:memory:` is lost
            return database
    for start in SHARED:
        if database.startswith(start):
            return _parsed(DRIVER + database.removeprefix(start))
    raise HotDiceError("database/address")  # without the address, which may have a password


def is_shared(url: str) -> bool:
    """Whether several processes may use the database of that URL."""
    return url.startswith(DRIVER)


def usual_file() -> str:
    """The database in the user's data folder."""
    home = os.path.expanduser("~")
    usual = os.path.join(home, ".local", "share")
    if sys.platform == "darwin":
        usual = os.path.join(home, "Library", "Application Support")
    return os.path.join(os.environ.get("XDG_DATA_HOME") or usual, "hotdice", "server.sqlite")


def _parsed(url: str) -> str:
    try:
        make_url(url)
    except (ArgumentError, ValueError):
        raise HotDiceError("database/address") from None
    return url
