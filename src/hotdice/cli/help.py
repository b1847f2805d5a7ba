"""The help pages: plain text in the current language.

Commands have text keys as their help; they are translated here.
"""

from shutil import get_terminal_size
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from hotdice.texts import say

if TYPE_CHECKING:
    from cyclopts.help import HelpEntry, HelpPanel

WIDEST = 100  # columns; longer lines are hard to read
NARROWEST = 40
MOST_NAMES = 24  # columns for names; the help of a longer one starts on the next line
UNSAID = (None, "False", '""')  # defaults that say nothing
OWN = {"--help": "help.help", "--version": "help.version"}  # options that every command has


class Help:
    """A cyclopts help formatter that prints plain text."""

    def render_usage(self, console: Any, options: Any, usage: Any) -> None:
        """Print the usage line."""
        line = usage.plain.strip()
        for kind in ("COMMAND", "OPTIONS", "ARGS"):
            line = line.replace(kind, say(f"help.usage.{kind}"))
        print(say("help.usage", line=line))

    def render_description(self, console: Any, options: Any, description: Any) -> None:
        """Print what the command does."""
        print("\n" + "\n".join(wrap(say(_key(description)), _width())))

    def __call__(self, console: Any, options: Any, panel: "HelpPanel") -> None:
        """Print the names of options or commands with their help."""
        rows = [(_names(entry), _about(entry)) for entry in panel.entries]
        if not rows:
            return
        column = 2 + min(MOST_NAMES, max(len(names) for names, _ in rows))
        print("\n" + say(f"help.title.{str(panel.title).lower()}"))
        for names, about in rows:
            lines = wrap(about, _width() - column - 2) or [""]
            first = lines.pop(0) if len(names) < column - 1 else ""
            print(f"  {names:<{column}}{first}".rstrip())
            for line in lines:
                print(" " * (column + 2) + line)


def _width() -> int:
    return max(NARROWEST, min(WIDEST, get_terminal_size().columns - 1))


def _key(description: Any) -> str:
    """The key that a command gave as its help."""
    return str(description.primary_renderable.plain).strip()


def _names(entry: "HelpEntry") -> str:
    """The names of an option, and the kind of its value."""
    names = ", ".join(entry.display_labels)
    if entry.positional_label or not entry.metavar:
        return names
    kind = entry.metavar.removesuffix("...")
    return f"{names} {say(f'help.value.{kind}')}"


def _about(entry: "HelpEntry") -> str:
    own = next((OWN[name] for name in entry.names if name in OWN), None)
    parts = [say(own or _key(entry.description))]
    if entry.choices:
        parts.append(say("help.choices", choices=", ".join(entry.choices)))
    if entry.default not in UNSAID:
        parts.append(say("help.default", value=entry.default))
    if entry.required:
        parts.append(say("help.required"))
    return " ".join(parts)
