"""Single changes of rules, and the names that carry them: `greed+target=5000`."""

import copy
import tomllib
from collections.abc import Iterable, Mapping
from typing import Any

from hotdice.rules.check import FIELDS, LONGEST, USUAL
from hotdice.rules.form import Mistake, RulesError
from hotdice.rules.rules import NO_AIM
from hotdice.rules.whole import whole

TABLES = ("score", "rolls", "penalty")
ABSENT = (  # fields that can be removed
    "title", "score", "rolls", "penalty", "wild", "weights", "rounds", "confirm",
)  # fmt: skip
Change = tuple[str, Any]


def split(name: str) -> tuple[str, list[Change]]:
    """A name and the changes it carries.

    >>> split("greed+target=5000+score.aaa=100a+50")
    ('greed', [('target', 5000), ('score.aaa', '100a+50')])
    """
    words: list[str] = []
    for word in name.split("+"):
        if words and "=" not in word:
            words[-1] += "+" + word
        else:
            words.append(word)
    return words[0], [read(word) for word in words[1:]]


def read(word: str) -> Change:
    """One change as typed: `field=value`; an empty value removes an optional field."""
    path, equals, value = word.partition("=")
    if not equals or not path:
        raise RulesError(Mistake(word, None, "change/form", {}))
    return path, (value or None) if path == "title" else _value(value)


def flat(changes: Mapping[str, Any]) -> list[Change]:
    """Changes given as keywords, with `score={"aaa": 300}` as one change for each entry."""
    found: list[Change] = []
    for path, value in changes.items():
        if path in ("score", "rolls") and isinstance(value, Mapping):
            found += [(f"{path}.{key}", _plain(inner)) for key, inner in value.items()]
        else:
            found.append((path, _plain(value)))
    return found


def _plain(value: Any) -> Any:
    """A value as a rules file would have it, with whole numbers of any kind as plain ones."""
    if isinstance(value, Mapping):
        return {key: _plain(inner) for key, inner in value.items()}
    number = whole(value)
    return value if number is None else number


def apply(table: Mapping[str, Any], changes: Iterable[Change]) -> dict[str, Any]:
    """The changed table; its name says what was changed."""
    listed = list(changes)
    begin = dict(table)
    if any(path == "rounds" and value is not None for path, value in listed):
        begin = {field: value for field, value in table.items() if field not in NO_AIM}
    changed = copy.deepcopy(begin)
    for path, value in listed:
        _set(changed, path, value)
    changed["name"] = "+".join([table["name"], *_differences(begin, changed)])
    return changed


def _set(table: dict[str, Any], path: str, value: Any) -> None:
    outer, dot, inner = path.partition(".")
    if path == "name":
        raise RulesError(Mistake(f"name={value}", None, "change/name", {}))
    if dot and outer in TABLES:
        home, key = table.setdefault(outer, {}), inner
        if not isinstance(home, dict):
            raise RulesError(Mistake(f"{path}={value}", None, "change/table", {"table": outer}))
    else:
        home, key = table, path
    if value is None:
        if path in FIELDS and path not in ABSENT:
            data = {"field": path, "usual": str(USUAL[path])}
            raise RulesError(Mistake(f"{path}=", None, "change/value", data))
        if key not in home and path not in FIELDS:
            raise RulesError(Mistake(f"{path}=", None, "change/absent", {"field": path}))
        home.pop(key, None)
    elif isinstance(value, Mapping):
        home[key] = {inner: found for inner, found in value.items() if found is not None}
    else:
        home[key] = value


def _differences(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    """What the name must say, in the order of the fields."""
    paths = sorted(_differing(before, after), key=_order)
    return [f"{path}={_text(_get(after, path))}" for path in paths]


def _differing(before: Mapping[str, Any], after: Mapping[str, Any]) -> set[str]:
    paths = set()
    for field in {*before, *after} - {"name", "title"}:
        usual = USUAL.get(field)
        was, now = before.get(field, usual), after.get(field, usual)
        if field in TABLES and isinstance(now, Mapping):
            inner = {*(was or {}), *now}
            paths |= {f"{field}.{key}" for key in inner if (was or {}).get(key) != now.get(key)}
        elif was != now:
            paths.add(field)
    return paths


def _order(path: str) -> tuple[int, str]:
    field = path.partition(".")[0]
    return (FIELDS.index(field) if field in FIELDS else len(FIELDS), path)


def _get(table: Mapping[str, Any], path: str) -> Any:
    outer, dot, inner = path.partition(".")
    return table.get(outer, {}).get(inner) if dot and outer in TABLES else table.get(path)


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (list, tuple)):
        return ",".join(map(str, value))
    return "" if value is None else str(value)


def _value(text: str) -> Any:
    if not text:
        return None
    if text in ("true", "false"):
        return text == "true"
    if text.startswith("{"):
        return _inline(text)
    if "," in text:
        return [_value(part) for part in text.split(",")]
    digits = text.removeprefix("-")
    number = digits.isascii() and digits.isdigit() and len(digits) <= LONGEST
    return int(text) if number else text


def _inline(text: str) -> Any:
    """A table as a rules file has it, or the text itself if it is not one."""
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text
