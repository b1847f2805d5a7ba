"""Strict decoding of JSON request bodies."""

from functools import cache
from typing import Any

import msgspec
from litestar import Request

from hotdice.texts import HotDiceError


class StrictRequest(Request[Any, Any, Any]):
    """A request whose JSON is not coerced: `"60"` is not a number, `"true"` not a boolean.

    Litestar converts such strings, which is right for query parameters and wrong for JSON.
    """

    async def json(self) -> Any:
        """The body as the body_type that the route takes."""
        body_type = self.route_handler.parsed_data_field
        assert body_type is not None
        try:
            return _decoder(body_type.annotation).decode(await self.body())
        except msgspec.DecodeError as error:
            raise HotDiceError("request/invalid", reason=_reason(error)) from None
        except (RecursionError, UnicodeError) as error:  # deep nesting, invalid characters
            raise HotDiceError("request/invalid", reason=type(error).__name__) from None


@cache
def _decoder(body_type: Any) -> "msgspec.json.Decoder[Any]":
    return msgspec.json.Decoder(body_type)


def _reason(error: msgspec.DecodeError) -> str:
    """The message of a decoding error, with the field first."""
    what, _, place = str(error).partition(" - at `$")
    field = place.removesuffix("`").removeprefix(".")
    return f"{field}: {what}"[:500] if field else what[:500]
