"""A second opinion on scoring and play: slow, literal, and made from the documents alone.

Everything here works on the plain table that `tomllib` reads from a rules file. Nothing is shared
with the package under test, and wherever there was a choice the plainest way was taken: try every
assignment of faces, every split, every roll. The golden data is read here too, since all tests that
use it also ask the reference.
"""

import json
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, combinations_with_replacement, permutations, product
from math import prod
from pathlib import Path
from typing import Any, Self, TypeAlias

Table: TypeAlias = Mapping[str, Any]
Dice: TypeAlias = tuple[int, ...]
SlowKeep: TypeAlias = tuple[Dice, int, int]
Patterns: TypeAlias = tuple[tuple[str, int | str], ...]

GOLDEN = Path(__file__).parents[1] / "golden"
FACES = (1, 2, 3, 4, 5, 6)
DEFAULTS: dict[str, Any] = {
    "dice": 6,
    "target": 10000,
    "entry": 0,
    "keep": "any",
    "below_entry": "nothing",
    "hot_dice": "may",
    "minimum": 0,
    "tie": "first",
    "finish": "last-round",
    "penalty": None,
    "hot_dice_bonus": 0,
    "wild": None,
    "weights": (1, 1, 1, 1, 1, 1),
    "rolls": {},
}


PRESETS: dict[str, dict[str, Any]] = tomllib.loads((GOLDEN / "presets.toml").read_text("utf-8"))


def multisets(n: int) -> Iterator[Dice]:
    """Every sorted roll of n dice once."""
    return combinations_with_replacement(FACES, n)


def lines(name: str) -> list[dict[str, Any]]:
    """The objects in a golden file of JSON Lines."""
    return [json.loads(line) for line in (GOLDEN / name).read_text("utf-8").splitlines()]


def field(table: Table, name: str) -> Any:
    """The value of a field other than `score`, or its default."""
    return table.get(name, DEFAULTS[name])


def matches(pattern: str, points: int | str, group: Sequence[int]) -> int | None:
    """What these dice, all of them, are worth under this one pattern; None if it does not fit."""
    wanted = sorted(group)
    if len(pattern) != len(wanted):
        return None
    if pattern.isdigit():
        return int(points) if sorted(int(digit) for digit in pattern) == wanted else None
    letters = sorted(set(pattern))
    fits = []
    for faces in permutations(FACES, len(letters)):
        meaning = dict(zip(letters, faces, strict=True))
        if sorted(meaning[letter] for letter in pattern) == wanted:
            fits.append(_amount(points, meaning))
    return max(fits, default=None)


def _amount(points: int | str, meaning: Mapping[str, int]) -> int:
    """The points, with each letter read as the face it stands for."""
    if isinstance(points, int):
        return points
    total = 0
    for term in points.replace(" ", "").split("+"):
        if term[-1].isalpha():
            total += int(term[:-1]) * meaning[term[-1]]
        else:
            total += int(term)
    return total


def combination(table: Table, group: Sequence[int]) -> int | None:
    """What these dice are worth as one combination; None if they are none."""
    return _combination(_patterns(table), field(table, "wild"), tuple(sorted(group)))


def worth(table: Table, dice: Sequence[int]) -> int | None:
    """The best split of these dice, all of them, into combinations; None if there is no split."""
    return _worth(_patterns(table), field(table, "wild"), tuple(sorted(dice)))


def keeps(table: Table, dice: Sequence[int]) -> list[SlowKeep]:
    """Every legal keep once: most points first, then fewest dice, then by the dice themselves."""
    roll = tuple(sorted(dice))
    if any(lies_in(pattern, roll) for pattern in field(table, "rolls")):
        return []
    found = list(_keeps(_patterns(table), field(table, "wild"), roll))
    if not found and "none" in table["score"] and len(roll) == field(table, "dice"):
        found = [(roll, int(table["score"]["none"]), 0)]
    bonus = field(table, "hot_dice_bonus")
    found = [(kept, points if left else points + bonus, left) for kept, points, left in found]
    found.sort(key=lambda keep: (-keep[1], len(keep[0]), keep[0]))
    if field(table, "keep") == "all":
        found.sort(key=lambda keep: (-len(keep[0]), -keep[1], keep[0]))
        return found[:1]
    return found


def score(table: Table, dice: Sequence[int]) -> int:
    """The points of the first legal keep, 0 for a farkle."""
    found = keeps(table, dice)
    return found[0][1] if found else 0


def outcomes(table: Table, n: int) -> dict[Dice, Fraction]:
    """The chance of every sorted roll of n dice, by listing all rolls."""
    if not 1 <= n <= field(table, "dice"):
        raise ValueError(f"these rules never roll {n} dice")
    return dict(_chances(n, tuple(field(table, "weights"))))


def farkle(table: Table, n: int) -> Fraction:
    """The chance that n dice score nothing."""
    chances = outcomes(table, n)
    return sum((chances[roll] for roll in chances if not keeps(table, roll)), Fraction(0))


def _patterns(table: Table) -> Patterns:
    """The score table in a form that can be remembered by, without `none`."""
    return tuple(item for item in table["score"].items() if item[0] != "none")


def lies_in(pattern: str, roll: Dice) -> bool:
    """Whether some of these dice are what a pattern says."""
    return any(matches(pattern, 1, group) is not None for group in combinations(roll, len(pattern)))


@lru_cache(maxsize=200_000)
def _combination(patterns: Patterns, wild: int | None, group: Dice) -> int | None:
    """The best that a group can be read as; a wild die alone is what it shows."""
    if wild is None or len(group) == 1:
        return _as_it_lies(patterns, group)
    choices = [FACES if face == wild else (face,) for face in group]
    found = [_as_it_lies(patterns, tuple(sorted(read))) for read in product(*choices)]
    return max((points for points in found if points is not None), default=None)


@lru_cache(maxsize=200_000)
def _as_it_lies(patterns: Patterns, group: Dice) -> int | None:
    by_digits: list[int] = []
    by_letters: list[int] = []
    for pattern, points in patterns:
        value = matches(pattern, points, group)
        if value is not None:
            (by_digits if pattern.isdigit() else by_letters).append(value)
    return max(by_digits or by_letters, default=None)


@lru_cache(maxsize=200_000)
def _worth(patterns: Patterns, wild: int | None, dice: Dice) -> int | None:
    if not dice:
        return 0
    best: int | None = None
    others = range(1, len(dice))
    for size in range(len(dice)):
        for chosen in combinations(others, size):
            group = (dice[0], *(dice[i] for i in chosen))
            rest = tuple(dice[i] for i in others if i not in chosen)
            one = _combination(patterns, wild, group)
            more = None if one is None else _worth(patterns, wild, rest)
            if one is not None and more is not None and (best is None or one + more > best):
                best = one + more
    return best


@lru_cache(maxsize=200_000)
def _keeps(patterns: Patterns, wild: int | None, roll: Dice) -> tuple[SlowKeep, ...]:
    parts = {part for size in range(1, len(roll) + 1) for part in combinations(roll, size)}
    found = []
    for kept in parts:
        points = _worth(patterns, wild, kept)
        if points is not None:
            found.append((kept, points, len(roll) - len(kept)))
    return tuple(sorted(found, key=lambda keep: (-keep[1], len(keep[0]), keep[0])))


@lru_cache(maxsize=64)
def _chances(n: int, weights: Dice) -> tuple[tuple[Dice, Fraction], ...]:
    counted: dict[Dice, int] = {}
    for roll in product(FACES, repeat=n):
        seen = tuple(sorted(roll))
        counted[seen] = counted.get(seen, 0) + prod(weights[face - 1] for face in roll)
    every = sum(weights) ** n
    return tuple((roll, Fraction(times, every)) for roll, times in counted.items())


class Refused(Exception):
    """The referee does not allow this."""


class Referee:
    """Sits beside the table, counts, and refuses what the rules forbid.

    Once the game is over, `player` and `dice` mean nothing.
    """

    def __init__(self, table: Table, totals: Sequence[int]) -> None:
        if not totals:
            raise Refused("nobody plays")
        if any(total >= field(table, "target") for total in totals):
            raise Refused("somebody has reached the target before the game begins")
        self.table = table
        self.totals = list(totals)
        self.player = 0
        self.turn_points = 0
        self.dice: int = field(table, "dice")
        self.rolled: Dice = ()
        self.farkles = [0] * len(totals)
        self.over = False
        self.last_round = False
        self.winners: Dice = ()
        self._all_dice_kept = False
        self._reached: list[int] = []  # seats at the target, the earliest first

    def copy(self) -> Self:
        """The same position once more, to try something out."""
        other = copy(self)
        other.totals = list(self.totals)
        other.farkles = list(self.farkles)
        other._reached = list(self._reached)
        return other

    def roll(self, dice: Sequence[int]) -> None:
        """Throw: a farkle ends the turn, and where all scoring dice go they go at once."""
        if self.over:
            raise Refused("the game is over")
        if self.rolled:
            raise Refused("keep something first")
        if len(dice) != self.dice:
            raise Refused(f"{self.dice} dice are to be rolled")
        if any(face not in FACES for face in dice):
            raise Refused("a die has the faces 1 to 6")
        found = keeps(self.table, dice)
        if not found:
            self._farkle()
        elif field(self.table, "keep") == "all":
            self._set_aside(found[0])
        else:
            self.rolled = tuple(sorted(dice))

    def keep(self, dice: Sequence[int]) -> None:
        """Set dice of the roll aside; each of them has to score."""
        if not self.rolled:
            raise Refused("there is no roll to keep from")
        for found in keeps(self.table, self.rolled):
            if found[0] == tuple(sorted(dice)):
                self._set_aside(found)
                return
        raise Refused("these dice may not be kept")

    def bank(self) -> None:
        """Stop and make the turn points safe."""
        if self.over:
            raise Refused("the game is over")
        if self.rolled:
            raise Refused("keep something first")
        if self.turn_points == 0:
            raise Refused("roll first")
        if self._all_dice_kept and field(self.table, "hot_dice") == "must":
            raise Refused("all dice have to be rolled once more")
        if self.turn_points < field(self.table, "minimum"):
            raise Refused("not enough for any turn")
        if not self._enough_for_entry() and field(self.table, "below_entry") == "refuse":
            raise Refused("not enough to get on the board")
        self._end_turn()

    def _enough_for_entry(self) -> bool:
        on_the_board = self.totals[self.player] > 0
        return on_the_board or bool(self.turn_points >= field(self.table, "entry"))

    def _set_aside(self, found: SlowKeep) -> None:
        _, points, left = found
        self.rolled = ()
        self.turn_points += points
        self.dice = left
        self._all_dice_kept = left == 0
        if self._all_dice_kept:
            self.dice = field(self.table, "dice")
            if field(self.table, "hot_dice") == "end":
                self._end_turn()

    def _end_turn(self) -> None:
        """Record the turn if it is good enough; it ends either way, and not by a farkle."""
        seat = self.player
        self.farkles[seat] = 0
        if self._enough_for_entry() and self.turn_points >= field(self.table, "minimum"):
            self.totals[seat] += self.turn_points
            if self.totals[seat] >= field(self.table, "target"):
                self._reached.append(seat)
                if field(self.table, "finish") == "immediate" or len(self.totals) == 1:
                    self.over = True
                    self.winners = (seat,)
                else:
                    self.last_round = True
        self._next_player()

    def _farkle(self) -> None:
        seat = self.player
        penalty = field(self.table, "penalty")
        if penalty is not None:
            self.farkles[seat] += 1
            if self.farkles[seat] == penalty["farkles"]:
                self.farkles[seat] = 0
                before = self.totals[seat]
                after = before - penalty["points"]
                if "floor" in penalty:
                    after = max(after, min(before, penalty["floor"]))
                self.totals[seat] = after
        self._next_player()

    def _next_player(self) -> None:
        self.turn_points = 0
        self.dice = field(self.table, "dice")
        self._all_dice_kept = False
        self.player = (self.player + 1) % len(self.totals)
        if self.last_round and self.player == self._reached[0]:
            self.last_round = False
            self.over = True
            best = max(self.totals)
            highest = [seat for seat, total in enumerate(self.totals) if total == best]
            if field(self.table, "tie") == "shared":
                self.winners = tuple(highest)
            else:
                self.winners = (next(seat for seat in self._reached if seat in highest),)
