"""How fast advice comes, beside plain Python loops over one whole turn.

Positions are those of random games, one after the other. The plain version works out the chances of
one turn from its beginning, level by level and keep by keep; its chances are compared. Processor
time is measured, and each time is the least of a few.

    python benchmarks/advice.py [RULES ...]
"""

import sys
from collections.abc import Iterator
from random import Random
from time import process_time

import numpy as np

from hotdice import Bank, Keep, Rules, State
from hotdice.rules.files import preset_names
from hotdice.solver.advice import current_turn
from hotdice.solver.advice.choices import advise
from hotdice.solver.advice.turn_end import after_farkle
from hotdice.solver.advice.values import Values
from hotdice.solver.storage.store import TWO_PLAYER, shipped
from hotdice.solver.turn.moves import moves_of

POSITIONS = 1500
TIMES = 3
AT_MOST = 5.0  # ms, of 95 % of the positions


def positions(rules: Rules, seed: int) -> Iterator[State]:
    """Random games, a legal action at a time."""
    random = Random(seed)
    while True:
        state = State.start(rules)
        while legal := state.actions():
            yield state
            action = random.choice(legal)
            if isinstance(action, Keep):
                state = state.keep(action.dice)
            elif isinstance(action, Bank):
                state = state.bank()
            else:
                state = state.roll([random.randint(1, 6) for _ in range(state.dice)])


def plain(state: State, values: Values) -> float:
    """The chance of rolling all dice at the start of a turn, as high as advice works it out."""
    turn = current_turn.current_turn(state, values)
    moves = moves_of(state.rules, turn.step)
    stop, levels = turn.chances.stop.tolist(), len(turn.chances.roll)
    best = [row[:] for row in stop]
    lost = after_farkle(state, values)
    rolls = [(float(r.farkle), [(float(c), p) for p, c in r.chances.items()]) for r in moves.rolls]
    value = 0.0
    for u in range(levels - 1, -1, -1):
        for count, (farkle, outcomes) in enumerate(rolls, 1):
            value = farkle * lost
            for chance, pairs in outcomes:
                value += chance * max(best[u + points][left] for points, left in pairs)
            if state.rules.hot_dice != "end" or count < state.rules.dice:
                best[u][count % state.rules.dice] = max(stop[u][count % state.rules.dice], value)
    return value


def timed(state: State, values: Values) -> tuple[float, bool]:
    """The milliseconds that advice takes, and whether a turn was worked out for it."""
    known, least = current_turn._recent, float("inf")
    for _ in range(TIMES):
        current_turn._recent = known
        begin = process_time()
        advise(state, values)
        least = min(least, process_time() - begin)
    return 1000 * least, current_turn._recent is not known


def measure(rules: Rules, values: Values) -> str:
    """The times of one game in a line."""
    games = positions(rules, seed=1)
    start = next(games)
    begin = process_time()
    first_advice = advise(start, values)
    first = 1000 * (process_time() - begin)
    times = [timed(next(games), values) for _ in range(POSITIONS)]
    every, new = [t for t, _ in times], [t for t, is_new in times if is_new]
    begin = process_time()
    chance = plain(start, values)
    slow = 1000 * (process_time() - begin)
    assert abs(chance - first_advice.choices[0].chance) < 1e-9, rules.name
    middle, most = np.percentile(every, [50, 95])
    most_new = np.percentile(new, 95)
    return (
        f"{rules.name:<13} {first:6.1f} {middle:7.3f} {most:6.2f} {most_new:9.2f} {slow:9.0f}"
        f"   {slow / most:5.0f} and {slow / most_new:4.0f} times"
    )


def main() -> None:
    """Print a line for each game whose solution is shipped."""
    print("milliseconds   first     p50    p95  new, p95   plain    plain beside p95 and new")
    for name in sys.argv[1:] or preset_names():
        rules = Rules.load(name)
        values = shipped(TWO_PLAYER, rules)
        if values is not None:
            print(measure(rules, values))
    print(f"p95: at most {AT_MOST:.0f} ms is wanted")


if __name__ == "__main__":
    main()
