"""House rules of published rule sheets, each with a game that was written down from its sheet.

The files are in `tests/golden/house`, or among the presets, with their sources; each game is played
by `State` and by the referee, move for move.
"""

import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest
from support.side_by_side import check
from support.slow import DEFAULTS, GOLDEN, farkle, lines

from hotdice import Rules
from hotdice.rules.check import problems
from hotdice.rules.files import PRESETS, preset_names
from hotdice.testing import check_rules

GAMES = lines("house/games.jsonl")
FILES = {path.stem: path.read_text("utf-8") for path in sorted((GOLDEN / "house").glob("*.toml"))}
FILES |= {
    game["rules"]: Path(PRESETS, f"{game['rules']}.toml").read_text("utf-8")
    for game in GAMES
    if game["rules"] in preset_names()
}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game["rules"])
def test_games_go_as_their_rule_sheets_say(game: dict[str, Any]) -> None:
    text = FILES[game["rules"]]
    check(Rules.parse(text), tomllib.loads(text), game["start"], game)


@pytest.mark.parametrize("name", FILES)
def test_house_rules_are_rules(name: str) -> None:
    table, rules = tomllib.loads(FILES[name]), Rules.parse(FILES[name])
    assert FILES[name].startswith("# Source: ")
    assert rules.name == name
    assert problems(table) == []
    assert [rules.farkle_chance(count) for count in range(1, rules.dice + 1)] == [
        farkle(table, count) for count in range(1, rules.dice + 1)
    ]
    check_rules(rules)


def test_every_option_is_in_a_rule_sheet_with_a_game() -> None:
    tables = [tomllib.loads(FILES[game["rules"]]) for game in GAMES]
    assert {game["rules"] for game in GAMES} == set(FILES)
    usual = {field.encode_name for field in msgspec.structs.fields(Rules)} - {"name", "title"}
    seen = {name for table in tables for name in table if table[name] != DEFAULTS.get(name)}
    assert usual <= seen
    choices = {
        "overshoot": {"lose-turn", "welfare"},
        "finish": {"immediate", "equal-turns"},
        "rolls": {"farkle", "win", "lose-total"},
    }
    for name, wanted in choices.items():
        found = [table[name] for table in tables if name in table]
        kinds = {each for kind in found for each in ([kind] if name != "rolls" else kind.values())}
        assert kinds == wanted
