"""`python -m hotdice` is `hotdice`."""

import sys


def main() -> None:
    """Run one command; Ctrl-C ends it quietly, even while it is being imported."""
    try:
        from hotdice.cli.main import main as run

        run()
    except KeyboardInterrupt:
        from hotdice.cli import STOPPED

        sys.exit(STOPPED)
    finally:
        # CPython remembers a Ctrl-C in the middle of exec("...") or eval("..."), which numba and
        # dataclasses use, though it was caught, and would end by SIGINT; the next exec forgets it.
        exec("")


if __name__ == "__main__":
    main()
