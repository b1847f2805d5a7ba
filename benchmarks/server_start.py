"""How long `hotdice serve` takes to its first answer, with 10,000 stored games and with none.

A thousand of the games go on by themselves after the start. Starts take turns, and the least time
of each counts: noise only ever adds.
"""

import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path
from urllib.error import URLError
from urllib.request import Request, urlopen

import msgspec

GAMES = 10_000
GOING = 1_000
ROUNDS = 7
AT_MOST = 2.0
BOTS = [{"kind": "bot", "bot": "cautious"}] * 4
COPY = """
WITH RECURSIVE many(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM many WHERE n < {count})
INSERT INTO {table} ({id}, {rest})
SELECT substr({id}, 1, 16) || printf('%06d', n), {rest} FROM many, {table}
WHERE {id} = '{game}'
"""
REST = {
    "games": ("id", "created, status, public, server_seed, deadline, next"),
    "events": ("game", "seq, time, key, body"),
    "tokens": ("game", "seat, hash"),
}


class Started:
    """A server that answers; how long that took, and its processor's share of it."""

    def __init__(self, database: Path) -> None:
        words = ["serve", "--port", "0", "--database", f"sqlite:///{database}"]
        began = time.perf_counter()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "hotdice", *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        self.url = next(word for word in line.split() if word.startswith("http"))
        while not self._answers():
            time.sleep(0.002)
        self.seconds = time.perf_counter() - began
        ticks = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        self.processor = (int(ticks[11]) + int(ticks[12])) / os.sysconf("SC_CLK_TCK")

    def _answers(self) -> bool:
        try:
            with urlopen(f"{self.url}/health") as answer:
                return bool(answer.status == 200)
        except URLError:
            return False

    def make(self, rules: str, *seats: object) -> str:
        """A game."""
        body = msgspec.json.encode({"rules": rules, "seats": seats})
        headers = {"Content-Type": "application/json"}
        with urlopen(Request(f"{self.url}/api/games", body, headers)) as answer:
            made: str = msgspec.json.decode(answer.read())["game"]
            return made

    def over(self, game: str) -> bool:
        """Whether a game is over."""
        with urlopen(f"{self.url}/api/games/{game}") as answer:
            return bool(msgspec.json.decode(answer.read())["status"] == "over")

    def kill(self) -> None:
        """End it as a crash would."""
        self._process.send_signal(signal.SIGKILL)
        self._process.communicate()


def fill(database: Path) -> None:
    """Copies of a finished game, and of one that a crash ends while bots move."""
    server = Started(database)
    finished = server.make("greed+target=3000", *BOTS)
    while not server.over(finished):
        time.sleep(0.1)
    going = server.make("greed", *BOTS, {"kind": "person", "name": "Ann"})
    server.kill()
    with closing(sqlite3.connect(database)) as writing:
        for game, count in ((finished, GAMES - GOING), (going, GOING)):
            for table, (name, rest) in REST.items():
                values = {"table": table, "id": name, "rest": rest, "game": game}
                writing.execute(COPY.format(count=count, **values))
        writing.commit()
        [(games,)] = writing.execute("SELECT count(*) FROM games").fetchall()
        [(alone,)] = writing.execute("SELECT count(*) FROM games WHERE deadline = 0").fetchall()
        [(events,)] = writing.execute("SELECT count(*) FROM events").fetchall()
    print(f"  {games} games with {events} events, {alone} of them go on by themselves")


def main() -> None:
    """Print both times and how many times as long the full store takes."""
    print("start until the first answer", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        full, empty = Path(folder, "full.sqlite"), Path(folder, "empty.sqlite")
        fill(full)
        found: dict[Path, list[Started]] = {full: [], empty: []}
        for _ in range(ROUNDS):
            for database, starts in found.items():
                starts.append(Started(database))
                starts[-1].kill()
        least = {
            database: (min(s.seconds for s in starts), min(s.processor for s in starts))
            for database, starts in found.items()
        }
    for name, database in (("full", full), ("empty", empty)):
        seconds, processor = least[database]
        print(f"  {name + ':':<6} {seconds:5.2f} s, {processor:5.2f} s of processor time")
    times = least[full][0] / least[empty][0]
    print(f"  {times:.2f} times as long; asked for are {AT_MOST} s at most with {GAMES} games")


if __name__ == "__main__":
    main()
