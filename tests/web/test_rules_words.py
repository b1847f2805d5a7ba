"""Combinations in words and typed points, by the browser, held to the rule sheet."""

import shutil
from importlib import import_module
from typing import Any

import pytest
from support.needed import needed
from support.node import javascript
from support.strategies import SHAPES

from hotdice import Rules
from hotdice.rules.files import preset_names
from hotdice.rules.sheet import describe
from hotdice.texts import speak
from hotdice.texts.languages import LANGUAGES

pytestmark = needed(shutil.which("node"), "node", "tests of the form's words are")
DIGITS = ["1", "6", "11", "222222", "123", "321", "12345", "13", "1355", "1234561", "6666666666"]
LETTERS = ["".join(c * k for c, k in zip("fbadec", shape, strict=False)) for shape in SHAPES]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_combination_has_the_name_that_it_has_on_the_rule_sheet(language: str) -> None:
    presets = [pattern for name in preset_names() for pattern in Rules.load(name).patterns]
    patterns = list(dict.fromkeys([*presets, *DIGITS, *LETTERS, "none"]))
    sentences = import_module(f"hotdice.texts.{language}").SENTENCES
    given = {"patterns": patterns, "sentences": sentences, "language": language}
    found = javascript(
        """
        globalThis.document = { documentElement: {} };
        texts.say(given.sentences, given.language);
        console.log(JSON.stringify(given.patterns.map(words.describe)));
        """,
        given,
        words="rules/form/words.js",
        texts="texts.js",
    )
    speak(language)
    try:
        assert found == [describe(pattern) for pattern in patterns]
    finally:
        speak("en")


@pytest.mark.parametrize(
    ("typed", "points"),
    [
        ("100", 100),
        (" 1,000 ", 1000),
        ("1.000", 1000),
        ("1 000 000", 1000000),
        ("100a", "100a"),
        ("100 × A", "100a"),
        ("100 x A + 50*b+ 1,250", "100a+50b+1250"),
        ("-5", -5),
        ("ten", "ten"),
        ("1.5", "1.5"),
        ("100 × ", "100 ×"),
        ("9" * 30, "9" * 30),
    ],
)
def test_points_are_typed_as_people_write_them(typed: str, points: Any) -> None:
    script = """
    const found = words.pointsOf(given);
    console.log(JSON.stringify([found, words.pointsOf(words.pointsShown(found))]));
    """
    found, again = javascript(script, typed, words="rules/form/words.js")
    assert found == again == points
