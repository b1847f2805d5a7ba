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
    "rounds": None,
    "last_round": "turn",
    "overshoot": "counts",
    "piggyback": False,
    "mercy": False,
    "confirm": None,
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
    if decided(table, roll):
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


def decided(table: Table, dice: Sequence[int]) -> str | None:
    """What this roll decides by itself: of several decisions the best for who threw it."""
    roll, rolls = tuple(sorted(dice)), field(table, "rolls")
    found = [rolls[pattern] for pattern in rolls if lies_in(pattern, roll)]
    return next((each for each in ("win", "lose-total", "farkle") if each in found), None)


def wants_confirming(table: Table, dice: Sequence[int]) -> bool:
    """Whether these dice have no best split without the pattern to confirm."""
    confirm, kept = field(table, "confirm"), tuple(sorted(dice))
    best = worth(table, kept)
    if confirm is None or best is None:
        return False
    return _worth(_patterns(table), field(table, "wild"), kept, confirm) != best


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
    """The chance that n dice score nothing, and do not win either."""
    chances = outcomes(table, n)
    nothing = [roll for roll in chances if not keeps(table, roll)]
    return sum((chances[roll] for roll in nothing if decided(table, roll) != "win"), Fraction(0))


def _patterns(table: Table) -> Patterns:
    """The score table in a form that can be remembered by, without `none`."""
    return tuple(item for item in table["score"].items() if item[0] != "none")


def lies_in(pattern: str, roll: Dice) -> bool:
    """Whether some of these dice are what a pattern says."""
    return any(matches(pattern, 1, group) is not None for group in combinations(roll, len(pattern)))


@lru_cache(maxsize=200_000)
def _combination(
    patterns: Patterns, wild: int | None, group: Dice, avoided: str | None = None
) -> int | None:
    """The best that a group can be read as, but not as one pattern; a wild die alone is itself."""
    loose = wild is not None and len(group) > 1
    choices = [FACES if loose and face == wild else (face,) for face in group]
    readings = {tuple(sorted(read)) for read in product(*choices)}
    if avoided is not None:
        readings = {read for read in readings if matches(avoided, 1, read) is None}
    found = [_as_it_lies(patterns, read) for read in readings]
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
def _worth(
    patterns: Patterns, wild: int | None, dice: Dice, avoided: str | None = None
) -> int | None:
    if not dice:
        return 0
    best: int | None = None
    others = range(1, len(dice))
    for size in range(len(dice)):
        for chosen in combinations(others, size):
            group = (dice[0], *(dice[i] for i in chosen))
            rest = tuple(dice[i] for i in others if i not in chosen)
            one = _combination(patterns, wild, group, avoided)
            more = None if one is None else _worth(patterns, wild, rest, avoided)
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

    Once the game is over, `player`, `dice` and `offer` mean nothing.
    """

    def __init__(
        self, table: Table, totals: Sequence[int], player: int = 0, starter: int | None = None
    ) -> None:
        if not totals:
            raise Refused("nobody plays")
        endless = field(table, "rounds") is not None
        if starter is None and not endless and max(totals) >= field(table, "target"):
            raise Refused("somebody has reached the target before the game begins")
        self.table = table
        self.totals = list(totals)
        self.player = player
        self.turn_points = 0
        self.dice: int = field(table, "dice")
        self.rolled: Dice = ()
        self.farkles = [0] * len(totals)
        self.offer: tuple[int, int] | None = None  # points and dice that may be taken over
        self.over = False
        self.last_round = starter is not None
        self.winners: Dice = ()
        self.turns = [0] * len(totals)  # that each has had
        self._all_dice_kept = False
        self.to_confirm = False
        self._rolls = 0  # of this turn
        self._took_over = False
        # seats at the target, the earliest first
        self._reached: list[int] = [] if starter is None else [starter]

    def copy(self) -> Self:
        """The same position once more, to try something out."""
        other = copy(self)
        other.totals = list(self.totals)
        other.farkles = list(self.farkles)
        other.turns = list(self.turns)
        other._reached = list(self._reached)
        return other

    def take(self) -> None:
        """Go on with the points and dice that the player before has banked."""
        if self.over or self.offer is None:
            raise Refused("there is nothing to take over")
        self.turn_points, self.dice = self.offer
        self.offer = None
        self._took_over = True

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
        self.offer = None
        self._rolls += 1
        first = self._rolls == 1 and not self._took_over
        found, decision = keeps(self.table, dice), decided(self.table, dice)
        if decision == "win":
            self._win()
        elif decision is not None:
            self._farkle(loses_total=decision == "lose-total")
        elif found and field(self.table, "keep") == "all":
            self._set_aside(found[0])
        elif found:
            self.rolled = tuple(sorted(dice))
        elif not (first and field(self.table, "mercy")):
            self._farkle()

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
        if self._rolls == 0 or self.turn_points == 0:
            raise Refused("roll first")
        if self.to_confirm:
            raise Refused("another roll has to score first")
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
        kept, points, left = found
        self.rolled = ()
        self.turn_points += points
        self.dice = left
        self.to_confirm = wants_confirming(self.table, kept)
        self._all_dice_kept = left == 0
        if self._all_dice_kept:
            self.dice = field(self.table, "dice")
        ends = self._all_dice_kept and field(self.table, "hot_dice") == "end"
        if ends or (self.last_round and field(self.table, "last_round") == "one-roll"):
            self._end_turn()

    def _end_turn(self) -> None:
        """Record the turn if it is good enough; it ends either way, and not by a farkle."""
        seat, points, left = self.player, self.turn_points, self.dice
        self.farkles[seat] = 0
        recorded = False
        if self._enough_for_entry() and points >= field(self.table, "minimum"):
            if not self._passes_the_target(seat, points):
                self._receive(seat, points)
                recorded = True
            elif field(self.table, "overshoot") == "welfare" and len(self.totals) > 1:
                poorest = self._poorest_other(seat)
                if not self._passes_the_target(poorest, points):
                    self._receive(poorest, points)
        self._next_player()
        if recorded and field(self.table, "piggyback") and not self.over:
            self.offer = points, left

    def _passes_the_target(self, seat: int, points: int) -> bool:
        if field(self.table, "overshoot") == "counts":
            return False
        return bool(self.totals[seat] + points > field(self.table, "target"))

    def _poorest_other(self, seat: int) -> int:
        """Who has the lowest other total, of equals the next in seat order."""
        number = len(self.totals)
        others = [(seat + step) % number for step in range(1, number)]
        return min(others, key=lambda other: self.totals[other])

    def _receive(self, seat: int, points: int) -> None:
        self.totals[seat] += points
        if field(self.table, "rounds") or self.totals[seat] < field(self.table, "target"):
            return
        self._reached.append(seat)
        if field(self.table, "finish") == "immediate" or len(self.totals) == 1:
            self._win(seat)
        else:
            self.last_round = True

    def _win(self, seat: int | None = None) -> None:
        """The game ends at once."""
        self.over = True
        self.last_round = False
        self.winners = (self.player if seat is None else seat,)
        self._clear()

    def _farkle(self, loses_total: bool = False) -> None:
        seat = self.player
        if loses_total:
            self.totals[seat] = min(self.totals[seat], 0)
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

    def _clear(self) -> None:
        """The table before a turn."""
        self.turn_points = 0
        self.dice = field(self.table, "dice")
        self.offer = None
        self._all_dice_kept = False
        self.to_confirm = False
        self._rolls = 0
        self._took_over = False

    def _next_player(self) -> None:
        self.turns[self.player] += 1
        if self.over:
            return
        self._clear()
        self.player = (self.player + 1) % len(self.totals)
        if field(self.table, "rounds"):
            self._count_rounds()
        elif self.last_round and self._last_turn_is_over():
            self._finish()

    def _count_rounds(self) -> None:
        """After so many turns each the most points win; equal ones share."""
        if min(self.turns) == field(self.table, "rounds"):
            self.over = True
            best = max(self.totals)
            self.winners = tuple(s for s, total in enumerate(self.totals) if total == best)

    def _last_turn_is_over(self) -> bool:
        """Whoever began the last round would be next; with equal turns seat 0 is enough."""
        ends = field(self.table, "finish") == "equal-turns" and self.player == 0
        return ends or self.player == self._reached[0]

    def _finish(self) -> None:
        self.last_round = False
        self.over = True
        best = max(self.totals)
        highest = [seat for seat, total in enumerate(self.totals) if total == best]
        if field(self.table, "tie") == "shared":
            self.winners = tuple(highest)
        else:
            self.winners = (next(seat for seat in self._reached if seat in highest),)
