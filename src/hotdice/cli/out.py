"""What commands print for programs."""

from typing import Any

import msgspec


def print_json(value: Any) -> None:
    """One JSON object on standard output and nothing else."""
    print(msgspec.json.encode(value).decode())
