"""How the package is laid out: one name for one class, folders of a manageable size, docstrings."""

import ast
import re
from collections import Counter
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "hotdice"
MODULES = sorted(SOURCE.rglob("*.py"))
MOST_MODULES = 21  # in one folder, `__init__` aside
MORE_MODULES = {"cli": 26}  # where a file is a command, of which there are many


def tree(path: Path) -> ast.Module:
    """A module, parsed."""
    return ast.parse(path.read_text())


def test_no_two_classes_have_one_name() -> None:
    found: Counter[str] = Counter()
    for path in MODULES:
        found.update(node.name for node in tree(path).body if isinstance(node, ast.ClassDef))
    twice = {name for name, count in found.items() if count > 1}
    assert not twice


@pytest.mark.parametrize("folder", sorted({path.parent for path in MODULES}), ids=lambda p: p.name)
def test_folders_have_few_modules(folder: Path) -> None:
    modules = [path for path in folder.glob("*.py") if path.name != "__init__.py"]
    assert len(modules) <= MORE_MODULES.get(folder.name, MOST_MODULES)


def test_every_module_says_what_it_is_for() -> None:
    silent = [
        str(path.relative_to(SOURCE)) for path in MODULES if not ast.get_docstring(tree(path))
    ]
    assert not silent


FILE_METHODS = {"mkdir", "read_bytes", "read_text", "unlink", "write_bytes", "write_text"}
OUTER = ("cli", "terminal", "server")  # these may do what they have to


def uses_files(module: ast.Module) -> bool:
    """Whether a module opens, reads, writes or removes a file."""
    for node in ast.walk(module):
        if isinstance(node, ast.Call):
            match node.func:
                case ast.Name("open") | ast.Attribute(ast.Name("os"), "open"):
                    return True
                case ast.Attribute(_, name) if name in FILE_METHODS:
                    return True
    return False


def test_the_design_page_lists_the_modules_that_use_files() -> None:
    design = (SOURCE.parents[1] / "docs" / "design.md").read_text("utf-8")
    listed = design.partition("Most of the code is pure.")[2].partition("read or write files")[0]
    found = {
        path.relative_to(SOURCE).as_posix()
        for path in MODULES
        if path.relative_to(SOURCE).parts[0] not in OUTER and uses_files(tree(path))
    }
    assert found == set(re.findall(r"`(\S+\.py)`", listed))
