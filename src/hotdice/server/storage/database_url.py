"""The database URL as users write it, and as SQLAlchemy needs it."""

from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from hotdice.rules.folders import data_folder
from hotdice.texts import HotDiceError

FILE = "sqlite:///"
DRIVER = "postgresql+psycopg://"
SHARED = ("postgresql://", "postgres://", DRIVER)


def url_of(database: str) -> str:
    """The SQLAlchemy URL of a database; by default a file of this user.

    >>> url_of("postgres://ann@localhost/dice")
    'postgresql+psycopg://ann@localhost/dice'
    """
    database = database or f"{FILE}{default_file()}"
    if database.startswith(FILE):
        file = database.removeprefix(FILE)
        if file and not file.endswith("/") and not file.startswith(":"):  # `:memory:` would be lost
            return database
    for start in SHARED:
        if database.startswith(start):
            return _parsed(DRIVER + database.removeprefix(start))
    raise HotDiceError("database/address")  # not with the address, which may contain a password


def is_shared(url: str) -> bool:
    """Whether several processes can use the database."""
    return url.startswith(DRIVER)


def default_file() -> str:
    """The database in the user's data folder."""
    return data_folder("server.sqlite")


def _parsed(url: str) -> str:
    try:
        make_url(url)
    except (ArgumentError, ValueError):
        raise HotDiceError("database/address") from None
    return url
