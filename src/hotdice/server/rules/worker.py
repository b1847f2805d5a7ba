"""What a helper process works out about rules of anybody's: its parent ends it if it takes long.

Lines of JSON come in and go out. Run by `worker_pool` as `python -m hotdice.server.rules.worker`.
"""

import os
import resource
import sys
from typing import Any

import msgspec
from msgspec import Struct

from hotdice.rules import Rules, RulesError
from hotdice.rules.check import idle
from hotdice.server.rules.farkle_chances import farkle_table
from hotdice.texts import HotDiceError

MOST_MEMORY = 3 << 28  # 768 MB: a small machine has room for both helpers


class Question(Struct, frozen=True):
    """Rules by name or as text, and whether their odds are asked for as well."""

    name: str | None = None
    toml: str | None = None
    odds: bool = False


class OddsOf(Struct, frozen=True):
    """What one turn offers; chances as fractions by number of dice."""

    farkle: dict[str, str]
    expected_turn: float
    bank_from: list[dict[str, int | None]]
    entry_chance: float | None


class Answer(Struct, frozen=True):
    """The rules as a table, or every mistake as line, code and data."""

    mistakes: list[tuple[int | None, str, dict[str, Any]]] = []
    table: dict[str, Any] | None = None
    farkle: dict[str, str] = {}
    idle: list[str] = []
    odds: OddsOf | None = None


def answer(question: Question) -> Answer:
    """Check the rules, or work out their odds."""
    try:
        if question.toml is not None:
            rules = Rules.parse(question.toml)
        else:
            rules = Rules.load(question.name or "")
    except RulesError as error:
        return Answer([(found.line, found.code, found.data) for found in error.mistakes])
    if question.odds:
        return Answer(odds=_odds(rules))
    return Answer([], rules.table(), farkle_table(rules), idle(rules))


def _odds(rules: Rules) -> OddsOf | None:
    from hotdice.solver.turn.odds import odds

    try:
        found = odds(rules)
    except HotDiceError:  # turns without end
        return None
    return OddsOf(
        {str(count): str(chance) for count, chance in found.farkle.items()},
        found.expected_turn,
        [{str(count): points for count, points in table.items()} for table in found.bank_from],
        found.reach[rules.entry] if rules.entry else None,
    )


def main() -> None:
    """Answer line by line until the parent is gone."""
    os.nice(10)  # games come first
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    decoder = msgspec.json.Decoder(Question)
    for line in sys.stdin.buffer:
        found = answer(decoder.decode(line))
        sys.stdout.buffer.write(msgspec.json.encode(found) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
