"""Games played through `State`, for bots that are asked one state at a time.

They are the same games as those of `hotdice.play` with seeded dice, without an object per step.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from types import MappingProxyType

from hotdice.arena.engine.endless import MOST_ROLLS, MOST_TURNS, endless
from hotdice.arena.engine.rolls_by_code import CodedRolls, rolls_up_to
from hotdice.arena.match.blocks import Block, Match, Played
from hotdice.arena.match.tally import GameCounts, Tally
from hotdice.bots.catalogue import open_bot
from hotdice.bots.failure import BotFailure, raised
from hotdice.bots.source import BuiltIn, Source
from hotdice.game import Action, Bank, Chooser, IllegalAction, Roll, State, Step
from hotdice.game.actions import Take
from hotdice.game.generator import FIRST_FACTOR, GOLDEN, MASK, SECOND_FACTOR, stream_key
from hotdice.rules import Keep
from hotdice.texts import listed, say

TURN = GOLDEN << 24  # from a roll of one turn to the same roll of the next

Choose = Callable[[State], Action]
Choosers = Mapping[int, Chooser]  # by seat
Watch = Callable[[Sequence[Step], Sequence[int]], None]  # the steps of a game, and who has won


class _BotFailed(Exception):
    """The bot on a seat has failed."""

    def __init__(self, seat: int, cause: BaseException) -> None:
        super().__init__(seat, cause)
        self.seat = seat
        self.cause = cause


def play_by_state(
    match: Match,
    block: Block,
    choosers: Choosers = MappingProxyType({}),
    watch: Watch | None = None,
) -> Played:
    """Play a block of games; `choosers` replace the named bots on some seats.

    A bot that fails loses that game and the rest of the block, and the other seats share the win.
    `watch` gets each game when it is over.
    """
    start = State.start(match.rules, len(match.bots))
    tally = Tally(match.rules, len(match.bots))
    failed: _BotFailed | None = None
    failures = []
    with _open_bots(match, choosers) as sources:
        for number in range(block.first, block.first + block.count):
            game = GameCounts.start(start)
            steps: list[Step] | None = None if watch is None else []
            if failed is None:
                try:
                    _play(game, match, number, sources, steps)
                except _BotFailed as error:
                    failed = error
                    failures.append(_sentence(match, number, error))
            if failed is None:
                tally.add(game)
            else:
                tally.forfeit(game, failed.seat)
            if watch is not None and steps is not None:
                watch(steps, game.winners(failed.seat if failed else None))
    return Played(tally.counts, tuple(failures))


@contextmanager
def _open_bots(match: Match, choosers: Choosers) -> Iterator[list[Source]]:
    """The bots by seat, closed when the block is done."""
    with ExitStack() as stack:
        sources: list[Source] = []
        for seat, name in enumerate(match.bots):
            if seat in choosers:
                sources.append(_source(name, choosers[seat]))
            else:
                sources.append(open_bot(name, match.limit))
                stack.callback(sources[-1].close)
        yield sources


def _source(name: str, chooser: Chooser) -> Source:
    """A chooser that was passed in, which plays every game."""
    return BuiltIn(name, lambda key, drawn: chooser)


def _play(
    game: GameCounts, match: Match, number: int, sources: Sequence[Source], steps: list[Step] | None
) -> None:
    """Play one game to its end; its steps are recorded if they are wanted."""
    key = stream_key(match.seed, number)
    throws = rolls_up_to(match.rules.dice, match.rules.sides)
    choosers = [_seated(source, seat, match, number) for seat, source in enumerate(sources)]
    places = [(key + ((seat << 56) + 1) * GOLDEN) & MASK for seat in range(len(sources))]
    state = game.state
    while state.player != state.starter:
        seat = state.player
        if game.turns[seat] == MOST_TURNS:
            raise endless(match, number)
        try:
            after, rolls, farkled = _turn(state, choosers[seat], places[seat], throws, steps)
        except (Exception, SystemExit) as error:
            raise _BotFailed(seat, error) from error
        if after is None:
            raise endless(match, number)
        game.state = state = after
        places[seat] += TURN
        game.turns[seat] += 1
        game.rolls[seat] += rolls
        game.farkles[seat] += farkled


def _seated(source: Source, seat: int, match: Match, number: int) -> Choose:
    """The bot of one seat for one game, with its own stream."""
    try:
        return source.game(stream_key(match.seed, number, 1 + seat)).choose
    except (Exception, SystemExit) as error:
        raise _BotFailed(seat, error) from error


def _turn(
    state: State,
    choose: Choose,
    place: int,
    throws: tuple[CodedRolls, ...],
    steps: list[Step] | None,
) -> tuple[State | None, int, bool]:
    """The state after a turn, its rolls, and whether it was a farkle; None if it never ends.

    `place` is where the turn's rolls begin in the sequence of the generator, GOLDEN apart; each is
    `generator.mix` of its place, inlined here because a call would cost as much as the rest.
    """
    rolls = 0
    while True:
        before = state
        action = choose(state)
        if type(action) is Roll:
            if rolls == MOST_ROLLS:
                return None, rolls, False
            z = place & MASK
            z = ((z ^ (z >> 30)) * FIRST_FACTOR) & MASK
            z = ((z ^ (z >> 27)) * SECOND_FACTOR) & MASK
            by_code, codes = throws[state.dice]
            dice = by_code[(z ^ (z >> 31)) * codes >> 64]
            place += GOLDEN
            rolls += 1
            state = state.roll(dice)
        elif type(action) is Keep:
            state = state.keep(action.dice)
        elif type(action) is Bank:
            state = state.bank()
        elif type(action) is Take:
            state = state.take()
        else:
            raise IllegalAction("action/unknown", str(state), state.actions(), found=repr(action))
        if steps is not None:
            steps.append(Step(before, action, dice if type(action) is Roll else (), state))
        if not state.turn_points and not state.rolled and not state.extras.spared:
            scored = type(action) is not Roll or state.rules.rolls[dice].keeps
            return state, rolls, not scored and not state.extras.won


def _sentence(match: Match, number: int, error: _BotFailed) -> str:
    """A failure as a sentence."""
    bot, cause = match.bots[error.seat], error.cause
    if isinstance(cause, IllegalAction):
        cause = BotFailure(bot, "arena.illegal", reason=str(cause))
    elif not isinstance(cause, BotFailure):
        cause = raised(bot, cause)
    reason = " ".join(str(cause).split())
    return say("arena.forfeit", game=number, bots=listed(match.bots), reason=reason)
