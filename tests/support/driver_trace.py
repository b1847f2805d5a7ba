"""Games through the driver, move for move, to compare compiled play with."""

from hotdice import Rules, State, Step, play
from hotdice.arena.engine.game_kernel import END_OF_TURN
from hotdice.arena.engine.house_turn import TAKEN_OVER
from hotdice.arena.engine.roll_tables import UNCONFIRMED
from hotdice.arena.match.blocks import Match
from hotdice.bots import make
from hotdice.game import Roll
from hotdice.game.actions import Take
from hotdice.game.dice import SeededDice
from hotdice.game.generator import stream_key
from hotdice.rules import Keep
from hotdice.solver.turn.program import step_of


def driver_steps(match: Match, game: int) -> list[Step]:
    """A game through the driver."""
    seats = range(len(match.bots))
    bots = [make(match.bots[seat], stream_key(match.seed, game, 1 + seat)) for seat in seats]
    return list(play(State.start(match.rules, len(bots)), bots, SeededDice(match.seed, game)))


def driver_trace(match: Match, game: int) -> list[int]:
    """A game through the driver, as compiled play writes it down."""
    return trace_of(match.rules, driver_steps(match, game))


def trace_of(rules: Rules, steps: list[Step]) -> list[int]:
    """Steps of a game as compiled play writes them down."""
    found = []
    for step in steps:
        keep = step.action if isinstance(step.action, Keep) else None
        if isinstance(step.action, Roll):
            keeps = rules.keeps(step.dice)
            if not keeps:
                found.append(0)
            elif rules.keep == "all":
                keep = keeps[0]
        else:
            assert keep is None or keep in step.before.actions()
        if keep is not None:
            keep = next(
                k
                for k in rules.rolls[step.before.rolled or tuple(sorted(step.dice))].keeps
                if k == keep
            )
            packed = keep.points // step_of(rules) << 4 | (keep.left or rules.dice)
            found.append(packed | UNCONFIRMED * keep.unconfirmed)
        if isinstance(step.action, Take):
            found.append(int(TAKEN_OVER))
        if step.after.fresh:
            found.append(int(END_OF_TURN))
    return found
