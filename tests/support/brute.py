"""Winning chances of two players by plain value iteration over the real `State`.

Shares nothing with the solver: positions are played out with `roll`, `keep` and `bank`, every turn
becomes a tree of sums and maxima, and the values of all turns are iterated until they stand. Turns
are stopped at a cap of points where that is allowed, which has to be far beyond any sensible play.
"""

from collections import Counter
from itertools import product

from hotdice import Bank, Keep, Roll, Rules, State

Node = tuple[str, object]


class Brute:
    """All turns that can come about from a position, and their values."""

    def __init__(self, rules: Rules, cap: int) -> None:
        self.cap = cap
        self.rolls = {
            count: [
                (roll, ways / 6**count)
                for roll, ways in Counter(
                    tuple(sorted(roll)) for roll in product(range(1, 7), repeat=count)
                ).items()
            ]
            for count in range(1, rules.dice + 1)
        }
        self.trees: dict[State, list[Node]] = {}
        self.values: dict[State, float] = {}
        waiting = [State.start(rules, 2)]
        while waiting:
            state = waiting.pop()
            if state not in self.trees:
                tree = _Tree(self, state)
                self.trees[state] = tree.nodes
                self.values[state] = 0.5
                waiting += tree.found

    def solve(self) -> dict[State, float]:
        """Iterate until no value changes any more, from the end of the game to its beginning."""
        order = sorted(self.trees, key=lambda state: -sum(state.totals))
        number = {state: at for at, state in enumerate(order)}
        leads_to = [
            {number[data] for _, data in self.trees[state] if isinstance(data, State)}
            for state in order
        ]
        changed = set(range(len(order)))
        for sweep in range(10_000):
            for at, state in enumerate(order):
                if sweep and changed.isdisjoint(leads_to[at]):
                    changed.discard(at)
                    continue
                value = self._value(self.trees[state])
                if abs(value - self.values[state]) < 1e-15:
                    changed.discard(at)
                else:
                    changed.add(at)
                self.values[state] = value
            if not changed:
                return self.values
        raise AssertionError("the values do not settle")

    def _value(self, nodes: list[Node]) -> float:
        known: list[float] = []
        for kind, data in nodes:
            if kind == "turn":
                assert isinstance(data, State)
                known.append(1.0 - self.values[data])
            elif kind == "over":
                assert isinstance(data, float)
                known.append(data)
            elif kind == "best":
                assert isinstance(data, list)
                known.append(max(known[at] for at in data))
            else:
                assert isinstance(data, list)
                known.append(sum(chance * known[at] for at, chance in data))
        return known[-1]


class _Tree:
    """One turn as nodes, each after those it is made from."""

    def __init__(self, brute: Brute, start: State) -> None:
        self.brute = brute
        self.mover = start.player
        self.nodes: list[Node] = []
        self.at: dict[State, int] = {}
        self.found: list[State] = []
        self._roll(start)

    def _add(self, kind: str, data: object) -> int:
        self.nodes.append((kind, data))
        return len(self.nodes) - 1

    def _roll(self, state: State) -> int:
        sums = [
            (self._after(state.roll(roll)), chance) for roll, chance in self.brute.rolls[state.dice]
        ]
        return self._add("sum", sums)

    def _after(self, state: State) -> int:
        if state not in self.at:
            self.at[state] = self._new(state)
        return self.at[state]

    def _new(self, state: State) -> int:
        if state.over:
            won = self.mover in state.winners
            return self._add("over", won / len(state.winners))
        if state.fresh:
            self.found.append(state)
            return self._add("turn", state)
        actions = state.actions()
        if state.turn_points > 2 * self.brute.cap and actions == (Roll(),):
            return self._add("over", 0.0)  # forced on and on by hot dice: next to never
        choices = []
        for action in actions:
            if isinstance(action, Keep):
                choices.append(self._after(state.keep(action.dice)))
            elif action == Bank():
                choices.append(self._after(state.bank()))
            elif state.turn_points < self.brute.cap or Bank() not in actions:
                choices.append(self._roll(state))
        return self._add("best", choices)
