"""A game as its record: the same lines as everywhere, with the seeds of its dice."""

from collections.abc import Sequence

from hotdice.game import State, Step
from hotdice.game.actions import BANK, ROLL
from hotdice.game.driver import pass_turn
from hotdice.game.fair import Fair, FairSeat
from hotdice.game.record import Record
from hotdice.rules import Keep
from hotdice.server.event import Event
from hotdice.server.table import Table


def record(table: Table, events: Sequence[Event]) -> Record:
    """The record so far; the server's seed is in it once the game has ended."""
    state = State.start(table.rules, len(table.seats))
    steps: list[Step] = []
    for event in events:
        step = _step(state, event)
        if step is not None:
            steps.append(step)
            state = step.after
    seats = tuple(
        FairSeat(seat.fair or ("person" if seat.seed else "fallback"), seat.commitment, seat.seed)
        if seat.kind == "person"
        else FairSeat("bot")
        for seat in table.seats
    )
    fair = Fair(table.info.commitment, seats, table.server_seed)
    begin = State.start(table.rules, len(table.seats))
    names = tuple(seat.recorded for seat in table.seats)
    return Record(begin, names, steps=tuple(steps), fair=fair)


def _step(state: State, event: Event) -> Step | None:
    match event.kind:
        case "rolled":
            dice = tuple(event.data["dice"])
            return Step(state, ROLL, dice, state.roll(dice))
        case "kept":
            dice = tuple(event.data["dice"])
            return Step(state, Keep(dice), (), state.keep(dice))
        case "banked":
            return Step(state, BANK, (), state.bank())
        case "passed":
            return pass_turn(state)
    return None
