"""What is said to somebody who leaves a game: where it is, and how to go on with it."""

from shlex import quote

from hotdice.terminal.session.saves import own
from hotdice.texts import say


def farewell(path: str) -> str:
    """How to go on with a saved game; only one that lies where games are kept is offered again.

    >>> print(farewell("my game.jsonl"))
    The game is saved; go on with it by:
    hotdice play --resume 'my game.jsonl'
    """
    if own(path):
        return say("play.saved", path=path)
    return say("play.saved-elsewhere", path=quote(path))
