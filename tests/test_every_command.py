"""No rules that `check` calls fine make a command fail with a traceback, whatever is typed."""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.cli import run_here
from support.strategies import house_games, toml

WORDS = ("", "", "", "roll", "bank", "bank", "take", "over", "all", "1", "5", "11", "undo", "help")
REFUSED = 2  # the exit code of what cannot be done, with its reason


def survives(*words: str, stdin: str = "") -> str:
    """What a command prints; an exception would end the test."""
    done = run_here(*words, stdin=stdin)
    assert done.returncode in (0, 1, REFUSED), words
    assert "Traceback" not in done.stderr
    assert done.returncode != REFUSED or done.stderr.startswith("hotdice: ")
    return done.stdout


@settings(deadline=None, max_examples=settings().max_examples // 3)
@given(
    table=house_games(),
    typed=st.lists(st.sampled_from(WORDS), min_size=20, max_size=60),
    seats=st.sampled_from(("Ann", "Ann,bot:random", "Ann,Bob,bot:random", "bot:random,bot:random")),
    seed=st.integers(0, 10_000),
    language=st.sampled_from(("en", "de")),
)
def test_every_command_on_any_rules(
    table: dict[str, Any], typed: list[str], seats: str, seed: int, language: str
) -> None:
    with TemporaryDirectory() as place, pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", place)
        patch.setenv("LC_ALL", language)
        file, record = Path(place) / "house.toml", Path(place) / "game.jsonl"
        file.write_text(toml(table))
        checked = run_here("rules", "check", str(file))
        if checked.returncode:
            return
        house = str(file)
        assert survives("rules", "show", house)
        survives("rules", "show", house, "--json")
        survives("rules", "new", f"{place}/new.toml", "--rules", house)
        assert run_here("rules", "check", f"{place}/new.toml").returncode == 0
        dice = table.get("dice", 6)
        for roll in ("111111", "222222", "123456", "112233"):
            assert survives("score", roll[:dice], "--rules", house)
            assert survives("score", roll[:dice], "--rules", house, "--json")
        asked = ("play", house, "--plain", "--seats", seats, "--seed", str(seed))
        survives(*asked, "--record", str(record), "--no-advice", stdin="\n".join(typed))
        if record.exists():
            assert survives("replay", str(record))
            assert survives("replay", str(record), "--json")
            survives("verify", str(record))
            survives("play", "--plain", "--resume", str(record), stdin="\n".join(typed))
        survives("history")


@settings(deadline=None, max_examples=settings().max_examples // 6)
@given(table=house_games())
def test_odds_on_any_rules(table: dict[str, Any]) -> None:
    table.pop("penalty", None)  # its long run takes minutes under some rules
    with TemporaryDirectory() as place:
        file = Path(place) / "house.toml"
        file.write_text(toml(table))
        if run_here("rules", "check", str(file)).returncode == 0:
            survives("odds", str(file))
            survives("odds", str(file), "--json")
