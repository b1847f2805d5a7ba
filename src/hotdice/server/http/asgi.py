"""The types of ASGI, the interface between uvicorn, this package and Litestar."""

from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from typing import Any

Scope = Mapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Any, Any, Any], Awaitable[None]]
