"""The TOML form of rules: from text to `Rules` with every mistake at its line, and back."""

import re
from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct

from hotdice.rules.patterns import NONE
from hotdice.rules.rules import NO_AIM, Rules
from hotdice.texts import HotDiceError, say

EXAMPLES = {  # of fields that are mostly not there
    "rounds": "10",
    "confirm": '"aaa"',
    "wild": "2",
    "weights": "[1, 1, 1, 1, 1, 3]",
    "penalty": "{ farkles = 3, points = 500, floor = 0 }",
}
WIDTH = 28  # of what stands before a comment
PART = r"""(?:[\w-]+|"[^"]*"|'[^']*')"""
PATH = rf"({PART}(?:\s*\.\s*{PART})*)"
TABLE = re.compile(rf"\s*\[+\s*{PATH}\s*\]")
KEY = re.compile(rf"\s*{PATH}\s*=")
LONG_TEXT = re.compile(r'("""|\'\'\').*?\1', re.DOTALL)
PLACE = re.compile(r"(.*) \(at (?:line (\d+), column (\d+)|end of document)\)", re.DOTALL)


class Mistake(Struct, frozen=True):
    """One mistake: where it stands, its line if it is in a file, and what was found.

    `field` is the path of the field that it is about, such as `score.111`, if it is about one.
    """

    source: str
    line: int | None
    code: str
    data: dict[str, Any]
    field: str | None = None

    def __str__(self) -> str:
        return at(self.source, self.line, say(self.code, **self.data))


def at(source: str, line: int | None, sentence: str) -> str:
    """A sentence with the place it is about."""
    place = source or '""'
    return f"{place}: {sentence}" if line is None else f"{place}:{line}: {sentence}"


class RulesError(HotDiceError):
    """A rules file, a name or a change that is not rules; `.mistakes` has all of them."""

    def __init__(self, *mistakes: Mistake) -> None:
        super().__init__(mistakes[0].code, **mistakes[0].data)
        self.mistakes = mistakes

    def __str__(self) -> str:
        return "\n".join(map(str, self.mistakes))


def parse(text: str, source: str) -> Rules:
    """Rules from the text of a file; all mistakes of it together in one error."""
    return build(decode(text, source), source, key_lines(text))


def decode(text: str, source: str) -> dict[str, Any]:
    """The plain table that a text holds, before anything in it is checked."""
    import tomllib

    try:
        return tomllib.loads(text.removeprefix("\ufeff"))
    except tomllib.TOMLDecodeError as error:
        raise RulesError(_syntax(str(error), text, source)) from None
    except (ValueError, RecursionError):  # a number of thousands of digits, brackets without end
        raise RulesError(Mistake(source, None, "toml/huge", {})) from None


def build(table: Mapping[str, Any], source: str, lines: Mapping[str, int] | None = None) -> Rules:
    """Rules from a plain table, if it has no mistakes."""
    check(table, source, lines)
    return trusted(table)


def check(table: Mapping[str, Any], source: str, lines: Mapping[str, int] | None = None) -> None:
    """Raise all mistakes of a table together, each with the line that its field stands on."""
    from hotdice.rules.check import problems

    found = [
        Mistake(source, _line(lines, problem.field), problem.code, problem.data, problem.field)
        for problem in problems(table)
    ]
    if found:
        raise RulesError(*sorted(found, key=lambda mistake: mistake.line or 0))


def trusted(table: Mapping[str, Any]) -> Rules:
    """Rules from a table that was checked before: a preset's, or one just gone through."""
    return msgspec.convert(table, Rules)


def write(rules: Rules) -> str:
    """The text of a rules file with a comment on every field."""
    fields = msgspec.structs.asdict(rules) | {"name": plain_name(rules.name)}
    replaced = NO_AIM if rules.rounds else ()
    for field in ("patterns", "decided_rolls", *replaced):
        del fields[field]
    lines = [say("form.heading"), ""]
    lines += [_line_of(field, value) for field, value in fields.items()]
    lines += ["", *_table("score", rules.patterns)]
    if NONE not in rules.patterns:
        lines.append(f"# {NONE} = 500".ljust(WIDTH) + _comment("none"))
    if rules.decided_rolls:
        lines += ["", *_table("rolls", rules.decided_rolls)]
    return "\n".join(lines) + "\n"


def plain_name(words: str) -> str:
    """Words as the name of a rules file.

    >>> plain_name("greed+target=5000"), plain_name("Our House!")
    ('greed-target-5000', 'our-house')
    """
    return re.sub(r"[^a-z0-9]+", "-", words.lower())[:60].strip("-") or "my-rules"


def _line_of(field: str, value: object) -> str:
    """The line of a field; one that is not there is shown as a comment."""
    written = f"# {field} = {EXAMPLES[field]}" if value is None else f"{field} = {_value(value)}"
    return written.ljust(WIDTH) + _comment(field)


def _table(name: str, entries: Mapping[str, Any]) -> list[str]:
    heading = f"[{name}]".ljust(WIDTH) + _comment(name)
    return [heading, *(f"{pattern} = {_value(value)}" for pattern, value in entries.items())]


def _comment(field: str) -> str:
    return f"  # {say(f'form.{field}')}"


def _value(value: object) -> str:
    if isinstance(value, Struct):
        parts = msgspec.structs.asdict(value).items()
        return "{ " + ", ".join(f"{k} = {v}" for k, v in parts if v is not None) + " }"
    return msgspec.json.encode(value).decode()


def _syntax(message: str, text: str, source: str) -> Mistake:
    place = PLACE.fullmatch(message)
    reason = (place[1] if place else message).lower()
    number = int(place[2]) if place and place[2] else text.count("\n") + 1
    lines = text.splitlines()
    found = lines[number - 1].strip() if number <= len(lines) else ""
    return Mistake(source, number, "toml/syntax", {"reason": reason, "found": found})


def key_lines(text: str) -> dict[str, int]:
    """The line on which each table and each key stands."""
    lines: dict[str, int] = {}
    table = ""
    for number, line in enumerate(LONG_TEXT.sub(_only_lines, text).split("\n"), 1):
        if header := TABLE.match(line):
            table = _plain(header[1]) + "."
            lines.setdefault(_plain(header[1]), number)
        elif key := KEY.match(line):
            lines.setdefault(table + _plain(key[1]), number)
    return lines


def _only_lines(text: re.Match[str]) -> str:
    return '""' + "\n" * text[0].count("\n")


def _plain(path: str) -> str:
    return ".".join(part.strip("\"'") for part in re.findall(PART, path))


def _line(lines: Mapping[str, int] | None, field: str) -> int | None:
    """The line of a field, of the table around it, or the first line if it is missing."""
    if lines is None:
        return None
    return lines.get(field) or lines.get(field.partition(".")[0]) or 1
