"""Strict decoding of the JSON that clients send."""

import json
from functools import cache
from typing import Any

import msgspec
from litestar import Request

from hotdice.texts import HotDiceError

TRUNCATED = "Input data was truncated"  # what msgspec says of half a surrogate pair, too


class StrictRequest(Request[Any, Any, Any]):
    """A request whose JSON is not coerced: `"60"` is not a number, `"true"` not a boolean.

    Litestar converts such strings, which is right for query parameters and wrong for JSON.
    """

    async def json(self) -> Any:
        """The body as the body_type that the route takes."""
        body_type = self.route_handler.parsed_data_field
        assert body_type is not None
        return decode(_decoder(body_type.annotation), await self.body())


def decode(decoder: "msgspec.json.Decoder[Any]", text: bytes | str) -> Any:
    """Decode JSON; a field that is there twice is refused, as programs differ in which counts."""
    try:
        found = decoder.decode(text)
    except msgspec.DecodeError as error:
        raise HotDiceError("request/invalid", reason=_reason(error, text)) from None
    except UnicodeError:
        raise HotDiceError("request/invalid", reason="it is not UTF-8") from None
    except RecursionError:
        raise HotDiceError("request/invalid", reason="it is nested too deeply") from None
    json.loads(text, object_pairs_hook=_unique)
    return found


def _unique(pairs: list[tuple[str, Any]]) -> None:
    fields = [field for field, _ in pairs]
    for field in fields:
        if fields.count(field) > 1:
            raise HotDiceError("request/invalid", reason=f"{field}: the field is there twice")


@cache
def _decoder(body_type: Any) -> "msgspec.json.Decoder[Any]":
    return msgspec.json.Decoder(body_type)


def _reason(error: msgspec.DecodeError, text: bytes | str) -> str:
    """The message of a decoding error, with the field first."""
    if str(error) == TRUNCATED and _is_complete(text):
        return "half of a surrogate pair is no character"
    what, _, place = str(error).partition(" - at `$")
    field = place.removesuffix("`").removeprefix(".")
    return f"{field}: {what}"[:500] if field else what[:500]


def _is_complete(text: bytes | str) -> bool:
    try:
        json.loads(text)
    except ValueError:
        return False
    return True
