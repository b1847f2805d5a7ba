"""What a helper process works out about a game: its review, from values that are at hand.

Lines of JSON come in and go out. Run by `reviewer` as `python -m hotdice.server.review.worker`.
"""

import gzip
import os
import resource
import sys

import msgspec
from msgspec import Struct

from hotdice.game.record import parse
from hotdice.texts import speaking

MOST_MEMORY = 1 << 30


class Question(Struct, frozen=True):
    """The text of a record, what everybody is called, and the language to explain it in."""

    record: str
    names: list[str]
    language: str


class Answer(Struct, frozen=True):
    """The report as JSON, packed by gzip; None where nobody knows the best play."""

    packed: bytes | None


def answer(question: Question) -> Answer:
    """Review one game."""
    from hotdice.review.account import review
    from hotdice.review.report import report
    from hotdice.solver.storage.lookup import values_at_hand

    record = parse(question.record.encode())
    values = values_at_hand(record.start.rules, len(record.seats))
    if values is None:
        return Answer(None)
    with speaking(question.language):
        found = report(review(record, values), question.names)
    return Answer(gzip.compress(msgspec.json.encode(found), 6, mtime=0))


def main() -> None:
    """Answer line by line until the parent is gone."""
    os.nice(10)  # games come first
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    decoder = msgspec.json.Decoder(Question)
    for line in sys.stdin.buffer:
        found = answer(decoder.decode(line))
        sys.stdout.buffer.write(msgspec.json.encode(found) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
