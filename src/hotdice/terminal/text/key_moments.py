"""The key moments of a game as lines, where the chances they rest on are at hand."""

from collections.abc import Sequence
from importlib.util import find_spec

from hotdice.bots import is_bot
from hotdice.game.record import Record
from hotdice.terminal.text.wrapping import wrapped
from hotdice.texts import HotDiceError, say

MOST_SEATS = 4  # the moments of so many take a second or two, those of two players a moment


def key_moments(record: Record, names: Sequence[str]) -> list[str]:
    """A heading and a sentence for each; nothing if somebody would have to wait for them."""
    most = 2 if all(map(is_bot, record.seats)) else MOST_SEATS
    if len(record.seats) > most or find_spec("numpy") is None:
        return []
    from hotdice.review import moment_sentence, moments
    from hotdice.solver.storage.lookup import values_at_hand

    values = values_at_hand(record.start.rules, len(record.seats))
    if values is None:
        return []
    try:
        found = moments(record, values)
    except (HotDiceError, KeyboardInterrupt):  # totals that no solution has, or no time to wait
        return []
    told = (moment_sentence(moment, record, names) for moment in found)
    sentences = [line for sentence in told for line in wrapped(sentence, "  ")]
    return [say("moment.title"), "", *sentences] if sentences else []
