"""Whether every total that players can come to can still reach the target exactly."""

from typing import TYPE_CHECKING

from hotdice.rules.meaning import exact_target
from hotdice.rules.semigroup import Semigroup
from hotdice.rules.terms import OVERSHOOT_IS_GIVEN

if TYPE_CHECKING:
    from hotdice.rules.rules import Rules

LOOKED_AT = 4096  # amounts from the least bank up; larger ones are sums of these in any real rules


def stuck_total(rules: "Rules") -> int | None:
    """A total from which every bank would pass the target, and so record nothing; mostly none.

    Totals are sums of banks, the first of which makes the entry. As long as the least bank does not
    pass the target, it leads to the target or to a higher total, so only the last totals before
    the target matter.

    >>> from hotdice import Rules
    >>> from msgspec.structs import replace
    >>> stuck_total(replace(Rules.load("basic"), target=1030, overshoot="lose-turn"))
    1000
    """
    if not exact_target(rules.terms):
        return None
    step, target = rules.reach.step, rules.target
    if target % step == 0 and "win" in rules.decided_rolls.values():
        return None
    banks, firsts = _banks(rules, rules.minimum), _banks(rules, max(rules.minimum, rules.entry))
    if not banks or not firsts:
        return 0
    if rules.terms.overshoot == OVERSHOOT_IS_GIVEN:
        firsts = [0]  # gifts need no entry
    highest = (target - 1) // step
    count = highest - (target - banks[0] * step) // step  # totals from which the least is too much
    sums, stuck = Semigroup(sum(1 << amount for amount in banks)), 0
    for first in firsts:
        stuck |= sums.window(highest - first, max(0, count - 1))
    if not count or not stuck:
        return None
    return (highest - count + stuck.bit_length()) * step


def _banks(rules: "Rules", least: int) -> list[int]:
    """What may be banked, in steps: from so many points up to the target, if that is not far."""
    step = rules.reach.step
    begin = max(1, -(-least // step))
    amounts = range(begin, min(rules.target // step, begin + LOOKED_AT) + 1)
    return [amount for amount in amounts if rules.reach.may_bank(amount * step)]
