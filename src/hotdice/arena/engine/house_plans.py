"""Plans of best play under options, each from one turn.

A plan covers the first n stretches of levels. Its levels are followed by as many that say, by the
number of dice, whether so many points on offer are taken over.
"""

from hotdice.arena.engine.turn_plans import TurnPlans
from hotdice.game import State
from hotdice.game.extras import NO_EXTRAS, Extras
from hotdice.rules import Rules
from hotdice.solver.advice.choices import SAME_CHANCE
from hotdice.solver.advice.explicit_turn import AT_ONCE, explicit_turn
from hotdice.solver.advice.values import Values
from hotdice.solver.explicit.moments import own_chances
from hotdice.solver.explicit.solution import ExplicitSolution

Plan = tuple[int, int]  # where its levels begin, and the highest


def house_plan(plans: TurnPlans, rules: Rules, key: tuple[int, ...], values: Values) -> Plan:
    """The plan of a situation as `describe_house_situation` writes it, added to the others."""
    *situation, stretch = key
    highest = AT_ONCE * (stretch + 1) - 1
    start = _start(rules, situation)
    if isinstance(values, ExplicitSolution):
        own = own_chances(values, start, highest)
    else:  # one player alone
        own = explicit_turn(start, values, highest=highest).own
    count = highest + 1
    bank, roll = own.bank[:count], own.roll[:count]
    levels = plans.levels_of(own.best, bank[:, 0], SAME_CHANCE)
    banks = plans.with_banks(levels, bank >= roll - SAME_CHANCE)
    if not rules.piggyback:
        return plans.add(banks)[0], highest
    takes = plans.with_banks(levels, own.begin <= roll - SAME_CHANCE)
    return plans.add(banks, takes)[0], highest


def _start(rules: Rules, situation: list[int]) -> State:
    """The start of a turn in such a situation."""
    players = (len(situation) - 3) // 2
    starter, seat, finished = situation[2 * players :]
    by_seat = [(at - seat) % players for at in range(players)]
    return State(
        rules=rules,
        totals=tuple(situation[at] for at in by_seat),
        player=seat,
        turn_points=0,
        dice=rules.dice,
        rolled=(),
        farkles=tuple(situation[players + at] for at in by_seat),
        starter=(seat + starter) % players if starter else None,
        extras=Extras(rounds=finished) if finished else NO_EXTRAS,
    )
