"""`python -m hotdice` is `hotdice`."""

import sys

STOPPED = 130  # the exit code after Ctrl-C


def main() -> None:
    """Run one command; Ctrl-C ends it quietly, even while it is being imported."""
    try:
        from hotdice.cli.main import main as run

        run()
    except KeyboardInterrupt:
        sys.exit(STOPPED)


if __name__ == "__main__":
    main()
