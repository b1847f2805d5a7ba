"""How well somebody plays, measured by the built-in players of levels 1 to 10 of the same rules.

What the decisions of each level lose on average was measured for all presets; the measurements
ship with the package. Those of other rules are kept beside their solutions once somebody has made
them. Nothing is measured here.
"""

from functools import lru_cache

from msgspec import Struct

from hotdice.review.judgement import Skill
from hotdice.rules import Rules
from hotdice.solver.storage import store
from hotdice.solver.storage.sealed import opened, sealed
from hotdice.solver.storage.store import SolutionKind

ENOUGH = 100  # decisions; fewer say nothing


class LevelTable(Struct, frozen=True):
    """What a decision of each level loses, from level 1 on, if two of that level play.

    `errors` are standard errors, `games` those of each level.
    """

    games: int
    losses: tuple[float, ...]
    errors: tuple[float, ...]

    def nearest(self, loss: float) -> int:
        """The level that loses about as much; 0 if that is worse than all of them, 11 if better.

        >>> table = LevelTable(1000, (0.010, 0.008, 0.004), (0.0, 0.0, 0.0))
        >>> [table.nearest(loss) for loss in (0.0112, 0.0108, 0.0095, 0.0059, 0.0021, 0.0019)]
        [0, 1, 1, 3, 3, 4]
        """
        first, second, *_ = self.losses
        *_, before, last = self.losses
        if loss > first + (first - second) / 2:
            return 0
        # nobody loses less than nothing, so half of what the last level loses is far enough
        if loss < max(last - (before - last) / 2, last / 2):
            return len(self.losses) + 1
        apart = [abs(loss - each) for each in self.losses]
        return apart.index(min(apart)) + 1


def _unpack(data: bytes, rules: Rules) -> LevelTable:
    return opened(data, LevelTable)[0]


LEVELS: SolutionKind[LevelTable] = SolutionKind(
    "levels", 2, lambda found: sealed(found, b""), _unpack, kept_as="levels"
)


@lru_cache(maxsize=64)
def levels_at_hand(rules: Rules) -> LevelTable | None:
    """The measured levels of these rules, if there are any."""
    return store.shipped(LEVELS, rules) or store.kept(LEVELS, rules)


def keep_levels(rules: Rules, found: LevelTable) -> None:
    """Keep what was measured for the next time."""
    store.keep(LEVELS, rules, found)
    levels_at_hand.cache_clear()


def level_of(rules: Rules, players: int, skill: Skill) -> int | None:
    """The level that loses about as much per decision; 0 is worse than all, 11 better.

    None where there are too few decisions, nobody to play against, or no measured levels.
    """
    lost = skill.lost_per_decision
    if players == 1 or skill.decisions < ENOUGH or lost is None:
        return None
    levels = levels_at_hand(rules)
    return None if levels is None else levels.nearest(lost)
