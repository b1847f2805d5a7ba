"""`Terms`: what rules say about play, as whole numbers that compiled loops take as they are."""

from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import defstruct

if TYPE_CHECKING:
    from hotdice.rules.rules import Rules

HOT_MAY, HOT_MUST, HOT_END = range(3)
HOT_DICE = {"may": HOT_MAY, "must": HOT_MUST, "end": HOT_END}
OVERSHOOT_COUNTS, OVERSHOOT_LOSES_TURN, OVERSHOOT_IS_GIVEN = range(3)
OVERSHOOT = {
    "counts": OVERSHOOT_COUNTS,
    "lose-turn": OVERSHOOT_LOSES_TURN,
    "welfare": OVERSHOOT_IS_GIVEN,
}
NO_FLOOR = -(1 << 60)  # below every total
NO_TARGET = 1 << 60  # above every total


class Terms(NamedTuple):
    """The rules of a game apart from what dice score; what they mean is in `rules.meaning`.

    A yes is 1. Without a penalty its points are 0, and the farkles that cost them 1. A total of 0
    stands at `zero`. Where a game has a number of `rounds`, usually 0, there is no target. With
    `mercy` a turn's first roll is thrown again if nothing scores, once; with `piggyback` the next
    player may take over what a bank has recorded, and the dice left.
    """

    dice: int
    target: int
    entry: int
    minimum: int
    refuse_below_entry: int
    keep_all: int
    hot_dice: int
    immediate: int
    shared_ties: int
    penalty_farkles: int
    penalty_points: int
    floor: int
    zero: int
    overshoot: int
    equal_turns: int
    one_roll: int
    rounds: int
    mercy: int
    piggyback: int

    @property
    def has_penalty(self) -> bool:
        """Whether farkles in a row are counted and cost something."""
        return self.penalty_points > 0

    @property
    def whole_rounds(self) -> bool:
        """Whether a game ends with a round of all players, so that it matters who began it."""
        return self.rounds > 0 or self.equal_turns > 0

    @property
    def has_floor(self) -> bool:
        """Whether something stops totals from falling; without a penalty they never do."""
        return not self.has_penalty or self.floor != NO_FLOOR

    @property
    def lowest(self) -> int:
        """The lowest total that players who begin with nothing can come to."""
        return min(self.zero, self.floor) if self.has_penalty else self.zero

    @property
    def falls(self) -> tuple[int, int]:
        """How far totals fall at a time, and where they stop; 0 for what there is not."""
        return self.penalty_points, self.floor if self.has_penalty and self.has_floor else 0

    def in_steps(self, step: int, lowest: int = 0) -> "Terms":
        """The same with points counted in steps, rounded up, and totals from the lowest one."""
        zero = -lowest // step
        return self._replace(
            target=NO_TARGET if self.rounds else zero - -self.target // step,
            entry=-(-self.entry // step),
            minimum=-(-self.minimum // step),
            penalty_points=self.penalty_points // step,
            floor=NO_FLOOR if self.floor == NO_FLOOR else zero + self.floor // step,
            zero=zero,
        )


_Quick: Any = defstruct("_Quick", [(field, int) for field in Terms._fields], frozen=True)


def quick(terms: Terms) -> Terms:
    """The same for moves that are not compiled: fields of a Struct are read faster."""
    found: Terms = _Quick(*terms)
    return found


def terms_of(rules: "Rules") -> Terms:
    """The terms of some rules, in points."""
    penalty = rules.penalty
    return Terms(
        dice=rules.dice,
        target=NO_TARGET if rules.rounds else rules.target,
        entry=rules.entry,
        minimum=rules.minimum,
        refuse_below_entry=int(rules.below_entry == "refuse"),
        keep_all=int(rules.keep == "all"),
        hot_dice=HOT_DICE[rules.hot_dice],
        immediate=int(rules.finish == "immediate"),
        shared_ties=int(rules.tie == "shared" or rules.rounds is not None),
        penalty_farkles=penalty.farkles if penalty else 1,
        penalty_points=penalty.points if penalty else 0,
        floor=NO_FLOOR if penalty is None or penalty.floor is None else penalty.floor,
        zero=0,
        overshoot=OVERSHOOT[rules.overshoot],
        equal_turns=int(rules.finish == "equal-turns"),
        one_roll=int(rules.last_round == "one-roll"),
        rounds=rules.rounds or 0,
        mercy=int(rules.mercy),
        piggyback=int(rules.piggyback),
    )
