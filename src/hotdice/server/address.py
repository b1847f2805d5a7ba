"""Where games are kept, as people write it and as SQLAlchemy does."""

from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from hotdice.texts import HotDiceError

FILE = "sqlite:///"
DRIVER = "postgresql+psycopg://"
SHARED = ("postgresql://", "postgres://", DRIVER)


def url_of(database: str) -> str:
    """The address of a database as SQLAlchemy has it.

    >>> url_of("postgres://ann@localhost/dice")
    'postgresql+psycopg://ann@localhost/dice'
    """
    if database.startswith(FILE):
        file = database.removeprefix(FILE)
        if file and not file.endswith("/") and not file.startswith(":"):  # `:memory:` is lost
            return database
    for start in SHARED:
        if database.startswith(start):
            return _parsed(DRIVER + database.removeprefix(start))
    raise HotDiceError("database/address")  # without the address, which may have a password


def _parsed(url: str) -> str:
    try:
        make_url(url)
    except (ArgumentError, ValueError):
        raise HotDiceError("database/address") from None
    return url
