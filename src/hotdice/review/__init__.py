"""One game explained: what was luck and what was skill. Changes and decides nothing.

`review` accounts for every change of the chances in a record, with the values that `solve` or
`values_for` of `hotdice.solver` give: a `Review` of `Change`s and one `Account` for each seat.
`judged`, `is_decision` and `skill` tell how good choices were, `why` gives the reasons of a slip,
`leaks` where chances go over many games, `report` all of it as plain data. `key_moments` are the
largest swings, and `winning_chances` those of every seat in a position. What is not listed in
`__all__` may move.
"""

from typing import TYPE_CHECKING

from hotdice.lazy import lazy_exports

if TYPE_CHECKING:
    from hotdice.review.account import Account, Change, Review, review, winning_chances
    from hotdice.review.judgement import Skill, is_decision, is_error, judged, skill
    from hotdice.review.leak_kinds import Leak, leaks
    from hotdice.review.level import level_of
    from hotdice.review.plain_data import ReviewReport, report
    from hotdice.review.reasons import why
    from hotdice.review.sentences import key_moments, moment_sentence

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

if not TYPE_CHECKING:  # for which any name would be an attribute
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
            "hotdice.review.level": ("level_of",),
            "hotdice.review.plain_data": ("ReviewReport", "report"),
            "hotdice.review.sentences": ("key_moments", "moment_sentence"),
            "hotdice.review.reasons": ("why",),
        },
    )
