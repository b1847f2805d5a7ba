"""What the README shows of commands is what they print."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

README = (Path(__file__).parents[1] / "README.md").read_text("utf-8")
SPEED = re.compile(r"^[\d,]+ games per second, [\d.]+ s in all\.$", re.MULTILINE)
SAMPLES = re.findall(r"```text\n\$ hotdice (.*)\n([\s\S]*?)```", README)


def test_there_are_samples() -> None:
    assert SAMPLES


@pytest.mark.parametrize(("words", "shown"), SAMPLES)
def test_a_sample_is_what_the_command_prints(words: str, shown: str) -> None:
    command = [sys.executable, "-m", "hotdice", *words.split()]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stderr.count("\n")) == (0, 0)
    assert SPEED.sub("SPEED", done.stdout) == SPEED.sub("SPEED", shown)
