"""Whatever goes wrong in a bot, as one kind of error that names the bot."""

import reprlib
from traceback import format_exception_only
from typing import Any

from hotdice.game import Action, Bank, Chooser, IllegalAction, Roll, State
from hotdice.game.actions import Take, words
from hotdice.rules import Keep
from hotdice.texts import HotDiceError

SHOWN = 80


class BotFailure(HotDiceError):
    """A bot failed: `.name` says which one, `.code` how."""

    def __init__(self, name: str, code: str, **data: Any) -> None:
        super().__init__(code, name=name, **data)
        self.name = name


class Guarded:
    """Wraps somebody's chooser: an exception or an illegal action becomes a `BotFailure`.

    >>> class Nobody:
    ...     choose = None
    >>> Guarded("nobody", Nobody()).choose(State.parse("basic 0,0 p1 t0 d6"))
    Traceback (most recent call last):
    hotdice.bots.failure.BotFailure: nobody raised TypeError: 'NoneType' object is not callable
    """

    def __init__(self, name: str, chooser: Chooser) -> None:
        self._name = name
        self._chooser = chooser

    def choose(self, state: State) -> Action:
        """The wrapped chooser's action, if it is legal."""
        try:
            action = self._chooser.choose(state)
        except BotFailure:
            raise
        except (Exception, SystemExit) as error:
            raise raised(self._name, error) from error
        try:
            return legal(state, action)
        except IllegalAction as error:
            data = {"found": _shown(action), "reason": str(error)}
            raise BotFailure(self._name, "bot/nonsense", **data) from error


def raised(name: str, error: BaseException) -> BotFailure:
    """The failure of a bot whose own code raised an exception."""
    return BotFailure(name, "bot/raised", reason=sanitized(format_exception_only(error)[-1]))


def legal(state: State, action: Action) -> Action:
    """The action as the state offers it; raises the reason if it does not."""
    actions = state.actions()
    match action:
        case Roll() | Keep() | Bank() | Take() if action in actions:
            return actions[actions.index(action)]
        case Roll():
            state.roll(())
        case Keep():
            state.keep(action.dice)
        case Bank():
            state.bank()
        case Take():
            state.take()
    raise IllegalAction("action/unknown", str(state), actions, found=_shown(action))


def _shown(action: Action) -> str:
    known = isinstance(action, Roll | Keep | Bank | Take)
    return sanitized(words(action) if known else reprlib.repr(action))


def sanitized(text: str) -> str:
    r"""Untrusted text, made safe as part of a sentence.

    >>> sanitized("\x1b[2J hello\n"), sanitized("")
    ('\\x1b[2J hello', '""')
    """
    line = text.strip()[: SHOWN + 1]
    clean = "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in line)
    return clean[:SHOWN] + "…" if len(clean) > SHOWN else clean or '""'
