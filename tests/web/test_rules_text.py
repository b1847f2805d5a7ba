"""Single changes of a rules file's text, made by the browser and held to Python's own reader."""

import random
import shutil
import tomllib
from typing import Any

import pytest
from support.needed import needed
from support.node import javascript
from support.rules_texts import disordered, some_tables

from hotdice import Rules
from hotdice.rules.files import preset_names

pytestmark = needed(shutil.which("node"), "node", "tests of the form's texts are")
SCAN = """
const plain = (text) => {
  const found = toml.scan(text);
  if (!found) return null;
  const table = {};
  for (const { path, braces, plain } of found.entries) {
    if (braces) continue;
    const home = path.slice(0, -1).reduce((around, part) => (around[part] ??= {}), table);
    home[path.at(-1)] = plain;
  }
  for (const { path } of found.tables) path.reduce((around, part) => (around[part] ??= {}), table);
  return table;
};
"""
READ = f"{SCAN} console.log(JSON.stringify(given.map(plain)));"
CHANGE = """
console.log(JSON.stringify(given.map(([text, steps]) => steps.reduce((now, [how, ...rest]) =>
  edit[how](now, ...rest), text))));
"""
ODD = """\ufeff# a comment = 1
name = "own"   # what it is called
  title='Küche "eins"'#close
dice=+6
"target" = 10_000
penalty.farkles = 3 # in a row
penalty . points = 500
weights = [ 1, 1, # two
  1, 1,
  1, 3,   # the last
]

[ rolls ] # by themselves
2222 = "farkle"
# none of these
[score]
1 = 100
"5" = 50
'aaa' = "100\\u0061" # letters
"""
BRACES = (
    'score = { 1 = 100, aaa = "100a" }\nname = "x"\npenalty = {farkles=3,points=500 , floor = -5}'
)
LONG = "title = \"\"\"\nTwo \\\n   lines\n# = no comment\"\"\"\nname = '''x'''\n[score]\n1 = 1\n"
GOOD = [
    ODD,
    ODD.replace("\n", "\r\n"),
    BRACES,
    LONG,
    "",
    "\n\n# nothing",
    "[score]",
    "a = {}\nb = []",
]
BAD = [
    "name =",
    "= 5",
    "name = own",
    '"',
    "[score",
    "a = [1",
    "a = {b = 1",
    'a = "\\q"',
    "a = 1 b = 2",
]


def read(*texts: str) -> Any:
    return javascript(READ, texts, toml="rules/form/toml.js")


def changed(text: str, *steps: list[Any]) -> str:
    found: str = javascript(CHANGE, [[text, steps]], edit="rules/form/edit.js")[0]
    return found


@pytest.mark.parametrize("text", GOOD)
def test_a_text_is_read_as_python_reads_it(text: str) -> None:
    assert read(text) == [tomllib.loads(text.removeprefix("\ufeff"))]


def test_what_is_no_rules_file_is_not_read() -> None:
    for text in BAD:
        with pytest.raises(tomllib.TOMLDecodeError):
            tomllib.loads(text)
    assert read(*BAD) == [None] * len(BAD)


@pytest.mark.parametrize(
    ("path", "value", "before", "after"),
    [
        (["name"], '"new"', 'name = "own"   #', 'name = "new"   #'),
        (["title"], '"T"', "'Küche \"eins\"'#", '"T"#'),
        (["dice"], "5", "dice=+6", "dice=5"),
        (["target"], "7", "= 10_000", "= 7"),
        (["penalty", "points"], "9", "points = 500", "points = 9"),
        (["penalty", "floor"], "0", "points = 500\n", "points = 500\npenalty.floor = 0\n"),
        (["weights"], "[2]", ODD.partition("weights = ")[2].partition("\n\n")[0], "[2]"),
        (["rolls", "66"], '"win"', '"farkle"\n', '"farkle"\n66 = "win"\n'),
        (["score", "5"], "75", '"5" = 50', '"5" = 75'),
        (["score", "66"], "6", "letters\n", "letters\n66 = 6\n"),
        (["mercy"], "true", "last\n]\n", "last\n]\nmercy = true\n"),
    ],
)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_one_entry_is_put_and_all_else_stays(
    end: str, path: list[str], value: str, before: str, after: str
) -> None:
    text, before, after = (each.replace("\n", end) for each in (ODD, before, after))
    assert text.count(before) == 1
    assert changed(text, ["put", path, value]) == text.replace(before, after)


@pytest.mark.parametrize(
    ("path", "gone"),
    [
        (["name"], 'name = "own"   # what it is called\n'),
        (["weights"], ODD[ODD.index("weights") : ODD.index("]\n") + 2]),
        (["score", "aaa"], "'aaa' = \"100\\u0061\" # letters\n"),
        (["penalty"], ODD[ODD.index("penalty") : ODD.index("weights")]),
        (["penalty", "farkles"], "penalty.farkles = 3 # in a row\n"),
        (["rolls"], '[ rolls ] # by themselves\n2222 = "farkle"\n'),
        (["wild"], ""),
    ],
)
def test_one_entry_is_removed_and_all_else_stays(path: list[str], gone: str) -> None:
    assert changed(ODD, ["remove", path]) == ODD.replace(gone, "", 1)


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        ([["remove", ["penalty", "farkles"]]], BRACES.replace("farkles=3,", "")),
        ([["remove", ["penalty", "points"]]], BRACES.replace(",points=500", "")),
        ([["remove", ["penalty", "floor"]]], BRACES.replace(" , floor = -5", " ")[:-2] + "}"),
        ([["put", ["score", "66"], "6"]], BRACES.replace('"100a" ', '"100a", 66 = 6 ')),
        ([["rename", ["score", "aaa"], "aaaa"]], BRACES.replace("aaa ", "aaaa ")),
        ([["put", ["rolls", "22"], '"win"']], BRACES + '\n\n[rolls]\n22 = "win"\n'),
    ],
)
def test_tables_in_braces(steps: list[list[Any]], expected: str) -> None:
    assert changed(BRACES, *steps) == expected


def test_a_field_comes_below_the_comment_that_shows_it() -> None:
    text = Rules.load("basic").toml()
    shown = next(line for line in text.splitlines() if line.startswith("# wild = 2"))
    with_wild = text.replace(shown, f"{shown}\nwild = 3")
    assert changed(text, ["put", ["wild"], "3"]) == with_wild
    assert changed(with_wild, ["remove", ["wild"]]) == text


def test_another_key_stands_where_the_old_one_stood() -> None:
    assert changed(ODD, ["rename", ["score", "aaa"], "aabb"]) == ODD.replace("'aaa'", "aabb")
    strange = changed(ODD, ["rename", ["score", "1"], ""])
    assert tomllib.loads(strange[1:])["score"][""] == 100


@pytest.mark.parametrize("text", ["", "# mine", 'name = "x"', "[score]\n1 = 100"])
def test_a_field_is_put_into_a_text_with_next_to_nothing(text: str) -> None:
    steps = [["put", ["dice"], "5"], ["put", ["score", "5"], "50"]]
    found = changed(text, *steps)
    before = tomllib.loads(text)
    score = before.get("score", {}) | {"5": 50}
    assert tomllib.loads(found) == before | {"dice": 5, "score": score}
    assert all(line in found.splitlines() for line in text.splitlines())


def test_every_preset_is_read_and_put_back_as_it_is() -> None:
    texts = [Rules.load(name).toml() for name in preset_names()]
    assert read(*texts) == [tomllib.loads(text) for text in texts]
    assert all_put_back(texts) == texts


def all_put_back(texts: list[str]) -> Any:
    """The texts after each of their entries was changed, and then written as it was."""
    script = """
    const putBack = (text) => (now, { path, value }) => {
      const other = edit.put(now, path, "12345");
      if (other === now) throw new Error(`nothing has changed at ${path}`);
      return edit.put(other, path, text.slice(...value));
    };
    const all = given.map((text) => toml.scan(text).entries.reduce(putBack(text), text));
    console.log(JSON.stringify(all));
    """
    return javascript(script, texts, toml="rules/form/toml.js", edit="rules/form/edit.js")


def test_random_files_lose_one_entry_after_the_other_and_nothing_else(long_run: bool) -> None:
    draw = random.Random(7)
    cases: list[tuple[str, list[list[Any]]]] = []
    expected = []
    for table in some_tables(200 if long_run else 25):
        text, spoken = disordered(table, draw)
        wanted = tomllib.loads(text)
        assert wanted == table
        steps: list[list[Any]] = []
        for path in draw.sample(spoken, len(spoken) // 2):
            steps.append(["remove", path])
            home = wanted if len(path) == 1 else wanted[path[0]]
            home.pop(path[-1], None)
        cases.append((text, steps))
        expected.append((wanted, [line for line in text.splitlines() if line.startswith("#")]))
    texts = [text for text, _ in cases]
    assert read(*texts) == [tomllib.loads(text) for text in texts]
    assert all_put_back(texts) == texts
    found = javascript(CHANGE, cases, edit="rules/form/edit.js")
    for text, (wanted, comments) in zip(found, expected, strict=True):
        assert tomllib.loads(text) == wanted
        assert [line for line in text.splitlines() if line.startswith("#")] == comments
