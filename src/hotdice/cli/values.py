"""The values that best play needs."""

from collections.abc import Sequence

from hotdice.cli.progress import solving
from hotdice.rules import Rules


def ensure_values(rules: Rules, players: int, bots: Sequence[str]) -> None:
    """Load or compute the values for `optimal` before games begin, with a progress bar."""
    if "optimal" in bots:
        from hotdice.solver.storage.lookup import values_for

        with solving(rules.name, players) as progress:
            values_for(rules, players, progress)
