"""The worker process of reviews, from solutions that exist already.

Queries come in and results go out as lines of JSON. Run by `reviewer` as
`python -m hotdice.server.review.worker`.
"""

import gzip

import msgspec
from msgspec import Struct, structs

from hotdice.game.record import parse
from hotdice.server.worker_process import answer_queries
from hotdice.texts import speaking

MAX_MEMORY = 1 << 30


class ReviewQuery(Struct, frozen=True):
    """The text of a record, what everybody is called, and the language to explain it in."""

    record: str
    names: list[str]
    language: str


class ReviewResult(Struct, frozen=True):
    """The report and everybody's skill and luck, as gzipped JSON; empty if best play is unknown."""

    report: bytes = b""
    skill: bytes = b""

    @property
    def size(self) -> int:
        """Its bytes."""
        return len(self.report) + len(self.skill)


def answer(query: ReviewQuery) -> ReviewResult:
    """Review one game."""
    from hotdice.review.account import review
    from hotdice.review.plain_data import report
    from hotdice.review.skill_report import skill_report
    from hotdice.solver.storage.lookup import values_at_hand

    record = parse(query.record.encode())
    values = values_at_hand(record.start.rules, len(record.seats))
    if values is None:
        return ReviewResult()
    called = structs.replace(record, seats=tuple(query.names))
    reviewed = review(called, values)
    with speaking(query.language):
        found = report(reviewed, query.names)
    return ReviewResult(_packed(found), _packed(skill_report(reviewed)))


def _packed(found: Struct) -> bytes:
    return gzip.compress(msgspec.json.encode(found), 6, mtime=0)


if __name__ == "__main__":
    answer_queries(ReviewQuery, answer, MAX_MEMORY)
