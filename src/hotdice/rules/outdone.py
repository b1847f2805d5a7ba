"""Patterns of a score table without effect: their dice are worth as much without them."""

from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations_with_replacement
from operator import ge, gt

from hotdice.rules.patterns import FACES, NONE, Dice, meanings, readings
from hotdice.rules.rules import Rules


def outdone(rules: Rules) -> Iterator[tuple[str, int, int]]:
    """Patterns without effect, with their points and those that their dice have without them.

    Of a pattern with letters, or with dice that wild ones can stand for, every way to read it has
    to be such.

    >>> list(outdone(Rules.load("basic", score={"11111": 175})))
    [('11111', 175, 1200)]
    """
    lines = _ScoreLines(rules)
    for pattern, meant in lines.meant.items():
        if len(pattern) > 1 and not (lines.adds(pattern) or lines.lowers(pattern)):
            dice, points = next(iter(meant.items()))
            yield pattern, points, max(lines.without(pattern, dice))


class _ScoreLines:
    """The lines of a score table by the dice that they give points, those that count first."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self.meant = {
            pattern: meanings(pattern, points)
            for pattern, points in rules.patterns.items()
            if pattern != NONE and len(pattern) <= rules.dice
        }
        self._by_dice: dict[Dice, list[str]] = defaultdict(list)
        for pattern in sorted(self.meant, key=str.isdigit, reverse=True):  # digits beat letters
            for dice in self.meant[pattern]:
                self._by_dice[dice].append(pattern)

    def lowers(self, pattern: str) -> bool:
        """Whether some dice of a pattern would be worth more without its line."""
        points, wild = self._rules.scoring.points, self._rules.wild
        return any(
            self._other_line(pattern, dice) > points(read)
            for dice in self.meant[pattern]
            for read in readings(dice, wild)
        )

    def adds(self, pattern: str) -> bool:
        """Whether some dice of a pattern would be worth less without its line.

        Where something has to be confirmed, also whether they would be worth just as much: of
        equal splits one need not be confirmed.
        """
        rules, meant = self._rules, self.meant[pattern]
        enough = ge if rules.confirm is None else gt
        every = [*meant, *(read for dice in meant for read in readings(dice, rules.wild))]
        return not all(
            any(enough(worth, rules.combinations[dice]) for worth in self.without(pattern, dice))
            for dice in dict.fromkeys(every)
        )

    def without(self, pattern: str, dice: Dice) -> Iterator[int]:
        """What dice of a pattern would be worth without its line: the most of these counts.

        As parts they are worth what they are, since a part is too short for the pattern.
        """
        yield self._rules.scoring.in_parts(dice)
        yield from (self._other_line(pattern, read) for read in self._read_as(dice))

    def _other_line(self, pattern: str, dice: Dice) -> int:
        """What the first line but that of the pattern gives exactly these dice."""
        lines = self._by_dice.get(dice, ())
        return next((self.meant[line][dice] for line in lines if line != pattern), -1)

    def _read_as(self, dice: Dice) -> Iterator[Dice]:
        """What dice can count as, with wild ones for any others."""
        plain = [die for die in dice if die != self._rules.wild or len(dice) == 1]
        for faces in combinations_with_replacement(FACES, len(dice) - len(plain)):
            yield tuple(sorted([*plain, *faces]))
