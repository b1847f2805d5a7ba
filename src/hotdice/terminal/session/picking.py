"""Picking dice of a roll, one by one or keep by keep: what is picked, and what it scores.

Dice are known by their places, in the order they fell.
"""

from collections.abc import Sequence

from msgspec import Struct

from hotdice.game import IllegalAction, State
from hotdice.rules import Keep


class Picking(Struct, frozen=True):
    """The dice of a roll that lies there, and the places of those that are picked.

    >>> from hotdice import Rules
    >>> state = State.start(Rules.load("basic")).roll([5, 1, 2, 3, 4, 6])
    >>> picking = Picking.of(state, [5, 1, 2, 3, 4, 6]).toggled(0)
    >>> picking.points, picking.next().dice, picking.next(-1).dice
    (50, (1, 5), (1,))
    """

    state: State
    fallen: tuple[int, ...]
    picked: frozenset[int] = frozenset()

    @staticmethod
    def of(state: State, fallen: Sequence[int]) -> "Picking":
        """Nothing picked yet, unless there is no choice."""
        picking = Picking(state, tuple(fallen))
        return picking.next() if len(state.actions()) == 1 else picking

    @property
    def dice(self) -> tuple[int, ...]:
        """The faces that are picked, in rising order."""
        return tuple(sorted(self.fallen[place] for place in self.picked))

    @property
    def points(self) -> int:
        """What the picked dice score, idle ones among them aside."""
        return self.state.rules.score(self.dice) if self.picked else 0

    @property
    def keep(self) -> Keep | None:
        """The keep that is picked, if it is a legal one."""
        return self.state.rules.rolls[self.state.rolled].by_dice.get(self.dice)

    @property
    def problem(self) -> str | None:
        """Why what is picked cannot be kept."""
        try:
            self.state.keep(self.dice)
        except IllegalAction as error:
            return error.reason
        return None

    @property
    def after(self) -> State | None:
        """Where the keep that is picked would lead."""
        return self.state.keep(self.dice) if self.keep else None

    def scores(self, place: int) -> bool:
        """Whether a die is part of any keep."""
        face = self.fallen[place]
        return any(face in keep.dice for keep in self._keeps)

    def adds(self, place: int) -> int:
        """What a die more would score, together with those that are picked."""
        more = (*self.dice, self.fallen[place])
        return self.state.rules.score(more) - self.points

    def toggled(self, place: int) -> "Picking":
        """The same with one die picked, or put back."""
        return Picking(self.state, self.fallen, self.picked ^ {place})

    def next(self, step: int = 1) -> "Picking":
        """The next keep in the order of `State.actions`, best first, from the first again."""
        keeps = self._keeps
        at = keeps.index(self.keep) + step if self.keep in keeps else min(step, 0)
        return self.of_dice(keeps[at % len(keeps)].dice)

    def of_dice(self, dice: Sequence[int]) -> "Picking":
        """The same with exactly these faces picked, the first of equal ones."""
        wanted = list(dice)
        places = set()
        for place, face in enumerate(self.fallen):
            if face in wanted:
                wanted.remove(face)
                places.add(place)
        return Picking(self.state, self.fallen, frozenset(places))

    @property
    def _keeps(self) -> tuple[Keep, ...]:
        return self.state.rules.rolls[self.state.rolled].keeps
