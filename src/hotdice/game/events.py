"""What happened between two states, for whoever reports it."""

from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec import Struct

from hotdice.game.state import State
from hotdice.rules import Keep
from hotdice.rules.meaning import TAKEN_OVER, keep_banks, on_board, passes_target, penalty_due
from hotdice.rules.rules import Decision

Kind = Literal[
    "kept",  # automatically, where every scoring die is kept
    "hot-dice",
    "farkle",
    "penalty",
    "spared",  # a first roll without any score, which is thrown again
    "total-lost",
    "taken-over",
    "banked",
    "given",  # points that passed the target, to the player with the lowest total
    "overshot",  # the same, lost
    "passed",  # the turn of an absent player
    "unrecorded",  # banked below the entry or the minimum
    "on-board",
    "off-board",
    "last-round",
    "roll-won",
    "won",
]


class Event(Struct, frozen=True):
    """One thing that happened to a player; `points` are those won, lost or kept by it.

    `dice` are those that were kept, or that decided a roll by themselves.
    """

    kind: Kind
    player: int
    points: int = 0
    dice: tuple[int, ...] = ()


def events(
    before: State, after: State, dice: Sequence[int] = (), keep: Keep | None = None
) -> list[Event]:
    """What happened from one state to the next; `dice` is the roll in between, if there was one.

    Without it only the states are compared: where a farkle and a bank that records nothing lead to
    the same state, it is taken for the latter. `keep` is what was kept of an earlier roll; without
    it, it is the best that leads there.

    >>> from hotdice import Rules
    >>> state = State.start(Rules.load("basic"))
    >>> [event.kind for event in events(state, state.roll([2, 2, 3, 3, 4, 4]), [2, 2, 3, 3, 4, 4])]
    ['farkle']
    """
    return [*_turn(before, after, dice, keep), *_standing(before, after)]


def passed(before: State, after: State) -> list[Event]:
    """What happened when the turn of an absent player was skipped."""
    return [Event("passed", before.player, before.turn_points), *_standing(before, after)]


def _turn(before: State, after: State, dice: Sequence[int], keep: Keep | None) -> Iterator[Event]:
    rules, player = before.rules, before.player
    if after.extras.roll_first == TAKEN_OVER and before.extras.offer:
        yield Event("taken-over", player, after.turn_points)
        return
    if after.extras.spared:
        yield Event("spared", player)
        return
    if after.extras.won:
        decision = rules.decision(tuple(sorted(dice)))
        yield Event("roll-won", player, dice=decision.dice if decision else ())
        return
    gained = after.totals[player] - before.totals[player]
    rolled = bool(dice) or _must_have_rolled(before, after)
    points = 0
    hot = False
    if before.rolled:
        kept = _kept(before, after, keep)
        points, hot = kept.points, not kept.left
    elif rolled and after.fresh and gained <= 0 and not (dice and rules.keeps(dice)):
        yield from _farkle(before, gained, rules.decision(tuple(sorted(dice))))
        return
    elif rolled and rules.terms.keep_all:
        by_itself = rules.keeps(dice)[0] if dice else None
        points = by_itself.points if by_itself else after.turn_points - before.turn_points
        one_roll = before.last_round and keep_banks(rules.terms)
        hot = not by_itself.left if by_itself else after.dice == rules.dice and not one_roll
        yield Event("kept", player, points, by_itself.dice if by_itself else ())
    if hot and rules.dice > 1:  # a single die comes back after every keep
        yield Event("hot-dice", player)
    if after.fresh and gained:
        yield Event("banked", player, gained)
    elif after.fresh:
        yield from _not_gained(before, after, before.turn_points + points)


def _kept(before: State, after: State, keep: Keep | None) -> Keep:
    """What was kept of a roll: these dice, or the first that lead to the state after."""
    keeps = before.rules.rolls[before.rolled].keeps
    return next(
        each for each in keeps if each == keep or (not keep and before.keep(each.dice) == after)
    )


def _must_have_rolled(before: State, after: State) -> bool:
    """Whether a step without a keep can only have been a roll."""
    return not before.rolled and (not after.fresh or before.bank_refusal() is not None)


def _not_gained(before: State, after: State, points: int) -> Iterator[Event]:
    """What became of points that were banked, but not by their player."""
    terms, player = before.rules.terms, before.player
    if not passes_target(terms, before.totals[player], points):
        yield Event("unrecorded", player, points)
        return
    for seat, (was, now) in enumerate(zip(before.totals, after.totals, strict=True)):
        if was != now:
            yield Event("given", seat, now - was)
            return
    yield Event("overshot", player, points)


def _farkle(before: State, gained: int, decision: Decision | None) -> Iterator[Event]:
    player = before.player
    yield Event("farkle", player, before.turn_points, decision.dice if decision else ())
    lost = 0
    if decision and decision.what == "lose-total":
        lost = max(0, before.totals[player])
        yield Event("total-lost", player, lost)
    if penalty_due(before.rules.terms, before.farkles[player]):
        yield Event("penalty", player, -gained - lost)


def _standing(before: State, after: State) -> Iterator[Event]:
    terms = before.rules.terms
    for seat, (was, now) in enumerate(zip(before.totals, after.totals, strict=True)):
        if terms.entry and on_board(terms, was) != on_board(terms, now):
            yield Event("on-board" if on_board(terms, now) else "off-board", seat)
    if after.last_round and not before.last_round and after.starter is not None:
        yield Event("last-round", after.starter, after.totals[after.starter])
    for winner in after.winners:
        yield Event("won", winner, after.totals[winner])
