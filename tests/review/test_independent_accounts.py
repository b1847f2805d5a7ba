"""Accounts of whole games that programs have worked out which share no code with this package.

Two players at the presets' own targets, with turns passed, a shared win and a game that stopped
early, and three players of `greed`, one of them where the stored play mixes. A seat's lines are
fractions of a game; `losses` are all choices that cost at least 0.01, `index` counts the actions.
"""

import json
from pathlib import Path
from typing import Any

import pytest
from support.lengths import cases
from support.reviewing import solved

from hotdice.game.record import parse
from hotdice.review import report, review

GOLDEN = Path(__file__).parents[1] / "golden" / "review"
GAMES = json.loads((GOLDEN / "expected.json").read_text())
EXACTLY = 1e-9
TOLD = 0.01


@pytest.mark.parametrize(
    "game",
    cases(GAMES, lambda game: game["record"] != "greed3-1.jsonl"),
    ids=lambda game: game["record"],
)
def test_the_same_account(game: dict[str, Any]) -> None:
    record = parse((GOLDEN / game["record"]).read_bytes())
    assert record.start.rules.name == game["rules"]
    found = report(review(record, solved(record.start.rules, game["players"])), ["", "", ""])
    assert found.exact
    for seat, wanted in zip(found.seats, game["seats"], strict=True):
        assert seat.name == wanted["name"]
        lines = {line: getattr(seat, line) for line in wanted if line != "name"}
        assert lines == pytest.approx({line: wanted[line] for line in lines}, abs=EXACTLY)
    lost = [move for move in found.moves if move.kind == "choice" and move.loss >= TOLD]
    for move, wanted in zip(lost, game["losses"], strict=True):
        assert (move.number, move.seat) == (wanted["index"], wanted["seat"])
        assert _plain(move.action) == wanted["action"]
        assert move.loss == pytest.approx(wanted["loss"], abs=EXACTLY)
        assert move.best is not None
        assert _plain(move.best) in wanted["best"]


def _plain(action: str) -> str:
    """An action with the dice of a keep written without spaces between them."""
    words = action.split()
    return " ".join([words[0], "".join(words[1:])]).strip()
