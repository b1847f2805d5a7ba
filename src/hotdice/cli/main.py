"""The command `hotdice`: finds the verb, and turns every mistake into one line and exit code 2."""

import os
import sys
from io import TextIOWrapper
from typing import NoReturn

from cyclopts import App, CycloptsError

from hotdice import RulesError, __version__
from hotdice.cli.language import after_language
from hotdice.texts import HotDiceError, say

app = App(
    name="hotdice",
    help="Farkle, Greed and every house rule of that family.",
    help_epilogue="Every command takes --language de or en; otherwise LANG tells the language.",
    version=__version__,
    version_flags=["--version"],
    result_action="return_value",
)
for verb, help_line in {
    "play": "Play a game in the terminal.",
    "rules": "List, show, check and write rules.",
    "score": "Tell what a roll is worth and what may be kept.",
    "odds": "Tell farkle chances, the best expected turn and when to stop.",
    "solve": "Tell winning chances under best play.",
    "advise": "Tell what every choice in a position is worth.",
    "simulate": "Let bots play many games, and count.",
    "tournament": "Let every pair of bots play many games, and rate them.",
    "serve": "Serve games to browsers and bots.",
    "backup": "Copy the games of a server, also while it serves.",
    "restore": "Put the games of such a copy back.",
    "history": "List past games, and what they add up to.",
    "replay": "Watch a recorded game.",
    "verify": "Prove the dice of a recorded game.",
}.items():
    module = "backup" if verb == "restore" else verb
    app.command(f"hotdice.cli.{module}:{verb}", name=verb, help=help_line)


def main() -> None:
    """Run one command."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # an old terminal may not know every letter
            stream.reconfigure(errors="replace")
    words = sys.argv[1:]
    try:
        words = after_language(words) or ["play"]
        _run(words)
        if sys.stdout is not None:
            sys.stdout.flush()
    except CycloptsError as error:
        _fail(str(error))
    except RulesError as error:
        _fail(*_by_line(error))
    except HotDiceError as error:
        _fail(str(error))
    except ImportError as error:
        from hotdice.cli.extras import missing

        _fail(missing(error, words[0]))
    except BrokenPipeError:  # whoever read the output has enough
        _forget_output()
    except OSError as error:
        from hotdice.rules.files import reason

        _forget_output()
        _fail(say("cli.output", reason=reason(error)))


def _run(words: list[str]) -> None:
    try:
        app(words, exit_on_error=False, print_error=False)
    except SystemExit as ended:
        if isinstance(ended.__context__, BrokenPipeError):  # rich would end with exit code 1
            raise ended.__context__ from None
        raise


def _by_line(error: RulesError) -> list[str]:
    """The mistakes of a file one by one; those of words on the command line in one."""
    mistakes = [str(mistake) for mistake in error.mistakes]
    return mistakes if error.mistakes[0].line is not None else ["; ".join(mistakes)]


def _fail(*messages: str) -> NoReturn:
    for message in messages:
        print(say("cli.error", message=" ".join(message.split())), file=sys.stderr)
    sys.exit(2)


def _forget_output() -> None:
    """Nothing more can be printed, and Python must not try when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
