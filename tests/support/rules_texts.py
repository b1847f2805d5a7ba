"""Random rules files as somebody might write them: in any order, with comments anywhere."""

import random
from typing import Any

from hypothesis import given, settings
from support.strategies import house_games


def some_tables(count: int) -> list[dict[str, Any]]:
    """So many house rules; a few contradict themselves."""
    found: list[dict[str, Any]] = []

    @settings(max_examples=count, deadline=None, database=None, derandomize=True)
    @given(house_games())
    def collect(table: dict[str, Any]) -> None:
        found.append(table)

    collect()
    return found[:count]


def disordered(table: dict[str, Any], draw: random.Random) -> tuple[str, list[list[str]]]:
    """A table as somebody might write it, with comments anywhere, and the paths of its entries."""

    def value(found: Any) -> str:
        if isinstance(found, dict):
            inner = (f"{key}{draw.choice(('=', ' = '))}{value(one)}" for key, one in found.items())
            return "{" + draw.choice((",", " , ")).join(inner) + "}"
        if isinstance(found, list):
            return "[" + draw.choice((", ", ",\n  # next\n ")).join(map(value, found)) + "]"
        if isinstance(found, bool):
            return str(found).lower()
        if isinstance(found, str):
            return draw.choice(('"{}"', "'{}'")).format(found)
        return str(found)

    def line(key: str, found: Any) -> str:
        written = draw.choice(("{}", '"{}"', "  {}")).format(key) + draw.choice((" = ", "="))
        comment = draw.choice(("", "", " # so", "#so = 5"))
        above = draw.choice(("", "", "# above = 1\n", "\n"))
        return f"{above}{written}{value(found)}{comment}"

    tables = [name for name in ("score", "rolls", "penalty") if table.get(name)]
    below = [name for name in tables if draw.random() < 0.7]
    above = [name for name in table if name not in below]
    draw.shuffle(above)
    draw.shuffle(below)
    lines = [line(name, table[name]) for name in above]
    for name in below:
        lines += [f"[{name}] # {name}", *(line(*entry) for entry in table[name].items())]
    paths = [[name] for name in above]
    paths += [[name, key] for name in below for key in table[name]]
    return "\n".join(lines) + draw.choice(("", "\n")), paths
