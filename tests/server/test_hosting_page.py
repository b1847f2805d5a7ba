"""What docs/hosting.md tells hosts to write fits the program."""

import inspect
import json
import re
import subprocess
import sys
from pathlib import Path

from support.serving import Server

from hotdice.cli.serve import serve
from hotdice.server.http.transport import connections
from hotdice.server.rules import worker, worker_pool

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "hosting.md").read_text("utf-8")
BLOCKS = re.findall(r"```\w+\n(.*?)```", PAGE, re.DOTALL)
UNIT = next(block for block in BLOCKS if "ExecStart=/opt/hotdice" in block)
CONTAINER = next(block for block in BLOCKS if block.startswith("FROM"))
OPTIONS = {f"--{name.replace('_', '-')}" for name in inspect.signature(serve).parameters}
UNITS = {"M": 1 << 20, "G": 1 << 30}
ALONE = 512 << 20  # bytes that the server has room for beside its helpers


def size(text: str) -> int:
    return int(text[:-1]) * UNITS[text[-1].upper()]


def unit_setting(name: str) -> str:
    """A setting of the unit."""
    (found,) = re.findall(rf"^{name}=(.*)$", UNIT, re.MULTILINE)
    return str(found)


def test_every_option_is_in_the_table_and_every_command_has_options_that_exist() -> None:
    table = "\n".join(line for line in PAGE.splitlines() if line.startswith("| `--"))
    assert set(re.findall(r"`(--[a-z-]+)`", table)) == OPTIONS
    commands = re.findall(r"hotdice serve (.*)", PAGE)
    commands += [" ".join(json.loads(words)) for words in re.findall(r"^CMD (.*)", PAGE, re.M)]
    used = {option for command in commands for option in re.findall(r"(?<!\S)--[a-z-]+", command)}
    assert used
    assert used <= OPTIONS


def test_unit_and_container_limit_the_memory_to_what_is_needed() -> None:
    (container,) = re.findall(r"docker run .* --memory (\S+)", PAGE)
    needed = worker_pool.WORKERS * worker.MAX_MEMORY + ALONE
    assert size(unit_setting("MemoryMax")) >= needed
    assert size(container) >= needed


def test_unit_and_container_allow_as_many_files_as_the_server_can_use() -> None:
    (container,) = re.findall(r"docker run .* --ulimit nofile=(\d+)", PAGE)
    assert (
        int(unit_setting("LimitNOFILE")) >= connections.MAX_CONNECTIONS + connections.RESERVED_FILES
    )
    assert int(container) >= connections.MAX_CONNECTIONS + connections.RESERVED_FILES


def test_unit_and_container_come_back_whatever_has_ended_them() -> None:
    assert unit_setting("Restart") == "always"
    assert float(unit_setting("RestartSec")) > 0
    assert unit_setting("StartLimitIntervalSec") == "0"  # or systemd would give up
    assert re.search(r"docker run .* --restart always ", PAGE)


def test_every_installation_has_pinned_libraries() -> None:
    installing = [line for line in PAGE.splitlines() if "pip install" in line]
    assert len(installing) == 3
    for line in installing:
        assert re.search(r"PIP_CONSTRAINT=(/src/)?constraints\.txt \S*pip install", line)
    pinned = (ROOT / "constraints.txt").read_text().lower().replace("_", "-")
    wanted = re.search(r"^serve = \[(.*)\]", (ROOT / "pyproject.toml").read_text(), re.MULTILINE)
    assert wanted
    for library in json.loads(f"[{wanted[1]}]"):
        assert f"\n{library}==" in pinned


def test_the_health_check_of_the_container_tells_who_answers(server: Server) -> None:
    (words,) = re.findall(r"^HEALTHCHECK .* CMD (\[.*\])$", CONTAINER, re.MULTILINE)
    program, *rest = json.loads(words)
    assert program == "python"
    here = [word.replace("8000", str(server.port)) for word in rest]
    nobody = [word.replace("8000", "1") for word in rest]
    assert subprocess.run([sys.executable, *here], check=False).returncode == 0
    quiet = subprocess.DEVNULL
    assert subprocess.run([sys.executable, *nobody], check=False, stderr=quiet).returncode != 0


def test_the_timer_asks_what_the_server_answers(server: Server) -> None:
    (path,) = re.findall(r"curl .* http://127\.0\.0\.1:8000(\S+)", PAGE)
    assert server.get(path).json() == {"ok": True}
