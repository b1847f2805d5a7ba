"""The game line by line as people play it: through a pipe, and at a terminal."""

import os
import pty
import select
import subprocess
import sys
from pathlib import Path
from unittest.mock import patch

from support.cli import run_here


def run(
    folder: Path, *words: str, answers: list[str] | None = None, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Play as through a pipe; games are kept in this folder.

    In this process, which takes a tenth of the time, unless the environment is another one.
    """
    typed = "\n".join([*(answers or []), ""])
    if not environment:
        with patch.dict(os.environ, XDG_DATA_HOME=str(folder)):
            return run_here("play", *words, stdin=typed)
    return subprocess.run(
        [sys.executable, "-m", "hotdice", "play", *words],
        input=typed,
        capture_output=True,
        text=True,
        env=os.environ | {"XDG_DATA_HOME": str(folder)} | environment,
        timeout=300,
    )


class Terminal:
    """A program at a terminal of its own: read until some words appear, and type."""

    def __init__(self, command: list[str], folder: Path) -> None:
        self.near, far = pty.openpty()
        environment = os.environ | {"XDG_DATA_HOME": str(folder), "TERM": "dumb"}
        self.process = subprocess.Popen(
            command, stdin=far, stdout=far, stderr=far, env=environment, start_new_session=True
        )
        os.close(far)
        self.seen = ""

    def until(self, *words: str) -> str:
        """Read until one of the words is at the end, which is returned, or to the end of all."""
        text = ""
        while True:
            for word in words:
                if text.rstrip(" ").endswith(word):
                    self.seen += text
                    return word
            ready, _, _ = select.select([self.near], [], [], 300)
            assert ready, f"nothing more after: {text}"
            try:
                text += os.read(self.near, 4096).decode()
            except OSError:  # the program has ended
                self.seen += text
                return ""

    def type(self, words: str) -> None:
        """A line typed by the person."""
        os.write(self.near, (words + "\n").encode())

    def close(self) -> None:
        """End the program if it is still there."""
        self.process.kill()
        self.process.wait()
        os.close(self.near)
