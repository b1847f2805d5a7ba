"""What people may be called: whatever shows, in any script."""

import unicodedata

import pytest

from hotdice import Rules, State
from hotdice.bots.seats import read_seats
from hotdice.game.record import Record, parse
from hotdice.server.games.seat import clean_name
from hotdice.texts import HotDiceError

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"
RAINBOW = "\U0001f3f3\ufe0f\u200d\U0001f308"
ALIREZA = "\u0639\u0644\u06cc\u200c\u0631\u0636\u0627"
RAKSHA = "\u0930\u0915\u094d\u200d\u0937\u093e"  # the letters joined by hand
HEART = "\u2764\ufe0f"
GOOD = (FAMILY, RAINBOW, ALIREZA, RAKSHA, HEART, "Ann", "Zoë", "李", "O'Neil 3")
EMPTY = ("\u3164", "\u2800", "\ufe0f", "\u115f\u1160", "\uffa0 \u3164", "\u034f", "\u200d", "")
BAD = ("Ann\u200d", "\u200cAnn", "A\u200d\u200dn", "A \u200dB", "a\u202eb", "a\x00b", "a\ud800b")


@pytest.mark.parametrize("name", GOOD)
def test_names_of_every_script_and_joined_signs_are_names(name: str) -> None:
    assert clean_name(name, []) == unicodedata.normalize("NFC", name)
    assert read_seats(f"{name}, bot:bold") == (name, "bot:bold")


@pytest.mark.parametrize("name", GOOD)
def test_they_are_read_back_from_records(name: str) -> None:
    record = Record(State.start(Rules.load("basic"), 2), (name, "bot:bold"))
    assert parse(record.text().encode()).seats == (name, "bot:bold")


@pytest.mark.parametrize("name", [*EMPTY, *BAD])
def test_what_shows_nothing_or_joins_nothing_is_no_name(name: str) -> None:
    with pytest.raises(HotDiceError) as refused:
        clean_name(name, [])
    assert refused.value.code == "seat/name"
    if name:
        with pytest.raises(HotDiceError) as refused:
            read_seats(f"{name}, bot:bold")
        assert refused.value.code == "seat/name"


@pytest.mark.parametrize("name", ["A\u200dnn", "ANN\ufe0f", "\u3164Ann"])
def test_names_that_look_the_same_are_the_same_at_one_table(name: str) -> None:
    with pytest.raises(HotDiceError) as refused:
        clean_name(name, ["Bob", None, "Ann"])
    assert refused.value.code == "seat/taken"
    assert clean_name(refused.value.data["suggestion"], ["Bob", None, "Ann"])


ANN_IN_OTHER_LETTERS = (
    "\N{CYRILLIC CAPITAL LETTER A}nn",
    "\N{GREEK CAPITAL LETTER ALPHA}NN",
    "\N{FULLWIDTH LATIN CAPITAL LETTER A}\uff4e\uff4e",
    "\N{MATHEMATICAL BOLD CAPITAL A}nn",
    "\N{CYRILLIC SMALL LETTER A}nn",
    "\N{CIRCLED LATIN CAPITAL LETTER A}nn",
    "\N{CHEROKEE LETTER GO}nn",
)


@pytest.mark.parametrize("name", ANN_IN_OTHER_LETTERS)
def test_names_in_letters_that_look_alike_are_the_same_at_one_table(name: str) -> None:
    for one, other in ((name, "Ann"), ("Ann", name)):
        with pytest.raises(HotDiceError) as refused:
            clean_name(one, [other])
        assert refused.value.code == "seat/taken"
        assert clean_name(refused.value.data["suggestion"], [other])
    assert clean_name(name, ["Bob"]) == name  # alone it is a name like any other


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ian", "Lan"),
        ("Ann", "Anne"),
        ("Zoë", "Zoe"),
        ("Саша", "Маша"),
        ("Bob", "B0b"),
        ("李", "季"),
    ],
)
def test_names_that_people_can_tell_apart_are_two(one: str, other: str) -> None:
    assert (clean_name(one, [other]), clean_name(other, [one])) == (one, other)


@pytest.mark.parametrize(("one", "other"), [("Ian", "lan"), ("Bill", "BiIl"), ("BOB", "B0B")])
def test_strokes_and_rings_are_the_same(one: str, other: str) -> None:
    with pytest.raises(HotDiceError):
        clean_name(one, [other])


def test_the_sentence_shows_the_name_as_it_is_written() -> None:
    with pytest.raises(HotDiceError) as refused:
        clean_name(RAINBOW * 7, [])
    assert f"'{RAINBOW * 6}'" in str(refused.value)  # 24 signs of it
    with pytest.raises(HotDiceError) as refused:
        clean_name("Zo\u00eb\u202e", [])
    assert r"'Zoë\u202e'" in str(refused.value)
