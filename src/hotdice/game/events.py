"""What happened between two states, for whoever reports it."""

from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec import Struct

from hotdice.game.state import State
from hotdice.rules.meaning import penalty_due

Kind = Literal[
    "kept",  # automatically, where every scoring die is kept
    "hot-dice",
    "farkle",
    "penalty",
    "banked",
    "passed",  # the turn of an absent player
    "unrecorded",  # banked below the entry or the minimum
    "on-board",
    "off-board",
    "last-round",
    "won",
]


class Event(Struct, frozen=True):
    """One thing that happened to a player; `points` are those won, lost or kept by it.

    `dice` are those that were kept, or that made a roll a farkle by themselves.
    """

    kind: Kind
    player: int
    points: int = 0
    dice: tuple[int, ...] = ()


def events(before: State, after: State, dice: Sequence[int] = ()) -> list[Event]:
    """What happened from one state to the next; `dice` is the roll in between, if there was one.

    Without it only the states are compared: where a farkle and a bank that records nothing lead to
    the same state, it is taken for the latter.

    >>> from hotdice import Rules
    >>> state = State.start(Rules.load("basic"))
    >>> [event.kind for event in events(state, state.roll([2, 2, 3, 3, 4, 4]), [2, 2, 3, 3, 4, 4])]
    ['farkle']
    """
    return [*_turn(before, after, dice), *_standing(before, after)]


def passed(before: State, after: State) -> list[Event]:
    """What happened when the turn of an absent player was skipped."""
    return [Event("passed", before.player, before.turn_points), *_standing(before, after)]


def _turn(before: State, after: State, dice: Sequence[int]) -> Iterator[Event]:
    rules, player = before.rules, before.player
    gained = after.totals[player] - before.totals[player]
    rolled = bool(dice) or _must_have_rolled(before, after)
    points = 0
    hot = False
    if before.rolled:
        hot = after.fresh or after.dice == rules.dice
        points = rules.rolls[before.rolled].by_dice[before.rolled].points if hot else 0
    elif rolled and after.fresh and gained <= 0 and not (dice and rules.keeps(dice)):
        yield from _farkle(before, gained, rules.decided(tuple(dice)))
        return
    elif rolled and rules.terms.keep_all:
        keep = rules.keeps(dice)[0] if dice else None
        points = keep.points if keep else after.turn_points - before.turn_points
        hot = after.fresh or after.dice == rules.dice
        yield Event("kept", player, points, keep.dice if keep else ())
    if hot and rules.dice > 1:  # a single die comes back after every keep
        yield Event("hot-dice", player)
    if after.fresh and gained:
        yield Event("banked", player, gained)
    elif after.fresh:
        yield Event("unrecorded", player, before.turn_points + points)


def _must_have_rolled(before: State, after: State) -> bool:
    """Whether a step without a keep can only have been a roll."""
    return not before.rolled and (not after.fresh or before.bank_refusal() is not None)


def _farkle(before: State, gained: int, decided: tuple[int, ...]) -> Iterator[Event]:
    yield Event("farkle", before.player, before.turn_points, decided)
    if penalty_due(before.rules.terms, before.farkles[before.player]):
        yield Event("penalty", before.player, -gained)


def _standing(before: State, after: State) -> Iterator[Event]:
    player = before.player
    was, now = before.totals[player] > 0, after.totals[player] > 0
    if before.rules.terms.entry and was != now:
        yield Event("on-board" if now else "off-board", player)
    if after.last_round and not before.last_round:
        yield Event("last-round", player, after.totals[player])
    for winner in after.winners:
        yield Event("won", winner, after.totals[winner])
