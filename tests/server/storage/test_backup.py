"""Games are copied while people play, and put back; for both databases."""

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from support.postgres import binaries, postgres
from support.serving import QUICK, Player, join, make, play_out, serving


def hotdice(*words: str) -> subprocess.CompletedProcess[str]:
    """Run the command."""
    command = [sys.executable, "-m", "hotdice", *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=300)


def test_a_copy_is_made_while_people_play_and_is_put_back(tmp_path: Path) -> None:
    database, copy = f"sqlite:///{tmp_path}/games.sqlite", tmp_path / "copy.sqlite"
    with serving(database, tmp_path / "log") as server:
        ended = make(server, "Ann", "?", fair=False, rules=QUICK)
        join_and_play(ended)
        stop = threading.Event()

        def write() -> None:
            player = make(server, "Bea", "?", fair=False)
            join(player, "Bob", fair=False)
            while not stop.is_set():
                player.post("rename", {"name": f"Bea {os.urandom(3).hex()}"})

        people = threading.Thread(target=write)
        people.start()
        done = hotdice("backup", str(copy), "--database", database)
        stop.set()
        people.join()
        assert done.returncode == 0, done.stderr
        assert "games are in" in done.stdout
        assert copy.stat().st_mode & 0o777 == 0o600
        again = hotdice("backup", str(copy), "--database", database)
        assert (again.returncode, again.stdout) == (2, "")
        serving_still = hotdice("restore", str(copy), "--database", database)
        assert serving_still.returncode == 2
        assert "another server is using this file" in serving_still.stderr
        made_later = make(server, "Eve", "?", fair=False)
    assert not (tmp_path / "copy.sqlite.part").exists()
    done = hotdice("restore", str(copy), "--database", database)
    assert done.returncode == 0, done.stderr
    assert list(tmp_path.glob("games.sqlite.before-*"))
    with serving(database, tmp_path / "log") as server:
        assert server.get(ended.path).json()["status"] == "over"
        assert server.get(made_later.path).status_code == 404


def join_and_play(ann: Player) -> None:
    """Play a game to its end."""
    play_out([ann, join(ann, "Bob", fair=False)])


@pytest.mark.parametrize("command", ["backup", "restore"])
def test_what_cannot_be_copied_is_one_sentence(tmp_path: Path, command: str) -> None:
    nothing = tmp_path / "nothing.sqlite"
    nothing.write_text("no database")
    new = str(tmp_path / "new.sqlite")
    words = {
        "backup": [
            [new, "--database", f"sqlite:///{tmp_path}/missing.sqlite"],
            [new, "--database", f"sqlite:///{nothing}"],
            [new, "--database", "postgresql://localhost/x"],
            [f"{tmp_path}/no/folder.sqlite", "--database", f"sqlite:///{nothing}"],
        ],
        "restore": [
            [str(tmp_path / "missing.sqlite"), "--database", f"sqlite:///{new}"],
            [str(nothing), "--database", f"sqlite:///{new}"],
            [str(nothing), "--database", "postgresql://localhost/x"],
        ],
    }[command]
    for each in words:
        done = hotdice(command, *each)
        assert (done.returncode, done.stdout) == (2, ""), each
        assert len(done.stderr.splitlines()) == 1
        assert "Traceback" not in done.stderr
    assert nothing.read_text() == "no database"
    assert not Path(new).exists()


def test_the_documented_commands_copy_postgresql_while_people_play(tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    with postgres() as database, serving(database, tmp_path / "log") as server:
        folder = binaries()
        ended = make(server, "Ann", "?", fair=False, rules=QUICK)
        join_and_play(ended)
        dump = [f"{folder}/pg_dump", "--format=custom", f"--file={copy}", database]
        subprocess.run(dump, check=True, timeout=300)
        later = make(server, "Eve", "?", fair=False)
        server.end()
        put_back = ["--clean", "--if-exists", f"--dbname={database}", str(copy)]
        subprocess.run([f"{folder}/pg_restore", *put_back], check=True, timeout=300)
        server.start()
        assert server.get(ended.path).json()["status"] == "over"
        assert server.get(later.path).status_code == 404
