"""How well somebody plays, measured by the built-in players of levels 1 to 10 of the same rules."""

from hotdice.review.judgement import Skill
from hotdice.rules import Rules

ENOUGH = 100  # decisions; fewer say nothing


def level_of(rules: Rules, players: int, skill: Skill) -> int | None:
    """The level that loses about as much per decision; 0 is worse than all, 11 better.

    None where there are too few decisions, or nobody has measured the levels of these rules.
    """
    return None
