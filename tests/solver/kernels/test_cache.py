"""The cache of compiled code notices edits wherever they are."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from hotdice.solver.kernels.compiled import PACKAGE, sources

IMPORTS = re.compile(r"^from (hotdice[\w.]*) import", re.MULTILINE)
ASK = """
import numpy as np
from hotdice import Rules
from hotdice.arena.engine.game_kernel import NEVER, hot_limit
found = hot_limit(np.uint64(300), Rules.load("basic", hot_dice="must").terms)
print(found == NEVER, sum(hot_limit.stats.cache_hits.values()))
"""


def ask(folder: Path) -> str:
    """What hot dice that must be rolled do in this copy of the package, and whether it was kept."""
    environment = dict(os.environ, PYTHONPATH=str(folder), NUMBA_CACHE_DIR=str(folder / "cache"))
    words = [sys.executable, "-c", ASK]
    done = subprocess.run(
        words, env=environment, capture_output=True, text=True, check=True, timeout=300
    )
    return done.stdout.strip()


def test_an_edit_in_another_file_is_compiled(tmp_path: Path) -> None:
    unused = shutil.ignore_patterns("__pycache__", "solutions", "web")
    shutil.copytree(PACKAGE, tmp_path / "hotdice", ignore=unused)
    assert ask(tmp_path) == "True 0"
    assert ask(tmp_path) == "True 1"
    [old] = (tmp_path / "cache").iterdir()
    os.utime(old, (0, 0))  # nobody has used it for years
    meaning = tmp_path / "hotdice" / "rules" / "meaning.py"
    text = meaning.read_text()
    meaning.write_text(text.replace("terms.hot_dice == HOT_MUST", "terms.hot_dice == HOT_MAY"))
    assert meaning.read_text() != text
    assert ask(tmp_path) == "False 0"
    kept = [path.name for path in (tmp_path / "cache").iterdir()]
    assert len(kept) == 1  # what the old sources gave is of no use any more


def test_the_digest_covers_everything_that_is_compiled() -> None:
    covered = set(sources())
    for path in PACKAGE.rglob("*.py"):
        text = path.read_text()
        if "njit" in text or "register_jitable" in text:
            assert path in covered
            for module in IMPORTS.findall(text):  # their numbers are compiled too
                place = PACKAGE.parent / module.replace(".", "/")
                file = place / "__init__.py" if place.is_dir() else place.with_suffix(".py")
                assert file in covered, f"{path} imports {module}"


def test_numba_itself_is_asked_by_one_module_alone() -> None:
    compiled = PACKAGE / "solver" / "kernels" / "compiled.py"
    for path in PACKAGE.rglob("*.py"):
        if path != compiled:
            assert not re.search(r"from numba import .*njit|numba\.njit", path.read_text()), path
