"""Where rules are read from: the presets of the package, and people's own files."""

import os
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from typing import Any

from hotdice.rules.form import Mistake, RulesError, check, decode, key_lines, trusted
from hotdice.rules.rules import Rules
from hotdice.texts.near import near

MOST_LETTERS = 1_000_000
PRESETS = os.path.join(os.path.dirname(__file__), "presets")


def preset_names() -> list[str]:
    """The names of the rules that ship with the package."""
    return sorted(name.removesuffix(".toml") for name in os.listdir(PRESETS))


def load(source: "str | os.PathLike[str]", changes: Mapping[str, Any]) -> Rules:
    """Rules by name or from a file, with single changes."""
    name = os.fspath(source)
    if not changes and "+" not in name and not _is_path(name):
        return _preset(name)
    from hotdice.rules.changes import apply, flat, split

    base, carried = split(name)
    table = _own_table(base) if _is_path(base) else _preset_table(base)
    changed = apply(table, [*carried, *flat(changes)])
    check(changed | {"name": table["name"]}, changed["name"])
    return trusted(changed)


def read(path: str) -> str:
    """The text of a rules file."""
    try:
        with open(path, encoding="utf-8") as file:
            text = file.read(MOST_LETTERS + 1)
    except FileNotFoundError:
        raise RulesError(Mistake(path, None, "file/missing", {})) from None
    except UnicodeDecodeError:
        raise RulesError(Mistake(path, None, "file/not-text", {})) from None
    except OSError as error:
        data = {"reason": reason(error)}
        raise RulesError(Mistake(path, None, "file/unreadable", data)) from None
    if len(text) > MOST_LETTERS:
        raise RulesError(Mistake(path, None, "file/large", {"most": MOST_LETTERS}))
    return text


def reason(error: OSError) -> str:
    """The operating system's reason for an error."""
    number = error.errno or 0
    if number < 0 and error.strerror:  # a host name that cannot be resolved has a number of its own
        return error.strerror.lower()
    return os.strerror(number).lower()


def write_new(path: str, data: bytes) -> None:
    """Create a file, completely or not at all; an existing one is never touched."""
    part = f"{path}.{os.getpid()}.part"
    with open(part, "xb") as file:
        try:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
            os.link(part, path)
        finally:
            os.unlink(part)
    folder = os.open(os.path.dirname(path) or ".", os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def write_over(path: str, data: bytes) -> None:
    """Write a file completely, replacing whatever was there."""
    part = f"{path}.{os.getpid()}.part"
    try:
        with open(part, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)
    finally:
        with suppress(OSError):
            os.unlink(part)


def write_rules(path: str, rules: Rules) -> None:
    """Write a new rules file."""
    try:
        write_new(path, rules.toml().encode())
    except FileExistsError:
        raise RulesError(Mistake(path, None, "file/exists", {})) from None
    except OSError as error:
        data = {"reason": reason(error)}
        raise RulesError(Mistake(path, None, "file/unwritable", data)) from None


def _is_path(name: str) -> bool:
    return name.endswith(".toml") or "/" in name or os.sep in name


def _own_table(path: str) -> dict[str, Any]:
    text = read(path)
    table = decode(text, path)
    check(table, path, key_lines(text))
    return table


@cache
def _preset_table(name: str) -> dict[str, Any]:
    if name not in preset_names():
        meant = near(name, preset_names(), 0.5)
        data = {"presets": preset_names(), "near": meant}
        code = "rules/unknown.near" if meant else "rules/unknown"
        raise RulesError(Mistake(name or '""', None, code, data))
    with open(os.path.join(PRESETS, f"{name}.toml"), encoding="utf-8") as file:
        return decode(file.read(), name)


@cache
def _preset(name: str) -> Rules:
    return trusted(_preset_table(name))
