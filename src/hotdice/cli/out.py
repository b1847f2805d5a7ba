"""JSON output."""

from typing import Any

import msgspec


def print_json(value: Any) -> None:
    """Print one JSON object to standard output."""
    print(msgspec.json.encode(value).decode())
