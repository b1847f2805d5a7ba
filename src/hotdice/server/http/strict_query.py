"""Strict whole numbers in the query of a URL."""

import re
from typing import Any

from litestar.connection import ASGIConnection
from litestar.handlers import BaseRouteHandler

from hotdice.texts import HotDiceError

NUMBERS = ("from", "limit")  # the query parameters that are whole numbers
WHOLE = re.compile("-?[0-9]+")


def check_numbers(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    """Refuse `1.0` and `1e2`, which Litestar takes for whole numbers."""
    wrong = [
        f"{name}: Expected `int`, got `str`"
        for name, value in connection.query_params.multi_items()
        if name in NUMBERS and not WHOLE.fullmatch(value)
    ]
    if wrong:
        raise HotDiceError("request/invalid", reason="; ".join(wrong)[:500])
