"""One game explained: its luck and its choices in winning chances. Changes and decides nothing.

`swings` gives every roll and decision of a record as a `Moment`, `moments` the largest of them, and
`moment_sentence` tells one; `winning_chances` are those of every seat in a position. They take the
values that `hotdice.solver.solve` gives. What is not listed in `__all__` may move.
"""

from typing import TYPE_CHECKING

from hotdice.lazy import lazy_exports

if TYPE_CHECKING:
    from hotdice.review.chances import winning_chances
    from hotdice.review.luck_and_skill import Moment, moments, swings
    from hotdice.review.sentences import moment_sentence

__all__ = ["Moment", "moment_sentence", "moments", "swings", "winning_chances"]

if not TYPE_CHECKING:  # for which any name would be an attribute
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "hotdice.review.chances": ("winning_chances",),
            "hotdice.review.luck_and_skill": ("Moment", "moments", "swings"),
            "hotdice.review.sentences": ("moment_sentence",),
        },
    )
