"""An equilibrium under a penalty where best-response sweeps cycle: some movers have to mix.

The states where a strategy recurs after another one has been better form the reduced game; at all
others the mover has one strategy. So all values follow from the mixed strategies in the reduced
game. Given an equilibrium of it, every state that gains by another strategy takes it, and joins the
reduced game if it has had that strategy before, until none gains (a double oracle over states).
"""

from typing import NamedTuple, NoReturn

import numpy as np

from hotdice.solver.n_player.best_response import NO_GAIN, BestResponseSweeps
from hotdice.solver.n_player.homotopy import find_equilibrium
from hotdice.solver.n_player.reduced_game import ReducedGame, by_turns
from hotdice.solver.n_player.runner import Floats, Ints
from hotdice.solver.n_player.transitions import Transitions, best_transitions
from hotdice.texts import HotDiceError

LOOKS = 6  # sweeps in which states are watched for strategies that recur
ROUNDS = 100  # gives up after so many
MOST_REDUCED_STATES = 400  # in a reduced game; its equations are solved densely
ABSORPTION_SWEEPS = 2000  # enough until only rounding changes
ALIKE = 1e-9  # chances of one strategy, found twice, differ by less: only by rounding


class TurnStrategy(NamedTuple):
    """How one turn ends under a strategy, and its immediate payoffs."""

    chances: Floats
    ends: Floats

    def like(self, other: "TurnStrategy") -> bool:
        """Whether both are the same up to rounding."""
        return all(bool(np.abs(a - b).max() < ALIKE) for a, b in zip(self, other, strict=True))


Place = tuple[int, int]  # a batch of transitions, and one of its turn starts


def find_mixed_equilibrium(play: BestResponseSweeps) -> None:
    """Give equilibrium values and turns to a play whose sweeps cycle."""
    solver = _MixedSolver(play)
    solver.observe_cycles()
    for _ in range(ROUNDS):
        solver.solve_reduced_game()
        if not solver.improve():
            return
    raise HotDiceError("solve/unstable", rules=play.states.turns.runner.rules.name)


class _MixedSolver:
    """The strategies of all movers, on their way to an equilibrium."""

    def __init__(self, play: BestResponseSweeps) -> None:
        self._play = play
        self._players = play.players
        self._stride = play.states.turns.stride
        self._pure = self._best()  # one strategy for each state outside the reduced game
        self._abandoned: dict[Place, list[TurnStrategy]] = {}
        self._reduced: dict[Place, list[TurnStrategy]] = {}
        self._probabilities: dict[Place, Floats] = {}

    def observe_cycles(self) -> None:
        """Go on sweeping and record which strategies recur."""
        for _ in range(LOOKS):
            self._play.sweep()
            for at, (pure, best) in enumerate(zip(self._pure, self._best(), strict=True)):
                apart = [np.abs(pure.chances - best.chances), np.abs(pure.ends - best.ends)]
                other = np.concatenate(apart).max(axis=0) > ALIKE
                self._change(at, best, np.flatnonzero(other))

    def solve_reduced_game(self) -> None:
        """Find an equilibrium of the reduced game, and all values that follow from it."""
        if len(self._reduced) > MOST_REDUCED_STATES:
            self._give_up()
        table = self._absorption()
        values = np.zeros((0, self._players))
        if self._reduced:
            game = self._reduced_game(table)
            strategy = find_equilibrium(game)
            if strategy is None:
                self._give_up()
            values = game.values(strategy)
            for number, place in enumerate(self._reduced):
                self._probabilities[place] = strategy[game.state == number]
        for pure in self._pure:
            parts = self._blocks(table[:, pure.batch.here])
            chances = parts[-1] + np.einsum("sth,spt->ph", parts[:-1], by_turns(values))
            self._play.values[:, pure.batch.here] = chances[1:]

    def improve(self) -> bool:
        """Give best responses to all who gain by them; returns whether there are any."""
        found, gained = self._best(), False
        for at, best in enumerate(found):
            known = self._play.values[:, best.batch.here]
            lanes = np.flatnonzero(best.best - (1.0 - known.sum(axis=0)) > NO_GAIN)
            self._change(at, best, lanes)
            gained = gained or len(lanes) > 0
        if not gained:
            self._finish(found)
        return gained

    def _finish(self, found: list[Transitions]) -> None:
        """Let the play be what is best, with mixed strategies in the reduced game."""
        for (at, lane), strategies in self._reduced.items():
            probabilities = self._probabilities[at, lane]
            for part in ("chances", "ends"):
                pairs = zip(probabilities, strategies, strict=True)
                mixed = sum(p * getattr(strategy, part) for p, strategy in pairs)
                getattr(found[at], part)[:, lane] = mixed
        self._play.transitions = found
        supports = (int((each > 0.0).sum()) for each in self._probabilities.values())
        self._play.mixed = sum(support > 1 for support in supports)

    def _best(self) -> list[Transitions]:
        return best_transitions(self._play.states, self._play.values[self._players - 2])

    def _change(self, at: int, best: Transitions, lanes: Ints) -> None:
        """Let the movers at some turn starts take their best responses."""
        for lane in map(int, lanes):
            place = (at, lane)
            new = TurnStrategy(best.chances[:, lane].copy(), best.ends[:, lane].copy())
            if place in self._reduced:
                if not any(new.like(known) for known in self._reduced[place]):
                    self._reduced[place].append(new)
                continue
            pure = self._pure[at]
            before = self._abandoned.setdefault(place, [])
            before.append(TurnStrategy(pure.chances[:, lane].copy(), pure.ends[:, lane].copy()))
            if any(new.like(known) for known in before):
                self._reduced[place] = self._abandoned.pop(place)
            pure.chances[:, lane], pure.ends[:, lane] = new

    def _absorption(self) -> Floats:
        """For all states, which reduced-game states come next, after how many turns, and the rest.

        There are as many rows as players for each state of the reduced game, and as many for the
        rest.
        """
        players = self._players
        table = np.zeros(((len(self._reduced) + 1) * players, self._play.states.places))
        free = [np.full(len(pure.batch.here), True) for pure in self._pure]
        for number, (at, lane) in enumerate(self._reduced):
            table[number * players, self._pure[at].batch.here[lane]] = 1.0
            free[at][lane] = False
        some = [pure.some(np.flatnonzero(f)) for pure, f in zip(self._pure, free, strict=True)]
        some = [pure for pure in some if len(pure.batch.here)]
        for _ in range(ABSORPTION_SWEEPS):
            change = 0.0
            for pure in some:
                found = self._after_turn(pure, table)
                change = max(change, float(np.abs(found - table[:, pure.batch.here]).max()))
                table[:, pure.batch.here] = found
            if change < np.finfo(float).epsneg:
                break
        else:
            self._give_up()
        return table

    def _reduced_game(self, table: Floats) -> ReducedGame:
        """The reduced game, with all other states eliminated."""
        state, columns = [], []
        for number, ((at, lane), strategies) in enumerate(self._reduced.items()):
            state += [number] * len(strategies)
            turns = self._pure[at].some(np.full(len(strategies), lane))
            chances = np.stack([strategy.chances for strategy in strategies], axis=1)
            ends = np.stack([strategy.ends for strategy in strategies], axis=1)
            columns.append(self._after_turn(turns._replace(chances=chances, ends=ends), table))
        parts = self._blocks(np.concatenate(columns, axis=1))
        transition = np.moveaxis(parts[:-1], -1, 0).copy()
        return ReducedGame(np.array(state), transition, parts[-1].T.copy())

    def _after_turn(self, turns: Transitions, table: Floats) -> Floats:
        """The rows of a table after some turns."""
        after = turns.after(table, table[:, turns.batch.farkled], self._stride)
        parts = np.roll(self._blocks(after), 1, axis=1)  # one turn earlier, one seat before
        parts[-1] += turns.ends
        return parts.reshape(after.shape)

    def _blocks(self, rows: Floats) -> Floats:
        return rows.reshape(len(self._reduced) + 1, self._players, -1)

    def _give_up(self) -> NoReturn:
        raise HotDiceError("solve/unstable", rules=self._play.states.turns.runner.rules.name)
