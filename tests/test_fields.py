"""What a form of the rules may offer, against what `check` allows."""

from importlib import import_module
from typing import Any

import pytest

from hotdice import Rules
from hotdice.rules import RulesError
from hotdice.rules.fields import RulesField, fields
from hotdice.texts.languages import LANGUAGES

BASE = 'name = "x"\n{}\n[score]\n1 = 100\n5 = 50\n6 = 1\naaa = 300\n'
ALL = {field.name: field for field in fields()}
NUMBERS = [field for field in fields() if field.least is not None]
PARTS = ALL["penalty"].parts


def wrong(line: str) -> set[tuple[str | None, str]]:
    """The mistakes of rules with this line more, with their fields."""
    try:
        Rules.parse(BASE.format(line))
    except RulesError as error:
        return {(mistake.field, mistake.code) for mistake in error.mistakes}
    return set()


def test_every_field_is_there_in_the_order_of_a_file() -> None:
    written = [line.strip("# ").split(" = ")[0] for line in Rules.load("basic").toml().split("\n")]
    plain = [field.name for field in fields() if field.kind not in ("score", "rolls")]
    assert plain == [name for name in written if name in ALL][: len(plain)]
    assert {*ALL} >= {*Rules.load("everything2").table()}


@pytest.mark.parametrize("field", NUMBERS, ids=lambda field: field.name)
def test_a_number_may_be_from_its_least_to_its_most_and_nothing_else(field: RulesField) -> None:
    assert field.least is not None
    assert field.most is not None
    for number, fits in [
        (field.least - 1, False), (field.least, True), (field.most, True), (field.most + 1, False),
    ]:  # fmt: skip
        assert ((field.name, "rules/number") in wrong(f"{field.name} = {number}")) is not fits


@pytest.mark.parametrize("field", PARTS, ids=lambda field: field.name)
def test_so_may_the_parts_of_a_penalty(field: RulesField) -> None:
    usual = {"farkles": 3, "points": 500}
    for number, fits in [(field.least, True), (field.most, True), ((field.most or 0) + 1, False)]:
        parts = ", ".join(f"{k} = {v}" for k, v in (usual | {field.name: number}).items())
        found = wrong(f"penalty = {{ {parts} }}")
        assert ((f"penalty.{field.name}", "rules/number") in found) is not fits


@pytest.mark.parametrize("field", [each for each in fields() if each.choices], ids=lambda f: f.name)
def test_each_choice_may_be_taken(field: RulesField) -> None:
    for choice in (*field.choices, "nonsense"):
        line = f'{field.name} = "{choice}"' if field.name != "rolls" else f'rolls.22 = "{choice}"'
        codes = {code for _, code in wrong(line)}
        assert ("rules/choice" in codes) == (choice == "nonsense")


@pytest.mark.parametrize("field", [each for each in fields() if each.begin], ids=lambda f: f.name)
def test_what_a_field_begins_with_is_no_mistake(field: RulesField) -> None:
    assert wrong(f"{field.name} = {field.begin}") == set()


def test_what_is_usual_changes_nothing() -> None:
    plain = Rules.parse(BASE.format(""))
    for field in fields():
        if isinstance(field.usual, int | str) and field.usual != "":
            value: Any = str(field.usual).lower() if isinstance(field.usual, bool) else field.usual
            said = f'"{value}"' if isinstance(field.usual, str) else value
            assert Rules.parse(BASE.format(f"{field.name} = {said}")) == plain


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_form_has_words_for_each_field_and_each_choice(language: str) -> None:
    known = import_module(f"hotdice.texts.{language}").SENTENCES
    for field in fields():
        assert f"web.form.{field.name}" in known
        assert {f"web.form.{field.name}.{choice}" for choice in field.choices} <= {*known}
        assert {f"web.form.{field.name}.{part.name}" for part in field.parts} <= {*known}


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("dice = 50", "dice"),
        ("penalty = { farkles = 0, points = 5 }", "penalty.farkles"),
        ("penalty = { farkles = 2 }", "penalty"),
        ('rolls.2a = "farkle"', "rolls.2a"),
        ("nonsense = 5", "nonsense"),
        ('hot_dice = "end"\nbelow_entry = "refuse"', "below_entry"),
        ('hot_dice = "end"\nentry = 999999', "entry"),
        ('overshoot = "lose-turn"\nminimum = 100\ntarget = 1001', "overshoot"),
    ],
)
def test_a_mistake_says_which_field_it_is_about(text: str, field: str) -> None:
    assert field in {found for found, _ in wrong(text)}
    with pytest.raises(RulesError) as caught:
        Rules.parse(BASE.format("") + "1a = 5")
    assert caught.value.mistakes[0].field == "score.1a"
