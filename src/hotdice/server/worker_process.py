"""The loop of a worker process: queries come in and answers go out as lines of JSON."""

import os
import resource
import sys
from collections.abc import Callable
from typing import TypeVar

import msgspec
from msgspec import Struct

Query = TypeVar("Query", bound=Struct)


def answer_queries(kind: type[Query], answer: Callable[[Query], Struct], max_memory: int) -> None:
    """Answer queries within so many bytes of memory, until the parent closes the pipe."""
    os.nice(10)  # serving games has priority
    resource.setrlimit(resource.RLIMIT_AS, (max_memory, max_memory))
    decoder = msgspec.json.Decoder(kind)
    for line in sys.stdin.buffer:
        found = answer(decoder.decode(line))
        sys.stdout.buffer.write(msgspec.json.encode(found) + b"\n")
        sys.stdout.buffer.flush()
