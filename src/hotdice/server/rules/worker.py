"""A process that checks rules and computes their odds; its parent kills it if it takes too long.

It reads and writes lines of JSON. Run by `worker_pool` as `python -m hotdice.server.rules.worker`.
"""

from typing import Any

from msgspec import Struct

from hotdice.rules import Rules, RulesError
from hotdice.rules.check import idle
from hotdice.rules.outdone import outdone
from hotdice.server.rules.farkle_chances import farkle_table
from hotdice.server.worker_process import answer_queries
from hotdice.texts import HotDiceError

MAX_MEMORY = 3 << 28  # 768 MB: a small machine has room for both workers
LONGEST_TITLE = 100  # characters: it is shown in lists to everybody


class RulesQuery(Struct, frozen=True):
    """Rules by name or as text, and whether to compute their odds."""

    name: str | None = None
    toml: str | None = None
    odds: bool = False


class TurnOdds(Struct, frozen=True):
    """The odds of one turn; chances are fractions by number of dice."""

    farkle: dict[str, str]
    expected_turn: float | None
    bank_from: list[dict[str, int | None]]
    entry_chance: float | None


class RulesResult(Struct, frozen=True):
    """The rules as a table, or every mistake as line, code, data and field."""

    mistakes: list[tuple[int | None, str, dict[str, Any], str | None]] = []
    table: dict[str, Any] | None = None
    farkle: dict[str, str] = {}
    idle: list[str] = []
    outdone: list[tuple[str, int, int]] = []
    odds: TurnOdds | None = None


def answer(query: RulesQuery) -> RulesResult:
    """Check the rules, or compute their odds."""
    try:
        toml = query.toml
        rules = Rules.load(query.name or "") if toml is None else Rules.parse(toml)
    except RulesError as error:
        mistakes = error.mistakes
        return RulesResult([(each.line, each.code, each.data, each.field) for each in mistakes])
    if len(rules.title) > LONGEST_TITLE:
        data = {"count": len(rules.title), "most": LONGEST_TITLE}
        return RulesResult([(None, "rules/title-long", data, "title")])
    if query.odds:
        return RulesResult(odds=_odds(rules))
    farkle = farkle_table(rules)
    return RulesResult([], rules.table(), farkle, idle(rules), [*outdone(rules)])


def _odds(rules: Rules) -> TurnOdds | None:
    from hotdice.solver.turn.odds import odds

    try:
        found = odds(rules)
    except HotDiceError:  # turns without end
        return None
    return TurnOdds(
        {str(count): str(chance) for count, chance in found.farkle.items()},
        found.expected_turn,
        [{str(count): points for count, points in table.items()} for table in found.bank_from],
        found.reach[rules.entry] if rules.entry else None,
    )


if __name__ == "__main__":
    answer_queries(RulesQuery, answer, MAX_MEMORY)
