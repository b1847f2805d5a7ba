"""Measure what the levels of presets lose per decision, and put that into the package.

    python tools/make_levels.py [PRESET ...]

A preset whose levels are there already is left alone; name it to have them measured again. Under
options that add to the state games are reviewed one by one, which would take half a day for each
preset: these have no levels.
"""

import os
import sys

from hotdice.arena.batch_review.measure_skill_levels import measure_skill_levels
from hotdice.review.skill_level import SKILL_LEVELS
from hotdice.rules import Rules
from hotdice.rules.files import preset_names
from hotdice.solver.feasibility import needs_explicit
from hotdice.solver.storage.store import SHIPPED, shipped, write

GAMES = 3000  # of each level


def main(names: list[str]) -> None:
    """Measure what is asked for; levels of rules that are no preset any more go."""
    folder = str(SHIPPED)
    every = [Rules.load(name) for name in preset_names()]
    presets = [rules for rules in every if not needs_explicit(rules)]
    for rules in presets:
        if rules.name in names or shipped(SKILL_LEVELS, rules) is None:
            found = measure_skill_levels(rules, GAMES)
            write(os.path.join(folder, SKILL_LEVELS.file(rules)), SKILL_LEVELS.pack(found))
            print(f"{rules.name}, {found.games:,} games of each level: points lost per decision")
            for level, (loss, error) in enumerate(zip(found.losses, found.errors, strict=True), 1):
                print(f"  {level:2}  {100 * loss:.4f} ± {100 * error:.4f}", flush=True)
    wanted = {SKILL_LEVELS.file(rules) for rules in presets}
    for old in os.listdir(folder):
        if old.endswith(f".{SKILL_LEVELS.name}") and old not in wanted:
            os.unlink(os.path.join(folder, old))


if __name__ == "__main__":
    main(sys.argv[1:])
