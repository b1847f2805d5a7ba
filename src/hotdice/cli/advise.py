"""`hotdice advise`: every choice in a position with its value."""

from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from hotdice.cli.options import Json, Set, load
from hotdice.cli.out import print_json
from hotdice.cli.progress import solving
from hotdice.game import Action, State
from hotdice.rules import Keep
from hotdice.texts import HotDiceError, faces, listed, say
from hotdice.texts.say import decimal, grouped, scientific

if TYPE_CHECKING:
    from hotdice.solver.advice.choices import Advice, Choice


def advise(
    *position: Annotated[
        str,
        Parameter(help="help.advise.position", allow_leading_hyphen=True),
    ],
    rules: Annotated[str | None, Parameter(help="help.advise.rules")] = None,
    changes: Set = [],
    json: Json = False,
) -> None:
    """Print the value of every legal choice in a position under best play."""
    from hotdice.solver.advice.choices import advise as work_out
    from hotdice.solver.storage.lookup import values_for_advice

    state = _read(" ".join(position), rules, changes)
    with solving(state.rules.name, len(state.totals)) as progress:
        values = values_for_advice(state.rules, len(state.totals), progress)
    found = work_out(state, values)
    if json:
        print_json(_table(found))
        return
    for line in _lines(found):
        print(line)


def _read(text: str, rules: str | None, changes: list[str]) -> State:
    """The position; changes alone are changes of the preset that it names."""
    if rules is None and not changes:
        state = State.parse(text)
    else:
        name, _, rest = text.strip().partition(" ")
        chosen = load(name if rules is None else rules, changes)
        known = name in (chosen.name, chosen.name.partition("+")[0])
        state = State.parse(f"{chosen.name if known else name} {rest}", chosen)
    if state.over:
        raise HotDiceError("advise/over", position=str(state))
    return state


def _lines(found: "Advice") -> list[str]:
    from hotdice.solver.advice.words import choice_words

    names = [choice_words(found.state, choice) for choice in found.choices]
    width = max(map(len, [say("advise.choice"), *names]))
    kind = "-solo" if len(found.state.totals) == 1 else ""
    lines = [_situation(found.state), ""]
    lines.append(say(f"advise.head{kind}", choice=say("advise.choice").ljust(width)))
    for name, choice in zip(names, found.choices, strict=True):
        best = choice is found.choices[0]
        key = f"advise.{'best' if best else 'other'}{kind}"
        lines.append(say(key, choice=name.ljust(width), **_numbers(choice, found.choices[0])))
    return [*lines, "", _how_exact(found, kind)]


def _numbers(choice: "Choice", best: "Choice") -> dict[str, str]:
    """The numbers of a choice, padded to their columns."""
    rest = {
        "farkle": decimal(float(100 * choice.farkle), 2).rjust(7),
        "points": decimal(choice.points).rjust(9),
    }
    if choice.turns is None or best.turns is None:
        chance, cost = (decimal(100 * part, 3) for part in (choice.chance, choice.cost))
        return rest | {"chance": chance.rjust(8), "cost": cost.rjust(7)}
    turns, cost = (decimal(found, 3) for found in (choice.turns, choice.turns - best.turns))
    return rest | {"turns": turns.rjust(8), "cost": cost.rjust(7)}


def _how_exact(found: "Advice", kind: str) -> str:
    """How exact the numbers are."""
    if found.exact:
        return say(f"advise.bound{kind}", bound=scientific(found.bound))
    if found.estimated:
        return say("advise.estimate")
    if kind:
        from hotdice.solver.feasibility import lowest_of

        return say("advise.cut-solo", lowest=lowest_of(found.state.rules))
    return say("advise.approximate")


def _situation(state: State) -> str:
    """The position in words."""
    rules = state.rules
    standing = say(
        "advise.position",
        title=rules.title,
        name=rules.name,
        totals=listed([grouped(total) for total in state.totals]),
        seat=state.player + 1,
        points=state.turn_points,
    )
    if state.rolled:
        return say("advise.rolled", standing=standing, dice=faces(state.rolled))
    return say("advise.to-roll", standing=standing, dice=say("dice", count=state.dice))


def _table(found: "Advice") -> dict[str, Any]:
    """The advice as plain data for JSON."""
    return {
        "position": str(found.state),
        "rules": found.state.rules.name,
        "player": found.state.player + 1,
        "best": _action_name(found.choices[0].action),
        "choices": [_row(choice) for choice in found.choices],
        "error_bound": found.bound,
        "exact": found.exact,
    }


def _action_name(action: Action) -> str:
    """The action in the words of records, which are the same in every language."""
    if isinstance(action, Keep):
        return f"keep {faces(action.dice)}"
    return type(action).__name__.lower()


def _row(choice: "Choice") -> dict[str, Any]:
    action = choice.action
    if isinstance(action, Keep):
        row: dict[str, Any] = {"action": "keep", "dice": action.dice}
        row["then"] = _action_name(choice.then) if choice.then else None
    else:
        row = {"action": _action_name(action)}
    row |= {
        "chance": choice.chance,
        "cost": choice.cost,
        "farkle": str(choice.farkle),
        "points": choice.points,
    }
    return row if choice.turns is None else row | {"turns": choice.turns}
