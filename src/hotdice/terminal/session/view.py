"""The dice on the table, derived from the steps: the last roll, and the dice kept."""

from collections.abc import Sequence

from msgspec import Struct

from hotdice.game import Roll, State, Step
from hotdice.rules import Keep


class LastRoll(Struct, frozen=True):
    """The last roll in the order it fell; `kept` are the places of the dice kept from it."""

    dice: tuple[int, ...]
    player: int
    kept: frozenset[int] = frozenset()
    farkle: bool = False
    lost: int = 0


def last_roll(steps: Sequence[Step]) -> LastRoll | None:
    """The last roll, if there was one."""
    at = next((n for n in range(len(steps) - 1, -1, -1) if steps[n].dice), None)
    if at is None:
        return None
    step = steps[at]
    happened = {event.kind: event for event in step.events}
    farkle = "farkle" in happened
    lost = happened["farkle"].points if farkle else 0
    kept: Sequence[int] = happened["kept"].dice if "kept" in happened else ()
    if at + 1 < len(steps):
        following = steps[at + 1].action
        kept = following.dice if isinstance(following, Keep) else kept
    return LastRoll(step.dice, step.before.player, _places(step.dice, kept), farkle, lost)


def kept_before(steps: Sequence[Step], state: State) -> tuple[int, ...]:
    """The dice kept in this turn since all dice were last rolled."""
    kept: list[int] = []
    for step in _this_turn(steps, state):
        if isinstance(step.action, Roll):
            kept = [] if step.before.dice == state.rules.dice else kept
            kept += [die for event in step.events if event.kind == "kept" for die in event.dice]
        elif isinstance(step.action, Keep):
            kept += step.action.dice
    return tuple(kept)


def _this_turn(steps: Sequence[Step], state: State) -> Sequence[Step]:
    """The steps of the current turn."""
    if state.fresh:
        return ()
    at = len(steps)
    while at and not steps[at - 1].after.fresh:
        at -= 1
    return steps[at:]


def _places(fallen: Sequence[int], kept: Sequence[int]) -> frozenset[int]:
    """The places of kept dice, the first of equal ones."""
    left = list(kept)
    places = set()
    for place, face in enumerate(fallen):
        if face in left:
            left.remove(face)
            places.add(place)
    return frozenset(places)
