"""What users may import: `help` shows it, importing it is cheap, and docs import nothing else."""

import ast
import doctest
import pydoc
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

PUBLIC = (
    "hotdice",
    "hotdice.arena",
    "hotdice.bots",
    "hotdice.review",
    "hotdice.solver",
    "hotdice.testing",
)
HEAVY = (
    "numpy",
    "numba",
    "llvmlite",
    "matplotlib",
    "distributed",
    "litestar",
    "textual",
)
ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted(ROOT.glob("docs/*.md"))]
EXAMPLES = sorted(ROOT.glob("examples/*.py"))


@pytest.mark.parametrize("module", PUBLIC)
def test_importing_loads_nothing_heavy(module: str) -> None:
    program = f"import sys, {module}\nassert not {set(HEAVY)} & set(sys.modules), set(sys.modules)"
    subprocess.run([sys.executable, "-c", program], check=True)


@pytest.mark.parametrize("module", PUBLIC)
def test_all_that_is_listed_is_there(module: str) -> None:
    found = import_module(module)
    for name in found.__all__:
        assert getattr(found, name) is not None
        assert name in dir(found)


@pytest.mark.parametrize("module", PUBLIC)
def test_help_shows_what_is_listed(module: str) -> None:
    shown = pydoc.plain(pydoc.render_doc(module))
    for name in import_module(module).__all__:
        assert name in shown


@pytest.mark.parametrize("module", PUBLIC)
def test_what_is_not_listed_is_no_attribute(module: str) -> None:
    assert not hasattr(import_module(module), "no_such_name")


def test_a_name_is_looked_for_once() -> None:
    program = """
import hotdice.solver
found = hotdice.solver.Progress
assert vars(hotdice.solver)["Progress"] is found
"""
    subprocess.run([sys.executable, "-c", program], check=True)


def imports(source: str) -> Iterator[tuple[str, str]]:
    """What Python code imports of this package, as modules and names."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names if "hotdice" in alias.name)
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("hotdice"):
            yield from ((node.module or "", alias.name) for alias in node.names)


@pytest.mark.parametrize("page", [*PAGES, *EXAMPLES], ids=lambda page: page.name)
def test_docs_and_examples_import_only_what_is_public(page: Path) -> None:
    text = page.read_text()
    snippets = [text]
    if page.suffix == ".md":
        snippets = [each.source for each in doctest.DocTestParser().get_examples(text)]
    for module, name in (found for snippet in snippets for found in imports(snippet)):
        assert module in PUBLIC, f"{page.name} imports from {module}"
        assert not name or name in import_module(module).__all__, f"{module}.{name} is not public"
