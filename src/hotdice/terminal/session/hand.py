"""What somebody at the table has in hand: dice being picked, or real dice being typed.

Shows nothing. Whatever cannot be done now says why.
"""

from hotdice.bots import is_bot
from hotdice.game import Step
from hotdice.game.actions import BANK, ROLL
from hotdice.terminal.session.offers import Offer, bank_offer, roll_offer
from hotdice.terminal.session.picking import Picking
from hotdice.terminal.session.session import Session
from hotdice.terminal.session.view import last_roll
from hotdice.texts import HotDiceError, faces, say


class Hand:
    """The hand at a table; `typed` is there while real dice are waited for."""

    def __init__(self, table: Session) -> None:
        self.table = table
        self.picking: Picking | None = None
        self.typed: tuple[int, ...] | None = None

    def settle(self) -> None:
        """Take up what the position asks of a person."""
        table, state = self.table, self.table.state
        self.picking = self.typed = None
        if state.over or is_bot(table.seats[state.player]):
            return
        if state.rolled:
            thrown = last_roll(table.steps)
            assert thrown is not None
            self.picking = Picking.of(state, thrown.dice)
        elif table.real_dice and BANK not in state.actions():
            self.typed = ()

    def await_dice(self) -> None:
        """Real dice are to be thrown now, for whoever moves."""
        self.picking, self.typed = None, ()

    @property
    def rolling(self) -> Offer:
        """What rolling would do."""
        if self.typed is None:
            return roll_offer(self.table.state, self.picking)
        missing = self.table.state.dice - len(self.typed)
        if not missing:
            return Offer(say("app.typed", dice=faces(self.typed)))
        text = say("app.type", dice=say("dice", count=self.table.state.dice))
        return Offer(text, say("app.type-more", dice=say("dice", count=missing)))

    @property
    def banking(self) -> Offer:
        """What banking would do."""
        if self.typed is not None:
            return Offer(say("app.bank-none"), say("app/type-first"))
        return bank_offer(self.table.state, self.picking)

    def roll(self) -> list[Step]:
        """Keep what is picked and roll on; real dice are typed first."""
        _refuse(self.rolling)
        if self.typed is not None:
            step = self.table.act(ROLL, self.typed)
            self.typed = None
            return [step]
        steps = self._keep()
        if steps and self.table.state.fresh:
            return steps
        if self.table.real_dice:
            self.await_dice()
            return steps
        return [*steps, self.table.act(ROLL)]

    def bank(self) -> list[Step]:
        """Keep what is picked and bank."""
        _refuse(self.banking)
        steps = self._keep()
        if steps and self.table.state.fresh:
            return steps
        return [*steps, self.table.act(BANK)]

    def digit(self, digit: int) -> None:
        """A die picked or put back by its place from 1, or a face typed."""
        if self.typed is not None:
            if digit not in range(1, 7):
                raise HotDiceError("dice/word", word=digit)
            if len(self.typed) == self.table.state.dice:
                raise HotDiceError("app/typed-all", dice=faces(self.typed))
            self.typed += (digit,)
            return
        self._pick((digit - 1) % 10)

    def turn_face(self, place: int) -> None:
        """The next face of a typed die; one that is not typed yet begins with 1."""
        assert self.typed is not None
        if place >= len(self.typed):
            self.typed += (1,)
        else:
            face = self.typed[place] % 6 + 1
            self.typed = (*self.typed[:place], face, *self.typed[place + 1 :])

    def cycle(self, step: int) -> None:
        """Pick the next keep, best first."""
        self.picking = self._picking().next(step)

    def back(self) -> bool:
        """Take back what was typed or picked last, or else what was played; true for the latter."""
        if self.typed:
            self.typed = self.typed[:-1]
        elif self.typed is not None and BANK in self.table.state.actions():
            self.settle()
        elif self.picking is not None and self.picking.picked and self._choice:
            self.picking = self.picking.of_dice(())
        else:
            self.table.take_back()
            self.settle()
            return True
        return False

    def recover(self) -> None:
        """Take up the position again where something went wrong half-way."""
        if self.picking is None and self.typed is None:
            self.settle()

    def _pick(self, place: int) -> None:
        self.picking = self._picking()
        if place >= len(self.picking.fallen):
            raise HotDiceError("app/no-die", place=place + 1, count=len(self.picking.fallen))
        if not self.picking.scores(place):
            face = self.picking.fallen[place]
            raise HotDiceError("app/idle-die", face=face, roll=faces(self.picking.fallen))
        self.picking = self.picking.toggled(place)

    def _picking(self) -> Picking:
        """The roll that lies there to be picked from."""
        if self.picking is None:
            raise HotDiceError("app/no-roll" if self.typed is None else "app/type-first")
        return self.picking

    def _keep(self) -> list[Step]:
        """The keep that is picked, if a roll lies there."""
        keep = self.picking.keep if self.picking is not None else None
        steps = [self.table.act(keep)] if keep is not None else []
        self.picking = None
        return steps

    @property
    def _choice(self) -> bool:
        return len(self.table.state.actions()) > 1


def _refuse(offer: Offer) -> None:
    if offer.refusal is not None:
        raise HotDiceError("app/refused", reason=offer.refusal)
