"""The pattern language: what is left and right of `=` below `[score]`.

A pattern is all digits (those faces) or all letters (any faces, different letters different
faces). Its points are a whole number or a sum such as "100a+50b". This module turns one line of
the table into the dice it means; best splits are the business of `scoring`.
"""

from collections.abc import Iterator, Mapping
from itertools import permutations, product
from typing import TypeVar

FACES = range(1, 7)
NONE = "none"  # the one pattern that is a word: a roll of all the dice without any other score

Points = int | str
Dice = tuple[int, ...]
T = TypeVar("T")


def terms(points: Points) -> list[tuple[int, str]]:
    """A sum as (factor, letter) pairs; the letter of a plain number is empty.

    >>> terms("100a+250")
    [(100, 'a'), (250, '')]
    >>> terms(1000)
    [(1000, '')]
    """
    pairs = []
    for term in str(points).split("+"):
        letter = term[-1] if term[-1:].isalpha() else ""
        pairs.append((int(term.removesuffix(letter)), letter))
    return pairs


def worth(points: Points, faces: Mapping[str, int] | None = None) -> int:
    """The points if the letters stand for these faces.

    >>> worth("100a+50b", {"a": 4, "b": 2}), worth("100+50"), worth(300)
    (500, 150, 300)
    """
    return sum(
        factor * (faces[letter] if letter and faces else 1) for factor, letter in terms(points)
    )


def fits(pattern: str, points: Points) -> Iterator[tuple[Dice, int]]:
    """Every way to read a pattern as dice (in rising order), with its points.

    >>> list(fits("111", 1000))
    [((1, 1, 1), 1000)]
    >>> list(fits("aaa", "100a"))[1]
    ((2, 2, 2), 200)
    """
    if pattern.isdigit():
        yield tuple(sorted(map(int, pattern))), worth(points)
        return
    letters = sorted(set(pattern))
    for chosen in permutations(FACES, len(letters)):
        face = dict(zip(letters, chosen, strict=True))
        yield tuple(sorted(face[letter] for letter in pattern)), worth(points, face)


def meanings(pattern: str, points: Points) -> dict[Dice, int]:
    """The dice a pattern means; where it can be read in several ways, the best of them.

    >>> meanings("aabb", "10a+1b")[(2, 2, 3, 3)]
    32
    """
    best: dict[Dice, int] = {}
    for dice, found in fits(pattern, points):
        best[dice] = max(found, best.get(dice, 0))
    return best


def spelled(table: Mapping[Dice, T]) -> dict[str, T]:
    """Patterns for what dice mean, always the same ones, however that was spelled before.

    They are letters where all dice of their kind mean the same, and digits elsewhere.

    >>> spelled({dice: "farkle" for dice in meanings("dd", 1)} | {(1, 2): "win"})
    {'12': 'win', 'aa': 'farkle'}
    """
    found = {}
    for dice, what in table.items():
        letters = _letters(dice)
        kind = meanings(letters, 1)
        alike = len(kind) > 1 and all(table.get(other) == what for other in kind)
        found[letters if alike else "".join(map(str, dice))] = what
    return dict(sorted(found.items()))


def _letters(dice: Dice) -> str:
    """The pattern of all dice of this kind: the letter of the face that there is most of first."""
    counts = sorted(map(dice.count, set(dice)), reverse=True)
    return "".join(letter * count for letter, count in zip("abcdef", counts, strict=False))


def contains(roll: Dice, dice: Dice) -> bool:
    """Whether these dice lie in a roll.

    >>> contains((1, 2, 2, 2, 5), (2, 2)), contains((1, 2, 5), (2, 2))
    (True, False)
    """
    return all(roll.count(face) >= dice.count(face) for face in dice)


def with_wild(table: Mapping[Dice, int], wild: int) -> dict[Dice, Dice]:
    """What each combination of a table with a wild face counts as: the best it can be read as.

    A wild die stands for any die of a combination of two or more.

    >>> with_wild({(1,): 100, (3, 3): 50}, wild=2)
    {(1,): (1,), (3, 3): (3, 3), (2, 3): (3, 3), (2, 2): (3, 3)}
    """
    read_as = {dice: dice for dice in table}
    for dice, points in table.items():
        for read in readings(dice, wild):
            if points > table[read_as.setdefault(read, dice)]:
                read_as[read] = dice
    return read_as


def readings(dice: Dice, wild: int | None) -> Iterator[Dice]:
    """What can be read as these dice: any of two or more can be replaced by wild ones."""
    if wild is None or len(dice) < 2:
        yield dice
        return
    faces = sorted(set(dice) - {wild})
    for stay in product(*(range(dice.count(face), -1, -1) for face in faces)):
        read = [face for face, count in zip(faces, stay, strict=True) for _ in range(count)]
        yield tuple(sorted(read + [wild] * (len(dice) - len(read))))


def combinations(patterns: Mapping[str, Points], dice: int) -> dict[Dice, int]:
    """All combinations of at most `dice` dice that a table gives; digits beat letters.

    >>> table = combinations({"111": 1000, "aaa": "100a"}, dice=6)
    >>> table[(1, 1, 1)], table[(2, 2, 2)]
    (1000, 200)
    """
    by_letters: dict[Dice, int] = {}
    by_digits: dict[Dice, int] = {}
    for pattern, points in patterns.items():
        if pattern != NONE and len(pattern) <= dice:
            found = by_digits if pattern.isdigit() else by_letters
            found.update(meanings(pattern, points))
    return by_letters | by_digits
