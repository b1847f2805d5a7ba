"""A person who answers line by line: reads words, and never decides what is legal."""

from collections.abc import Callable, Mapping

from hotdice.bots.players import most_dice
from hotdice.game import Action, IllegalAction, State
from hotdice.game.actions import BANK, ROLL
from hotdice.game.dice import read_dice
from hotdice.rules import Keep
from hotdice.terminal.text.aims import distance
from hotdice.terminal.text.risk import risk
from hotdice.texts import HotDiceError, faces, say

SHOWN = 8
WORDS = ("all", "roll", "bank", "advice", "chances", "help", "undo", "quit")

Answer = Callable[[State], None]


class Quit(Exception):
    """The person wants to stop; the game is saved already."""


class Undo(Exception):
    """The person wants the last keep back."""


class Person:
    """Asks until the answer is a legal action; what is not to be chosen is not asked for.

    With `throws` the person throws real dice, so there is no key to press for a roll. `answers` are
    what is told for some words at any question.
    """

    def __init__(
        self,
        name: str,
        ask: Callable[[str], str],
        tell: Callable[[str], None],
        throws: bool,
        answers: Mapping[str, Answer] = {},
    ) -> None:
        self._name = name
        self._ask = ask
        self._tell = tell
        self._throws = throws
        self._answers = answers

    def choose(self, state: State) -> Action:
        """The action the person types."""
        actions = state.actions()
        if len(actions) == 1 and (state.rolled or self._throws):
            if not state.rolled and not state.fresh:
                self._tell(_why_roll(state))
            return actions[0]
        self._show(state)
        while True:
            words = self._ask(prompt(state, self._name))
            answer = self._answers.get(command(words))
            if answer is not None:
                answer(state)
                continue
            try:
                action = understand(words, state)
            except IllegalAction as error:
                self._tell(error.reason)
            except HotDiceError as error:
                self._tell(str(error))
            else:
                if action is not None:
                    return action
                self._tell(state.rules.sheet(alone=len(state.totals) == 1))
                self._tell(say(f"play.help-{phase(state)}"))
                self._tell(say("play.help-more") + "\n")
                self._show(state, again=True)

    def _show(self, state: State, again: bool = False) -> None:
        if state.rolled and again:
            self._tell(say("tell.lies", dice=faces(state.rolled)))
        for line in choices(state):
            self._tell(line)
        if phase(state) == "roll" and not state.fresh:
            self._tell(_why_roll(state))


def command(words: str) -> str:
    """The command that a line is, in full; empty if it is none."""
    word = words.strip().lower()
    return next((name for name in WORDS if word in say(f"words.{name}").split()), "")


def understand(words: str, state: State) -> Action | None:
    """The action that a line means, nothing for help; raises what is wrong with it."""
    name = command(words)
    if not words.strip():
        name = {"keep": "all", "roll": "roll"}.get(phase(state), "")
    match name:
        case "help":
            return None
        case "quit":
            raise Quit
        case "undo":
            raise Undo
        case "bank":
            state.bank()
            return BANK
        case "roll":
            return _roll(state)
        case "all" if state.rolled:
            return most_dice(state)
    if not state.rolled or name or not _dice_like(words):
        expected = say(f"expected.{phase(state)}")
        raise HotDiceError("word/unknown", word=words.strip() or '""', expected=expected)
    dice = read_dice(words)
    state.keep(dice)
    return Keep(dice)


def phase(state: State) -> str:
    """What is asked for: `keep` dice, `choose` to roll or bank, or just to `roll`."""
    if state.rolled:
        return "keep"
    return "choose" if BANK in state.actions() else "roll"


def prompt(state: State, name: str) -> str:
    """The question that a person is asked in this position."""
    dice = say("dice", count=state.dice)
    data = {"name": name, "dice": dice, "points": state.turn_points}
    if phase(state) != "choose":
        return say(f"ask.{phase(state)}", **data)
    chance = risk(state.rules.farkle_chance(state.dice))
    return say("ask.choose", chance=chance, bank=_bank(state), **data)


def choices(state: State) -> list[str]:
    """The keeps of a roll, best first, and how many more there are."""
    keeps = [action for action in state.actions() if isinstance(action, Keep)]
    width = max((len(faces(keep.dice)) for keep in keeps), default=0)
    lines = [
        say("choice", dice=faces(keep.dice).ljust(width), points=keep.points)
        for keep in keeps[:SHOWN]
    ]
    if len(keeps) > SHOWN:
        lines.append(say("choice.more", count=len(keeps) - SHOWN))
    return lines


def _roll(state: State) -> Action:
    if ROLL not in state.actions():
        raise IllegalAction("roll/keep-first", str(state), state.actions(), roll=state.rolled)
    return ROLL


def _bank(state: State) -> str:
    if not state.gain:
        missing = distance(state, state.player)
        return say("ask.bank-nothing", points=state.turn_points, distance=missing)
    total = state.totals[state.player] + state.gain
    return say("ask.bank", points=state.turn_points, total=total)


def _why_roll(state: State) -> str:
    try:
        state.bank()
    except IllegalAction as error:
        reason = error.code.partition("/")[2]
        return say(f"ask.must-{reason}", **error.data)
    raise AssertionError("whoever may bank need not roll")


def _dice_like(words: str) -> bool:
    return words.replace(",", "").replace(" ", "").isdigit()
