"""`hotdice verify`: prove the dice of a recorded game."""

import sys
from typing import Annotated

from cyclopts import Parameter

from hotdice.bots import names
from hotdice.cli.options import Json
from hotdice.cli.out import print_json
from hotdice.game.fair import Fair
from hotdice.game.record import parse_so_far
from hotdice.game.records import load
from hotdice.game.verify import Verdict
from hotdice.game.verify import verify as check
from hotdice.texts import listed, say

UNPROVED = 1  # the exit code for a record that was read and does not prove its dice


def verify(
    file: Annotated[str, Parameter(name="RECORD", help="help.record")],
    /,
    *,
    json: Json = False,
) -> None:
    """Check that the dice of a game follow from the seeds; exit code 1 if that is not proved."""
    record, broken = parse_so_far(load(file), file)
    player_names = names(record.seats)
    verdict = check(record, broken, player_names)
    if json:
        _print_object(verdict)
    else:
        for fault in verdict.faults:
            print(say("verify.fault", line=fault.line, message=fault.message))
        if record.fair is not None:
            _print_proof(record.fair, verdict, player_names)
    if not verdict.verified:
        sys.exit(UNPROVED)


def _print_object(verdict: Verdict) -> None:
    faults = [
        {"line": fault.line, "code": fault.code, "message": fault.message}
        for fault in verdict.faults
    ]
    print_json(
        {
            "verified": verdict.verified,
            "faults": faults,
            "rolls": verdict.rolls,
            "fallback": verdict.fallback,
        }
    )


def _print_proof(fair: Fair, verdict: Verdict, player_names: tuple[str, ...]) -> None:
    """Print what was proved, and the commitments it rests on."""
    if fair.day is not None:
        print(say("verify.day", day=fair.day))
    elif verdict.fallback:
        print(say("verify.fallback", names=listed(verdict.fallback)))
    if not verdict.verified:
        return
    if fair.day is None and not any(seat.seed for seat in fair.seats):
        print(say("verify.alone"))
    print(say("verify.fine", count=verdict.rolls))
    print(say("verify.compare"))
    print(say("verify.server", commitment=fair.commitment))
    for name, seat in zip(player_names, fair.seats, strict=True):
        if seat.kind == "person":
            print(say("verify.person", name=name, commitment=seat.commitment))
