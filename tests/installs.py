"""Installs as people have them: the core alone, with some extras, with everything.

Each is an environment that pip has made from the wheel of this source, under `constraints.txt`.
They are kept in the environment of the tests and made anew when dependencies change; when only
the source has changed, its wheel alone is installed again.
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
from pathlib import Path

from needed import leave_out

ROOT = Path(__file__).parents[1]
PLACE = Path(sys.prefix) / "installs"
EXTRAS = {"core": "", "terminal": "terminal", "play": "terminal,solve", "all": "all"}
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
            _pip(environment, f"{_wheel()}[{EXTRAS[name]}]".removesuffix("[]"))
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
    asked = repr((project["dependencies"], project["optional-dependencies"], sys.version))
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
