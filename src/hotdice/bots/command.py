"""The command of a program that plays: its words, and what people call it. Starts nothing."""

import os
import shlex

from hotdice.texts import HotDiceError

LONGEST = 24
INTERPRETERS = ("bash", "deno", "env", "java", "lua", "node", "perl", "php", "python", "ruby", "sh")


def split_command(command: str) -> list[str]:
    """The words of a command, split as a shell would; nothing else of a shell is supported."""
    try:
        found = shlex.split(command)
    except ValueError:
        found = []
    if not found or not command.isprintable():
        raise HotDiceError("bot/command", name=f"exec:{command}")
    return found


def has_open_quote(command: str) -> bool:
    """Whether a quotation in a command is not closed yet."""
    try:
        shlex.split(command)
    except ValueError:
        return True
    return False


def short_name(command: str) -> str:
    """A short name: that of the program's file, or of what an interpreter runs.

    >>> short_name("./bots/mybot --deep"), short_name("python3 -u deep.py 7")
    ('mybot', 'deep')
    """
    parts = [command] if has_open_quote(command) else shlex.split(command)
    files = [os.path.basename(part) for part in parts if not part.startswith("-")]
    while len(files) > 1 and files[0].rstrip(".0123456789") in INTERPRETERS:
        del files[0]
    return os.path.splitext("".join(files[:1]))[0][:LONGEST] or command[:LONGEST]
