"""How large the solution of some rules is, which rules have none, and how exact it has to be."""

from math import gcd
from typing import NamedTuple

from hotdice.rules import Rules
from hotdice.rules.meaning import exact_target, has_last_round, least_gain
from hotdice.solver.turn.final_turn import at_least, last_mover_beats
from hotdice.solver.turn.moves import Moves, moves_of
from hotdice.solver.turn.program import step_of
from hotdice.texts import HotDiceError

MOST_STATES = 20_000_000_000  # about an hour on a slow machine
MOST_SOLO_STATES = 200_000_000  # solved without compiled code
MOST_PLAYERS = 6
LEAST_SCORING = 1e-9  # the least chance that anybody records something in a round
COARSE = 1e-6  # chances with a larger bound are useless
MOST_BYTES = 8 * 2**30
STATES_A_SECOND = 5_000_000  # on a slow machine, for estimates
SOLO_STATES_A_SECOND = 100_000
TYPICAL_SWEEPS = 20  # over all positions, where totals can fall
LEAST_BEGINNING = 1e-9  # with a smaller chance to get on the board games never end in practice
CUT = 2500  # how far below zero totals are followed without a floor; for two players, at first


class SolutionSize(NamedTuple):
    """The step and the lowest of all totals, how many turn positions and turn starts there are."""

    step: int
    lowest: int
    states: int
    starts: int = 0


def needs_explicit(rules: Rules) -> bool:
    """Whether more than totals, counts of farkles and turn points matters under these rules."""
    terms = rules.terms
    special = (
        exact_target(terms)
        or terms.equal_turns
        or terms.one_roll
        or terms.rounds
        or terms.mercy
        or terms.piggyback
        or rules.confirm is not None
    )
    return bool(special or rules.decides - {"farkle"})


def size_of(rules: Rules, players: int, depth: int = 1) -> SolutionSize:
    """The size of a solution; raises an error for rules that cannot be solved.

    Totals without a floor are followed down `depth` times as far as at first.
    """
    assert players == 1 or not needs_explicit(rules)
    step = total_step(rules)
    lowest = lowest_total(rules, step, players, depth)
    moves = moves_of(rules, step)
    refuse_endless(moves)
    target = moves.units(rules.target - lowest)
    terms = rules.terms
    starts = (terms.penalty_farkles * target) ** players
    states = starts * rules.dice * (target + 1) // 2
    memory = 8 * players * (players - 1) * starts
    if terms.has_penalty:
        memory *= 3 if players == 2 else 5
        memory += 8 * starts * (target + 2) if players > 2 else 0
    if has_last_round(terms) and players > 1:
        needs = last_mover_beats(moves).shape[1]
        ends = (needs * (2 if terms.entry > terms.target else 1)) ** (players - 1)
        memory += 16 * players * ends
        states += 2 * ends * rules.dice if players > 2 else 0
        states += starts * needs // 4 if players > 2 and terms.has_penalty else 0
    sweeps = TYPICAL_SWEEPS if terms.has_penalty else 1
    most, a_second = MOST_STATES, STATES_A_SECOND
    if players == 1:
        most, a_second = MOST_SOLO_STATES, SOLO_STATES_A_SECOND
    if states * sweeps > most or memory > MOST_BYTES:
        raise HotDiceError(
            "solve/large",
            rules=rules.name,
            count=players,
            states=states,
            gigabytes=memory / 2**30,
            minutes=round(states * sweeps / a_second / 60),
            most_minutes=round(most / a_second / 60),
            most_gigabytes=MOST_BYTES // 2**30,
        )
    return SolutionSize(step, lowest, states, starts)


def refuse_between_steps(rules: Rules, totals: tuple[int, ...], lowest: int | None = None) -> None:
    """Refuse totals that a solution does not have; `lowest` is its lowest one."""
    step = total_step(rules)
    low = min(totals) if lowest is None else lowest
    if any(total % step or total < low for total in totals):
        found = ",".join(map(str, totals))
        known = lowest_total(rules, step, len(totals), 1) if lowest is None else lowest
        raise HotDiceError("solve/step", totals=found, rules=rules.name, step=step, lowest=known)


def refuse_coarse(rules: Rules, bound: float) -> None:
    """Refuse values with too large a bound, as where a round hardly ever records anything."""
    if not bound <= COARSE:  # also true for NaN
        raise HotDiceError("solve/coarse", rules=rules.name, bound=f"{bound:.1e}")


def lowest_of(rules: Rules) -> int:
    """The lowest total that is followed for a single player."""
    return lowest_total(rules, total_step(rules), 1, 1)


def is_cut(rules: Rules) -> bool:
    """Whether totals can fall without limit, and are followed only down to some lowest one."""
    return not (rules.terms.has_floor or rules.rounds)


def layers_of(rules: Rules, players: int) -> int:
    """How many layers a solution has: one per sum of totals, or a single one under a penalty."""
    if rules.terms.has_penalty:
        return 1
    return players * (-(-rules.target // total_step(rules)) - 1) + 1


def refuse_endless(moves: Moves) -> None:
    """Refuse rules under which a turn, or a game, need not end."""
    if moves.never_farkles():
        raise HotDiceError("solve/never-farkles", rules=moves.rules.name)
    if not _begins(moves):
        raise HotDiceError("solve/never-ends", rules=moves.rules.name)


def _begins(moves: Moves) -> bool:
    """Whether the chance of a first bank is not negligible."""
    terms = moves.rules.terms.in_steps(moves.step)
    return at_least(moves, least_gain(terms, terms.zero)) > LEAST_BEGINNING


def total_step(rules: Rules) -> int:
    """The greatest step in which all totals are counted, and the target where it may be passed."""
    exact = rules.target if exact_target(rules.terms) else 0
    return gcd(step_of(rules), exact, *rules.terms.falls)


def lowest_total(rules: Rules, step: int, players: int, depth: int) -> int:
    """The lowest total that is followed."""
    terms = rules.terms
    if terms.has_floor:
        return terms.lowest
    if terms.rounds:  # nobody can fall further in so many turns
        return -(terms.rounds // terms.penalty_farkles) * terms.penalty_points
    if players > 2:
        return -depth * terms.penalty_points
    first = CUT if players == 1 else min(CUT, max(terms.target, terms.penalty_points))
    return -first * depth // step * step
