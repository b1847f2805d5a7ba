"""`State`: one moment of a game, and what each action makes of it.

Nothing but data and pure methods: dice come from outside, and a method returns the next state.
"""

from collections.abc import Iterable
from typing import Any, SupportsIndex

from msgspec import Struct

from hotdice.game.actions import BANK, ROLL, Action
from hotdice.game.illegal import IllegalAction
from hotdice.rules import DiceError, Keep, Options, Rules
from hotdice.rules.whole import row, whole
from hotdice.texts.signs import shown

ONLY_ROLL: tuple[Action, ...] = (ROLL,)
ROLL_OR_BANK: tuple[Action, ...] = (ROLL, BANK)


class State(Struct, frozen=True):
    """A position: who has what, and what lies on the table.

    `rolled` is empty except between a roll and its keep; until the keep `dice` is the number
    rolled, after it how many dice the next roll has. `starter` is the seat that reached the
    target first; when its turn would come again the game is over.

    >>> state = State.start(Rules.load("basic"), players=2).roll([1, 1, 1, 5, 2, 3])
    >>> str(state.keep([1, 1, 1]).bank())
    'basic 1000,0 p2 t0 d6'
    """

    rules: Rules
    totals: tuple[int, ...]
    player: int
    turn_points: int
    dice: int
    rolled: tuple[int, ...]
    farkles: tuple[int, ...]
    starter: int | None = None

    @staticmethod
    def start(
        rules: Rules,
        players: SupportsIndex | None = None,
        totals: Iterable[SupportsIndex] | None = None,
    ) -> "State":
        """The beginning of a game, of two players unless told; `totals` starts in the middle."""
        from hotdice.game.position import begin

        return begin(rules, players, totals)

    @staticmethod
    def parse(text: str, rules: Rules | None = None) -> "State":
        """The state that `str` wrote; rules that are no preset are passed in.

        >>> State.parse("basic 9950,9000 p1 t1100 d2").turn_points
        1100
        """
        from hotdice.game.position import parse

        return parse(text, rules)

    def __str__(self) -> str:
        from hotdice.game.position import write

        return write(self)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.player == self.starter

    @property
    def last_round(self) -> bool:
        """Whether the others are having their last turns."""
        return self.starter is not None and not self.over

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won; none until the game is over."""
        if not self.over:
            return ()
        best = max(self.totals)
        seats = len(self.totals)
        order = [(self.player + step) % seats for step in range(seats)]
        tied = [seat for seat in order if self.totals[seat] == best]
        return (tied[0],) if self.rules.tie == "first" else tuple(sorted(tied))

    @property
    def fresh(self) -> bool:
        """Whether a turn is about to begin; one under way has a roll or points."""
        return not self.rolled and not self.turn_points

    @property
    def on_board(self) -> bool:
        """Whether the player to move needs no entry any more."""
        return self.totals[self.player] > 0

    @property
    def gain(self) -> int:
        """What the total would gain if the turn points were banked now."""
        below = self.turn_points < self.rules.entry and not self.on_board
        return 0 if below or self.turn_points < self.rules.minimum else self.turn_points

    def actions(self) -> tuple[Action, ...]:
        """Every legal action: the keeps of a roll, best first, or roll and perhaps bank."""
        if self.rolled:
            return self.rules.rolls[self.rolled].keeps
        if self.player == self.starter:
            return ()
        if not self.turn_points or self._bank_too_early():
            return ONLY_ROLL
        return ROLL_OR_BANK

    def bank_refusal(self) -> str | None:
        """The code of the reason why the player may not bank, if there is one."""
        if self.turn_points and not self.rolled:
            return self._bank_too_early()
        if self.over:
            return "game/over"
        return "bank/keep-first" if self.rolled else "bank/nothing"

    def _bank_too_early(self) -> str | None:
        rules, points = self.rules, self.turn_points
        if points < rules.minimum:
            return "bank/minimum"
        if self.dice == rules.dice and rules.hot_dice == "must":
            return "bank/hot-dice"
        if points < rules.entry and rules.below_entry == "refuse" and not self.on_board:
            return "bank/entry"
        return None

    def roll(self, dice: Iterable[int]) -> "State":
        """The dice just thrown; a farkle ends the turn, and `keep = "all"` keeps at once."""
        rules = self.rules
        try:
            rolled = tuple(dice)
            options = rules.rolls.get(rolled)
        except TypeError:
            raise self._illegal("dice/form", dice=shown(dice)) from None
        if options is None:
            options = self._options(dice, rolled)
        if len(options.dice) != self.dice or self.rolled or self.player == self.starter:
            raise self._roll_refused(options.dice)
        keeps = options.keeps
        if not keeps:
            return self._farkled()
        if rules.keep == "all":
            return self._kept(keeps[0])
        return State(
            rules,
            self.totals,
            self.player,
            self.turn_points,
            self.dice,
            options.dice,
            self.farkles,
            self.starter,
        )

    def keep(self, dice: Iterable[int]) -> "State":
        """Set scoring dice of the roll aside; their points join the turn points."""
        if not self.rolled:
            raise self._illegal("game/over" if self.over else "keep/no-roll")
        by_dice = self.rules.rolls[self.rolled].by_dice
        try:
            wanted = tuple(dice)
            kept = by_dice.get(wanted) or by_dice.get(tuple(sorted(wanted)))
        except TypeError:
            raise self._illegal("dice/form", dice=shown(dice)) from None
        if kept is None:
            raise self._keep_refused(dice, wanted)
        return self._kept(kept)

    def bank(self) -> "State":
        """Stop: the turn points are added to the total, or lost below the entry."""
        refusal = self.bank_refusal()
        if refusal is not None:
            raise self._bank_refused(refusal)
        return self._banked()

    def add(self, points: SupportsIndex) -> "State":
        """The turn after one that adds these points to the total, however it came to them."""
        if self.over:
            raise self._illegal("game/over")
        gained = whole(points)
        if gained is None or gained < 0:
            raise self._illegal("add/points", points=shown(points))
        return self._added(gained)

    def farkle(self) -> "State":
        """The turn after one that ends with a roll that scores nothing."""
        if self.over:
            raise self._illegal("game/over")
        return self._farkled()

    def pass_on(self) -> "State":
        """The turn after one that its player gave up: its points are lost, and no farkle counts."""
        if self.over:
            raise self._illegal("game/over")
        seat = self.player
        return self._turn_over(self.totals[seat], self.farkles[seat], self.starter)

    def _kept(self, kept: Keep) -> "State":
        rules = self.rules
        state = State(
            rules,
            self.totals,
            self.player,
            self.turn_points + kept.points,
            kept.left or rules.dice,
            (),
            self.farkles,
            self.starter,
        )
        return state._banked() if rules.hot_dice == "end" and not kept.left else state

    def _banked(self) -> "State":
        return self._added(self.gain)

    def _added(self, points: int) -> "State":
        seat, rules = self.player, self.rules
        total = self.totals[seat] + points
        if self.starter is not None or total < rules.target:
            return self._turn_over(total, 0, self.starter)
        won = rules.finish == "immediate"
        return self._turn_over(total, 0, seat, seat if won else None)

    def _farkled(self) -> "State":
        total = self.totals[self.player]
        penalty = self.rules.penalty
        if penalty is None:
            return self._turn_over(total, 0, self.starter)
        count = self.farkles[self.player] + 1
        if count < penalty.farkles:
            return self._turn_over(total, count, self.starter)
        floor = total - penalty.points if penalty.floor is None else min(total, penalty.floor)
        return self._turn_over(max(total - penalty.points, floor), 0, self.starter)

    def _turn_over(
        self, total: int, farkles: int, starter: int | None, then: int | None = None
    ) -> "State":
        """The turn after this one, which is the next seat's unless told."""
        seat = self.player
        totals, counts = self.totals, self.farkles
        if total != totals[seat]:
            totals = _replaced(totals, seat, total)
        if farkles != counts[seat]:
            counts = _replaced(counts, seat, farkles)
        player = (seat + 1) % len(totals) if then is None else then
        return State(self.rules, totals, player, 0, self.rules.dice, (), counts, starter)

    def _options(self, dice: Iterable[int], rolled: tuple[int, ...]) -> Options:
        """The options of dice that were not seen before, which are looked at closely."""
        if row(rolled) is None:
            raise self._illegal("dice/form", dice=shown(dice))
        if self.over or self.rolled or len(rolled) != self.dice:
            raise self._roll_refused(rolled)
        try:
            return self.rules.options(rolled)
        except DiceError as error:
            raise self._illegal("roll/face", die=error.data["die"]) from None

    def _roll_refused(self, rolled: tuple[int, ...]) -> IllegalAction:
        if self.over:
            return self._illegal("game/over")
        if self.rolled:
            return self._illegal("roll/keep-first", roll=self.rolled)
        return self._illegal("roll/number", count=len(rolled), dice=rolled, wanted=self.dice)

    def _keep_refused(self, dice: Iterable[int], wanted: tuple[int, ...]) -> IllegalAction:
        if not wanted:
            return self._illegal("keep/nothing", roll=self.rolled)
        if row(wanted) is None:
            return self._illegal("dice/form", dice=shown(dice))
        if _without(wanted, self.rolled):
            data = {"count": len(wanted), "dice": wanted, "roll": self.rolled}
            return self._illegal("keep/not-rolled", **data)
        best = self.rules.scoring.keep_all(tuple(sorted(wanted)))
        idle = _without(wanted, best.dice if best else ())
        return self._illegal("keep/not-scoring", count=len(idle), dice=idle, roll=self.rolled)

    def _bank_refused(self, code: str) -> IllegalAction:
        points, rules = self.turn_points, self.rules
        if code == "bank/hot-dice":
            return self._illegal(code, points=points, dice=rules.dice)
        if code in ("bank/minimum", "bank/entry"):
            needed = rules.minimum if code == "bank/minimum" else rules.entry
            return self._illegal(code, points=points, needed=needed, missing=needed - points)
        return self._illegal(code)

    def _illegal(self, code: str, **data: Any) -> IllegalAction:
        return IllegalAction(code, str(self), self.actions(), **data)


def _replaced(values: tuple[int, ...], at: int, value: int) -> tuple[int, ...]:
    changed = list(values)
    changed[at] = value
    return tuple(changed)


def _without(dice: tuple[int, ...], others: tuple[int, ...]) -> tuple[int, ...]:
    """The dice that stay when the others are taken away."""
    left = list(dice)
    for die in others:
        if die in left:
            left.remove(die)
    return tuple(left)
