"""The rules that are offered: the presets, the rules files of this folder, and what was typed."""

import os
import re
from contextlib import suppress

from msgspec import Struct

from hotdice.rules import Rules, RulesError
from hotdice.rules.files import preset_names, read
from hotdice.texts import say

MOST_FILES = 40  # a folder with more is no place to look through; a path can be typed
SCORES = re.compile(r"^\s*\[?\s*score\b", re.MULTILINE)


class RulesEntry(Struct, frozen=True):
    """Rules by what `Rules.load` takes; a file is read again each time, for it may be mended.

    Those of a game that was `played` are at hand.
    """

    source: str
    played: Rules | None = None

    def rules(self) -> Rules:
        """The rules, or a `RulesError` with every mistake."""
        return self.played or Rules.load(self.source)

    def same(self, other: "RulesEntry") -> bool:
        """Whether two offers are one: by their source, or by rules that are at hand."""
        if self.lasting() == other.lasting():
            return True
        with suppress(RulesError):
            return self.played is not None and self.rules() == other.rules()
        return False

    def lines(self) -> tuple[str, str]:
        """What the list says: a title, then dice and target, or how many mistakes there are."""
        name = os.path.basename(self.source)
        try:
            rules = self.rules()
        except RulesError as error:
            return name, say("app.menu.mistakes", count=len(error.mistakes))
        facts = f"{say('dice', count=rules.dice)}, {say('sheet.to', target=rules.target)}"
        return rules.title, facts if self.source in preset_names() else f"{facts} · {name}"

    def lasting(self) -> str:
        """The same for any folder: a file by its whole path."""
        base, plus, changes = self.source.partition("+")
        is_file = base.endswith(".toml") or os.sep in base
        return f"{os.path.abspath(base)}{plus}{changes}" if is_file else self.source


def offers(folder: str = ".") -> list[RulesEntry]:
    """The presets, the usual one first, and the rules files of a folder."""
    presets = sorted(preset_names(), key=lambda name: (name != "basic", name))
    return [RulesEntry(name) for name in (*presets, *_files(folder))]


def _files(folder: str) -> list[str]:
    """The files that mean to be rules, also with mistakes: they have a score table."""
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
