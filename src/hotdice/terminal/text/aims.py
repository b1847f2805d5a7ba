"""What a player needs: the points to the target, or the total to beat in a last round."""

from collections.abc import Sequence

from hotdice.game import State
from hotdice.texts import say


def distance(state: State, seat: int) -> str:
    """How far a seat is from the board or from the target.

    >>> distance(State.parse("basic 4200,3950 p1 t400 d2"), 0)
    '5,800 to go'
    >>> distance(State.parse("thousand 0,0 p1 t450 d2"), 0)
    '550 more to get on the board'
    """
    rules, total = state.rules, state.totals[seat]
    points = state.turn_points if seat == state.player else 0
    if total <= 0 and points < rules.entry:
        return say("aim.entry", points=rules.entry - points)
    if total < rules.target:
        return say("aim.target", points=rules.target - total)
    return say("aim.reached")


def last_round(state: State, picked: int = 0) -> str:
    """What the player to move needs in a last round; empty before it.

    The turn points count, and so do the points of dice that are `picked` but not yet kept.

    >>> last_round(State.parse("basic 10050,9000 p2 t0 d6 l1"))
    'Last round! More than 10,050 wins: 1,050 behind.'
    >>> last_round(State.parse("basic 10050,9000 p2 t400 d2 l1"), 50)
    'Last round! More than 10,050 wins: 600 short so far.'
    """
    if not state.last_round:
        return ""
    highest, own = max(state.totals), state.totals[state.player]
    key = "aim.last-first" if not state.rules.terms.shared_ties else "aim.last-shared"
    return say(key, points=highest, gap=_gap(highest - own, state.turn_points + picked))


def _gap(behind: int, points: int) -> str:
    """How far a player with these turn points is from the highest total."""
    if points == 0:
        return say("aim.behind", points=behind)
    if points < behind:
        return say("aim.short", points=behind - points)
    return say("aim.ahead", points=points - behind) if points > behind else say("aim.level")


def turn_line(state: State, names: Sequence[str], turn: int) -> str:
    """The line for the player to move at the start of a turn, the `turn`-th."""
    last = last_round(state)
    if last:
        return last
    key = "aim.turn" if len(names) > 1 else "aim.turn-solo"
    name, far = names[state.player], distance(state, state.player)
    return say(key, name=name, turn=turn, distance=far)
