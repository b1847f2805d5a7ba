"""The rules file: every mistake told with its line, single changes, names, identity, the sheet."""

from itertools import product
from pathlib import Path
from typing import Any

import pytest
from support.lengths import cases
from support.spellings import ALIKE, SCORING

from hotdice import DiceError, Keep, Rules, RulesError
from hotdice.rules import Penalty
from hotdice.rules.files import preset_names
from hotdice.rules.sheet import brief
from hotdice.testing import check_rules
from hotdice.texts import speak

GOOD = 'name = "house"\n[score]\n1 = 100\n'


def codes(text: str) -> list[tuple[int | None, str]]:
    with pytest.raises(RulesError) as caught:
        Rules.parse(text, "house.toml")
    for mistake in caught.value.mistakes:
        assert str(mistake).startswith(f"house.toml:{mistake.line}: ")
    return [(mistake.line, mistake.code) for mistake in caught.value.mistakes]


def one(field: str) -> tuple[int | None, str]:
    (found,) = codes(f'name = "house"\n{field}\n[score]\n1 = 100\n5 = 50\n')
    return found


def one_score(line: str) -> tuple[int | None, str]:
    (found,) = codes(f'name = "house"\n[score]\n1 = 100\n{line}\n')
    return found


def test_defaults() -> None:
    rules = Rules.parse(GOOD, "house.toml")
    assert rules.table() == {
        "name": "house",
        "title": "house",
        "dice": 6,
        "target": 10000,
        "entry": 0,
        "keep": "any",
        "below_entry": "nothing",
        "hot_dice": "may",
        "minimum": 0,
        "tie": "first",
        "finish": "last-round",
        "penalty": None,
        "score": {"1": 100},
    }


@pytest.mark.parametrize(
    ("field", "code"),
    [
        ("dice = 0", "rules/number"),
        ("dice = 11", "rules/number"),
        ("dice = 6.0", "rules/number"),
        ("dice = true", "rules/number"),
        ('target = "3000"', "rules/number"),
        ("target = 0", "rules/number"),
        ("target = 1000001", "rules/number"),
        ("entry = -1", "rules/number"),
        ("minimum = -1", "rules/number"),
        ('keep = "some"', "rules/choice"),
        ("keep = 1", "rules/choice"),
        ("keep = [1]", "rules/choice"),
        ('below_entry = "forget"', "rules/choice"),
        ('hot_dice = "stop"', "rules/choice"),
        ('tie = "last"', "rules/choice"),
        ('finish = "never"', "rules/choice"),
        ("title = 3", "rules/title"),
        ("penalty = 500", "rules/penalty"),
        ("penalty = { farkles = 3 }", "rules/penalty-part"),
        ("penalty = { points = 3 }", "rules/penalty-part"),
        ("penalty = { farkles = 0, points = 500 }", "rules/number"),
        ("penalty = { farkles = 3, points = 0 }", "rules/number"),
        ('penalty = { farkles = 3, points = 500, floor = "no" }', "rules/number"),
        ("penalty = { farkles = 3, points = 500, flor = 0 }", "rules/unknown-field.near"),
        ("taget = 3000", "rules/unknown-field.near"),
        ("weather = 3000", "rules/unknown-field"),
        ("111 = 1000", "rules/above-score"),
        ("aaa = 1000", "rules/above-score"),
        ("none = 500", "rules/above-score"),
        ("entry", "toml/syntax"),
        ('title = "a', "toml/syntax"),
        ("entry = 5\nentry = 6", "toml/syntax"),
    ],
)
def test_a_wrong_field_is_told_with_its_line(field: str, code: str) -> None:
    line, found = one(field)
    assert found == code
    assert line == (3 if "\n" in field else 2)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("target = 3000", "rules/below-score"),
        ('keep = "all"', "rules/below-score"),
        ("1a = 100", "pattern/mixed"),
        ("17 = 100", "pattern/face"),
        ("10 = 100", "pattern/face"),
        ("abcdefg = 100", "pattern/letters"),
        ("AAA = 100", "pattern/form"),
        ('"a a" = 100', "pattern/form"),
        ("5 = 0", "points/zero"),
        ("5 = -50", "points/zero"),
        ('aa = "0a"', "points/zero"),
        ("5 = 50.0", "points/form"),
        ("5 = true", "points/form"),
        ('5 = ""', "points/form"),
        ('aa = "a"', "points/form"),
        ('aa = "100a+"', "points/form"),
        ('aa = "100a-50"', "points/form"),
        ('aa = "100b"', "points/letter"),
        ('55 = "100a"', "points/letter"),
        ('none = "100n"', "points/letter"),
        ("5 = 1000001", "points/most"),
        ("aabb = 5\nbbaa = 6", "pattern/conflict"),
        ('aab = "100a"\nabb = "100a"', "pattern/conflict"),
        ("155 = 5\n551 = 6", "pattern/conflict"),
    ],
)
def test_a_wrong_pattern_is_told_with_its_line(line: str, code: str) -> None:
    number, found = one_score(line)
    assert found == code
    assert number == (5 if "\n" in line else 4)


@pytest.mark.parametrize(
    "line", ['aab = "100a"\nabb = "100b"', "155 = 5\n515 = 5", "11 = 5\naa = 6"]
)
def test_the_same_value_twice_is_no_conflict(line: str) -> None:
    Rules.parse(f'name = "house"\n[score]\n{line}\n')


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[score]\n1 = 100\n", [(1, "rules/no-name")]),
        ('name = "house"\n', [(1, "rules/no-score")]),
        ('name = "house"\n[score]\n', [(2, "rules/no-score")]),
        ('name = "My House"\n[score]\n1 = 1\n', [(1, "rules/name")]),
        ("", [(None, "rules/no-name"), (None, "rules/no-score")]),
        (
            'name = "x"\nhot_dice = "end"\nbelow_entry = "refuse"\n[score]\n1 = 1\n',
            [(3, "rules/end-refuse")],
        ),
        ('name = "x"\ndice = 2\n[score]\n111 = 1\n', [(3, "rules/never-scores")]),
        ('name = "x"\ndice = 1\nhot_dice = "must"\n[score]\n1 = 1\n', [(3, "rules/never-banks")]),
        (
            'name = "x"\nhot_dice = "end"\nentry = 601\nminimum = 700\n[score]\n1 = 100\n',
            [(3, "rules/unreachable"), (4, "rules/unreachable")],
        ),
        ('name = "x"\ndice = 5\nentry = 601\n[score]\naaa = "100a"\n', [(3, "rules/unreachable")]),
        (
            'name = "x"\ndice = 4\nkeep = "all"\nentry = 300\n[score]\n111 = 200\n1 = 10\n',
            [],
        ),
        (
            'name = "x"\n\ntarget = 0\n[score]\n1 = 0\n1a = 5\n7 = 1\n',
            [(3, "rules/number"), (5, "points/zero"), (6, "pattern/mixed"), (7, "pattern/face")],
        ),
    ],
)
def test_all_mistakes_of_a_file_together(text: str, expected: list[tuple[int | None, str]]) -> None:
    if expected and expected[0][0] is not None:
        assert codes(text) == expected
    elif expected:
        with pytest.raises(RulesError) as caught:
            Rules.parse(text)
        assert [mistake.code for mistake in caught.value.mistakes] == [code for _, code in expected]
    else:
        Rules.parse(text)


def test_an_entry_that_can_just_be_reached_is_fine() -> None:
    Rules.parse('name = "x"\nhot_dice = "end"\nentry = 600\n[score]\n1 = 100\n')
    Rules.parse('name = "x"\ndice = 5\nentry = 600\n[score]\naaa = "100a"\n')


def test_65_patterns_are_too_many() -> None:
    lines = "\n".join(f"{'1' * (n + 1)} = {n + 1}" for n in range(65))
    assert codes(f'name = "x"\n[score]\n{lines}\n')[0][1] == "rules/many-patterns"


def test_the_limits_themselves_are_fine() -> None:
    lines = "\n".join(f"{'1' * (n + 1)} = {n + 1}" for n in range(63))
    text = f'name = "x"\ndice = 10\ntarget = 1000000\n[score]\n{lines}\n2 = 1000000\n'
    assert len(Rules.parse(text).patterns) == 64


def test_sums_are_possible_everywhere() -> None:
    rules = Rules.load("zilch", score={"1": "50+50", "none": "400+100"})
    assert rules.score([1]) == 100
    assert rules.score([2, 2, 3, 4, 6, 6]) == 500
    assert "500" in rules.sheet()
    assert Rules.load("zilch", score={"none": "500"}) == Rules.load("zilch")


def test_presets_cannot_be_changed_by_accident() -> None:
    with pytest.raises(TypeError):
        Rules.load("pig").patterns["1"] = 777


def test_contradictions_are_told_with_all_else() -> None:
    text = (
        'name = "x"\ntarget = 0\nhot_dice = "end"\nbelow_entry = "refuse"\nentry = 5000\n'
        "[score]\n1 = 100\n"
    )
    assert codes(text) == [
        (2, "rules/number"),
        (4, "rules/end-refuse"),
        (5, "rules/unreachable"),
    ]


def test_lines_are_right_around_long_texts_marks_and_arrays() -> None:
    text = 'name = "x"\ntitle = """\n[score]\ntarget = 0\n"""\ntarget = 0\n[score]\n1 = 0\n'
    assert codes(text) == [(2, "rules/title"), (6, "rules/number"), (8, "points/zero")]
    assert Rules.parse(f"\ufeff{GOOD}") == Rules.parse(GOOD.replace("\n", "\r\n"))


@pytest.mark.parametrize(
    "text",
    [
        f"{GOOD}target = " + "9" * 5000,
        f"{GOOD}2 = " + "9" * 5000,
        f'{GOOD}aa = "' + "9" * 5000 + 'a"',
        f"x = {'[' * 5000}",
    ],
)
def test_huge_input_is_refused_shortly(text: str) -> None:
    with pytest.raises(RulesError) as caught:
        Rules.parse(text)
    assert len(str(caught.value)) < 300


def test_what_would_be_right_is_said() -> None:
    with pytest.raises(RulesError, match=r"house.toml:3: .* move target above \[score\]"):
        Rules.parse('name = "house"\n[score]\ntarget = 3000\n1 = 100\n', "house.toml")
    with pytest.raises(RulesError, match="did you mean target"):
        Rules.parse('name = "house"\ntaget = 3000\n[score]\n1 = 100\n')
    with pytest.raises(RulesError, match='"any", "all"'):
        Rules.parse('name = "house"\nkeep = "x"\n[score]\n1 = 100\n')


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    for path, code in [(tmp_path / "no.toml", "file/missing"), (tmp_path, "file/unreadable")]:
        with pytest.raises(RulesError) as caught:
            Rules.load(f"{path}/" if path == tmp_path else path)
        assert caught.value.code == code
    binary = tmp_path / "x.toml"
    binary.write_bytes(b"\xff\xfe")
    with pytest.raises(RulesError) as caught:
        Rules.load(binary)
    assert caught.value.code == "file/not-text"


def test_presets_are_loaded_once_and_pass_their_own_check() -> None:
    for name in preset_names():
        rules = Rules.load(name)
        assert rules is Rules.load(name)
        assert Rules.parse(rules.toml()) == rules


MORE = ("basic", "greed", "zilch")  # which are tried alone and with four players, too


@pytest.mark.parametrize(
    "case",
    cases(product(preset_names(), [1, 2, 4]), lambda case: case[1] == 2 or case[0] in MORE),
    ids=str,
)
def test_conformance(case: tuple[str, int], count: int) -> None:
    name, players = case
    check_rules(Rules.load(name), games=2 * count, players=players, seed=players)


def test_conformance_fails_for_rules_that_do_not_hold() -> None:
    rules = Rules.parse('name = "house"\ntarget = 300\n[score]\n1 = 100\n5 = 50\n')
    check_rules(rules)
    rules.rolls[1, 2] = rules.rolls[5, 6]
    with pytest.raises(AssertionError, match="house"):
        check_rules(rules)


def test_changes_and_their_names() -> None:
    changed = Rules.load("greed", target=5000, entry=0)
    assert changed.name == "greed+target=5000+entry=0"
    assert Rules.load("greed+entry=0+target=5000") == changed
    assert Rules.load(changed.name).name == changed.name
    assert Rules.load("greed", target=3000).name == "greed"
    more = Rules.load("greed+target=5000", score={"aaaabb": 1000, "5": None})
    assert more.name == "greed+target=5000+score.5=+score.aaaabb=1000"
    assert Rules.load(more.name) == more
    assert "5" not in more.patterns
    assert Rules.load("greed", **{"score.aaa": "100a+50"}).score([2, 2, 2]) == 250
    assert Rules.load("greed+score.aaa=100a+50").score([2, 2, 2]) == 250
    title = Rules.load("greed", title="Mine")
    assert (title.name, title.title, title == Rules.load("greed")) == ("greed", "Mine", True)


def test_changes_of_the_penalty() -> None:
    assert Rules.load("facebook+penalty.points=1000").penalty == Penalty(3, 1000)
    assert Rules.load("greed+penalty={farkles=2,points=50,floor=0}").penalty == Penalty(2, 50, 0)
    assert Rules.load("facebook+penalty=").penalty is None
    assert Rules.load("facebook+penalty=").name == "facebook+penalty="
    assert Rules.load("basic", penalty={"farkles": 2, "points": 9, "floor": 0}).name == (
        "basic+penalty.farkles=2+penalty.floor=0+penalty.points=9"
    )
    assert Rules.load("basic+penalty.farkles=2+penalty.points=9").penalty == Penalty(2, 9)


def test_changes_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text(GOOD)
    assert Rules.load(path, target=500).name == "house+target=500"
    assert Rules.load(f"{path}+target=500").target == 500


@pytest.mark.parametrize(
    ("name", "code", "word"),
    [
        ("gred", "rules/unknown.near", "greed"),
        ("quidditch", "rules/unknown", "quidditch"),
        ("", "rules/unknown", '""'),
        ("greed+target=many", "rules/number", '"many"'),
        ("greed+weather=3", "rules/unknown-field", "weather"),
        ("greed+name=x", "change/name", "x"),
        ("greed+score.66=", "change/absent", "score.66"),
        ("basic+target=", "change/value", "target=10000"),
        ("greed+target=", "change/value", "target=10000"),
        ("basic+keep=", "change/value", "keep=any"),
        ("basic+entry=+target=5000", "change/value", "entry=0"),
        ("greed+penalty.points=5", "rules/penalty-part", "farkles"),
        ("greed+score.=5", "pattern/form", '""'),
        ("greed+=5", "change/form", "=5"),
        ("greed+target", "rules/unknown.near", "greed"),
    ],
)
def test_wrong_names_and_changes(name: str, code: str, word: str) -> None:
    with pytest.raises(RulesError) as caught:
        Rules.load(name)
    assert caught.value.code == code
    assert word in str(caught.value)


def test_a_field_that_rules_cannot_be_without_is_not_removed_by_a_keyword() -> None:
    with pytest.raises(RulesError) as caught:
        Rules.load("greed", target=None)
    assert caught.value.code == "change/value"


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_the_digest_is_not_about_spelling(one: dict[str, Any], other: dict[str, Any]) -> None:
    rules = Rules.load("basic", score=SCORING, **one)
    assert rules == Rules.load("basic", score=SCORING, **other)
    assert rules != Rules.load("basic", score=SCORING)


class LaterRules(Rules, frozen=True, dict=True, weakref=True, eq=False, kw_only=True):
    """Rules with an option that does not exist yet."""

    bonus: int = 0


def test_a_new_option_that_is_as_usual_changes_no_digest() -> None:
    for name in preset_names():
        known = Rules.load(name)
        fields = {field: getattr(known, field) for field in Rules.__struct_fields__}
        assert LaterRules(**fields).digest == known.digest
        assert LaterRules(**fields, bonus=1).digest != known.digest


def test_the_digest_is_about_play_solo() -> None:
    basic = Rules.load("basic")
    spelled = {f"{face}" * 3: 100 * face for face in range(2, 7)}
    other = Rules.load("basic", title="Other", score={"aaa": None, **spelled})
    assert other == basic
    assert hash(other) == hash(basic)
    assert Rules.load("basic", score={"aaaaaaa": 5}) == basic
    for change in (
        {"target": 5000},
        {"tie": "shared"},
        {"entry": 50},
        {"minimum": 50},
        {"dice": 5},
        {"keep": "all"},
        {"hot_dice": "must"},
        {"below_entry": "refuse"},
        {"finish": "immediate"},
        {"score": {"6": 5}},
        {"score": {"none": 5}},
        {"penalty": {"farkles": 3, "points": 5}},
    ):
        assert Rules.load("basic", **change).digest != basic.digest
        assert Rules.load("basic", **change) != basic
    penalties = [
        {"farkles": farkles, "points": points, "floor": floor}
        for farkles in (2, 3)
        for points in (5, 6)
        for floor in (None, 0, 1)
    ]
    assert len({Rules.load("basic", penalty=penalty).digest for penalty in penalties}) == 12
    assert basic != "basic"
    assert not basic != Rules.load("basic", title="Other")  # noqa: SIM202
    assert Keep((1, 5)) == Keep((5, 1), 150, 4)
    assert not Keep((1, 5)) != Keep((5, 1), 150, 4)  # noqa: SIM202


@pytest.mark.parametrize("dice", [[0], [7], [1] * 7, ["1"], [1.5], [None]])
def test_dice_that_cannot_be(dice: list[int]) -> None:
    with pytest.raises(DiceError):
        Rules.load("basic").score(dice)
    with pytest.raises(DiceError):
        Rules.load("basic").keeps(dice)


@pytest.mark.parametrize("number", [0, 7])
def test_outcomes_of_a_number_of_dice_that_cannot_be(number: int) -> None:
    with pytest.raises(DiceError):
        Rules.load("basic").outcomes(number)


@pytest.mark.parametrize("width", [40, 46, 60, 78])
@pytest.mark.parametrize("name", preset_names())
def test_the_sheet_is_as_narrow_as_asked_and_leaves_nothing_out(name: str, width: int) -> None:
    rules = Rules.load(name)
    sheet = rules.sheet(width=width)
    assert max(map(len, sheet.splitlines())) <= width

    def words(text: str) -> list[str]:
        return sorted(word for word in text.split() if not word.startswith(("--", "==")))

    assert words(sheet) == words(rules.sheet(width=200))


@pytest.mark.parametrize(
    ("language", "aim", "others"),
    [
        ("en", "1,000 in as few turns as you can", ("wins", "other", "last", "won", "first")),
        ("de", "1.000 in so wenigen Zügen wie möglich", ("gewinnt", "andere", "letzte", "zuerst")),
    ],
)
def test_whoever_plays_alone_plays_for_few_turns(
    language: str, aim: str, others: tuple[str, ...]
) -> None:
    speak(language)
    try:
        for finish in ("last-round", "immediate"):
            rules = Rules.load("basic", target=1000, finish=finish)
            for sheet in (rules.sheet(solo=True), brief(rules, solo=True)):
                said = " ".join(sheet.split())
                assert aim in said
                assert not [word for word in others if word in said.split()]
            assert aim not in " ".join(rules.sheet().split())
    finally:
        speak("en")


@pytest.mark.parametrize(
    ("name", "said", "unsaid"),
    [
        ("pig", ["Roll the die.", "bank the turn points", "roll the die again"], ["dice that"]),
        ("pig+hot_dice=end", ["are banked automatically"], ["choose", "dice that"]),
        ("pig+keep=all", ["roll the die again"], ["Every die"]),
        ("basic+dice=2", ["Roll both dice.", "you may roll both dice again"], ["all two"]),
        ("basic+dice=3", ["Roll all three dice.", "dice that are left"], ["both"]),
    ],
)
def test_the_sheet_of_few_dice(name: str, said: list[str], unsaid: list[str]) -> None:
    rules = Rules.load(name)
    sheet = " ".join(rules.sheet().split())
    assert [words for words in said if words not in sheet] == []
    assert [words for words in unsaid if words in sheet] == []
    assert "Every die" not in brief(rules)


def test_the_sheet_says_what_the_rules_say() -> None:
    sheet = Rules.load("thousand").sheet()
    for words in (
        "10,000",
        "1,000",
        "you must roll on",
        "must roll all six dice again",
        "three 1s",
    ):
        assert words in " ".join(sheet.split())
    assert all(len(line) <= 79 for line in sheet.splitlines())
    zilch = " ".join(Rules.load("zilch").sheet(width=100).split())
    for words in ("need 300 points to bank", "3 farkles in a row cost 500", "nothing else scores"):
        assert words in zilch
    assert "share the win" in Rules.load("greed").sheet(markdown=True)
    house = Rules.load("basic", score={"aaab": "10a+1b", "abc": 7, "1155": 3, "a": 2})
    for words in ("three of a kind and one more die", "three different faces", "10 × a + 1 × b"):
        assert words in " ".join(house.sheet().split())


@pytest.mark.parametrize("name", [*preset_names(), "greed+dice=7", "basic+dice=7+score.none=500"])
def test_the_mean_score_is_that_of_all_rolls(name: str) -> None:
    rules = Rules.load(name)
    scores = (each.probability * rules.score(each.dice) for each in rules.outcomes(rules.dice))
    assert rules.mean_score == sum(scores)
