"""A bot that fails: what it did, told as one error that names it, whatever went wrong."""

import reprlib
from traceback import format_exception_only
from typing import Any

from hotdice.game import Action, Bank, Chooser, IllegalAction, Roll, State
from hotdice.game.actions import words
from hotdice.rules import Keep
from hotdice.texts import HotDiceError

SHOWN = 80


class BotFailure(HotDiceError):
    """A bot did not do its part: `.name` tells which one, `.code` how."""

    def __init__(self, name: str, code: str, **data: Any) -> None:
        super().__init__(code, name=name, **data)
        self.name = name


class Guarded:
    """A chooser of somebody else's: what it raises, or answers against the rules, is its failure.

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
        """What the other chose, which is legal."""
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
    """The failure of a bot whose own code raised this."""
    return BotFailure(name, "bot/raised", reason=printable(format_exception_only(error)[-1]))


def legal(state: State, action: Action) -> Action:
    """The action as the state offers it; raises why it does not."""
    actions = state.actions()
    match action:
        case Roll() | Keep() | Bank() if action in actions:
            return actions[actions.index(action)]
        case Roll():
            state.roll(())
        case Keep():
            state.keep(action.dice)
        case Bank():
            state.bank()
    raise IllegalAction("action/unknown", str(state), actions, found=_shown(action))


def _shown(action: Action) -> str:
    known = isinstance(action, Roll | Keep | Bank)
    return printable(words(action) if known else reprlib.repr(action))


def printable(text: str) -> str:
    r"""What a stranger wrote, as part of a sentence.

    >>> printable("\x1b[2J hello\n"), printable("")
    ('\\x1b[2J hello', '""')
    """
    line = text.strip()[: SHOWN + 1]
    clean = "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in line)
    return clean[:SHOWN] + "…" if len(clean) > SHOWN else clean or '""'
