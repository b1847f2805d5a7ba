"""What best play rests on, worked out before the games begin."""

from collections.abc import Sequence

from hotdice.cli.progress import shown, solving
from hotdice.rules import Rules
from hotdice.texts import say


def have_values(rules: Rules, players: int, bots: Sequence[str], adjusted: bool = False) -> None:
    """Have the values that `optimal` needs, and luck too, with a bar if that takes long."""
    if adjusted or "optimal" in bots:
        from hotdice.solver.storage.lookup import values_for

        with solving(rules.name, players) as progress:
            values_for(rules, players, progress)


def have_levels(rules: Rules) -> None:
    """Have the measured levels of these rules, with a bar if that takes long."""
    from hotdice.arena.luck.measure_levels import levels_for

    working = say("levels.working", rules=rules.name)
    with shown(working, working) as progress:
        levels_for(rules, progress)
