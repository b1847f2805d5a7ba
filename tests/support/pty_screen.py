"""A program at a pseudo-terminal with a screen that can be read, for tests of what people see."""

import fcntl
import os
import pty
import select
import struct
import subprocess
import termios
from collections.abc import Callable, Sequence
from pathlib import Path
from time import monotonic

import pyte

PATIENCE = 300.0  # seconds


class PtyScreen:
    """Type, and read what stands on the screen."""

    def __init__(
        self,
        command: Sequence[str],
        folder: Path,
        width: int = 80,
        height: int = 24,
        jobs: bool = False,
        **more: str,
    ) -> None:
        self.near, far = pty.openpty()
        self._screen = pyte.Screen(width, height)
        self._stream = pyte.ByteStream(self._screen)
        self.raw = b""
        self.resize(width, height)
        environment = os.environ | {
            "XDG_DATA_HOME": str(folder),
            "TERM": "xterm-256color",
            "COLORTERM": "truecolor",
            **more,
        }
        self.process = subprocess.Popen(
            # its session is led by this terminal, so that a shell in it has jobs
            ["setsid", "--ctty", *command] if jobs else command,
            stdin=far,
            stdout=far,
            stderr=far,
            env=environment,
            start_new_session=not jobs,
        )
        os.close(far)

    @property
    def lines(self) -> list[str]:
        """The screen as it stands."""
        return [line.rstrip() for line in self._screen.display]

    @property
    def text(self) -> str:
        """All lines of it."""
        return "\n".join(self.lines)

    def resize(self, width: int, height: int) -> None:
        """Another size of the window."""
        fcntl.ioctl(self.near, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))
        self._screen.resize(height, width)

    def type(self, keys: str) -> None:
        """Keys pressed by the person."""
        os.write(self.near, keys.encode())

    def read(self, seconds: float) -> bool:
        """Take in what comes within some time; whether the program still writes."""
        end = monotonic() + seconds
        while True:
            ready, _, _ = select.select([self.near], [], [], max(0.0, end - monotonic()))
            if not ready:
                return True
            try:
                data = os.read(self.near, 1 << 16)
            except OSError:  # the program has ended
                return False
            self.raw += data
            self._stream.feed(data)

    def until(self, seen: Callable[["PtyScreen"], bool]) -> None:
        """Read until something stands on the screen."""
        end = monotonic() + PATIENCE
        while not seen(self):
            if monotonic() > end or not (self.read(0.05) or seen(self)):
                self.kill()
                raise AssertionError(f"not seen on:\n{self.text}")

    def kill(self) -> None:
        """End the program as nobody expects."""
        self.process.kill()
        self.process.wait()
        self.read(0.05)
        os.close(self.near)
