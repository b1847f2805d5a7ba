"""Servers forked from a process that has loaded the server already, so that each starts at once.

A server is a process of its own as ever; only the second and more of loading is done once.
"""

import atexit
import json
import os
import socket
import subprocess
import sys
import time
from functools import cache
from typing import Any

PARENT = """
import json
import os
import socket
import sys
import hotdice.server.run  # all that takes long
asking = socket.socket(fileno=int(sys.argv[1]))
while True:
    message, files, _, _ = socket.recv_fds(asking, 1 << 20, 3)
    if not message:
        os._exit(0)
    asked = json.loads(message)
    if "wait" in asked:
        ended, status = os.waitpid(asked["wait"], os.WNOHANG)
        answer = os.waitstatus_to_exitcode(status) if ended else None
    else:
        answer = os.fork()
    if answer == 0 and "wait" not in asked:
        break
    for file in files:
        os.close(file)
    asking.sendall(json.dumps(answer).encode())
asking.close()
for number, file in enumerate(files, 1):
    os.dup2(file, number)
    os.close(file)
os.chdir(asked["folder"])
os.environ.clear()
os.environ.update(asked["environment"])
sys.argv[1:] = asked["words"]
exec(asked["program"])
"""


class ForkedProcess:
    """What is used of `subprocess.Popen`, for a process that was forked."""

    def __init__(self, program: str, words: list[str], log: int) -> None:
        reading, writing = os.pipe()
        asked = {
            "program": program,
            "words": words,
            "folder": os.getcwd(),
            "environment": dict(os.environ),
        }
        self.pid: int = _ask(asked, [writing, log])
        os.close(writing)
        self.stdout = os.fdopen(reading)
        self.returncode: int | None = None

    def poll(self) -> int | None:
        """Its exit code, if it has ended."""
        if self.returncode is None:
            self.returncode = _ask({"wait": self.pid}, [])
        return self.returncode

    def wait(self, timeout: float) -> int:
        """Its exit code, once it has ended."""
        end = time.monotonic() + timeout
        while (code := self.poll()) is None:
            if time.monotonic() > end:
                raise subprocess.TimeoutExpired("a forked server", timeout)
            time.sleep(0.005)
        return code

    def send_signal(self, number: int) -> None:
        """Send it a signal, unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)


def _ask(asked: dict[str, Any], files: list[int]) -> Any:
    parent = _parent()
    socket.send_fds(parent, [json.dumps(asked).encode()], files)
    return json.loads(parent.recv(1 << 10))


@cache
def _parent() -> socket.socket:
    """Where the process is asked that all servers of this one are forked from."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    command = [sys.executable, "-W", "error", "-c", PARENT, str(theirs.fileno())]
    process = subprocess.Popen(command, pass_fds=[theirs.fileno()])
    theirs.close()

    def end() -> None:
        ours.close()
        process.wait(300)

    atexit.register(end)
    return ours
