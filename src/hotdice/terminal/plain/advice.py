"""Advice and winning chances for people who play line by line, asked for by a word."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager

from hotdice.game import State
from hotdice.solver.progress import Progress
from hotdice.terminal.session.adviser import Adviser
from hotdice.terminal.text.advice import advice_lines, chance_line
from hotdice.terminal.text.wrapping import WIDTH, print_wrapped
from hotdice.texts import HotDiceError, say

Solving = Callable[[str, int], AbstractContextManager[Progress]]  # shows how far rules are solved


class AdviceCommands:
    """What an adviser says at a table, line by line; what stops it is told, and the game goes on.

    Where values have to be worked out first, Ctrl-C goes back to the game.
    """

    def __init__(self, adviser: Adviser, names: Sequence[str], solving: Solving) -> None:
        self._adviser = adviser
        self._names = names
        self._solving = solving
        self._chances = False  # whether they are told at the start of every turn

    def advice(self, state: State) -> None:
        """Tell what each choice is worth."""
        if self._ready(state):
            self._tell(lambda: advice_lines(self._adviser.advice(state), self._names, WIDTH))

    def chances(self, state: State) -> None:
        """Tell the chances now and at every turn, or from now on no more."""
        if self._chances:
            self._chances = False
            print(say("chances.off"))
        elif len(self._names) == 1:
            print(say("chances/alone"))
        elif self._ready(state):
            self._chances = True
            print(say("chances.on"))
            self.turn(state)

    def turn(self, state: State) -> None:
        """Tell the chances at the start of a turn, if somebody wants to know them."""
        if self._chances:
            self._tell(lambda: [self._chance_line(state)])

    def _chance_line(self, state: State) -> str:
        return chance_line(self._adviser.chance(state), self._adviser.exact(state), self._names)

    def _ready(self, state: State) -> bool:
        """Have what advice rests on; not if it cannot be, or nobody wants to wait for it."""
        try:
            if not self._adviser.ready:
                print_wrapped(say("advice.wait", rules=state.rules.name))
                with self._solving(state.rules.name, len(self._names)) as progress:
                    self._adviser.prepare(progress)
        except HotDiceError as error:
            print_wrapped(str(error))
            return False
        except KeyboardInterrupt:
            print("\n" + say("advice.stopped"))
            return False
        return True

    def _tell(self, lines: Callable[[], list[str]]) -> None:
        try:
            for line in lines():
                print_wrapped(line)
        except HotDiceError as error:  # totals that no solution has
            print_wrapped(str(error))
        except KeyboardInterrupt:
            print("\n" + say("advice.stopped"))
