"""The pattern language: what is left and right of `=` below `[score]`.

A pattern is all digits (those faces) or all letters (any faces, different letters different
faces). Its points are a whole number or a sum such as "100a+50b". This module turns one line of
the table into the dice it means; best splits are the business of `scoring`.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, permutations, product, repeat
from operator import mul
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


def worth(points: Points) -> int:
    """The points of a plain number, or of a sum without letters.

    >>> worth("100+50"), worth(300)
    (150, 300)
    """
    return sum(factor for factor, _ in terms(points))


def worth_as(pattern: str, points: Points, dice: Dice) -> int:
    """What a pattern of letters is worth as these dice; of several readings the best counts.

    >>> worth_as("aabb", "10a+1b", (2, 2, 3, 3)), worth_as("aaab", "100a+50b", (2, 4, 4, 4))
    (32, 500)
    """
    plain, factors = _factors(pattern, points)
    faces = sorted((dice.count(face), face) for face in set(dice))
    return plain + sum(factor * face for (_, factor), (_, face) in zip(factors, faces, strict=True))


def _factors(pattern: str, points: Points) -> tuple[int, list[tuple[int, int]]]:
    """The plain part of a sum, and how often each letter stands with its factor, in rising order.

    Letters that stand equally often mean the same dice in any order, so the best reading gives the
    larger face to the larger factor.
    """
    sums: Counter[str] = Counter()
    for factor, letter in terms(points):
        sums[letter] += factor
    return sums[""], sorted((pattern.count(letter), sums[letter]) for letter in set(pattern))


def meanings(pattern: str, points: Points) -> dict[Dice, int]:
    """The dice a pattern means; where it can be read in several ways, the best of them.

    >>> list(meanings("111", 1000).items())
    [((1, 1, 1), 1000)]
    >>> meanings("aaa", "100a")[(2, 2, 2)], meanings("aabb", "10a+1b")[(2, 2, 3, 3)]
    (200, 32)
    """
    if pattern.isdigit():
        return {tuple(sorted(map(int, pattern))): worth(points)}
    counts = [pattern.count(letter) for letter in sorted(set(pattern))]
    alike = [(a, b) for b in range(len(counts)) for a in range(b) if counts[a] == counts[b]]
    plain, rising = _factors(pattern, points)
    places = sorted(range(len(counts)), key=counts.__getitem__)
    factors = [factor for _, (_, factor) in sorted(zip(places, rising, strict=True))]
    return {
        tuple(sorted(chain.from_iterable(map(repeat, chosen, counts)))): plain
        + sum(map(mul, factors, chosen))
        for chosen in permutations(FACES, len(counts))
        if all(chosen[a] < chosen[b] for a, b in alike)  # each dice once
    }


def spelled(table: Mapping[Dice, T]) -> dict[str, T]:
    """Patterns for what dice mean, always the same ones, however that was spelled before.

    They are letters where all dice of their kind mean the same, and digits elsewhere.

    >>> spelled({dice: "farkle" for dice in meanings("dd", 1)} | {(1, 2): "win"})
    {'12': 'win', 'aa': 'farkle'}
    """
    alike: dict[str, bool] = {}  # whether all dice of a kind mean the same
    found = {}
    for dice, what in table.items():
        letters = _letters(dice)
        if letters not in alike:
            kind = meanings(letters, 1)
            alike[letters] = len(kind) > 1 and len(set(map(table.get, kind))) == 1
        found[letters if alike[letters] else "".join(map(str, dice))] = what
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
    best = _readers(sorted(table, key=table.__getitem__, reverse=True), wild)
    own = {dice: dice if table[best[dice]] == table[dice] else best[dice] for dice in table}
    first, place = _readers(table, wild), {dice: at for at, dice in enumerate(table)}
    others = [face for face in FACES if face != wild]

    def order(read: Dice) -> tuple[int, list[int]]:
        return place[first[read]], [-read.count(face) for face in others]

    return own | {read: best[read] for read in sorted(first.keys() - table.keys(), key=order)}


def _readers(table: Iterable[Dice], wild: int) -> dict[Dice, Dice]:
    """Which combination of a table is the first that dice can be read as.

    What can be read as some dice, those with more wild ones can be as well, so each is met once.
    """
    found: dict[Dice, Dice] = {}
    for dice in table:
        reads = [dice]
        while reads:
            read = reads.pop()
            if read not in found:
                found[read] = dice
                if len(dice) > 1:
                    places = (read.index(face) for face in set(read) - {wild})
                    reads += [tuple(sorted((*read[:at], wild, *read[at + 1 :]))) for at in places]
    return found


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
