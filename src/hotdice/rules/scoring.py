"""Best splits: what dice are worth and which of them may be kept.

Dice are counted in one whole number with five bits a face, so that "are these dice among those"
is one subtraction. Exact for any table: every split is tried, each remainder once.
"""

from collections.abc import Iterator, Mapping
from itertools import chain, combinations_with_replacement, product, repeat

from msgspec import Struct
from msgspec.structs import force_setattr

from hotdice.rules.patterns import FACES, Dice

BITS = 5
GUARD = sum(1 << (BITS * face + BITS - 1) for face in range(6))


class Keep(Struct, frozen=True, eq=False):
    """Dice kept from a roll, their points, and how many dice of the roll stay; 0 is hot dice.

    After an `unconfirmed` one nothing may be banked until a later roll scores. Two keeps are equal
    when their dice are: in any roll the dice decide the rest.
    """

    dice: Dice
    points: int = 0
    left: int = 0
    unconfirmed: bool = False

    def __post_init__(self) -> None:
        force_setattr(self, "dice", tuple(sorted(self.dice)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Keep) and self.dice == other.dice

    def __ne__(self, other: object) -> bool:  # msgspec has one of its own
        return not self == other

    def __hash__(self) -> int:
        return hash(self.dice)


def order(keep: Keep) -> tuple[int, int, Dice]:
    """The order of keeps: most points first, then fewest dice."""
    return -keep.points, len(keep.dice), keep.dice


class Scoring:
    """What dice are worth under one table of combinations."""

    def __init__(self, combinations: Mapping[Dice, int]) -> None:
        self._by_face: list[list[tuple[int, int]]] = [[] for _ in range(6)]
        self._dice = {pack(dice): dice for dice in combinations}
        for dice, points in combinations.items():
            self._by_face[dice[0] - 1].append((pack(dice), points))
        self._worth = {0: 0}
        self._largest: dict[Dice, tuple[int, int, Dice]] = {}
        self._most_points: dict[Dice, int] = {(): 0}

    def worth(self, packed: int) -> int:
        """The best split of exactly these dice; -1 if a die is left over in every split."""
        known = self._worth.get(packed)
        if known is not None:
            return known
        best = -1
        lowest = ((packed & -packed).bit_length() - 1) // BITS
        for combination, points in self._by_face[lowest]:
            if (packed + GUARD - combination) & GUARD == GUARD:
                rest = self.worth(packed - combination)
                if rest >= 0 and rest + points > best:
                    best = rest + points
        self._worth[packed] = best
        return best

    def in_parts(self, dice: Dice) -> int:
        """The best split of exactly these dice into two combinations or more; -1 without one."""
        packed = pack(dice)
        rests = (
            (points, self.worth(packed - combination))
            for combination, points in self._by_face[dice[0] - 1]
            if combination != packed and (packed + GUARD - combination) & GUARD == GUARD
        )
        return max((points + rest for points, rest in rests if rest >= 0), default=-1)

    def points(self, dice: Dice) -> int:
        """The best split of exactly these dice; -1 if a die is left over in every split."""
        return self.worth(pack(dice))

    def split(self, dice: Dice) -> list[Dice]:
        """The combinations of the best split of these dice; none if a die is left over."""
        found: list[Dice] = []
        packed = pack(dice)
        while packed and self.worth(packed) >= 0:
            lowest = ((packed & -packed).bit_length() - 1) // BITS
            taken = next(
                combination
                for combination, points in self._by_face[lowest]
                if (packed + GUARD - combination) & GUARD == GUARD
                and self.worth(packed - combination) == self.worth(packed) - points
            )
            found.append(self._dice[taken])
            packed -= taken
        return found

    def keeps(self, roll: Dice) -> list[Keep]:
        """Every way to keep dice of this roll: most points first, then fewest dice."""
        found = [
            Keep(dice, points, len(roll) - len(dice))
            for dice in parts(roll)
            if (points := self.worth(pack(dice))) > 0
        ]
        found.sort(key=order)
        return found

    def keep_all(self, roll: Dice) -> Keep | None:
        """The one keep with most dice, then most points; nothing for a farkle."""
        count, points, dice = self._most(roll)
        return Keep(dice, points, len(roll) - count) if count else None

    def most_points(self, roll: Dice) -> int:
        """The points of the best keep of a roll in rising order; 0 for a farkle."""
        known = self._most_points.get(roll)
        if known is None:
            smaller = (roll[:at] + roll[at + 1 :] for at in map(roll.index, set(roll)))
            known = max(self.worth(pack(roll)), *map(self.most_points, smaller))
            self._most_points[roll] = known
        return known

    def worths(self, count: int) -> set[int]:
        """What exactly `count` kept dice can be worth."""
        selections = combinations_with_replacement(FACES, count)
        return {points for dice in selections if (points := self.worth(pack(dice))) > 0}

    def _most(self, dice: Dice) -> tuple[int, int, Dice]:
        """Count, points and dice of the largest part that scores, by taking dice away."""
        known = self._largest.get(dice)
        if known is not None:
            return known
        points = self.worth(pack(dice))
        if points >= 0:
            found = (len(dice), points, dice)
        else:
            smaller = [dice[:at] + dice[at + 1 :] for at in map(dice.index, sorted(set(dice)))]
            candidates = sorted(map(self._most, smaller), key=lambda part: part[2])
            found = max(candidates, key=lambda part: part[:2])
        self._largest[dice] = found
        return found


def pack(dice: Dice) -> int:
    """Dice as one number: five bits for the count of each face."""
    return sum(1 << (BITS * (face - 1)) for face in dice)


def parts(roll: Dice) -> Iterator[Dice]:
    """Every selection from a roll once, the dice in rising order."""
    faces = sorted(set(roll))
    for counts in product(*(range(roll.count(face) + 1) for face in faces)):
        yield tuple(chain.from_iterable(map(repeat, faces, counts)))
