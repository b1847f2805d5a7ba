"""`hotdice rules`: the presets, one rule sheet, a check of your own file, a new file."""

from pathlib import Path
from shlex import quote
from typing import Annotated, Any

from cyclopts import App, Parameter
from msgspec.structs import replace

from hotdice.cli.options import Json, Set, load
from hotdice.cli.out import print_json
from hotdice.rules import Mistake, Rules, RulesError
from hotdice.rules.check import idle
from hotdice.rules.files import preset_names, write_rules
from hotdice.rules.form import plain_name
from hotdice.rules.outdone import outdone
from hotdice.rules.sheet import describe, one_line
from hotdice.texts import say

rules = App(name="rules", help="help.rules")


@rules.command(name="list", help="help.rules.list")
def list_rules(*, json: Json = False) -> None:
    """List the rules that ship with Hot Dice."""
    presets = [Rules.load(name) for name in preset_names()]
    if json:
        print_json({"rules": [_listed(preset) for preset in presets]})
        return
    for preset in presets:
        print(one_line(preset))


@rules.command(help="help.rules.show")
def show(
    name: Annotated[str, Parameter(help="help.rules-name")] = "basic",
    /,
    *,
    changes: Set = [],
    markdown: Annotated[bool, Parameter(negative="", help="help.rules.markdown")] = False,
    json: Json = False,
) -> None:
    """Print one rule sheet."""
    chosen = load(name, changes)
    if json:
        sheet = chosen.sheet(markdown)
        print_json({"rules": chosen.table(), "digest": chosen.digest, "sheet": sheet})
    else:
        print(chosen.sheet(markdown), end="")


@rules.command(help="help.rules.check")
def check(
    file: Annotated[str, Parameter(help="help.rules.file")],
    /,
    *,
    json: Json = False,
) -> None:
    """Check a rules file; every mistake is printed with its line."""
    path = file if "/" in file or file.endswith(".toml") else f"./{file}"
    try:
        chosen = Rules.load(path)
    except RulesError as error:
        if json:
            mistakes = [_mistake(mistake) for mistake in error.mistakes]
            print_json({"file": file, "fine": False, "mistakes": mistakes})
        raise
    notes = _notes(chosen, file)
    if json:
        digest = chosen.digest
        found = {"file": file, "fine": True, "name": chosen.name, "digest": digest, "notes": notes}
        print_json(found)
        return
    print(say("cli.rules-fine", source=file, name=chosen.name))
    for note in notes:
        print(note)


@rules.command(help="help.rules.new")
def new(
    file: Annotated[str, Parameter(help="help.rules.new-file")],
    /,
    *,
    source: Annotated[str, Parameter(name="--rules", help="help.rules.source")] = "basic",
    changes: Set = [],
) -> None:
    """Write a new rules file with a comment on every field, to be edited."""
    stem = "".join(letter if letter.isprintable() else " " for letter in Path(file).stem)
    write_rules(file, replace(load(source, changes), name=plain_name(stem), title=stem))
    print(say("cli.rules-written", path=file, word=quote(file)))


def _listed(preset: Rules) -> dict[str, Any]:
    """Rules in short; a game of so many rounds has no target."""
    return {
        "name": preset.name,
        "title": preset.title,
        "dice": preset.dice,
        "target": None if preset.rounds else preset.target,
        "rounds": preset.rounds,
        "entry": preset.entry,
        "digest": preset.digest,
    }


def _mistake(mistake: Mistake) -> dict[str, Any]:
    return {
        "line": mistake.line,
        "code": mistake.code,
        "message": say(mistake.code, **mistake.data),
    }


def _notes(chosen: Rules, source: str) -> list[str]:
    notes = [
        say("cli.rules-idle", source=source, pattern=pattern, dice=chosen.dice)
        for pattern in idle(chosen)
    ]
    for pattern, points, rival in outdone(chosen):
        told = {"pattern": pattern, "points": points, "rival": rival, "dice": describe(pattern)}
        notes.append(say("cli.rules-outdone", source=source, **told))
    if chosen.name in preset_names() and chosen != Rules.load(chosen.name):
        notes.append(say("cli.rules-preset", source=source, name=chosen.name))
    return notes
