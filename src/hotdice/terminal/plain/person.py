"""A person who answers line by line: parses what is typed; `State` decides what is legal."""

from collections.abc import Callable, Mapping

from hotdice.bots.players import most_dice
from hotdice.game import Action, IllegalAction, State
from hotdice.game.actions import BANK, ROLL, TAKE
from hotdice.game.dice import read_dice
from hotdice.rules import Keep
from hotdice.rules.meaning import least_gain
from hotdice.terminal.text.aims import distance
from hotdice.terminal.text.risk import roll_risk
from hotdice.texts import HotDiceError, faces, say

SHOWN = 8
WORDS = ("all", "roll", "bank", "take", "advice", "chances", "help", "undo", "quit")

Command = Callable[[State], None]


class Quit(Exception):
    """The person quits; the game is already saved."""


class Undo(Exception):
    """The person wants to undo."""


class Person:
    """Asks until the answer is a legal action; does not ask where there is no choice.

    With `real_dice` nobody presses a key to roll. `commands` are words that can be typed at any
    question, each with what it does.
    """

    def __init__(
        self,
        name: str,
        ask: Callable[[str], str],
        print_line: Callable[[str], None],
        real_dice: bool,
        commands: Mapping[str, Command] = {},
    ) -> None:
        self._name = name
        self._ask = ask
        self._print = print_line
        self._real_dice = real_dice
        self._commands = commands

    def choose(self, state: State) -> Action:
        """The action the person types."""
        actions = state.actions()
        if len(actions) == 1 and (state.rolled or self._real_dice):
            if not state.rolled and not state.fresh:
                self._print(_why_roll(state))
            return actions[0]
        self._show(state)
        while True:
            words = self._ask(prompt(state, self._name))
            answer = self._commands.get(parse_command(words))
            if answer is not None:
                answer(state)
                continue
            try:
                action = parse_action(words, state)
            except IllegalAction as error:
                self._print(error.reason)
            except HotDiceError as error:
                self._print(str(error))
            else:
                if action is not None:
                    return action
                self._print(state.rules.sheet(solo=len(state.totals) == 1))
                self._print(say(f"play.help-{phase(state)}"))
                self._print(say("play.help-more") + "\n")
                self._show(state, again=True)

    def _show(self, state: State, again: bool = False) -> None:
        if state.rolled and again:
            self._print(say("tell.lies", dice=faces(state.rolled)))
        for line in choices(state):
            self._print(line)
        if phase(state) == "roll" and not state.fresh:
            self._print(_why_roll(state))


def parse_command(words: str) -> str:
    """The full name of the command in a line; empty if it is none."""
    word = words.strip().lower()
    return next((name for name in WORDS if word in say(f"words.{name}").split()), "")


def parse_action(words: str, state: State) -> Action | None:
    """The action in a line, or None for help; raises an error for anything else."""
    name = parse_command(words)
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
        case "take":
            state.take()
            return TAKE
        case "roll":
            return _roll(state)
        case "all" if state.rolled:
            return most_dice(state)
    if not state.rolled or name or not _looks_like_dice(words):
        expected = say(f"expected.{phase(state)}")
        raise HotDiceError("word/unknown", word=words.strip() or '""', expected=expected)
    dice = read_dice(words)
    state.keep(dice)
    return Keep(dice)


def phase(state: State) -> str:
    """What is asked for: `keep` dice, `choose` to roll or bank, take an `offer`, or just `roll`."""
    if state.rolled:
        return "keep"
    if state.extras.offer:
        return "offer"
    return "choose" if BANK in state.actions() else "roll"


def prompt(state: State, name: str) -> str:
    """The question that a person is asked in this position."""
    dice = say("dice", count=state.dice)
    data = {"name": name, "dice": dice, "points": state.turn_points}
    match phase(state):
        case "choose":
            return say("ask.choose", chance=roll_risk(state), bank=_bank(state), **data)
        case "offer":
            return say("ask.offer", chance=roll_risk(state), take=_take(state), **data)
    return say(f"ask.{phase(state)}", **data)


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


def _take(state: State) -> str:
    """What is offered, and the risk of the roll that has to follow."""
    after = state.take()
    dice = say("dice", count=after.dice)
    return say("ask.take", points=after.turn_points, dice=dice, chance=roll_risk(after))


def _bank(state: State) -> str:
    total = state.totals[state.player]
    if state.given:
        return say("ask.bank-given", points=state.given)
    if not state.gain and state.turn_points >= least_gain(state.rules.terms, total):
        over = total + state.turn_points - state.rules.target
        return say("ask.bank-too-much", points=state.turn_points, over=over)
    if not state.gain:
        missing = distance(state, state.player)
        return say("ask.bank-nothing", points=state.turn_points, distance=missing)
    return say("ask.bank", points=state.turn_points, total=total + state.gain)


def _why_roll(state: State) -> str:
    try:
        state.bank()
    except IllegalAction as error:
        reason = error.code.partition("/")[2]
        return say(f"ask.must-{reason}", **error.data)
    raise AssertionError("banking is allowed here")


def _looks_like_dice(words: str) -> bool:
    return words.replace(",", "").replace(" ", "").isdigit()
