"""Installs as people have them: the core alone, with some extras, with everything.

Each is an environment with the wheel of this source and what that asks for. In long runs pip brings
all of it; otherwise pip brings the wheel, and the packages that it asks for, with theirs, are links
to those of the environment of the tests, of the same versions. Environments are kept, and made anew
when dependencies change; when only the source has changed, its wheel alone is installed again.
"""

import fcntl
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from importlib.metadata import distribution
from pathlib import Path
from sysconfig import get_path

from packaging.requirements import Requirement
from support.needed import leave_out

ROOT = Path(__file__).parents[2]
PLACE = Path(sys.prefix) / "installs"
EXTRAS = {"core": "", "terminal": "terminal", "play": "terminal,solve", "all": "all"}
LONG = os.environ.get("HOTDICE_LONG") == "1"
NO_INDEX = re.compile("NewConnectionError|ConnectTimeout|ReadTimeout|ProxyError|ConnectionError")


@cache
def install(name: str) -> Path:
    """The folder of the environment of that name, with this source in it."""
    environment = PLACE / f"{name}-{_key()}"
    with _alone(name):
        for old in PLACE.glob(f"{name}-*"):
            if old != environment:
                shutil.rmtree(old)
        if not (environment / "whole").exists():
            shutil.rmtree(environment, ignore_errors=True)
            command = [sys.executable, "-m", "venv", "--without-pip", str(environment)]
            subprocess.run(command, check=True)
            if LONG:
                _pip(environment, f"{_wheel()}[{EXTRAS[name]}]".removesuffix("[]"))
            else:
                _pip(environment, "--no-deps", str(_wheel()))
                _link(environment, EXTRAS[name].split(","))
            (environment / "whole").touch()
            _mark(environment)
        elif _marked(environment) != _source():
            _pip(environment, "--no-deps", "--force-reinstall", str(_wheel()))
            _mark(environment)
    return environment


def _wheel() -> Path:
    """What would be published of this source."""
    folder = PLACE / "wheel" / _source()
    with _alone("wheel"):
        if not list(folder.glob("*.whl")):
            shutil.rmtree(folder.parent, ignore_errors=True)
            _run_pip("wheel", "--no-deps", "--wheel-dir", str(folder), str(ROOT))
        return next(folder.glob("*.whl"))


def _pip(environment: Path, *words: str) -> None:
    """Install by the pip of the tests, for the environment has none; nobody waits for bytecode."""
    _run_pip("--python", str(environment / "bin" / "python"), "install", "--no-compile", *words)


def _link(environment: Path, extras: list[str]) -> None:
    """Put what the wheel asks for with these extras into an environment."""
    here = Path(get_path("purelib"))
    there = environment / here.relative_to(sys.prefix)
    for name in _asked("hotdice", extras, set()):
        tops = {file.parts[0] for file in distribution(name).files or []}
        for top in tops - {"..", "__pycache__"}:
            if not (there / top).exists():
                (there / top).symlink_to(here / top)


def _asked(name: str, extras: list[str], found: set[str]) -> set[str]:
    """The distributions that one asks for, and those that these ask for."""
    for line in distribution(name).requires or []:
        asked = Requirement(line)
        wanted = asked.marker is None or any(
            asked.marker.evaluate({"extra": extra}) for extra in ["", *extras]
        )
        if wanted and asked.name == "hotdice":
            _asked("hotdice", sorted(asked.extras), found)
        elif wanted and asked.name not in found:
            found.add(asked.name)
            _asked(asked.name, sorted(asked.extras), found)
    return found


def _run_pip(*words: str) -> None:
    command = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", *words]
    constraints = {"PIP_CONSTRAINT": str(ROOT / "constraints.txt")}
    done = subprocess.run(command, capture_output=True, text=True, env=os.environ | constraints)
    if done.returncode and NO_INDEX.search(done.stderr):
        leave_out("the package index", "commands in the installs that people have")
    assert done.returncode == 0, done.stderr


def _key() -> str:
    """What decides which packages are in an environment."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    asked = repr((project["dependencies"], project["optional-dependencies"], sys.version, LONG))
    return sha256(asked.encode() + (ROOT / "constraints.txt").read_bytes()).hexdigest()[:12]


@cache
def _source() -> str:
    """All that goes into the wheel."""
    files = [ROOT / "pyproject.toml", ROOT / "README.md", *sorted((ROOT / "src").rglob("*"))]
    kept = [file for file in files if file.is_file() and "__pycache__" not in file.parts]
    digest = sha256()
    for file in kept:
        digest.update(f"{file.relative_to(ROOT)}\0".encode() + sha256(file.read_bytes()).digest())
    return digest.hexdigest()[:12]


def _mark(environment: Path) -> None:
    (environment / "source").write_text(_source())


def _marked(environment: Path) -> str:
    mark = environment / "source"
    return mark.read_text() if mark.exists() else ""


@contextmanager
def _alone(what: str) -> Iterator[None]:
    """One process of the tests makes it, the others wait."""
    PLACE.mkdir(exist_ok=True)
    with open(PLACE / f"{what}.lock", "w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
