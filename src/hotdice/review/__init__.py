"""Finished games explained: what was luck and what was skill.

`review` accounts for every change of the chances in a record, with the values that `solve` or
`values_for` of `hotdice.solver` give: a `Review` of `Change`s and one `Account` for each seat.
`judged`, `is_decision` and `skill` tell how good choices were, `why` explains a slip, `leaks` says
where chances are lost over many games, `report` is all of it as plain data. `key_moments` are the
largest swings, and `winning_chances` are those of every seat in a position. Whatever is not listed
in `__all__` may move.
"""

from typing import TYPE_CHECKING

from hotdice.lazy import lazy_exports

if TYPE_CHECKING:
    from hotdice.review.account import Account, Change, Review, review, winning_chances
    from hotdice.review.judgement import Skill, is_decision, is_error, judged, skill
    from hotdice.review.leak_kinds import Leak, leaks
    from hotdice.review.plain_data import ReviewReport, report
    from hotdice.review.reasons import why
    from hotdice.review.sentences import key_moments, moment_sentence
    from hotdice.review.skill_level import level_of

__all__ = [
    "Account",
    "Change",
    "Leak",
    "Review",
    "ReviewReport",
    "Skill",
    "is_decision",
    "is_error",
    "judged",
    "key_moments",
    "leaks",
    "level_of",
    "moment_sentence",
    "report",
    "review",
    "skill",
    "why",
    "winning_chances",
]

if not TYPE_CHECKING:  # a type checker would accept any name
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "hotdice.review.account": (
                "Account",
                "Change",
                "Review",
                "review",
                "winning_chances",
            ),
            "hotdice.review.judgement": ("Skill", "is_decision", "is_error", "judged", "skill"),
            "hotdice.review.leak_kinds": ("Leak", "leaks"),
            "hotdice.review.skill_level": ("level_of",),
            "hotdice.review.plain_data": ("ReviewReport", "report"),
            "hotdice.review.sentences": ("key_moments", "moment_sentence"),
            "hotdice.review.reasons": ("why",),
        },
    )
