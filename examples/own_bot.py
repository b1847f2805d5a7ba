"""A bot of your own is any object with `choose(state) -> action`. This one plays a game of greed.

python examples/own_bot.py
"""

from hotdice import Action, Bank, Roll, Rules, SeededDice, State, play
from hotdice.bots import make


class FewDice:
    """Banks as soon as it may with fewer than three dice left, whatever it has."""

    def choose(self, state: State) -> Action:
        """One of `state.actions()`; keeps come best first."""
        actions = state.actions()
        if state.rolled:
            return actions[0]
        return Bank() if Bank() in actions and state.gain and state.dice < 3 else Roll()


state = State.start(Rules.load("greed"), players=2)
for step in play(state, [FewDice(), make("cautious", key=0)], SeededDice(seed=1)):
    state = step.after
print(f"totals {state.totals}, won by seat {state.winners[0] + 1}")
