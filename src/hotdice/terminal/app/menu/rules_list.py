"""The entries of the rules list: presets, rules files of this folder, and typed rules."""

import os
import re
from contextlib import suppress

from msgspec import Struct

from hotdice.rules import Rules, RulesError
from hotdice.rules.files import preset_names, read
from hotdice.rules.sheet import aim
from hotdice.texts import say

MOST_FILES = 40  # of a folder that are listed; others can be typed
SCORES = re.compile(r"^\s*\[?\s*score\b", re.MULTILINE)


class RulesEntry(Struct, frozen=True):
    """Rules by their source, as `Rules.load` takes it; a file is read again each time.

    `played` has the rules of the last game, which need not be loaded.
    """

    source: str
    played: Rules | None = None

    def rules(self) -> Rules:
        """The rules, or a `RulesError` with every mistake."""
        return self.played or Rules.load(self.source)

    def same(self, other: "RulesEntry") -> bool:
        """Whether two entries are equal, by source or by the rules played."""
        if self.absolute_source() == other.absolute_source():
            return True
        with suppress(RulesError):
            return self.played is not None and self.rules() == other.rules()
        return False

    def lines(self) -> tuple[str, str]:
        """The title, and dice and target or the number of mistakes."""
        name = os.path.basename(self.source)
        try:
            rules = self.rules()
        except RulesError as error:
            return name, say("app.menu.mistakes", count=len(error.mistakes))
        facts = f"{say('dice', count=rules.dice)}, {aim(rules)}"
        return rules.title, facts if self.source in preset_names() else f"{facts} · {name}"

    def absolute_source(self) -> str:
        """The source, with the absolute path of a file."""
        base, plus, changes = self.source.partition("+")
        is_file = base.endswith(".toml") or os.sep in base
        return f"{os.path.abspath(base)}{plus}{changes}" if is_file else self.source


def rules_entries(folder: str = ".") -> list[RulesEntry]:
    """The presets, `basic` first, and the rules files of a folder."""
    presets = sorted(preset_names(), key=lambda name: (name != "basic", name))
    return [RulesEntry(name) for name in (*presets, *_files(folder))]


def _files(folder: str) -> list[str]:
    """The TOML files with a score table, also those with mistakes."""
    names: list[str] = []
    with suppress(OSError):
        names = sorted(name for name in os.listdir(folder) if name.endswith(".toml"))
    paths = [name if folder == "." else os.path.join(folder, name) for name in names[:MOST_FILES]]
    return [path for path in paths if os.path.isfile(path) and _has_scores(path)]


def _has_scores(path: str) -> bool:
    try:
        return SCORES.search(read(path)) is not None
    except RulesError:
        return False
