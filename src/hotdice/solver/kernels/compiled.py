"""`njit` as numba has it, with a cache that notices every edit of what is compiled.

numba looks for edits only in the file of the function itself, but what that calls and the numbers
that it takes from elsewhere are compiled into it. So its cache is in a folder named by a digest of
all sources that are compiled: below `NUMBA_CACHE_DIR` if that is set, else in the package, or in
the user's cache folder where the package cannot be written to. Whoever imports `njit` can compile
what calls the functions of `rules.meaning`.
"""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from shutil import rmtree
from threading import Lock
from typing import Any

import numba
import numba.core.config

from hotdice.solver.kernels.meaning import make_compilable

config: Any = numba.core.config
PACKAGE = Path(__file__).parents[2]
SOURCES = (  # everything that is compiled, or whose numbers are
    "rules/meaning.py",
    "rules/terms.py",
    "solver/kernels/*.py",
    "bots/banking.py",
    "arena/match/*.py",
    "arena/engine/*.py",
    "arena/batch_review/*.py",
)
PREFIX = "hotdice-"
UNUSED = 7 * 24 * 3600  # seconds; another version may be running beside this one

_lock = Lock()

make_compilable()


def sources() -> list[Path]:
    """The files that are compiled, in order."""
    return [path for pattern in SOURCES for path in sorted(PACKAGE.glob(pattern))]


def _folder() -> Path:
    """The folder of this digest; others beside it are removed once nobody uses them any more."""
    digest = sha256(b"".join(sha256(path.read_bytes()).digest() for path in sources()))
    name = PREFIX + digest.hexdigest()[:16]
    for place in _places():
        folder = place / name
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        if os.access(folder, os.W_OK):
            for old in place.glob(PREFIX + "*"):
                if old != folder and time.time() - old.stat().st_mtime > UNUSED:
                    rmtree(old, ignore_errors=True)
            os.utime(folder)
            return folder
    return PACKAGE / "__pycache__" / name  # numba says what is wrong with it


def _places() -> Iterator[Path]:
    if config.CACHE_DIR:
        yield Path(config.CACHE_DIR)
        return
    yield PACKAGE / "__pycache__"
    from hotdice.rules.folders import cache_folder  # rarely needed

    yield Path(cache_folder("compiled"))


FOLDER = _folder()


@contextmanager
def _cached_here() -> Iterator[None]:
    """Functions that are made now have their cache in our folder; those of others do not."""
    with _lock:
        usual, config.CACHE_DIR = config.CACHE_DIR, str(FOLDER)
        try:
            yield
        finally:
            config.CACHE_DIR = usual


def njit(**options: Any) -> Callable[[Callable[..., Any]], Any]:
    """Compile a function when it is first called, and keep it for the next time."""

    def compiled(function: Callable[..., Any]) -> Any:
        with _cached_here():
            return numba.njit(**options)(function)

    return compiled


def inner(function: Callable[..., Any]) -> Any:
    """Compile a function that only compiled ones call: sooner, as nothing leads in from Python."""
    return njit(cache=True, nogil=True, no_cpython_wrapper=True, no_cfunc_wrapper=True)(function)
