"""The tables of the database, and its numbered migrations."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    insert,
    inspect,
    select,
    text,
)

from hotdice.texts import HotDiceError

tables = MetaData()

games = Table(
    "games",
    tables,
    Column("id", String(22), primary_key=True),
    Column("created", BigInteger, nullable=False),
    Column("status", String(10), nullable=False),
    Column("public", Boolean, nullable=False),
    Column("server_seed", String(64), nullable=False),
    Column("deadline", BigInteger),
    Column("next", String(22)),
)
events = Table(
    "events",
    tables,
    Column("game", String(22), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("time", BigInteger, nullable=False),
    Column("key", String(40)),
    Column("body", Text, nullable=False),
)
tokens = Table(
    "tokens",
    tables,
    Column("game", String(22), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("hash", String(64), nullable=False),
    Column("key", String(64)),
    Column("code", String(64)),  # the hash of the code that moves the seat to another device
    Column("code_until", BigInteger),
)
days = Table(
    "days",
    tables,
    Column("day", String(10), primary_key=True),
    Column("secret", String(64), nullable=False),
    Column("revealed", Boolean, nullable=False),
)
day_games = Table(  # the one game of a player and day that counts, with its result
    "day_games",
    tables,
    Column("day", String(10), primary_key=True),
    Column("player", String(64), primary_key=True),
    Column("game", String(22), nullable=False),
    Column("points", Integer),
)
clock = Table(
    "clock",
    tables,
    Column("by", BigInteger, nullable=False),  # sum of all clock jumps in milliseconds
    Column("at", BigInteger, nullable=False),  # time of the last jump
)
versions = Table("versions", tables, Column("number", Integer, primary_key=True))

# Each migration runs once, in order. Never change one that was released: add another.
MIGRATIONS = (
    """
    CREATE TABLE games (
        id VARCHAR(22) PRIMARY KEY, created BIGINT NOT NULL, status VARCHAR(10) NOT NULL,
        public BOOLEAN NOT NULL, server_seed VARCHAR(64) NOT NULL, deadline BIGINT,
        next VARCHAR(22));
    CREATE INDEX games_deadline ON games (deadline) WHERE deadline IS NOT NULL;
    CREATE INDEX games_public ON games (created) WHERE public;
    CREATE INDEX games_open ON games (created) WHERE status NOT IN ('over', 'closed');
    CREATE TABLE events (
        game VARCHAR(22) NOT NULL, seq INTEGER NOT NULL, time BIGINT NOT NULL, key VARCHAR(40),
        body TEXT NOT NULL, PRIMARY KEY (game, seq));
    CREATE TABLE tokens (
        game VARCHAR(22) NOT NULL, seat INTEGER NOT NULL, hash VARCHAR(64) NOT NULL,
        PRIMARY KEY (game, seat));
    """,
    """
    ALTER TABLE tokens ADD COLUMN key VARCHAR(64);
    CREATE UNIQUE INDEX tokens_key ON tokens (key) WHERE key IS NOT NULL;
    """,
    """
    UPDATE games SET deadline = 0 WHERE status = 'playing'
        AND NOT EXISTS (SELECT 1 FROM tokens WHERE tokens.game = games.id);
    """,
    """
    CREATE TABLE clock ("by" BIGINT NOT NULL, "at" BIGINT NOT NULL);
    INSERT INTO clock VALUES (0, 0);
    """,
    """
    ALTER TABLE tokens ADD COLUMN code VARCHAR(64);
    ALTER TABLE tokens ADD COLUMN code_until BIGINT;
    CREATE UNIQUE INDEX tokens_code ON tokens (code) WHERE code IS NOT NULL;
    """,
    """
    CREATE TABLE days (
        day VARCHAR(10) PRIMARY KEY, secret VARCHAR(64) NOT NULL, revealed BOOLEAN NOT NULL);
    CREATE TABLE day_games (
        day VARCHAR(10) NOT NULL, player VARCHAR(64) NOT NULL, game VARCHAR(22) NOT NULL,
        points INTEGER, PRIMARY KEY (day, player));
    CREATE UNIQUE INDEX day_games_game ON day_games (game);
    """,
)
LOCK_ID = 7_405_768_811  # any number that no other program uses


def migrate(connection: Connection) -> None:
    """Run the migrations that this database has not seen; one process at a time."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK_ID})
    else:
        connection.exec_driver_sql("BEGIN IMMEDIATE")  # or SQLite could keep half a migration
    if not inspect(connection).has_table("versions"):
        connection.execute(text("CREATE TABLE versions (number INTEGER PRIMARY KEY)"))
    done = set(connection.scalars(select(versions.c.number)))
    if done and max(done) > len(MIGRATIONS):
        raise HotDiceError("database/newer", found=max(done), known=len(MIGRATIONS))
    for number, statements in enumerate(MIGRATIONS, 1):
        if number not in done:
            for statement in filter(str.strip, statements.split(";")):
                connection.execute(text(statement))
            connection.execute(insert(versions), {"number": number})
