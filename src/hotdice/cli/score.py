"""`hotdice score`: what a roll is worth and what may be kept."""

from typing import Annotated, Any

from cyclopts import Parameter

from hotdice.cli.options import Json, Set, load
from hotdice.cli.out import print_json
from hotdice.game.dice import read_dice
from hotdice.rules import Keep, Rules
from hotdice.rules.sheet import kept_dice
from hotdice.texts import HotDiceError, faces, say


def score(
    *dice: Annotated[str, Parameter(help="help.score.dice")],
    rules: Annotated[str, Parameter(help="help.rules-name")] = "basic",
    changes: Set = [],
    json: Json = False,
) -> None:
    """Print what a roll scores and what may be kept."""
    rolled = read_dice(" ".join(dice))
    if not rolled:
        raise HotDiceError("dice/none")
    chosen = load(rules, changes)
    keeps = chosen.keeps(rolled)
    points = keeps[0].points if keeps else 0
    decision = chosen.decision(rolled)
    if json:
        print_json(
            {
                "rules": chosen.name,
                "dice": rolled,
                "score": points,
                "farkle": not keeps,
                "keeps": [_table(chosen, keep) for keep in keeps],
            }
            | ({"decides": decision.what} if decision else {})
        )
        return
    key = "cli.score" if keeps else "cli.score-farkle"
    if decision:
        key = f"cli.score-{decision.what}"
    print(say(key, dice=faces(rolled), points=points, rules=chosen.name))
    told = [kept_dice(chosen, keep.dice) for keep in keeps]
    width = max(map(len, told), default=0)
    for keep, words in zip(keeps, told, strict=True):
        data = {"dice": words.ljust(width), "points": f"{keep.points:>5}", "left": keep.left}
        print(say("cli.keep" if keep.left else "cli.keep-hot", **data))


def _table(rules: Rules, keep: Keep) -> dict[str, Any]:
    """A keep as plain data; whether it has to be confirmed only where that can be."""
    table: dict[str, Any] = {"dice": keep.dice, "points": keep.points, "left": keep.left}
    return table if rules.confirm is None else table | {"unconfirmed": keep.unconfirmed}
