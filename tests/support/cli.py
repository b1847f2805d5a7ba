"""The commands as people run them: in a process of their own."""

import subprocess
import sys


def hotdice(*words: str, stdin: str | None = None) -> subprocess.CompletedProcess[str]:
    """Run a command."""
    return subprocess.run(
        [sys.executable, "-m", "hotdice", *words],
        capture_output=True,
        text=True,
        input=stdin,
        stdin=subprocess.DEVNULL if stdin is None else None,
        timeout=60,
    )


def refused(*words: str) -> str:
    """What a command that must be refused says."""
    done = hotdice(*words)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("hotdice: ")
    assert "Traceback" not in done.stderr
    return done.stderr
