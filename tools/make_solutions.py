"""Solve all presets for two players and for one alone, and put the solutions into the package.

    python tools/make_solutions.py [PRESET ...]

A preset whose solution is there already is left alone; name it to have it solved again.
"""

import os
import sys
from collections.abc import Callable
from time import perf_counter
from typing import Any, TypeVar

from hotdice.cli.progress import solving
from hotdice.review.skill_level import SKILL_LEVELS
from hotdice.rules import Rules
from hotdice.rules.files import preset_names
from hotdice.solver.explicit.solution import ExplicitSolution
from hotdice.solver.explicit.solve import solve_explicit
from hotdice.solver.feasibility import needs_explicit
from hotdice.solver.progress import Progress
from hotdice.solver.solo.fewest_turns import fewest_turns
from hotdice.solver.storage.store import (
    SHIPPED,
    SOLO,
    TWO_PLAYER,
    SolutionKind,
    explicit_kind,
    shipped,
    write,
)
from hotdice.solver.two_player.solve import solve_two_players

T = TypeVar("T")


def main(names: list[str]) -> None:
    """Solve what is asked for; solutions of rules that are no preset any more go."""
    folder = str(SHIPPED)
    os.makedirs(folder, exist_ok=True)
    presets = [Rules.load(name) for name in preset_names()]
    for rules in presets:
        again = rules.name in names
        if needs_explicit(rules):
            put(explicit_kind(2), rules, solve_for_two, again)
            continue
        put(SOLO, rules, fewest_turns, again)
        put(TWO_PLAYER, rules, solve_two_players, again)
    wanted = {kind.file(rules) for rules in presets for kind in kinds(rules)}
    for old in set(os.listdir(folder)) - wanted:
        if not old.endswith(f".{SKILL_LEVELS.name}"):  # those are the business of make_levels
            os.unlink(os.path.join(folder, old))
    total = sum(os.path.getsize(os.path.join(folder, name)) for name in os.listdir(folder))
    print(f"{total:,} bytes in all")


def kinds(rules: Rules) -> list[SolutionKind[Any]]:
    """What is shipped of a preset: under options one player alone is solved when asked for."""
    return [explicit_kind(2)] if needs_explicit(rules) else [SOLO, TWO_PLAYER]


def solve_for_two(rules: Rules, progress: Progress) -> ExplicitSolution:
    """The solution for two players under options."""
    return solve_explicit(rules, 2, progress)


def put(
    kind: SolutionKind[T], rules: Rules, work: Callable[[Rules, Progress], T], again: bool
) -> None:
    """Solve one game, unless its solution is there."""
    if not again and shipped(kind, rules) is not None:
        return
    begin = perf_counter()
    with solving(rules.name, kind.players) as progress:
        data = kind.pack(work(rules, progress))
    write(str(SHIPPED / kind.file(rules)), data)
    seconds = perf_counter() - begin
    print(f"{rules.name:14} {kind.name:6} {len(data):>9,} bytes  {seconds:7.1f} s")


if __name__ == "__main__":
    main(sys.argv[1:])
