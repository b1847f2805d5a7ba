"""`hotdice score`: what a roll is worth and what may be kept."""

from typing import Annotated, Any

from cyclopts import Parameter

from hotdice.cli.options import Json, Set, load
from hotdice.cli.out import print_json
from hotdice.game.dice import read_dice
from hotdice.rules import Keep
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
    if json:
        print_json(
            {
                "rules": chosen.name,
                "dice": rolled,
                "score": points,
                "farkle": not keeps,
                "keeps": keeps,
            }
        )
        return
    key = "cli.score" if keeps else "cli.score-farkle"
    print(say(key, dice=faces(rolled), points=points, rules=chosen.name))
    width = max((len(faces(keep.dice)) for keep in keeps), default=0)
    for keep in keeps:
        print(say("cli.keep" if keep.left else "cli.keep-hot", **_columns(keep, width)))


def _columns(keep: Keep, width: int) -> dict[str, Any]:
    return {
        "dice": faces(keep.dice).ljust(width),
        "points": f"{keep.points:>5}",
        "left": keep.left,
    }
