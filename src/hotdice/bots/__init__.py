"""The bots, and who sits where. A bot sees the state and never the dice to come.

`make` returns a player for one game by the bot's name; `open_bot` opens a bot for many games, as a
`Source` of players. `Guarded` reports what a bot of your own does wrong as a `BotFailure`. Programs
read what `question_line` writes and answer what `read_answer` understands. `read_seats`, `names`,
`is_bot` and `bot_name` are about seats as people type them. See `docs/bots.md`. Whatever is not
listed in `__all__` may move.
"""

from typing import TYPE_CHECKING

from hotdice.lazy import lazy_exports

if TYPE_CHECKING:
    from hotdice.bots.catalogue import make, open_bot
    from hotdice.bots.failure import BotFailure, Guarded
    from hotdice.bots.seats import bot_name, is_bot, names, read_seats
    from hotdice.bots.source import Source
    from hotdice.bots.wire import question_line, read_answer

__all__ = [
    "BotFailure",
    "Guarded",
    "Source",
    "bot_name",
    "is_bot",
    "make",
    "names",
    "open_bot",
    "question_line",
    "read_answer",
    "read_seats",
]

if not TYPE_CHECKING:  # a type checker would accept any name
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "hotdice.bots.catalogue": ("make", "open_bot"),
            "hotdice.bots.failure": ("BotFailure", "Guarded"),
            "hotdice.bots.seats": ("bot_name", "is_bot", "names", "read_seats"),
            "hotdice.bots.source": ("Source",),
            "hotdice.bots.wire": ("question_line", "read_answer"),
        },
    )
