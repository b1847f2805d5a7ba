"""Past games counted: one by one, and in totals for each person, rules and opponents."""

from collections.abc import Iterable
from datetime import datetime
from fractions import Fraction

from msgspec import Struct

from hotdice.bots import is_bot, names
from hotdice.bots.seats import program
from hotdice.game.record import Record
from hotdice.rules import Rules


class PastGame(Struct, frozen=True):
    """The summary of a game: its result, and the turns and farkles of each seat.

    `drawn` means virtual dice without a seed, which nobody can repeat.
    """

    path: str
    began: datetime
    rules: Rules
    seats: tuple[str, ...]
    start: tuple[int, ...]
    totals: tuple[int, ...]
    over: bool
    winners: tuple[int, ...]
    turns: tuple[int, ...]
    farkles: tuple[int, ...]
    drawn: bool

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players."""
        return names(self.seats)


class Totals(Struct, frozen=True):
    """The finished games of one person with the same rules and opponents."""

    player: str
    rules: Rules
    opponents: tuple[str, ...]
    games: int
    wins: Fraction
    points: int
    turns: int
    farkles: int

    @property
    def points_per_turn(self) -> float:
        """The average points of a turn."""
        return self.points / self.turns if self.turns else 0.0

    @property
    def farkle_rate(self) -> float:
        """The fraction of turns that ended in a farkle."""
        return self.farkles / self.turns if self.turns else 0.0


def past_game(path: str, began: datetime, record: Record) -> PastGame:
    """Summarize a game."""
    turns, farkles = [0] * len(record.seats), [0] * len(record.seats)
    for step in record.steps:
        if step.after.fresh:
            turns[step.before.player] += 1
            if step.dice and any(event.kind == "farkle" for event in step.events):
                farkles[step.before.player] += 1
    state = record.state
    return PastGame(
        path,
        began,
        state.rules,
        record.seats,
        record.start.totals,
        state.totals,
        state.over,
        state.winners,
        tuple(turns),
        tuple(farkles),
        record.seed is None and record.dice is None,
    )


def totals(games: Iterable[PastGame]) -> list[Totals]:
    """Totals of the finished games, most games first; a shared win counts as a fraction."""
    found: dict[tuple[str, Rules, tuple[str, ...]], Totals] = {}
    for game in games:
        if not game.over:
            continue
        for seat, player in enumerate(game.seats):
            if is_bot(player):
                continue
            others = tuple(sorted(map(_normalized, game.seats[:seat] + game.seats[seat + 1 :])))
            key = (player, game.rules, others)
            so_far = found.get(key, Totals(*key, 0, Fraction(), 0, 0, 0))
            found[key] = _with(so_far, game, seat)
    return sorted(found.values(), key=lambda each: (-each.games, each.player))


def _with(so_far: Totals, game: PastGame, seat: int) -> Totals:
    """The totals with one more game."""
    won = Fraction(seat in game.winners, len(game.winners))
    return Totals(
        so_far.player,
        so_far.rules,
        so_far.opponents,
        so_far.games + 1,
        so_far.wins + won,
        so_far.points + game.totals[seat] - game.start[seat],
        so_far.turns + game.turns[seat],
        so_far.farkles + game.farkles[seat],
    )


def _normalized(seat: str) -> str:
    """A seat with the name of a bot in lower case, however it was typed."""
    return seat.lower() if is_bot(seat) and program(seat) is None else seat
