"""What a player needs: the points to the target, or the total to beat."""

from collections.abc import Sequence

from hotdice.game import State
from hotdice.rules.meaning import (
    exact_target,
    gained,
    keep_banks,
    least_gain,
    on_board,
    passes_target,
    ties_share,
)
from hotdice.texts import say


def distance(state: State, seat: int) -> str:
    """How far a seat is from the board, from the target, or from the highest other total.

    >>> distance(State.parse("basic 4200,3950 p1 t400 d2"), 0)
    '5,800 to go'
    >>> distance(State.parse("thousand 0,0 p1 t450 d2"), 0)
    '550 more to get on the board'
    """
    rules, total = state.rules, state.totals[seat]
    points = state.turn_points if seat == state.player else 0
    if points < rules.entry and not on_board(rules.terms, total):
        return say("aim.entry", points=rules.entry - points)
    if rules.rounds:
        return _lead(state, seat)
    if total < rules.target:
        exact = exact_target(rules.terms)
        return say("aim.exactly" if exact else "aim.target", points=rules.target - total)
    return say("aim.reached")


def _lead(state: State, seat: int) -> str:
    """How far a seat is ahead or behind where the most points after some rounds win."""
    others = [*state.totals[:seat], *state.totals[seat + 1 :]]
    if not others:
        left = (state.rules.rounds or 0) - state.extras.rounds
        return say("aim.rounds-left", count=left)
    ahead = state.totals[seat] - max(others)
    if ahead < 0:
        return say("aim.behind", points=-ahead)
    return say("aim.leads", points=ahead) if ahead else say("aim.equal")


def announcement(state: State, picked: int = 0) -> str:
    """Which round is played where their number counts, or what a last round asks for."""
    rules = state.rules
    if rules.rounds and not state.over:
        return say("aim.round", round=state.extras.rounds + 1, rounds=rules.rounds)
    return last_round(state, picked)


def last_round(state: State, picked: int = 0) -> str:
    """What the player to move needs in a last round; empty before it.

    The turn points count, and so do the points of dice that are `picked` but not yet kept.

    >>> last_round(State.parse("basic 10050,9000 p2 t0 d6 l1"))
    'Last round! More than 10,050 wins: 1,050 behind.'
    >>> last_round(State.parse("basic 10050,9000 p2 t400 d2 l1"), 50)
    'Last round! More than 10,050 wins: 600 short so far.'
    >>> last_round(State.parse("basic+minimum=300 10050,9950 p2 t200 d4 l1"))  # records nothing
    'Last round! More than 10,050 wins: 100 short so far.'
    """
    if not state.last_round:
        return ""
    highest, own, terms = max(state.totals), state.totals[state.player], state.rules.terms
    ties = "shared" if ties_share(terms) else "first"
    exact = exact_target(terms)
    gap = _gap(state, highest - own, state.turn_points + picked)
    return say(f"aim.last-{'exact-' if exact else ''}{ties}", points=highest, gap=gap)


def one_roll(state: State) -> str:
    """That the turn has one roll only, in a last round where it has; else empty."""
    return say("aim.one-roll") if state.last_round and keep_banks(state.rules.terms) else ""


def _gap(state: State, behind: int, points: int) -> str:
    """How far a player with these turn points is from the highest total, if they were banked."""
    terms, total = state.rules.terms, state.totals[state.player]
    if points == 0:
        return say("aim.behind", points=behind)
    if passes_target(terms, total, points):  # nobody has more than the target then
        return say("aim.too-many", points=points - behind)
    gain = gained(terms, total, points)
    needed = behind if gain else max(behind, least_gain(terms, total))
    banked = gain or points  # what is too little to be recorded counts once there is more
    if banked < needed:
        return say("aim.short", points=needed - banked)
    return say("aim.ahead", points=banked - behind) if banked > behind else say("aim.level")


def turn_line(state: State, names: Sequence[str], turn: int) -> str:
    """The line for the player to move at the start of a turn, the `turn`-th."""
    if last := last_round(state):
        return f"{last} {one_roll(state)}".rstrip()
    name, far = names[state.player], distance(state, state.player)
    if state.rules.rounds and len(names) > 1:
        return f"{announcement(state)}, {say('aim.turn', name=name, distance=far)}"
    key = "aim.turn" if len(names) > 1 else "aim.turn-solo"
    return say(key, name=name, turn=turn, distance=far)
