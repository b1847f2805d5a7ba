"""Runs commands as people do: in a process of their own, or quicker in this one."""

import io
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from unittest.mock import patch

from hotdice.cli.main import main
from hotdice.texts import speak, spoken


def hotdice(*words: str, stdin: str | None = None) -> subprocess.CompletedProcess[str]:
    """Run a command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "hotdice", *words],
        capture_output=True,
        text=True,
        input=stdin,
        stdin=subprocess.DEVNULL if stdin is None else None,
        timeout=300,
    )


def run_here(*words: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """Run a command in this process, which takes a tenth of the time."""
    out, err, code, language = io.StringIO(), io.StringIO(), 0, spoken()
    streams = patch.multiple(sys, argv=["hotdice", *words], stdin=io.StringIO(stdin))
    with streams, redirect_stdout(out), redirect_stderr(err):
        try:
            main()
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 0
        finally:
            speak(language)
    return subprocess.CompletedProcess(words, code, out.getvalue(), err.getvalue())


def refused(*words: str) -> str:
    """What a command that must be refused says."""
    done = run_here(*words)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("hotdice: ")
    assert "Traceback" not in done.stderr
    return done.stderr
