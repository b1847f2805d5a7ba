"""What `hotdice.solver` exports, and that importing it costs nothing."""

import subprocess
import sys

import hotdice.solver


def test_importing_the_solver_loads_neither_numpy_nor_numba() -> None:
    program = """
import sys
import hotdice.solver
heavy = {"numpy", "numba", "llvmlite"} & set(sys.modules)
assert not heavy, heavy
"""
    subprocess.run([sys.executable, "-c", program], check=True)


def test_all_that_is_listed_is_there() -> None:
    for name in hotdice.solver.__all__:
        assert getattr(hotdice.solver, name) is not None
        assert name in dir(hotdice.solver)


def test_what_is_not_listed_is_no_attribute() -> None:
    assert not hasattr(hotdice.solver, "melee")
