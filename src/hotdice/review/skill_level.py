"""How well somebody plays, compared with the bots `human:1` to `human:10` under the same rules.

What the decisions of each level lose on average was measured for the presets whose games can be
reviewed in batches; the measurements ship with the package. Those of other such rules are stored
with their solutions once they have been made, by `arena.batch_review.measure_skill_levels`.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from math import sqrt

from msgspec import Struct

from hotdice.review.judgement import Skill
from hotdice.rules import Rules
from hotdice.solver.storage import store
from hotdice.solver.storage.sealed import opened, sealed
from hotdice.solver.storage.store import SolutionKind

ENOUGH = 100  # decisions; fewer say nothing
CHANCE = 2.0  # standard errors, within which chance stays in 19 of 20 cases


class SkillLevels(Struct, frozen=True):
    """What a decision of each level loses, from level 1 on, if two of that level play.

    `errors` are standard errors, `games` those of each level.
    """

    games: int
    losses: tuple[float, ...]
    errors: tuple[float, ...]

    def nearest(self, loss: float) -> int:
        """The level that loses about as much; 0 if that is worse than all of them, 11 if better.

        >>> table = SkillLevels(1000, (0.010, 0.008, 0.004), (0.0, 0.0, 0.0))
        >>> [table.nearest(loss) for loss in (0.0112, 0.0108, 0.0095, 0.0059, 0.0021, 0.0019)]
        [0, 1, 1, 3, 3, 4]
        """
        return sum(loss <= most for most in self.most_lost)

    @property
    def most_lost(self) -> tuple[float, ...]:
        """The most that a decision loses at each level, from 1 on, and above the last."""
        first, second, *_ = self.losses
        *_, before, last = self.losses
        between = [(one + next_one) / 2 for one, next_one in pairwise(self.losses)]
        # nobody loses less than nothing, so half of what the last level loses is far enough
        above = max(last - (before - last) / 2, last / 2)
        return (first + (first - second) / 2, *between, above)


def _unpack(data: bytes, rules: Rules) -> SkillLevels:
    return opened(data, SkillLevels)[0]


SKILL_LEVELS: SolutionKind[SkillLevels] = SolutionKind(
    "levels", 2, lambda found: sealed(found, b""), _unpack, kept_as="levels"
)


@lru_cache(maxsize=64)
def skill_levels_at_hand(rules: Rules) -> SkillLevels | None:
    """The measured skill levels of these rules, if there are any."""
    return store.shipped(SKILL_LEVELS, rules) or store.kept(SKILL_LEVELS, rules)


def keep_skill_levels(rules: Rules, found: SkillLevels) -> None:
    """Store what was measured."""
    store.keep(SKILL_LEVELS, rules, found)
    skill_levels_at_hand.cache_clear()


def level_of(rules: Rules, players: int, skill: Skill) -> int | None:
    """The level that loses about as much per decision; 0 is worse than all, 11 better.

    None with too few decisions, no opponent, or no measured levels.
    """
    lost = skill.lost_per_decision
    if players == 1 or skill.decisions < ENOUGH or lost is None:
        return None
    levels = skill_levels_at_hand(rules)
    return None if levels is None else levels.nearest(lost)


def level_range(rules: Rules, games: Sequence[Skill]) -> tuple[int, int]:
    """The lowest and the highest level that many games may well be of, by how they differ.

    Only where they have a level. A single game says nothing of others.
    """
    levels = skill_levels_at_hand(rules)
    assert levels is not None
    last = len(levels.losses) + 1
    if len(games) < 2:
        return 0, last
    decisions = sum(game.decisions for game in games)
    loss = sum(game.lost for game in games) / decisions
    apart = sum((game.lost - loss * game.decisions) ** 2 for game in games)
    error = CHANCE * sqrt(apart * len(games) / (len(games) - 1)) / decisions
    return levels.nearest(loss + error), levels.nearest(loss - error)
