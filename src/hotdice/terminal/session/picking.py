"""Picking dice of a roll, one by one or keep by keep.

Dice are identified by their place in the order in which they fell.
"""

from collections.abc import Sequence

from msgspec import Struct

from hotdice.game import State
from hotdice.rules import Keep


class Picking(Struct, frozen=True):
    """The dice of a roll, and the places of those that are picked.

    >>> from hotdice import Rules
    >>> state = State.start(Rules.load("basic")).roll([5, 1, 2, 3, 4, 6])
    >>> picking = Picking.of(state, [5, 1, 2, 3, 4, 6]).toggled(0)
    >>> picking.points, picking.next().dice, picking.next(-1).dice
    (50, (1, 5), (1,))
    """

    state: State
    roll: tuple[int, ...]
    picked: frozenset[int] = frozenset()

    @staticmethod
    def of(state: State, fallen: Sequence[int]) -> "Picking":
        """Nothing picked yet, unless there is no choice."""
        picking = Picking(state, tuple(fallen))
        return picking.next() if len(state.actions()) == 1 else picking

    @property
    def dice(self) -> tuple[int, ...]:
        """The picked faces in ascending order."""
        return tuple(sorted(self.roll[place] for place in self.picked))

    @property
    def points(self) -> int:
        """What the picked dice score, without those that score nothing."""
        return self.state.rules.score(self.dice) if self.picked else 0

    @property
    def keep(self) -> Keep | None:
        """The keep that is picked, if it is a legal one."""
        return self.state.rules.rolls[self.state.rolled].by_dice.get(self.dice)

    @property
    def after(self) -> State | None:
        """The position after the keep that is picked, if it is legal."""
        return self.state.keep(self.dice) if self.keep else None

    def scores(self, place: int) -> bool:
        """Whether a die is part of any keep."""
        face = self.roll[place]
        return any(face in keep.dice for keep in self._keeps)

    def adds(self, place: int) -> int:
        """How many points one more die would add."""
        more = (*self.dice, self.roll[place])
        return self.state.rules.score(more) - self.points

    def toggled(self, place: int) -> "Picking":
        """With one die picked, or put back."""
        return Picking(self.state, self.roll, self.picked ^ {place})

    def next(self, step: int = 1) -> "Picking":
        """With the next keep picked, in the order of `State.actions`, with wrap-around."""
        keeps = self._keeps
        at = keeps.index(self.keep) + step if self.keep in keeps else min(step, 0)
        return self.with_dice(keeps[at % len(keeps)].dice)

    def with_dice(self, dice: Sequence[int]) -> "Picking":
        """With exactly these faces picked, the first of equal ones."""
        wanted = list(dice)
        places = set()
        for place, face in enumerate(self.roll):
            if face in wanted:
                wanted.remove(face)
                places.add(place)
        return Picking(self.state, self.roll, frozenset(places))

    @property
    def _keeps(self) -> tuple[Keep, ...]:
        return self.state.rules.rolls[self.state.rolled].keeps
