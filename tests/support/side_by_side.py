"""The package's `State` beside the slow referee: the same steps on both, and what both have to say.

Where the documents say nothing, nothing is compared: whose turn it is, how many dice there are and
what could be taken over once a game is over.
"""

from itertools import combinations
from typing import Any, TypeAlias

import pytest
from support.slow import Referee, Refused, SlowKeep, Table, decided, field, keeps

from hotdice import IllegalAction, Keep, Rules, State
from hotdice.game import Step as Taken
from hotdice.game.actions import BANK, ROLL, TAKE
from hotdice.game.driver import repeat

Move: TypeAlias = tuple[str, tuple[int, ...]]
Step: TypeAlias = list[Any]


def act(state: State, step: Step) -> State:
    """The state after one step; an illegal one must be refused and leave everything as it was."""
    verb, *rest = step
    if verb == "roll":
        return state.roll(rest[0])
    if verb == "keep":
        return state.keep(rest[0])
    if verb in ("bank", "take"):
        return state.bank() if verb == "bank" else state.take()
    before = seen(state)
    with pytest.raises(IllegalAction):
        act(state, rest[0])
    assert seen(state) == before
    return state


def taken(before: State, step: Step) -> Taken:
    """The same legal step as the package's records and events have it."""
    verb, *rest = step
    dice = tuple(rest[0]) if rest else ()
    if verb == "roll":
        return repeat(before, ROLL, dice)
    if verb == "keep":
        return repeat(before, Keep(dice))
    return repeat(before, BANK if verb == "bank" else TAKE)


def act_slowly(game: Referee, step: Step) -> None:
    verb, *rest = step
    if verb == "roll":
        game.roll(rest[0])
    elif verb == "keep":
        game.keep(rest[0])
    elif verb == "bank":
        game.bank()
    elif verb == "take":
        game.take()
    else:
        with pytest.raises(Refused):
            act_slowly(game, rest[0])


def seen(game: State | Referee) -> dict[str, Any]:
    """What a scenario can ask about a game, under the names it uses."""
    return {
        "player": game.player,
        "totals": list(game.totals),
        "turn": game.turn_points,
        "dice": game.dice,
        "rolled": list(game.rolled),
        "farkles": list(game.farkles),
        "offer": _offer(game),
        "final": game.last_round,
        "over": game.over,
        "winners": list(game.winners),
    }


def _offer(game: State | Referee) -> list[int] | None:
    offer = game.offer if isinstance(game, Referee) else game.extras.offer
    return None if offer is None else list(offer)


def allowed(game: Referee) -> set[Move]:
    """What the referee lets through, by trying everything on a copy."""
    tries: list[Move] = [("bank", ()), ("take", ()), ("roll", (1,) * game.dice)]
    for size in range(1, len(game.rolled) + 1):
        tries += [("keep", dice) for dice in sorted(set(combinations(game.rolled, size)))]
    found: set[Move] = set()
    for verb, dice in tries:
        try:
            act_slowly(game.copy(), [verb, dice])
        except Refused:
            continue
        found.add((verb, dice if verb == "keep" else ()))
    return found


def offered(state: State) -> set[Move]:
    """What the state says is legal, each once."""
    found: list[Move] = []
    for action in state.actions():
        if isinstance(action, Keep):
            found.append(("keep", tuple(sorted(action.dice))))
        else:
            found.append((type(action).__name__.lower(), ()))
    assert len(found) == len(set(found))
    return set(found)


def compare(state: State, referee: Referee) -> set[Move]:
    """Both tell the same story and allow the same moves: these."""
    left, right = seen(state), seen(referee)
    if referee.over:
        for silent in ("player", "dice", "offer"):
            del left[silent], right[silent]
    assert left == right
    legal = allowed(referee)
    assert offered(state) == legal
    return legal


def check(rules: Rules, table: Table, start: list[int], case: dict[str, Any]) -> None:
    """Play the steps on both sides, and compare with what is expected."""
    state = State.start(rules, players=len(start), totals=tuple(start))
    referee = Referee(table, start)
    for step in case["steps"]:
        state = act(state, step)
        act_slowly(referee, step)
        compare(state, referee)
    for game in (state, referee):
        found = seen(game)
        assert {name: found[name] for name in case["expect"]} == case["expect"]


def refuse(state: State, referee: Referee, legal: set[Move]) -> None:
    """Calls that can never be right, and those that are wrong just now."""
    wrong: list[Step] = [
        ["roll", [1] * (referee.dice + 1)],
        ["roll", [1] * (referee.dice - 1)],
        ["roll", [7] * referee.dice],
        ["roll", [0] * referee.dice],
        ["keep", []],
        ["keep", [7]],
    ]
    wrong += [[verb] for verb in ("bank", "take") if (verb, ()) not in legal]
    if ("roll", ()) not in legal:
        wrong.append(["roll", [1] * referee.dice])
    if ("keep", referee.rolled) not in legal:
        wrong.append(["keep", list(referee.rolled)])
    for step in wrong:
        act(state, ["illegal", step])
        act_slowly(referee, ["illegal", step])


def kinds(before: Referee, after: Referee, step: Step) -> list[str]:
    """What is to be told about a legal step, in this order: what both referees and the dice say."""
    verb, *dice = step
    if verb == "take":
        found = ["taken-over"]
    elif verb == "bank":
        found = _ended(before, after, 0)
    elif verb == "keep":
        options = keeps(before.table, before.rolled)
        found = _set_aside(
            before, after, next(o for o in options if o[0] == tuple(sorted(dice[0])))
        )
    else:
        found = _rolled(before, after, dice[0])
    return found + _standing(before, after)


def _rolled(before: Referee, after: Referee, dice: list[int]) -> list[str]:
    table, decision, options = before.table, decided(before.table, dice), keeps(before.table, dice)
    if decision == "win":
        return ["roll-won"]
    if options:
        all_go = field(table, "keep") == "all"
        return ["kept", *_set_aside(before, after, options[0])] if all_go else []
    if after.turns == before.turns:
        return ["spared"]
    penalty = field(table, "penalty")
    due = penalty and before.farkles[before.player] + 1 == penalty["farkles"]
    found = ["farkle"] + ["total-lost"] * (decision == "lose-total")
    return [*found, "penalty"] if due else found


def _set_aside(before: Referee, after: Referee, kept: SlowKeep) -> list[str]:
    _, points, left = kept
    hot = left == 0 and field(before.table, "dice") > 1
    return (["hot-dice"] if hot else []) + _ended(before, after, points)


def _ended(before: Referee, after: Referee, points: int) -> list[str]:
    """Where the points went if the turn is over."""
    if after.turns == before.turns:
        return []
    total = before.totals[before.player] + before.turn_points + points
    passes = total > field(before.table, "target")
    if after.totals == before.totals:
        lost = passes and field(before.table, "overshoot") != "counts"
        return ["overshot" if lost else "unrecorded"]
    return ["banked" if after.totals[before.player] == total else "given"]


def _standing(before: Referee, after: Referee) -> list[str]:
    changes = zip(before.totals, after.totals, strict=True) if field(before.table, "entry") else []
    found = [
        "on-board" if now > 0 else "off-board" for was, now in changes if (was > 0) != (now > 0)
    ]
    begins = after.last_round and not before.last_round
    return found + ["last-round"] * begins + ["won"] * len(after.winners)
