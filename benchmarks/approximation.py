"""What play by the approximation loses in three-player greed, where the truth is solved.

One player plays every turn by the approximate chances, the other two play the solved equilibrium.
Nothing is simulated: turn starts are worked out by falling sum of totals, each turn as its mover
decides it, and what it truly brings is carried along. Where the equilibrium mixes, the first of the
equal choices is taken here, bank; the control shows how little that and rounding matter: it is the
same computation with the true chances in place of the approximate ones, and must lose nothing.

    python benchmarks/approximation.py
"""

from typing import NamedTuple, cast

import numpy as np
from numba import njit

from hotdice import Rules, State
from hotdice.solver.advice.values import BankedValues, Values
from hotdice.solver.n_player.pairwise import PairwiseApproximation
from hotdice.solver.n_player.rotations import Rotations
from hotdice.solver.n_player.runner import Floats
from hotdice.solver.n_player.solution import NPlayerSolution
from hotdice.solver.storage.lookup import n_player_solution, two_player_solution
from hotdice.solver.turn.final_turn import last_mover_wins
from hotdice.solver.turn.moves import moves_of

PLAYERS = 3
NOTHING = 1e-6  # what the control may lose
FAR = 1e-10  # a need that is met with less than this chance is not told apart from higher ones


@njit(cache=True)  # type: ignore[untyped-decorator,unused-ignore]
def play(chance, roll_at, points, left, farkle, worth, lost, brought, best, found):  # type: ignore[no-untyped-def]
    """One turn by what banking seems worth by level, and what it truly brings on the way.

    `found` gets what the turn brings and, last, the chance that it records nothing. A level where
    banking records nothing has a worth below 0. Every roll has one keep, for all that scores stays.
    """
    dice, channels, top = len(farkle), brought.shape[1], len(worth)
    while top > 1 and worth[top - 1] >= 1.0 - farkle[dice - 1] * (1.0 - lost):
        top -= 1
    for u in range(top - 1, -1, -1):
        for count in range(1, dice + 1):
            own = farkle[count - 1] * lost
            found[:] = 0.0
            found[channels] = farkle[count - 1]
            for outcome in range(roll_at[count - 1], roll_at[count]):
                weight, at = chance[outcome], u + points[outcome]
                if at < top:
                    row = best[at, left[outcome]]
                    own += weight * row[channels + 1]
                    for channel in range(channels + 1):
                        found[channel] += weight * row[channel]
                else:
                    at = min(at, len(worth) - 1)
                    own += weight * worth[at]
                    for channel in range(channels):
                        found[channel] += weight * brought[at, channel]
            row = best[u, count % dice]
            if own > (worth[u] if worth[u] >= 0.0 else lost):
                row[: channels + 1] = found
                row[channels + 1] = own
            elif worth[u] >= 0.0:
                row[:channels] = brought[u]
                row[channels] = 0.0
                row[channels + 1] = worth[u]
            else:
                row[:channels] = 0.0
                row[channels] = 1.0
                row[channels + 1] = lost


@njit(cache=True)  # type: ignore[untyped-decorator,unused-ignore]
def play_all(chance, roll_at, points, left, farkle, entry, worth, after, own, others, out):  # type: ignore[no-untyped-def]
    """A turn at each of some turn starts; tables go by the others' totals and the mover's then."""
    best = np.zeros((worth.shape[2], len(farkle), out.shape[1] + 1))
    for lane in range(len(own)):
        first, second = others[0, lane], others[1, lane]
        bank = worth[first, second, own[lane] :].copy()
        if own[lane] == 0:
            bank[:entry] = -1.0
        lost = worth[first, second, own[lane]]
        brought = after[first, second, own[lane] :]
        play(chance, roll_at, points, left, farkle, bank, lost, brought, best, out[lane])


class Worths(NamedTuple):
    """What a player takes the end of his turn to be worth, totals and needs in steps.

    `banked[b, c, a]` is the worth of a total of `a` with b to move and c after him, from the target
    on that of having begun the last round. In a last round with one to come who needs n to draw
    level, `alone[n]` is the worth of holding the highest total and `tied[n]` of sharing it.
    """

    banked: Floats
    alone: Floats
    tied: Floats


class Game:
    """Greed for three: its moves and its last rounds as tables."""

    def __init__(self, truth: NPlayerSolution) -> None:
        self.truth, self.rules = truth, truth.rules
        moves = moves_of(self.rules, truth.step)
        self.target, self.entry = moves.units(self.rules.target), moves.units(self.rules.entry)
        self.far = int(np.argmax(last_mover_wins(moves)[1] < FAR))
        self.program = (moves.chance, moves.roll_at, moves.points, moves.left, moves.farkle)

    def state(self, units: tuple[int, ...], player: int, starter: int | None = None) -> State:
        """A turn start, its totals in steps."""
        totals = tuple(unit * self.truth.step for unit in units)
        return State(self.rules, totals, player, 0, self.rules.dice, (), (0,) * PLAYERS, starter)

    def worths(self, values: Values) -> Worths:
        """All that decisions by these values rest on."""
        far, step = self.far, self.truth.step
        banked = np.empty((self.target, self.target, self.target + far))
        inside = np.arange(self.target)
        for first, second in np.ndindex(self.target, self.target):
            start = self.state((0, first, second), 0)
            many = cast(BankedValues, values)
            banked[first, second, : self.target] = many.banked(start, inside * step)
        banked[:, :, self.target :] = self.ends(self.begun(values)[..., 0])
        alone, tied = np.ones((2, far + 1))
        for need in range(1, far + 1):
            last = far - need
            alone[need] = values.chances(self.state((far - 1, far, last), 2, starter=0))[1]
            tied[need] = values.chances(self.state((far, far, last), 2, starter=0))[1]
        return Worths(banked, alone, tied)

    def begun(self, values: Values) -> Floats:
        """Chances from the starter of a last round on, by the needs of the two to come."""
        far = self.far
        found = np.zeros((far + 1, far + 1, PLAYERS))
        for first, second in np.ndindex(far, far):
            units = (far, far - first - 1, far - second - 1)
            found[first + 1, second + 1] = values.chances(self.state(units, 1, starter=0))
        return found

    def ends(self, by_needs: Floats) -> Floats:
        """A table by needs as one by totals of the two to come and of the starter."""
        total = np.arange(self.target)
        highest = np.arange(self.target, self.target + self.far)
        needs = np.minimum(highest - total[:, None], self.far)
        return np.asarray(by_needs[needs[:, None], needs[None, :]])

    def first_to_come(self, worths: Worths, truth: Worths) -> Floats:
        """The chance of the first to come in a last round if he plays by these worths, by needs."""
        far = self.far
        found = np.zeros((far + 1, far + 1))
        best = np.zeros((2 * far + 1, self.rules.dice, 3))
        brings = np.zeros(2)
        for need, last in np.ndindex(far, far):
            seems, brought = (
                self.against(values, need + 1, last + 1) for values in (worths, truth)
            )
            play(*self.program, seems, 0.0, brought[:, None], best, brings)
            found[need + 1, last + 1] = brings[0]
        return found

    def against(self, worths: Worths, need: int, last: int) -> Floats:
        """What banking is worth by level for one who needs so much, and the last player so much."""
        then = np.minimum(last + np.arange(1, self.far + 1), self.far)
        return np.concatenate([np.zeros(need), worths.tied[last : last + 1], worths.alone[then]])

    def play(self, worth: Floats, after: Floats, rotations: Rotations) -> Floats:
        """What turns at all turn starts of a sum bring, and last the chance of nothing."""
        out = np.zeros((len(rotations.own), after.shape[3] + 1))
        play_all(*self.program, self.entry, worth, after, rotations.own, rotations.others, out)
        return out.T


def measure(game: Game, worths: Worths, truth: Worths) -> Floats:
    """Chance and number of turns of one who plays by these worths, as first, second and third."""
    size = game.target
    after = np.zeros((size, size, size + game.far, PLAYERS, 2))
    begun = game.begun(game.truth)
    after[:, :, size:, 0, 0] = game.ends(game.first_to_come(worths, truth))
    after[:, :, size:, 1, 0] = game.ends(begun[..., 2])
    after[:, :, size:, 2, 0] = game.ends(begun[..., 0])
    after[:, :, size:, :2, 1] = 1.0
    flat = after.reshape(*after.shape[:3], 2 * PLAYERS)
    for s in range(PLAYERS * (size - 1), -1, -1):
        rotations = Rotations(game.rules.name, PLAYERS, size, s)
        *own, nothing = game.play(worths.banked, flat[..., 4:], rotations)
        *others, other_nothing = game.play(truth.banked, flat[..., :4], rotations)
        own[1] += 1.0
        found = round_trip(
            rotations, np.array([own, others[:2], others[2:]]), nothing, other_nothing
        )
        after[rotations.own, rotations.others[0], rotations.others[1]] = found.transpose(2, 0, 1)
    return np.asarray(after[0, 0, 0])


def round_trip(
    rotations: Rotations, brought: Floats, nothing: Floats, other_nothing: Floats
) -> Floats:
    """What a round brings, by how many turns it is until the player's own."""
    then = rotations.follow[rotations.follow]
    rest = other_nothing[rotations.follow]
    found = np.empty_like(brought)
    others = brought[2][:, rotations.follow] + rest * brought[1][:, then]
    again = nothing * rest * other_nothing[then]
    found[0] = (brought[0] + nothing * others) / (1.0 - again)
    found[1] = brought[1] + other_nothing * found[0][:, rotations.follow]
    found[2] = brought[2] + other_nothing * found[1][:, rotations.follow]
    return found


def report(name: str, found: Floats, solved: tuple[float, ...]) -> None:
    """Print what is lost in each seat."""
    for seat, ((chance, turns), best) in enumerate(zip(found, solved, strict=True), 1):
        lost = best - chance
        print(
            f"{name:<14} seat {seat}: wins {chance:.6f}, solved {best:.6f}, "
            f"loses {lost:.2e}, on average {lost / turns:.2e} in each of {turns:.2f} turns"
        )


def main() -> None:
    """Print the losses of the approximation, and the control."""
    rules = Rules.load("greed")
    game = Game(n_player_solution(rules, PLAYERS))
    solved = game.truth.chances(State.start(rules, PLAYERS))
    truth = game.worths(game.truth)
    print(f"{game.truth.mixed} turn starts with mixed play are taken as pure: bank at ties")
    control = measure(game, truth, truth)
    report("control", control, solved)
    assert abs(control[:, 0] - solved).max() < NOTHING
    worths = game.worths(PairwiseApproximation(two_player_solution(rules), PLAYERS))
    off = abs(worths.banked - truth.banked)[:, :, : game.target]
    report("approximation", measure(game, worths, truth), solved)
    print(f"chances after a turn are off by {off.mean():.4f} on average, {off.max():.4f} at most")


if __name__ == "__main__":
    main()
