"""What has to be computed before games can be played or reviewed."""

from collections.abc import Sequence

from hotdice.bots.built_in import needs
from hotdice.cli.progress import show_progress, solving
from hotdice.rules import Rules
from hotdice.texts import say


def ensure_values(rules: Rules, players: int, bots: Sequence[str], adjusted: bool = False) -> None:
    """Load or compute the values that bots and luck need before games begin, with a bar."""
    if adjusted or "solution" in map(needs, bots):
        from hotdice.solver.storage.lookup import values_for

        with solving(rules.name, players) as progress:
            values_for(rules, players, progress)


def ensure_skill_levels(rules: Rules) -> None:
    """Load or measure the skill levels of these rules, with a bar."""
    from hotdice.arena.batch_review.measure_skill_levels import skill_levels_for

    working = say("levels.working", rules=rules.name)
    with show_progress(working, working) as progress:
        skill_levels_for(rules, progress)
