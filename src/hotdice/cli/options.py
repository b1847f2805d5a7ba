"""Options that many commands share."""

from collections.abc import Sequence
from typing import Annotated

from cyclopts import Parameter

from hotdice.rules import Rules

SEED_BITS = 32  # of a seed that is drawn: few enough to be typed

Set = Annotated[
    list[str],
    Parameter(
        name="--set",
        negative="",
        show_default=False,
        help="help.set",
    ),
]
Json = Annotated[bool, Parameter(name="--json", negative="", help="help.json")]


def load(name: str, changes: Sequence[str]) -> Rules:
    """The rules of a command, with its changes."""
    if not changes:
        return Rules.load(name)
    from hotdice.rules.changes import read

    return Rules.load(name, **dict(read(change) for change in changes))
