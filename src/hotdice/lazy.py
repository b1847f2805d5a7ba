"""Exports of a package that are imported when they are first used (PEP 562).

So a package can list everything it offers, and importing it loads nothing heavy.
"""

import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any


def lazy_exports(
    package: str, exports: Mapping[str, Sequence[str]]
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """`__getattr__` and `__dir__` of a package, whose `exports` are names by their module."""
    module_of = {name: module for module, names in exports.items() for name in names}
    namespace = vars(sys.modules[package])

    def get(name: str) -> Any:
        if name not in module_of:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        found = getattr(import_module(module_of[name]), name)
        namespace[name] = found  # so that it is asked for only once
        return found

    def names() -> list[str]:
        return sorted({*namespace, *module_of})

    return get, names
