"""What `--help` shows: plain text, in the language that is spoken.

Commands carry the keys of their sentences as help; they are said here, when somebody asks.
"""

from shutil import get_terminal_size
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from hotdice.texts import say

if TYPE_CHECKING:
    from cyclopts.help import HelpEntry, HelpPanel

WIDEST = 100  # columns; longer lines are hard to read
NARROWEST = 40
MOST_NAMES = 24  # columns of names; what is longer has a line of its own
UNSAID = (None, "False", '""')  # defaults that say nothing
OWN = {"--help": "help.help", "--version": "help.version"}  # options that every command has


class Help:
    """Prints the parts of a help page as cyclopts hands them over."""

    def render_usage(self, console: Any, options: Any, usage: Any) -> None:
        """How the command is called."""
        line = usage.plain.strip()
        for kind in ("COMMAND", "OPTIONS", "ARGS"):
            line = line.replace(kind, say(f"help.usage.{kind}"))
        print(say("help.usage", line=line))

    def render_description(self, console: Any, options: Any, description: Any) -> None:
        """What the command does."""
        print("\n" + "\n".join(wrap(say(_key(description)), _width())))

    def __call__(self, console: Any, options: Any, panel: "HelpPanel") -> None:
        """Names and what they mean, side by side."""
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
    """What is typed, and what kind of value follows it."""
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
