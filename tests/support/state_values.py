"""Winning chances under any options, by plain value iteration over the real `State`.

Shares nothing with the solver: positions are played out with `roll`, `keep`, `bank` and `take`, and
every way in which a turn can begin is a `State` of its own in a dict. The last rows of a turn are
cut: from `cap` turn points on a player stops wherever that is allowed, and who may not stop at
twice that many has lost the turn. So `cap` has to be far beyond what turns come to.

With three and more players everybody's chances are those of somebody who takes the best action at
each step, bank before roll and otherwise the first.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import product

from hotdice import Keep, Rules, State
from hotdice.game.actions import BANK, ROLL, Action

Chances = tuple[float, ...]
SAME = 1e-13


class StateValues:
    """All turn starts that can follow on the beginning of a game, and everybody's chances there."""

    def __init__(self, rules: Rules, players: int, cap: int) -> None:
        self.rules, self.players, self.cap = rules, players, cap
        sides = rules.sides
        self.rolls = {
            count: [
                (roll, ways / len(sides) ** count)
                for roll, ways in Counter(
                    tuple(sorted(roll)) for roll in product(sides, repeat=count)
                ).items()
            ]
            for count in range(1, rules.dice + 1)
        }
        self.values: dict[State, Chances] = {}
        self.after: dict[State, set[State]] = {}
        waiting = [State.start(rules, players)]
        while waiting:
            start = waiting.pop()
            if start not in self.values:
                self.values[start] = (1 / players,) * players
                self.after[start] = set(self._ends(start))
                waiting += self.after[start]
        self.order = sorted(
            self.values,
            key=lambda state: (
                -state.extras.rounds,
                -(state.starter is not None),
                -sum(state.totals),
            ),
        )

    def solve(self) -> dict[State, Chances]:
        """Go through all turn starts until none changes any more."""
        before: dict[State, list[State]] = {start: [] for start in self.order}
        for start, following in self.after.items():
            for state in following:
                before[state].append(start)
        waiting = set(self.order)
        for _ in range(20_000):
            for start in self.order:
                if start not in waiting:
                    continue
                waiting.discard(start)
                found, known = self.turn(start), self.values[start]
                self.values[start] = found
                if max(abs(a - b) for a, b in zip(found, known, strict=True)) > 1e-15:
                    waiting.update(before[start])
            if not waiting:
                return self.values
        raise AssertionError("the values do not settle")

    def turn(self, start: State, seeks: int | None = None) -> Chances:
        """Everybody's chances if this turn is played best by the values of what follows.

        The mover seeks their own chance, or that of the seat `seeks`.
        """
        return self._chances(start, start.player if seeks is None else seeks, {})

    def _chances(self, state: State, seat: int, known: dict[State, Chances]) -> Chances:
        if state.over:
            won = state.winners
            return tuple((seat in won) / len(won) for seat in range(self.players))
        if state in known:
            return known[state]
        options = []
        for action in self._actions(state):
            if action == ROLL:
                options.append(self._rolled(state, seat, known))
            else:
                options.append(self._next(self._done(state, action), seat, known))
        best = max(option[seat] for option in options)
        known[state] = next(option for option in options if option[seat] >= best - SAME)
        return known[state]

    def _rolled(self, state: State, seat: int, known: dict[State, Chances]) -> Chances:
        if state.turn_points > 2 * self.cap:
            return self._next(state.farkle(), seat, known)
        sums = [0.0] * self.players
        for roll, chance in self.rolls[state.dice]:
            found = self._next(state.roll(roll), seat, known)
            sums = [total + chance * one for total, one in zip(sums, found, strict=True)]
        return tuple(sums)

    def _next(self, state: State, seat: int, known: dict[State, Chances]) -> Chances:
        if state.fresh and not state.over:
            return self.values[state]
        return self._chances(state, seat, known)

    def _actions(self, state: State) -> list[Action]:
        """What may be done, bank before roll; none but bank beyond the cap."""
        actions = sorted(state.actions(), key=lambda action: action != BANK)
        return [BANK] if actions[0] == BANK and state.turn_points >= self.cap else actions

    def _done(self, state: State, action: Action) -> State:
        if isinstance(action, Keep):
            return state.keep(action.dice)
        return state.bank() if action == BANK else state.take()

    def _ends(self, start: State) -> Iterator[State]:
        """The turn starts that can follow on this one."""
        seen, waiting = {start}, [start]
        while waiting:
            state = waiting.pop()
            following: list[State] = []
            for action in self._actions(state):
                if action != ROLL:
                    following.append(self._done(state, action))
                elif state.turn_points > 2 * self.cap:
                    following.append(state.farkle())
                else:
                    following += [state.roll(roll) for roll, _ in self.rolls[state.dice]]
            for after in following:
                if after not in seen and not after.over:
                    seen.add(after)
                    if after.fresh:
                        yield after
                    else:
                        waiting.append(after)
