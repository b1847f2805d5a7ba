"""Bodies of requests are read as strictly as the API's document describes them."""

from functools import cache
from typing import Any

import msgspec
from litestar import Request

from hotdice.texts import HotDiceError


class StrictRequest(Request[Any, Any, Any]):
    """A request in which `"60"` is no number and `"true"` no truth.

    Litestar converts what looks alike: that is right for a query, which is all text, and wrong
    for JSON, in which a client can say what it means.
    """

    async def json(self) -> Any:
        """The body as the form that the route takes."""
        form = self.route_handler.parsed_data_field
        assert form is not None
        try:
            return _decoder(form.annotation).decode(await self.body())
        except msgspec.DecodeError as error:
            raise HotDiceError("request/invalid", reason=_reason(error)) from None
        except (RecursionError, UnicodeError) as error:  # brackets without end, broken letters
            raise HotDiceError("request/invalid", reason=type(error).__name__) from None


@cache
def _decoder(form: Any) -> "msgspec.json.Decoder[Any]":
    return msgspec.json.Decoder(form)


def _reason(error: msgspec.DecodeError) -> str:
    """What is wrong, after the field in which it is."""
    what, _, place = str(error).partition(" - at `$")
    field = place.removesuffix("`").removeprefix(".")
    return f"{field}: {what}"[:500] if field else what[:500]
