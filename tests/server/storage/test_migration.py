"""Databases of every age are opened, and nothing in them is lost."""

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from support.serving import Player, make, serving

from hotdice.server.storage import schema
from hotdice.server.storage.store import Store
from hotdice.texts import HotDiceError

# the first step as it was released: databases in the world have these tables
FIRST = """
    CREATE TABLE versions (number INTEGER PRIMARY KEY);
    INSERT INTO versions VALUES (1);
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
"""


def dump(database: Path) -> list[str]:
    """All that a database has, as statements."""
    reading = sqlite3.connect(database)
    found = list(reading.iterdump())
    reading.close()
    return found


def change(database: Path, statements: str) -> None:
    """Do something to a database behind the server's back."""
    changing = sqlite3.connect(database)
    changing.executescript(statements)
    changing.close()


def rows(database: Path, query: str) -> list[tuple[object, ...]]:
    """What a database answers."""
    reading = sqlite3.connect(database)
    found = reading.execute(query).fetchall()
    reading.close()
    return found


def test_a_game_of_the_first_version_is_played_on(tmp_path: Path) -> None:
    new, old = tmp_path / "new.sqlite", tmp_path / "old.sqlite"
    with serving(f"sqlite:///{new}", tmp_path / "log") as server:
        ann = make(server, "Ann", "?", fair=False)
        before = ann.snapshot()
        server.end()
    change(old, FIRST)
    columns = {"games": "*", "events": "*", "tokens": "game, seat, hash"}
    copies = (
        f"INSERT INTO {name} SELECT {some} FROM new.{name};" for name, some in columns.items()
    )
    change(old, f"ATTACH '{new}' AS new; {' '.join(copies)}")
    kept = {name: rows(old, f"SELECT {some} FROM {name}") for name, some in columns.items()}
    assert [len(found) for found in kept.values()] == [1, 1, 1]
    with serving(f"sqlite:///{old}", tmp_path / "log") as server:
        again = Player(server, {"game": ann.game, "seat": ann.seat, "token": ann.token})
        after = again.snapshot()
        assert {**after, "now": 0} == {**before, "now": 0}
        assert again.post("rename", {"name": "Anna"}).status_code == 200
        server.end()
    for name in ("games", "tokens"):
        assert rows(old, f"SELECT {columns[name]} FROM {name}") == kept[name]
    assert rows(old, "SELECT * FROM events")[:1] == kept["events"]
    structure = "SELECT name, type FROM sqlite_master WHERE name NOT LIKE 'sqlite%' ORDER BY name"
    assert rows(old, structure) == rows(new, structure)
    assert rows(old, "SELECT * FROM versions") == rows(new, "SELECT * FROM versions")


def test_bots_alone_of_the_first_version_are_known_to_go_on(tmp_path: Path) -> None:
    database = tmp_path / "games.sqlite"
    change(database, FIRST)
    for game, status in (("bots", "playing"), ("people", "playing"), ("done", "over")):
        change(database, f"INSERT INTO games VALUES ('{game}', 1, '{status}', 0, '', NULL, NULL);")
    change(database, "INSERT INTO tokens VALUES ('people', 0, 'x');")
    store = Store(f"sqlite:///{database}")
    assert store.automatic(people=False, after="") == ["bots"]
    assert store.automatic(people=True, after="") == store.due(2**40) == []
    store.close()


def test_a_database_is_opened_again_without_a_change(tmp_path: Path) -> None:
    database = tmp_path / "games.sqlite"
    Store(f"sqlite:///{database}").close()
    before = dump(database)
    assert any("tokens" in line for line in before)
    Store(f"sqlite:///{database}").close()
    assert dump(database) == before


def test_a_database_of_a_newer_version_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    database = tmp_path / "games.sqlite"
    change(database, FIRST + "INSERT INTO versions VALUES (99); CREATE TABLE unheard_of (x);")
    change(database, "INSERT INTO tokens VALUES ('a', 0, 'b');")
    before = dump(database)
    for _ in range(2):  # the second time the file is not locked by the first
        with pytest.raises(HotDiceError) as refused:
            Store(f"sqlite:///{database}")
        assert refused.value.code == "database/newer"
    command = [sys.executable, "-m", "hotdice", "serve", "--port", "0"]
    command += ["--database", f"sqlite:///{database}"]
    found = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert found.returncode == 2
    [sentence] = found.stderr.strip().splitlines()
    assert "newer" in sentence
    assert "99" in sentence
    assert dump(database) == before


def test_a_step_that_fails_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = tmp_path / "games.sqlite"
    Store(f"sqlite:///{database}").close()
    before = dump(database)
    broken = "CREATE TABLE more (x INTEGER); ALTER TABLE games ADD COLUMN y INTEGER; DROP TABLE no;"
    with monkeypatch.context() as another:
        another.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, broken))
        with pytest.raises(HotDiceError, match="no such table"):
            Store(f"sqlite:///{database}")
    assert dump(database) == before
    with monkeypatch.context() as another:
        right = broken.replace("DROP TABLE no;", "DROP TABLE more;")
        another.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, right))
        Store(f"sqlite:///{database}").close()
    assert "y" in [column[1] for column in rows(database, "PRAGMA table_info(games)")]
