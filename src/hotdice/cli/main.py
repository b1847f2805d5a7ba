"""The command `hotdice`: finds the verb, and turns every mistake into one line and exit code 2."""

import sys

from cyclopts import App, CycloptsError

from hotdice import __version__
from hotdice.texts import HotDiceError, say

app = App(
    name="hotdice",
    help="Farkle, Greed and every house rule of that family.",
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
    "replay": "Watch a recorded game.",
}.items():
    app.command(f"hotdice.cli.{verb}:{verb}", name=verb, help=help_line)


def main() -> None:
    """Run one command."""
    words = sys.argv[1:] or ["play"]
    try:
        app(words, exit_on_error=False, print_error=False)
    except CycloptsError as error:
        _fail(" ".join(str(error).split()))
    except HotDiceError as error:
        _fail(str(error))
    except ModuleNotFoundError as error:
        from hotdice.cli.extras import missing

        _fail(missing(error, words[0]))
    except BrokenPipeError:
        sys.stderr.close()


def _fail(message: str) -> None:
    for line in message.splitlines():
        print(say("cli.error", message=line), file=sys.stderr)
    sys.exit(2)
