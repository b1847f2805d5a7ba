"""The presets by how they are solved: most by totals alone, some under options turn by turn."""

from hotdice.rules import Rules
from hotdice.rules.files import preset_names
from hotdice.solver.feasibility import needs_explicit

UNDER_OPTIONS = [name for name in preset_names() if needs_explicit(Rules.load(name))]
PLAIN_PRESETS = [name for name in preset_names() if name not in UNDER_OPTIONS]
