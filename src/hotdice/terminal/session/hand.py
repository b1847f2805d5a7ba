"""The dice being picked, or the real dice being typed, by the player to move.

Actions that are not allowed raise a `HotDiceError` that says why.
"""

from hotdice.bots import is_bot
from hotdice.game import Step
from hotdice.game.actions import BANK, ROLL, TAKE
from hotdice.terminal.session.action_preview import (
    ActionPreview,
    bank_preview,
    roll_preview,
    take_preview,
)
from hotdice.terminal.session.legality import bank_refusal, keep_refusal
from hotdice.terminal.session.picking import Picking
from hotdice.terminal.session.session import Session
from hotdice.terminal.session.view import last_roll
from hotdice.texts import HotDiceError, faces, say


class Hand:
    """The hand of a session; `typed` is not None while real dice are awaited."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.picking: Picking | None = None
        self.typed: tuple[int, ...] | None = None

    def update(self) -> None:
        """Set up picking or typing for the current position."""
        session, state = self.session, self.session.state
        self.picking = self.typed = None
        if state.over or is_bot(session.seats[state.player]):
            return
        if state.rolled:
            thrown = last_roll(session.steps)
            assert thrown is not None
            self.picking = Picking.of(state, thrown.dice)
        elif session.real_dice and not self._has_choice:
            self.typed = ()

    def await_dice(self) -> None:
        """Wait for real dice, for a person or a bot."""
        self.picking, self.typed = None, ()

    @property
    def roll_preview(self) -> ActionPreview:
        """What rolling would do."""
        if self.typed is None:
            return roll_preview(self.session.state, self.picking)
        if self._roll_refusal is None:
            return ActionPreview(say("app.typed", dice=faces(self.typed)))
        text = say("app.type", dice=say("dice", count=self.session.state.dice))
        return ActionPreview(text, allowed=False)

    @property
    def bank_preview(self) -> ActionPreview:
        """What banking would do."""
        if self.typed is not None:
            return ActionPreview(say("app.bank-none"), allowed=False)
        return bank_preview(self.session.state, self.picking)

    @property
    def take_preview(self) -> ActionPreview | None:
        """What taking over would do, if something is offered."""
        return take_preview(self.session.state)

    def roll(self) -> list[Step]:
        """Keep the picked dice and roll on; real dice are typed first."""
        if (refusal := self._roll_refusal) is not None:
            raise refusal
        if self.typed is not None:
            step = self.session.act(ROLL, self.typed)
            self.typed = None
            return [step]
        steps = self._keep()
        if steps and self.session.state.fresh:
            return steps
        if self.session.real_dice:
            self.await_dice()
            return steps
        return [*steps, self.session.act(ROLL)]

    def bank(self) -> list[Step]:
        """Keep the picked dice and bank."""
        if (refusal := self._bank_refusal) is not None:
            raise refusal
        steps = self._keep()
        if steps and self.session.state.fresh:
            return steps
        return [*steps, self.session.act(BANK)]

    def take(self) -> list[Step]:
        """Take over what is offered."""
        if self.session.state.extras.offer is None:
            raise HotDiceError("take/nothing")
        if self.typed:
            raise HotDiceError("app/typed-own")
        step = self.session.act(TAKE)
        self.typed = None
        return [step]

    def digit(self, digit: int) -> None:
        """Pick a die by its place from 1 or put it back, or type a face."""
        if self.typed is not None:
            if digit not in range(1, 7):
                raise HotDiceError("dice/word", word=digit)
            if len(self.typed) == self.session.state.dice:
                raise HotDiceError("app/typed-all", dice=faces(self.typed))
            self.typed += (digit,)
            return
        self._pick((digit - 1) % 10)

    def next_face(self, place: int) -> None:
        """Turn a typed die to its next face; a die not yet typed starts with 1."""
        assert self.typed is not None
        if place >= len(self.typed):
            self.typed += (1,)
        else:
            face = self.typed[place] % 6 + 1
            self.typed = (*self.typed[:place], face, *self.typed[place + 1 :])

    def cycle(self, step: int) -> None:
        """Pick the next keep in the order of `State.actions`."""
        self.picking = self._picking().next(step)

    def undo(self) -> bool:
        """Undo what was typed or picked, or else the last move; returns True for a move."""
        if self.typed:
            self.typed = self.typed[:-1]
        elif self.typed is not None and self._has_choice:
            self.update()
        elif self.picking is not None and self.picking.picked and self._has_choice:
            self.picking = self.picking.with_dice(())
        else:
            self.session.undo()
            self.update()
            return True
        return False

    def recover(self) -> None:
        """Set up again after an action that failed half-way."""
        if self.picking is None and self.typed is None:
            self.update()

    def _pick(self, place: int) -> None:
        self.picking = self._picking()
        if place >= len(self.picking.roll):
            raise HotDiceError("app/no-die", place=place + 1, count=len(self.picking.roll))
        if not self.picking.scores(place):
            face = self.picking.roll[place]
            raise HotDiceError("app/idle-die", face=face, roll=faces(self.picking.roll))
        self.picking = self.picking.toggled(place)

    def _picking(self) -> Picking:
        """The current picking, or an error if there is no roll."""
        if self.picking is None:
            raise HotDiceError("app/no-roll" if self.typed is None else "app/type-first")
        return self.picking

    def _keep(self) -> list[Step]:
        """Play the keep that is picked, if there is a roll."""
        keep = self.picking.keep if self.picking is not None else None
        steps = [self.session.act(keep)] if keep is not None else []
        self.picking = None
        return steps

    @property
    def _roll_refusal(self) -> HotDiceError | None:
        """Why rolling is not allowed now."""
        if self.typed is None:
            return keep_refusal(self.session.state, self.picking)
        missing = self.session.state.dice - len(self.typed)
        return HotDiceError("app/type-more", count=missing) if missing else None

    @property
    def _bank_refusal(self) -> HotDiceError | None:
        """Why banking is not allowed now."""
        if self.typed is not None:
            return HotDiceError("app/type-first")
        return bank_refusal(self.session.state, self.picking)

    @property
    def _has_choice(self) -> bool:
        return len(self.session.state.actions()) > 1
