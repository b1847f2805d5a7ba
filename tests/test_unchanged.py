"""What was made before house rules had all their options opens as it did then.

`golden/digests.toml` and `fixtures/records` were made by that version: a game of two bots under
one preset of each family, and under the options that there were.
"""

import tomllib
from pathlib import Path

import pytest
from support.slow import GOLDEN

from hotdice import Rules
from hotdice.game.record import parse
from hotdice.solver.storage.store import SOLO, TWO_PLAYER, shipped

DIGESTS: dict[str, str] = tomllib.loads((GOLDEN / "digests.toml").read_text("utf-8"))
RECORDS = sorted((Path(__file__).parent / "fixtures" / "records").glob("*.jsonl"))


@pytest.mark.parametrize("name", DIGESTS)
def test_presets_have_the_digests_of_before(name: str) -> None:
    assert Rules.load(name).digest == DIGESTS[name]


@pytest.mark.parametrize("name", DIGESTS)
def test_shipped_solutions_open(name: str) -> None:
    rules = Rules.load(name)
    assert shipped(SOLO, rules) is not None
    assert shipped(TWO_PLAYER, rules) is not None


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_records_are_read_and_written_letter_by_letter(path: Path) -> None:
    record = parse(path.read_bytes())
    assert record.state.over
    assert record.text().encode() == path.read_bytes()
    if path.stem in DIGESTS:
        assert record.state.rules.digest == DIGESTS[path.stem]
