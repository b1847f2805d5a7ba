"""The ASGI application of one process: routes, error handlers and the OpenAPI document."""

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
from hotdice.server.games.request_bodies import RequestBody
from hotdice.server.http.error_codes import ClientGone, error_response, internal_error
from hotdice.server.http.error_responses import render_error
from hotdice.server.http.exchange import CLIENT_CLOSED_REQUEST
from hotdice.server.http.gateway import Gateway
from hotdice.server.http.methods import OPTIONS_PROBE, allow_header
from hotdice.server.http.openapi_page import OpenApiPage
from hotdice.server.http.responses import Health
from hotdice.server.http.routes.day import DayRoutes
from hotdice.server.http.routes.games import QUERY_NAMES, GameRoutes, own_seat
from hotdice.server.http.routes.qr_code import qr_code
from hotdice.server.http.routes.reach import reach
from hotdice.server.http.routes.review import review, skill
from hotdice.server.http.routes.rules import InjectedService, RulesRoutes
from hotdice.server.http.routes.transfer import TransferRoutes
from hotdice.server.http.routes.web_texts import web_texts
from hotdice.server.http.service import Service
from hotdice.server.http.strict_json import StrictRequest
from hotdice.server.http.web_app.static import StaticFiles
from hotdice.server.limits import MAX_BODY_BYTES
from hotdice.texts import HotDiceError, say

AnyRequest = Request[Any, Any, Any]
NO_BODY = ("data", "'data'")  # what Litestar reports for a missing body


@get("/health", tags=["server"], summary="Whether it lives")
async def health() -> Health:
    """Answer while the process is running."""
    return Health()


@get("/ready", tags=["server"], summary="Whether games can go on")
async def ready(service: InjectedService) -> Health:
    """Answer while the database can be written; it is tried at most once a second."""
    await service.readiness.check()
    return Health()


@get(
    "/metrics",
    tags=["server"],
    summary="Counts for Prometheus",
    media_type=CONTENT_TYPE_PLAIN_0_0_4,
)
async def metrics(service: InjectedService) -> bytes:
    """Return the counters in the text format of Prometheus."""
    return service.metrics.text()


def make_app(service: Service) -> Gateway:
    """The application of one process."""
    api = Litestar(
        [
            RulesRoutes,
            GameRoutes,
            TransferRoutes,
            DayRoutes,
            review,
            skill,
            web_texts,
            reach,
            qr_code,
            health,
            ready,
            metrics,
        ],
        dependencies={
            "service": Provide(lambda: service, sync_to_thread=False),
            "own": Provide(own_seat),
        },
        exception_handlers={
            HotDiceError: _error,
            ClientGone: _client_gone,
            ValidationException: _invalid,
            HTTPException: _http_error,
            Exception: _failed,
        },
        openapi_config=OpenAPIConfig(
            "Hot Dice",
            __version__,
            description="Games of dice with any house rules. docs/api.md tells it in words.",
            openapi_router=Router(
                "/schema", route_handlers=[], guards=[_refuse_other_paths], include_in_schema=False
            ),
            use_handler_docstrings=True,
            render_plugins=[OpenApiPage(path="/")],
            components=Components(
                security_schemes={"token": SecurityScheme(type="http", scheme="bearer")}
            ),
        ),
        state=State({"metrics": service.metrics}),
        request_class=StrictRequest,
        request_max_body_size=MAX_BODY_BYTES,
        on_startup=[service.start],
        on_shutdown=[service.close],
        logging_config=None,
        cache_control=None,
        response_headers={"cache-control": "no-store"},
    )
    _forbid_unknown_fields(api)
    return Gateway(service, api, StaticFiles())


def _forbid_unknown_fields(api: Litestar) -> None:
    """Set `additionalProperties: false` for request bodies, which Litestar does not do."""
    names = {body.__name__ for body in RequestBody.__subclasses__()}
    for schema in api.openapi_schema.components.schemas.values():
        if schema.title in names:
            schema.additional_properties = False


def _refuse_other_paths(
    connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler
) -> None:
    """Answer other paths below /schema with our own 404 instead of Litestar's page."""
    if connection.path_params:
        raise HotDiceError("path/unknown")


def _error(request: AnyRequest, error: HotDiceError) -> Response[Any]:
    request.app.state.metrics.count_refusal(error_response(error).code)
    status, headers, body = render_error(error)
    return Response(
        body,
        status_code=status,
        media_type="application/json",
        headers={name.decode(): value.decode() for name, value in headers},
    )


def _invalid(request: AnyRequest, error: ValidationException) -> Response[Any]:
    extra = error.extra if isinstance(error.extra, list) else []
    found = [(item.get("key", ""), item.get("message", "")) for item in extra]
    where = [
        say("request.no-body")
        if each == NO_BODY
        else f"{QUERY_NAMES.get(each[0], each[0])}: {each[1]}"
        for each in found
    ]
    reason = "; ".join(where) or error.detail
    return _error(request, HotDiceError("request/invalid", reason=reason[:500]))


def _http_error(request: AnyRequest, error: HTTPException) -> Response[Any]:
    match error.status_code:
        case 404:
            found = HotDiceError("path/unknown")
        case 405:
            methods = (error.headers or {}).get("allow", "").split(", ")
            allow = allow_header(request.url.path, methods)
            if request.method == OPTIONS_PROBE:
                return Response(None, status_code=204, headers={"allow": allow})
            found = HotDiceError("request/method", method=request.method[:10], allow=allow)
        case 413:
            found = HotDiceError("request/large", most=MAX_BODY_BYTES)
        case status if status >= 500:
            return _failed(request, error)
        case _:
            found = HotDiceError("request/invalid", reason=error.detail)
    return _error(request, found)


def _failed(request: AnyRequest, error: Exception) -> Response[Any]:
    if isinstance(error, RecursionError | UnicodeError):  # from parsing what the client sent
        return _error(request, HotDiceError("request/invalid", reason=type(error).__name__))
    return _error(request, internal_error(error))


def _client_gone(request: AnyRequest, error: ClientGone) -> Response[Any]:
    return Response(b"", status_code=CLIENT_CLOSED_REQUEST)  # nobody reads it
