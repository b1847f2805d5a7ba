"""Solve all presets for two players and put the solutions into the package.

    python tools/make_solutions.py [PRESET ...]

A preset whose solution is there already is left alone; name it to have it solved again.
"""

import os
import sys

from hotdice.cli.progress import solving
from hotdice.rules import Rules
from hotdice.rules.files import preset_names
from hotdice.solver.packing import pack
from hotdice.solver.solve import solve
from hotdice.solver.store import SHIPPED, shipped, write


def main(names: list[str]) -> None:
    """Solve what is asked for; solutions of rules that are no preset any more go."""
    folder = str(SHIPPED)
    os.makedirs(folder, exist_ok=True)
    presets = [Rules.load(name) for name in preset_names()]
    for rules in presets:
        if rules.name in names or shipped(rules) is None:
            with solving(rules.name, 2) as progress:
                found = solve(rules, progress)
            data = pack(found)
            write(os.path.join(folder, f"{rules.digest}.duel"), data)
            bound, seconds = found.bound(), found.seconds
            print(f"{rules.name:14} {len(data):>9,} bytes  {seconds:7.1f} s  bound {bound:.1e}")
    wanted = {f"{rules.digest}.duel" for rules in presets}
    for old in set(os.listdir(folder)) - wanted:
        os.unlink(os.path.join(folder, old))
    total = sum(os.path.getsize(os.path.join(folder, name)) for name in os.listdir(folder))
    print(f"{total:,} bytes in all")


if __name__ == "__main__":
    main(sys.argv[1:])
