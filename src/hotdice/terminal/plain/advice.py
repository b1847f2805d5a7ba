"""The commands `advice` and `chances` of the line-by-line game."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager

from hotdice.game import State
from hotdice.solver.progress import Progress
from hotdice.terminal.session.adviser import Adviser
from hotdice.terminal.text.advice import advice_lines, chance_line
from hotdice.terminal.text.wrapping import WIDTH, print_wrapped
from hotdice.texts import HotDiceError, say

Solving = Callable[
    [str, int], AbstractContextManager[Progress]
]  # shows the progress of solving rules


class AdviceCommands:
    """Prints advice and winning chances, or the error if there are none.

    While values are being computed, Ctrl-C goes back to the game.
    """

    def __init__(self, adviser: Adviser, names: Sequence[str], solving: Solving) -> None:
        self._adviser = adviser
        self._names = names
        self._solving = solving
        self._chances = False  # whether they are printed at the start of every turn

    def advice(self, state: State) -> None:
        """Print the value of each choice."""
        if self._ready(state):
            self._print(lambda: advice_lines(self._adviser.advice(state), self._names, WIDTH))

    def chances(self, state: State) -> None:
        """Print the chances now and at every turn, or stop printing them."""
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
        """Print the chances at the start of a turn, if they are switched on."""
        if self._chances:
            self._print(lambda: [self._chance_line(state)])

    def _chance_line(self, state: State) -> str:
        return chance_line(self._adviser.chance(state), self._adviser.exact(state), self._names)

    def _ready(self, state: State) -> bool:
        """Load or compute the values; returns False if there are none or Ctrl-C was pressed."""
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

    def _print(self, lines: Callable[[], list[str]]) -> None:
        try:
            for line in lines():
                print_wrapped(line)
        except HotDiceError as error:  # totals outside the solution
            print_wrapped(str(error))
        except KeyboardInterrupt:
            print("\n" + say("advice.stopped"))
