"""Errors of the command line as one sentence each, without importing the commands."""

import shlex
from collections.abc import Iterable
from typing import Any, Literal, get_args, get_origin

from cyclopts import (
    App,
    CoercionError,
    CycloptsError,
    MissingArgumentError,
    RepeatArgumentError,
    UnknownCommandError,
    UnknownOptionError,
    UnusedCliTokensError,
)
from cyclopts.argument import Argument

from hotdice.cli.language import OPTION
from hotdice.cli.option_names import owners
from hotdice.texts import HotDiceError, listed
from hotdice.texts.near import near

KINDS = {int: "whole", float: "number"}
EVERYWHERE = ("--help", "--version", OPTION)
ALSO = ("help", "version")  # understood like commands


def mistake(error: CycloptsError) -> HotDiceError:
    """What was wrong with the arguments, and what would be right."""
    command = " ".join(("hotdice", *(error.command_chain or ())))
    match error:
        case UnknownCommandError(unused_tokens=[str(word), *_]):
            return _no_command(word, command, error.app)
        case UnknownOptionError():
            word = error.token.keyword or error.token.value
            options = [name for each in error.argument_collection for name in each.names]
            return _like("option/unknown", word, [*options, *EVERYWHERE], command)
        case UnusedCliTokensError(unused_tokens=[*words]):
            return HotDiceError("words/many", words=shlex.join(words), command=command)
        case CoercionError(token=token) if token is not None:
            name = token.keyword or _name(error.argument)
            return _no_value(name, token.value, error.target_type)
        case RepeatArgumentError():
            return HotDiceError("option/twice", option=error.token.keyword)
        case MissingArgumentError(argument=Argument() as argument):
            name = error.keyword or _name(argument)
            code = "option/value" if name.startswith("-") else "words/missing"
            return HotDiceError(code, name=name, command=command)
    typed = shlex.join(error.root_input_tokens or ())
    return HotDiceError("words/unclear", words=typed, command=command)


def _no_command(word: str, command: str, app: App | None) -> HotDiceError:
    if word.startswith("-"):
        return _no_option(word, command)
    known = [name for name in app or () if not name.startswith("-")]
    others = ALSO if command == "hotdice" else ()
    return _like("command/unknown", word, [*known, *others], command)


def _no_option(word: str, command: str) -> HotDiceError:
    """An option before the command: one of a subcommand, or unknown."""
    name, known = word.partition("=")[0], owners(command)
    if name in known:
        return HotDiceError("option/early", option=word, command=known[name])
    return _like("option/none", name, [*EVERYWHERE, *known], command)


def _like(code: str, word: str, known: Iterable[str], command: str) -> HotDiceError:
    """An error with the closest known name, if there is one."""
    meant = near(word, known)
    if meant is None:
        return HotDiceError(code, word=word or '""', command=command)
    return HotDiceError(f"{code}.near", word=word, near=meant, command=command)


def _no_value(name: str, value: str, wanted: Any) -> HotDiceError:
    if get_origin(wanted) is Literal:
        choices = listed([str(choice) for choice in get_args(wanted)])
        return HotDiceError("value/choice", name=name, value=value, choices=choices)
    if wanted is bool:
        return HotDiceError("value/flag", name=name, value=value)
    return HotDiceError(f"value/{KINDS[wanted]}", name=name, value=value or '""')


def _name(argument: Argument | None) -> str:
    """The name of an option, or of an argument as in the help."""
    if argument is None:
        return ""
    return argument.name if argument.name.startswith("-") else argument.name.upper()
