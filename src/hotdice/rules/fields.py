"""What may be put into each field of a rules file, for whoever makes a form of them.

All of it follows from the declaration of `Rules`, as what `check` allows does.
"""

from typing import Any, Literal

import msgspec
from msgspec import Struct

from hotdice.rules.check import (
    CHOICES,
    FLAGS,
    NUMBERS,
    PENALTY_NUMBERS,
    PENALTY_PARTS,
)
from hotdice.rules.form import EXAMPLES
from hotdice.rules.patterns import FACES
from hotdice.rules.rules import DECIDES, Rules

Kind = Literal[
    "text", "number", "face", "choice", "switch", "pattern", "weights", "parts", "score", "rolls"
]
KINDS: dict[str, Kind] = {
    "confirm": "pattern",
    "weights": "weights",
    "penalty": "parts",
    "score": "score",
    "rolls": "rolls",
}  # of fields whose type does not tell


class RulesField(Struct, frozen=True):
    """A field: its limits or choices, what it is without a word, and how one begins with it.

    `begin` is written as in a rules file, for a field that is mostly not there.
    """

    name: str
    kind: Kind
    usual: Any = None
    least: int | None = None
    most: int | None = None
    choices: tuple[str, ...] = ()
    parts: tuple["RulesField", ...] = ()
    begin: str | None = None
    required: bool = False


def fields() -> list[RulesField]:
    """All fields, in the order of a rules file.

    >>> [field.name for field in fields() if field.kind == "switch"]
    ['piggyback', 'mercy']
    >>> next(field for field in fields() if field.name == "keep").choices
    ('any', 'all')
    """
    return [_field(each) for each in msgspec.structs.fields(Rules)]


def _field(declared: msgspec.structs.FieldInfo) -> RulesField:
    name = declared.encode_name
    least, most = NUMBERS.get(name, (None, None))
    return RulesField(
        name=name,
        kind=_kind(name),
        usual=None if declared.default is msgspec.NODEFAULT else declared.default,
        least=least,
        most=most,
        choices=DECIDES if name == "rolls" else CHOICES.get(name, ()),
        parts=_parts() if name == "penalty" else (),
        begin=EXAMPLES.get(name),
        required=declared.required,
    )


def _kind(name: str) -> Kind:
    if name in NUMBERS:
        return "face" if NUMBERS[name] == (FACES[0], FACES[-1]) else "number"
    if name in CHOICES:
        return "choice"
    return "switch" if name in FLAGS else KINDS.get(name, "text")


def _parts() -> tuple[RulesField, ...]:
    return tuple(
        RulesField(part, "number", least=least, most=most, required=part in PENALTY_PARTS)
        for part, (least, most) in PENALTY_NUMBERS.items()
    )
