"""The key moments of a game as lines, if its rules are solved."""

from collections.abc import Sequence
from importlib.util import find_spec

from hotdice.bots import is_bot
from hotdice.game.record import Record
from hotdice.terminal.text.wrapping import wrapped
from hotdice.texts import HotDiceError, say

MOST_SEATS = 4  # more would take longer than a second or two


def key_moments(record: Record, names: Sequence[str]) -> list[str]:
    """A heading and a sentence for each; nothing if the rules would have to be solved first."""
    most = 2 if all(map(is_bot, record.seats)) else MOST_SEATS
    if len(record.seats) > most or find_spec("numpy") is None:
        return []
    from hotdice.review import key_moments as largest
    from hotdice.review import moment_sentence, review
    from hotdice.solver.storage.lookup import values_at_hand

    values = values_at_hand(record.start.rules, len(record.seats))
    if values is None:
        return []
    try:
        found = review(record, values)
    except (HotDiceError, KeyboardInterrupt):  # totals outside the solution, or Ctrl-C
        return []
    told = (moment_sentence(change, found, names) for change in largest(found))
    sentences = [line for sentence in told for line in wrapped(sentence, "  ")]
    return [say("moment.title"), "", *sentences] if sentences else []
