"""What decisions of `human:1` to `human:10` lose, measured in games of each level with itself."""

from math import sqrt

import numpy as np

from hotdice.arena.batch_review.review_block import in_batches
from hotdice.arena.batch_review.reviewed import Reviewed
from hotdice.arena.match.blocks import Match, blocks
from hotdice.review.skill_level import SkillLevels, keep_skill_levels, skill_levels_at_hand
from hotdice.rules import Rules
from hotdice.solver.progress import Progress, silent
from hotdice.texts import HotDiceError

GAMES = 1000  # of each level, where somebody waits for it
SEED = 1
TOGETHER = 500  # games of each level whose turns are reviewed together


def skill_levels_for(rules: Rules, progress: Progress = silent) -> SkillLevels | None:
    """The skill levels of these rules, measured and stored if they are not there.

    None if games cannot be reviewed in batches, as that would take hours, or never end.
    """
    known = skill_levels_at_hand(rules)
    if known is not None or not in_batches(_match(rules, 1)):
        return known
    try:
        found = measure_skill_levels(rules, GAMES, progress)
    except HotDiceError as error:
        if error.code != "simulate/endless":
            raise
        return None
    keep_skill_levels(rules, found)
    return found


def measure_skill_levels(rules: Rules, games: int, progress: Progress = silent) -> SkillLevels:
    """Let each level play so many games with itself."""
    from hotdice.arena.batch_review.batch import batch_review

    matches = [_match(rules, level) for level in range(1, 11)]
    found: list[list[Reviewed]] = [[] for _ in matches]
    parts = blocks(games, TOGETHER)
    for done, block in enumerate(parts, 1):
        reviewed = batch_review(rules).review_all(matches, block)
        for level, each in enumerate(reviewed):
            found[level].append(each)
        progress(done / len(parts))
    losses, errors = zip(*map(_loss, found), strict=True)
    return SkillLevels(games, losses, errors)


def _match(rules: Rules, level: int) -> Match:
    return Match(rules, (f"human:{level}",) * 2, SEED)


def _loss(parts: list[Reviewed]) -> tuple[float, float]:
    """The mean loss of a decision and its standard error, as that of a ratio of two sums."""
    lost = np.concatenate([part.lost.sum(axis=1) for part in parts])
    decisions = np.concatenate([part.decisions.sum(axis=1) for part in parts])
    ratio = float(lost.sum() / decisions.sum())
    apart = lost - ratio * decisions
    return ratio, sqrt(float(np.square(apart).sum())) / float(decisions.sum())
