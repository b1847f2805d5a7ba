"""What best play rests on, worked out before the games begin."""

from collections.abc import Sequence

from hotdice.cli.progress import solving
from hotdice.rules import Rules


def have_values(rules: Rules, players: int, bots: Sequence[str], adjusted: bool = False) -> None:
    """Have the values that `optimal` needs, and luck too, with a bar if that takes long."""
    if adjusted or "optimal" in bots:
        from hotdice.solver.storage.lookup import values_for

        with solving(rules.name, players) as progress:
            values_for(rules, players, progress)
