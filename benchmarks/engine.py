"""How fast `State` is: random legal play on one core, beside OpenSpiel's pig in the same run.

Both sides draw their random numbers in the same way and count the players' actions: roll, keep and
bank here, roll and hold in pig, whose chance nodes are part of the roll as the dice are here.

    python benchmarks/engine.py            # pip install open_spiel for the comparison
"""

import argparse
import statistics
from itertools import product
from random import Random
from time import perf_counter

from hotdice import Rules, State
from hotdice.game.actions import BANK, ROLL

AT_LEAST = 0.8


def hotdice_rate(name: str, seconds: float, seed: int) -> float:
    """Actions a second of random legal play through `State`."""
    rules = Rules.load(name)
    few = [list(product(range(1, 7), repeat=count)) for count in range(4)]
    random = Random(seed).random
    start = State.start(rules)
    actions = 0
    begin = perf_counter()
    while perf_counter() - begin < seconds:
        state = start
        while legal := state.actions():
            action = legal[int(random() * len(legal))]
            if action is ROLL:
                count = state.dice
                rest = few[count - 3] if count > 3 else few[0]
                first = few[3] if count > 3 else few[count]
                dice = first[int(random() * len(first))] + rest[int(random() * len(rest))]
                state = state.roll(dice)
            elif action is BANK:
                state = state.bank()
            else:
                state = state.keep(action.dice)  # type: ignore[union-attr]
            actions += 1
    return actions / (perf_counter() - begin)


def pig_rate(seconds: float, seed: int) -> float | None:
    """The same for OpenSpiel's pig, or nothing if it is not installed."""
    try:
        import pyspiel  # type: ignore[import-not-found,unused-ignore]
    except ImportError:
        return None
    game = pyspiel.load_game("pig")
    random = Random(seed).random
    actions = 0
    begin = perf_counter()
    while perf_counter() - begin < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[int(random() * len(outcomes))][0])
            else:
                legal = state.legal_actions()
                state.apply_action(legal[int(random() * len(legal))])
                actions += 1
    return float(actions / (perf_counter() - begin))


def main() -> None:
    """Measure in turn, so that a noisy machine is noisy for both."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=0.1)
    options = parser.parse_args()
    presets = ["basic", "greed", "pig"]
    for name in presets:
        hotdice_rate(name, 0.5, 0)
    rates: dict[str, list[float]] = {name: [] for name in presets}
    pig: list[float] = []
    for seed in range(options.rounds):
        for name in presets:
            rates[name].append(hotdice_rate(name, options.seconds, seed))
        if (rate := pig_rate(options.seconds, seed)) is not None:
            pig.append(rate)
    for name in presets:
        print(f"hotdice {name:<8} {statistics.median(rates[name]):>10,.0f} actions/s")
    if not pig:
        print("open_spiel is not installed: no comparison")
        return
    print(f"OpenSpiel pig    {statistics.median(pig):>10,.0f} actions/s")
    for name in presets:
        ratio = statistics.median(a / b for a, b in zip(rates[name], pig, strict=True))
        print(f"ratio {name:<10} {ratio:>10.2f}  (at least {AT_LEAST}, aim 1.2)")


if __name__ == "__main__":
    main()
