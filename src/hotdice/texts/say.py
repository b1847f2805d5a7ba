"""From a key and plain data to a sentence."""

from collections.abc import Mapping
from typing import Any

from hotdice.texts.languages import sentences


def say(key: str, **data: Any) -> str:
    """The sentence for `key`; its `.one` form if there is one and `count` is 1.

    >>> say("dice", count=1), say("dice", count=3)
    ('1 die', '3 dice')
    """
    known = sentences()
    if data.get("count") == 1 and f"{key}.one" in known:
        key = f"{key}.one"
    return known[key].format_map(_Words(data))


def faces(dice: tuple[int, ...] | list[int]) -> str:
    """Dice as people read them.

    >>> faces((1, 1, 5))
    '1 1 5'
    """
    return " ".join(map(str, dice))


def listed(words: list[str] | tuple[str, ...]) -> str:
    """Words in a row with the last joined by "and".

    >>> listed(["Ann"]), listed(["Ann", "Bob"]), listed(["Ann", "Bob", "Cy"])
    ('Ann', 'Ann and Bob', 'Ann, Bob and Cy')
    """
    if len(words) < 2:
        return "".join(words)
    return say("and", first=", ".join(words[:-1]), last=words[-1])


def number_word(count: int) -> str:
    """A small number as a word.

    >>> number_word(3), number_word(12)
    ('three', '12')
    """
    return say(f"number.{count}") if count <= 10 else str(count)


def dice_words(count: int) -> str:
    """A number of dice in words, as after "with".

    >>> dice_words(1), dice_words(3)
    ('one die', 'three dice')
    """
    return say("dice-word", count=count, number=number_word(count))


def grouped(number: float) -> str:
    """A number as people read it, rounded to a whole one.

    >>> grouped(10050), grouped(1234.56)
    ('10,050', '1,235')
    """
    return (
        f"{number:,}".replace(",", say("thousands")[1])
        if isinstance(number, int)
        else decimal(number, 0)
    )


def decimal(value: float, digits: int = 1) -> str:
    """A number with the language's thousands separator and decimal point.

    >>> decimal(54.321), decimal(1150)
    ('54.3', '1,150.0')
    """
    signs = str.maketrans(",.", say("thousands")[1] + say("decimals")[1])
    return f"{value:,.{digits}f}".translate(signs)


def scientific(value: float) -> str:
    """A very small number, as a power of ten.

    >>> scientific(4e-11)
    '4.0e-11'
    """
    return f"{value:.1e}".replace(".", say("decimals")[1])


class _Words(dict[str, Any]):
    """Values formatted for a sentence."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        super().__init__({key: _word(value) for key, value in data.items()})


class _Number(int):
    """A whole number that a sentence may show with separators, as in {points:,}."""

    def __format__(self, form: str) -> str:
        plain = int(self)
        return grouped(plain) if form == "," else str(plain)


class _Real(float):
    """Any other number, which such a sentence shows with one decimal."""

    def __format__(self, form: str) -> str:
        plain = float(self)
        return decimal(plain) if form == "," else str(plain)


def _word(value: Any) -> Any:
    if type(value) is int:
        return _Number(value)
    if type(value) is float:
        return _Real(value)
    if isinstance(value, (tuple, list)):
        return ", ".join(value) if value and isinstance(value[0], str) else faces(tuple(value))
    return str(value)
