"""The command `hotdice`: runs a subcommand; user errors become one line and exit code 2."""

import os
import sys
from io import TextIOWrapper
from typing import NoReturn

from cyclopts import App, CycloptsError

from hotdice import RulesError, __version__
from hotdice.cli.help import Help
from hotdice.cli.language import after_language
from hotdice.texts import HotDiceError, say

VERBS = (
    "play",
    "history",
    "replay",
    "review",
    "verify",
    "rules",
    "score",
    "odds",
    "advise",
    "solve",
    "simulate",
    "tournament",
    "serve",
    "backup",
    "restore",
)  # as the help lists them
MODULES = {"restore": "backup"}  # where a command does not have a module of its own
app = App(
    name="hotdice",
    help="help.hotdice",
    help_format="plaintext",
    help_formatter=Help(),
    version=__version__,
    version_flags=["--version", "-V"],
    result_action="return_value",
)
for place, verb in enumerate(VERBS):
    module = MODULES.get(verb, verb)
    app.command(f"hotdice.cli.{module}:{verb}", name=verb, help=f"help.{verb}", sort_key=place)


def main() -> None:
    """Run one command."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # the terminal's encoding may lack some letters
            stream.reconfigure(errors="replace")
    words = sys.argv[1:]
    try:
        words = _normalized(after_language(words))
        app.help_epilogue = say("help.epilogue")
        _run(words)
        if sys.stdout is not None:
            sys.stdout.flush()
    except CycloptsError as error:
        from hotdice.cli.mistakes import mistake

        _fail(str(mistake(error)))
    except RulesError as error:
        _fail(*_by_line(error))
    except HotDiceError as error:
        _fail(str(error))
    except ImportError as error:
        from hotdice.cli.extras import missing

        _fail(missing(error, words[0]))
    except BrokenPipeError:  # the reader of the output has closed it
        _discard_output()
    except OSError as error:
        from hotdice.rules.files import reason

        _discard_output()
        _fail(say("cli.output", reason=reason(error)))


def _normalized(words: list[str]) -> list[str]:
    """The arguments with `help` and `version` as options, and `play` as the default.

    >>> _normalized([]), _normalized(["help", "play"]), _normalized(["version"])
    (['play'], ['play', '--help'], ['--version'])
    """
    match words:
        case []:
            return ["play"]
        case ["help", "help" | "version"] | ["help" | "version", "--help" | "-h"]:
            return ["--help"]
        case ["help", *rest]:
            return [*rest, "--help"]
        case ["version"]:
            return ["--version"]
        case ["version", *rest]:
            raise HotDiceError("words/many", words=" ".join(rest), command="hotdice version")
    return words


def _run(words: list[str]) -> None:
    try:
        app(words, exit_on_error=False, print_error=False)
    except SystemExit as ended:
        if isinstance(ended.__context__, BrokenPipeError):  # rich would end with exit code 1
            raise ended.__context__ from None
        raise


def _by_line(error: RulesError) -> list[str]:
    """The mistakes of a file one by one; those of arguments in one line."""
    mistakes = [str(mistake) for mistake in error.mistakes]
    return mistakes if error.mistakes[0].line is not None else ["; ".join(mistakes)]


def _fail(*messages: str) -> NoReturn:
    for message in messages:
        print(say("cli.error", message=" ".join(message.split())), file=sys.stderr)
    sys.exit(2)


def _discard_output() -> None:
    """Redirect the output to nowhere, so that Python does not fail to flush it at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
