"""What `hotdice.arena` exports, and that importing it costs nothing."""

import subprocess
import sys

import hotdice.arena


def test_importing_the_arena_loads_nothing_heavy() -> None:
    program = """
import sys
import hotdice.arena
heavy = {"numpy", "numba", "llvmlite", "matplotlib", "openskill"} & set(sys.modules)
assert not heavy, heavy
"""
    subprocess.run([sys.executable, "-c", program], check=True)


def test_all_that_is_listed_is_there() -> None:
    for name in hotdice.arena.__all__:
        assert getattr(hotdice.arena, name) is not None
        assert name in dir(hotdice.arena)


def test_what_is_not_listed_is_no_attribute() -> None:
    assert not hasattr(hotdice.arena, "book")
