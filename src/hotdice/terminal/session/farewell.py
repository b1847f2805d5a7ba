"""The message for somebody who leaves a game: how to resume it."""

from shlex import quote

from hotdice.terminal.session.saves import in_saves_folder
from hotdice.texts import say


def farewell(path: str) -> str:
    """How to resume a saved game; the menu offers only games in the saves folder.

    >>> print(farewell("my game.jsonl"))
    The game is saved. Resume it with:
    hotdice play --resume 'my game.jsonl'
    """
    if in_saves_folder(path):
        return say("play.saved", path=path)
    return say("play.saved-elsewhere", path=quote(path))
