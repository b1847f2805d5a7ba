"""Two checkouts beside each other: the processor time of the same work, taken in turns.

For "not slower than before". One process for each checkout does every task again and again, by
turns with the other; what is printed is the least time of both and their ratio, and by how much
repeated times of one checkout differ: a ratio within that says nothing.

    git worktree add ../before COMMIT
    python benchmarks/compare.py ../before [TASK ...]
"""

import os
import subprocess
import sys
from collections.abc import Callable
from itertools import product
from pathlib import Path
from random import Random
from time import process_time

HERE = Path(__file__).resolve()
ROUNDS = 9
LEAST_SECONDS = 0.4  # a task is repeated until it takes so long


def engine(name: str) -> None:
    """Random games through `State`."""
    from hotdice import Rules, State
    from hotdice.game.actions import BANK, ROLL

    random = Random(1).random
    rolls = [list(product(range(1, 7), repeat=count)) for count in range(4)]
    start = State.start(Rules.load(name))
    for _ in range(20):
        state = start
        while legal := state.actions():
            action = legal[int(random() * len(legal))]
            if action is ROLL:
                parts = (rolls[min(state.dice, 3)], rolls[max(state.dice - 3, 0)])
                dice = [die for part in parts for die in part[int(random() * len(part))]]
                state = state.roll(dice)
            elif action is BANK:
                state = state.bank()
            else:
                state = state.keep(action.dice)  # type: ignore[union-attr]


def arena(name: str, *bots: str, games: int = 50_000) -> None:
    """Compiled games on one thread."""
    from hotdice import Rules
    from hotdice.arena.engine.play import play_block
    from hotdice.arena.match.blocks import Block, Match

    play_block(Match(Rules.load(name), bots, 1), Block(0, games))


def two_players(name: str) -> None:
    """A game of two players solved anew."""
    from hotdice import Rules
    from hotdice.solver.two_player.solve import solve_two_players

    solve_two_players(Rules.load(name))


def three_players(name: str) -> None:
    """A game of three players solved anew."""
    from hotdice import Rules
    from hotdice.solver.n_player.solve import solve_n_players

    solve_n_players(Rules.load(name), 3)


def solo(name: str) -> None:
    """The fewest turns of one player, worked out anew."""
    from hotdice import Rules
    from hotdice.solver.solo.fewest_turns import fewest_turns

    fewest_turns(Rules.load(name))


def odds_of_a_turn(name: str) -> None:
    """The odds of one turn, worked out anew."""
    from hotdice import Rules
    from hotdice.solver.turn.odds import odds

    odds(Rules.load(name))


TASKS: dict[str, Callable[[], None]] = {
    "engine basic": lambda: engine("basic"),
    "engine facebook": lambda: engine("facebook"),
    "arena threshold": lambda: arena("basic", "threshold:300", "threshold:300"),
    "arena turn": lambda: arena("basic", "turn", "bold", games=10_000),
    "arena penalty": lambda: arena("facebook", "threshold:300", "cautious"),
    "arena optimal": lambda: arena("greed", "optimal", "optimal", games=10_000),
    "arena options": lambda: arena("basic+mercy=true", "turn", "threshold:300", games=10_000),
    "two players": lambda: two_players("basic+target=3000"),
    "two players, last round": lambda: two_players("greed"),
    "two players, penalty": lambda: two_players("facebook+target=600"),
    "three players": lambda: three_players("greed+target=600"),
    "three players, penalty": lambda: three_players("facebook+target=100"),
    "solo": lambda: solo("greed"),
    "odds": lambda: odds_of_a_turn("basic"),
}


def serve_tasks() -> None:
    """Do the tasks that are asked for, each line of input one, and print their processor time."""
    for line in sys.stdin:
        name, repeats = line.rstrip("\n").split("\t")
        begin = process_time()
        for _ in range(int(repeats)):
            TASKS[name]()
        print(process_time() - begin, flush=True)


class Checkout:
    """A process that does tasks with the code of one checkout."""

    def __init__(self, root: Path) -> None:
        environment = os.environ | {"PYTHONPATH": str(root / "src")}
        command = [sys.executable, str(HERE), "--tasks"]
        self._process = subprocess.Popen(
            command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def seconds(self, task: str, repeats: int = 1) -> float:
        """Processor time of a task."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(task, repeats, sep="\t", file=self._process.stdin, flush=True)
        answer = self._process.stdout.readline()
        return float(answer) / repeats if answer else float("nan")


def main() -> None:
    """Print a line for each task."""
    before, after = Checkout(Path(sys.argv[1]).resolve()), Checkout(HERE.parents[1])
    print(f"{'':<26}{'before':>10}{'after':>10}{'ratio':>8}{'spread':>9}")
    for task in sys.argv[2:] or TASKS:
        first = max(side.seconds(task) for side in (before, after))  # compiles
        first = min(side.seconds(task) for side in (before, after)) or first
        repeats = max(1, round(LEAST_SECONDS / first))
        times = [
            (before.seconds(task, repeats), after.seconds(task, repeats)) for _ in range(ROUNDS)
        ]
        old, new = (sorted(side) for side in zip(*times, strict=True))
        spread = max(side[ROUNDS // 3] / side[0] - 1 for side in (old, new))
        print(
            f"{task:<26}{old[0]:>9.4f}s{new[0]:>9.4f}s{new[0] / old[0]:>8.3f}{spread:>8.1%}",
            flush=True,
        )


if __name__ == "__main__":
    serve_tasks() if sys.argv[1:] == ["--tasks"] else main()
