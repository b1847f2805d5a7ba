"""`State`: one moment of a game, and what each action makes of it.

Nothing but data and pure methods: dice come from outside, and a method returns the next state. What
the rules mean is asked of `meaning`.
"""

from collections.abc import Callable, Iterable
from typing import Any, SupportsIndex

from msgspec import Struct
from msgspec.structs import replace

from hotdice.game.actions import BANK, ROLL, TAKE, Action
from hotdice.game.extras import NO_EXTRAS, Extras, Offer
from hotdice.game.illegal import IllegalAction
from hotdice.rules import DiceError, Keep, Options, Rules
from hotdice.rules.meaning import (
    ALLOWED,
    BELOW_ENTRY,
    BELOW_MINIMUM,
    FREE,
    MUST_ROLL,
    NOBODY,
    TAKEN_OVER,
    UNCONFIRMED,
    after_bank,
    after_farkle,
    after_lost_total,
    after_turn,
    bank_refused,
    begins_end,
    gained,
    given,
    has_won,
    keep_banks,
    leader,
    next_dice,
    next_player,
    offered,
    on_board,
    receiver,
)
from hotdice.rules.terms import Terms
from hotdice.rules.whole import row, whole
from hotdice.texts.signs import shown

ONLY_ROLL: tuple[Action, ...] = (ROLL,)
ROLL_OR_BANK: tuple[Action, ...] = (ROLL, BANK)
ROLL_OR_TAKE: tuple[Action, ...] = (ROLL, TAKE)
BANK_REFUSALS = {
    ALLOWED: None,
    BELOW_MINIMUM: "bank/minimum",
    MUST_ROLL: "bank/hot-dice",
    BELOW_ENTRY: "bank/entry",
}
ROLL_FIRST = {UNCONFIRMED: "bank/unconfirmed", TAKEN_OVER: "bank/taken-over"}


class State(Struct, frozen=True):
    """A position: who has what, and what lies on the table.

    `rolled` is empty except between a roll and its keep; until the keep `dice` is the number
    rolled, after it how many dice the next roll has. `starter` is the seat that reached the
    target first; when its turn would come again the game is over. What only some house rules need
    is in `extras`.

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
    extras: Extras = NO_EXTRAS

    @staticmethod
    def start(
        rules: Rules,
        players: SupportsIndex | None = None,
        totals: Iterable[SupportsIndex] | None = None,
        beginner: SupportsIndex = 0,
    ) -> "State":
        """The beginning of a game, of two players unless told; `totals` starts in the middle.

        The `beginner` is the seat that has the first turn.
        """
        from hotdice.game.position import begin

        return begin(rules, players, totals, beginner)

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
        if self.player != self.starter:
            return ()
        if self.extras.won:
            return (self.player,)
        terms, totals = self.rules.quick_terms, self.totals
        first = leader(totals, self.player)
        return tuple(seat for seat in range(len(totals)) if has_won(terms, totals, first, seat))

    @property
    def fresh(self) -> bool:
        """Whether a turn is about to begin; one under way has a roll, points, or was spared."""
        return not self.rolled and not self.turn_points and not self.extras.spared

    @property
    def on_board(self) -> bool:
        """Whether the player to move needs no entry any more."""
        return on_board(self.rules.quick_terms, self.totals[self.player])

    @property
    def gain(self) -> int:
        """What the total would gain if the turn points were banked now."""
        return gained(self.rules.quick_terms, self.totals[self.player], self.turn_points)

    @property
    def given(self) -> int:
        """What the lowest other total would gain if the turn points were banked now."""
        totals, seat = self.totals, self.player
        lowest = receiver(totals, seat)
        return given(self.rules.quick_terms, totals, seat, lowest, self.turn_points)

    def actions(self) -> tuple[Action, ...]:
        """Every legal action: the keeps of a roll, best first, or roll and perhaps bank or take."""
        if self.rolled:
            return self.rules.rolls[self.rolled].keeps
        if self.player == self.starter:
            return ()
        points, extras = self.turn_points, self.extras
        if extras is not NO_EXTRAS and (extras.offer or extras.roll_first):
            return ROLL_OR_TAKE if extras.offer else ONLY_ROLL
        if not points:
            return ONLY_ROLL
        terms, total = self.rules.quick_terms, self.totals[self.player]
        return ONLY_ROLL if bank_refused(terms, total, points, self.dice) else ROLL_OR_BANK

    def bank_refusal(self) -> str | None:
        """The code of the reason why the player may not bank, if there is one."""
        points, extras = self.turn_points, self.extras
        if points and not self.rolled:
            if extras is not NO_EXTRAS and extras.roll_first:
                return ROLL_FIRST[extras.roll_first]
            terms, total = self.rules.quick_terms, self.totals[self.player]
            return BANK_REFUSALS[bank_refused(terms, total, points, self.dice)]
        if self.over:
            return "game/over"
        return "bank/keep-first" if self.rolled else "bank/nothing"

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
        player, starter, fallen = self.player, self.starter, options.dice
        if len(fallen) != self.dice or self.rolled or player == starter:
            raise self._roll_refused(fallen)
        if not options.keeps:
            if options.decision is None and not rules.quick_terms.mercy:
                return self._farkled()
            return self._without_score(options)
        if options.by_itself:
            return self._kept(options.by_itself)
        extras = self.extras
        if extras is not NO_EXTRAS:
            extras = self._extras()
        return State(
            rules,
            self.totals,
            player,
            self.turn_points,
            self.dice,
            fallen,
            self.farkles,
            starter,
            extras,
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
            raise self._bank_illegal(refusal)
        return self.banked(self.turn_points, self.dice)

    def take(self) -> "State":
        """Take over what the player before has banked, and the dice left; they must be rolled."""
        offer = self.extras.offer
        if offer is None or self.rolled or self.over:
            raise self._illegal("game/over" if self.over else "take/nothing")
        extras = replace(self.extras, offer=None, roll_first=TAKEN_OVER)
        return replace(self, turn_points=offer.points, dice=offer.dice, extras=extras)

    def add(self, points: SupportsIndex) -> "State":
        """The turn after one that adds these points to the total, however it came to them."""
        if self.over:
            raise self._illegal("game/over")
        more = whole(points)
        if more is None or more < 0:
            raise self._illegal("add/points", points=shown(points))
        return self._added(self.player, more)

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
        return self._turn_over(self.totals, self.farkles[seat], self.starter)

    def _kept(self, kept: Keep) -> "State":
        rules, points, left = self.rules, self.turn_points + kept.points, kept.left
        dice = left or next_dice(rules.quick_terms, left)
        starter, extras = self.starter, self.extras
        if not dice or (starter is not None and keep_banks(rules.quick_terms)):
            return self.banked(points, dice or rules.dice)
        if extras is not NO_EXTRAS or kept.unconfirmed:
            extras = self._extras(roll_first=UNCONFIRMED if kept.unconfirmed else FREE)
        counts = self.farkles
        return State(rules, self.totals, self.player, points, dice, (), counts, starter, extras)

    def banked(self, points: int, dice: int) -> "State":
        """The turn after one whose points were banked, by hand or not, with so many dice left."""
        seat, terms, totals = self.player, self.rules.quick_terms, self.totals
        if not terms.overshoot and not terms.piggyback:  # such rules pay for nothing else
            return self._added(seat, gained(terms, totals[seat], points))
        other, gain = after_bank(terms, totals, seat, points)
        offer = offered(terms, seat, other, gain)
        return self._added(other, gain, Offer(offer, dice) if offer else None)

    def _added(self, seat: int, points: int, offer: Offer | None = None) -> "State":
        """The turn after one that adds these points to somebody's total."""
        starter, totals = self.starter, self.totals
        if points:
            total = totals[seat] + points
            totals = (*totals[:seat], total, *totals[seat + 1 :])
            if starter is None and begins_end(self.rules.quick_terms, total):
                starter = seat
        return self._turn_over(totals, 0, starter, offer)

    def _without_score(self, options: Options) -> "State":
        """What follows on a roll that scores nothing, or whose dice have made a decision."""
        decision = options.decision
        if decision is None:
            if self.turn_points or self.extras.spared:
                return self._farkled()
            return replace(self, extras=self._extras(spared=True))
        if decision.what == "win":
            return self._won()
        return self._farkled(after_lost_total if decision.what == "lose-total" else after_farkle)

    def _farkled(
        self, after: Callable[[Terms, int, int], tuple[int, int]] = after_farkle
    ) -> "State":
        seat = self.player
        totals = self.totals
        total, count = after(self.rules.quick_terms, totals[seat], self.farkles[seat])
        if total != totals[seat]:
            totals = (*totals[:seat], total, *totals[seat + 1 :])
        return self._turn_over(totals, count, self.starter)

    def _won(self) -> "State":
        seat, rules = self.player, self.rules
        extras = Extras(rounds=self.extras.rounds, won=True, beginner=self.extras.beginner)
        return State(rules, self.totals, seat, 0, rules.dice, (), self.farkles, seat, extras)

    def _turn_over(
        self, totals: tuple[int, ...], count: int, starter: int | None, offer: Offer | None = None
    ) -> "State":
        """The turn after this one, which leaves these totals and its player's count of farkles."""
        seat, rules, counts = self.player, self.rules, self.farkles
        terms = rules.quick_terms
        if count != counts[seat]:
            counts = (*counts[:seat], count, *counts[seat + 1 :])
        beginner = self.extras.beginner
        began = NOBODY if starter is None else starter
        if offer is None and not terms.rounds and not beginner:  # nothing to say of rounds
            player = next_player(terms, len(totals), seat, began)
            return State(rules, totals, player, 0, rules.dice, (), counts, starter)
        player, began, rounds = after_turn(terms, totals, seat, began, self.extras.rounds, beginner)
        starter = None if began == NOBODY else began
        offer = None if player == starter else offer
        extras = NO_EXTRAS
        if offer or rounds or beginner:
            extras = Extras(offer, rounds=rounds, beginner=beginner)
        return State(rules, totals, player, 0, rules.dice, (), counts, starter, extras)

    def _extras(self, roll_first: int = FREE, spared: bool = False) -> Extras:
        """What there is to know in the middle of a turn."""
        rounds, beginner = self.extras.rounds, self.extras.beginner
        if not roll_first and not spared and not rounds and not beginner:
            return NO_EXTRAS
        return Extras(roll_first=roll_first, spared=spared, rounds=rounds, beginner=beginner)

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

    def _bank_illegal(self, code: str) -> IllegalAction:
        points, rules = self.turn_points, self.rules
        if code == "bank/hot-dice":
            return self._illegal(code, points=points, dice=rules.dice)
        if code in ("bank/minimum", "bank/entry"):
            needed = rules.minimum if code == "bank/minimum" else rules.entry
            return self._illegal(code, points=points, needed=needed, missing=needed - points)
        return self._illegal(code)

    def _illegal(self, code: str, **data: Any) -> IllegalAction:
        return IllegalAction(code, str(self), self.actions(), **data)


def _without(dice: tuple[int, ...], others: tuple[int, ...]) -> tuple[int, ...]:
    """The dice that stay when the others are taken away."""
    left = list(dice)
    for die in others:
        if die in left:
            left.remove(die)
    return tuple(left)
