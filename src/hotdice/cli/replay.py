"""`hotdice replay`: watch a recorded game."""

from typing import Annotated

from cyclopts import Parameter

from hotdice.bots import names
from hotdice.cli.options import Json
from hotdice.cli.out import print_json
from hotdice.game.records import read
from hotdice.terminal.plain.game import print_end
from hotdice.terminal.text.narration import narrate, roll_off_lines
from hotdice.terminal.text.wrapping import print_wrapped
from hotdice.texts import say


def replay(
    file: Annotated[str, Parameter(help="help.record")],
    /,
    *,
    json: Json = False,
) -> None:
    """Print a recorded game from its first roll; every move is checked against its rules."""
    record = read(file)
    player_names = names(record.seats)
    state = record.state
    if json:
        print_json(
            {
                "rules": state.rules.name,
                "digest": state.rules.digest,
                "seats": record.seats,
                "moves": len(record.steps),
                "turns": record.turns.finished,
                "totals": state.totals,
                "over": state.over,
                "winners": state.winners,
                "position": str(state),
            }
        )
        return
    for line in roll_off_lines(record.roll_off, player_names):
        print_wrapped(line)
    for line in narrate(record.steps, player_names):
        print_wrapped(line)
    if state.over:
        print_end(record)
    else:
        print("\n" + say("cli.stopped"))
