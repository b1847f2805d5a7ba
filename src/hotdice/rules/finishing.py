"""Whether every total that players can come to can still reach the target exactly."""

from typing import TYPE_CHECKING

from hotdice.rules.meaning import exact_target
from hotdice.rules.semigroup import Semigroup
from hotdice.rules.terms import OVERSHOOT_IS_GIVEN

if TYPE_CHECKING:
    from hotdice.rules.rules import Rules

LOOKED_AT = 4096  # amounts from the least bank up; larger ones are sums of these in any real rules


def stuck_total(rules: "Rules", start: int = 0) -> int | None:
    """A total from which every bank would pass the target, and so record nothing; mostly none.

    Totals are sums of banks above the total to `start` with, the first of which makes the entry. As
    long as the least bank does not pass the target, it leads to the target or to a higher total, so
    only the last totals before the target matter.

    >>> from hotdice import Rules
    >>> from msgspec.structs import replace
    >>> stuck_total(replace(Rules.load("basic"), target=1030, overshoot="lose-turn"))
    1000
    """
    if not exact_target(rules.terms):
        return None
    step, need = rules.reach.step, rules.target - start
    if need % step == 0 and "win" in rules.decides:
        return None
    banks = _banks(rules, rules.minimum, need)
    firsts = _banks(rules, max(rules.minimum, rules.entry), need) if start <= 0 else [0]
    if not banks or not firsts:
        return start
    if rules.terms.overshoot == OVERSHOOT_IS_GIVEN:
        firsts = [0]  # gifts need no entry
    highest = (need - 1) // step
    count = highest - (need - banks[0] * step) // step  # totals from which the least is too much
    sums, stuck = Semigroup(sum(1 << amount for amount in banks)), 0
    for first in firsts:
        stuck |= sums.window(highest - first, max(0, count - 1))
    if not count or not stuck:
        return None
    return start + (highest - count + stuck.bit_length()) * step


def stuck_needs(rules: "Rules", need: int) -> int:
    """From how many steps before the target, up to these points, a player can end as `stuck_total`.

    A set of numbers in binary: bit n says whether n is in it. Where penalties move totals, or a
    roll can win, nobody is stuck for good.

    >>> from hotdice import Rules
    >>> from msgspec.structs import replace
    >>> rules = replace(Rules.load("basic"), minimum=150, overshoot="lose-turn")
    >>> f"{stuck_needs(rules, 400):b}"  # 8 7 6 5 4 3 2 1 0 times 50 points
    '111110110'
    """
    terms = rules.terms
    if not exact_target(terms) or terms.has_penalty or "win" in rules.decides:
        return 0
    most = need // rules.reach.step
    banks = Semigroup(sum(1 << amount for amount in _banks(rules, rules.minimum, need)))
    finishing = banks.window(most, most)
    return banks.added_to(((1 << most + 1) - 1) ^ finishing, most)


def _banks(rules: "Rules", least: int, need: int) -> list[int]:
    """What may be banked, in steps: from so many points up to those needed, if that is not far."""
    step = rules.reach.step
    begin = max(1, -(-least // step))
    amounts = range(begin, min(need // step, begin + LOOKED_AT) + 1)
    return [amount for amount in amounts if rules.reach.may_bank(amount * step)]
