"""The whole application, put together."""

from typing import Any

from litestar import Litestar, Request, Response, Router, get
from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import HTTPException, ValidationException
from litestar.handlers import BaseRouteHandler
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.spec import Components, SecurityScheme
from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4

from hotdice import __version__
from hotdice.server.games.commands import Asked
from hotdice.server.http.error_responses import refused
from hotdice.server.http.errors import ClientGone, failed, refusal
from hotdice.server.http.gateway import HUNG_UP, Gateway
from hotdice.server.http.methods import WHAT_IS_ALLOWED, allow
from hotdice.server.http.openapi_page import OpenApiPage
from hotdice.server.http.responses import Health
from hotdice.server.http.routes.games import CALLED, GameRoutes, seated
from hotdice.server.http.routes.reach import reach
from hotdice.server.http.routes.review import review
from hotdice.server.http.routes.rules import InjectedService, RulesRoutes
from hotdice.server.http.routes.web_texts import web_texts
from hotdice.server.http.service import Service
from hotdice.server.http.static import StaticFiles
from hotdice.server.http.strict_json import StrictRequest
from hotdice.server.limits import MOST_BODY
from hotdice.texts import HotDiceError, say

Any_Request = Request[Any, Any, Any]
NO_BODY = ("data", "'data'")  # what Litestar says of a body that did not come


@get("/health", tags=["server"], summary="Whether it lives")
async def health() -> Health:
    """Tell that the server answers."""
    return Health()


@get("/ready", tags=["server"], summary="Whether games can go on")
async def ready(service: InjectedService) -> Health:
    """Tell that the database can be written; it is tried at most once a second."""
    await service.readiness.check()
    return Health()


@get(
    "/metrics",
    tags=["server"],
    summary="Counts for Prometheus",
    media_type=CONTENT_TYPE_PLAIN_0_0_4,
)
async def metrics(service: InjectedService) -> bytes:
    """Tell what was counted so far."""
    return service.metrics.text()


def make_app(service: Service) -> Gateway:
    """The application of one process."""
    api = Litestar(
        [RulesRoutes, GameRoutes, review, web_texts, reach, health, ready, metrics],
        dependencies={
            "service": Provide(lambda: service, sync_to_thread=False),
            "mine": Provide(seated),
        },
        exception_handlers={
            HotDiceError: _answer,
            ClientGone: _gone,
            ValidationException: _invalid,
            HTTPException: _other,
            Exception: _failed,
        },
        openapi_config=OpenAPIConfig(
            "Hot Dice",
            __version__,
            description="Games of dice with any house rules. docs/api.md tells it in words.",
            openapi_router=Router(
                "/schema", route_handlers=[], guards=[_known], include_in_schema=False
            ),
            use_handler_docstrings=True,
            render_plugins=[OpenApiPage(path="/")],
            components=Components(
                security_schemes={"token": SecurityScheme(type="http", scheme="bearer")}
            ),
        ),
        state=State({"metrics": service.metrics}),
        request_class=StrictRequest,
        request_max_body_size=MOST_BODY,
        on_startup=[service.start],
        on_shutdown=[service.close],
        logging_config=None,
        cache_control=None,
        response_headers={"cache-control": "no-store"},
    )
    _close_forms(api)
    return Gateway(service, api, StaticFiles())


def _close_forms(api: Litestar) -> None:
    """Say in the document that what is sent has no other fields: Litestar leaves that out."""
    closed = {form.__name__ for form in Asked.__subclasses__()}
    for schema in api.openapi_schema.components.schemas.values():
        if schema.title in closed:
            schema.additional_properties = False


def _known(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    """Nothing is at other paths of the schema, where Litestar has a page that says so."""
    if connection.path_params:
        raise HotDiceError("path/unknown")


def _answer(request: Any_Request, error: HotDiceError) -> Response[Any]:
    request.app.state.metrics.refused(refusal(error).code)
    status, headers, body = refused(error)
    return Response(
        body,
        status_code=status,
        media_type="application/json",
        headers={name.decode(): value.decode() for name, value in headers},
    )


def _invalid(request: Any_Request, error: ValidationException) -> Response[Any]:
    extra = error.extra if isinstance(error.extra, list) else []
    found = [(item.get("key", ""), item.get("message", "")) for item in extra]
    where = [
        say("request.no-body") if each == NO_BODY else f"{CALLED.get(each[0], each[0])}: {each[1]}"
        for each in found
    ]
    reason = "; ".join(where) or error.detail
    return _answer(request, HotDiceError("request/invalid", reason=reason[:500]))


def _other(request: Any_Request, error: HTTPException) -> Response[Any]:
    match error.status_code:
        case 404:
            found = HotDiceError("path/unknown")
        case 405:
            methods = (error.headers or {}).get("allow", "").split(", ")
            may = allow(request.url.path, methods)
            if request.method == WHAT_IS_ALLOWED:
                return Response(None, status_code=204, headers={"allow": may})
            found = HotDiceError("request/method", method=request.method[:10], allow=may)
        case 413:
            found = HotDiceError("request/large", most=MOST_BODY)
        case status if status >= 500:
            return _failed(request, error)
        case _:
            found = HotDiceError("request/invalid", reason=error.detail)
    return _answer(request, found)


def _failed(request: Any_Request, error: Exception) -> Response[Any]:
    if isinstance(error, RecursionError | UnicodeError):  # what no reader gets through
        return _answer(request, HotDiceError("request/invalid", reason=type(error).__name__))
    return _answer(request, failed(error))


def _gone(request: Any_Request, error: ClientGone) -> Response[Any]:
    return Response(b"", status_code=HUNG_UP)  # which nobody reads
