"""The endpoint that draws links as QR codes."""

import asyncio
from typing import Annotated

from litestar import post
from msgspec import Struct

from hotdice.server.http import requests
from hotdice.server.http.openapi_examples import QR_TEXT, REFUSALS
from hotdice.server.http.routes.rules import AppRequest, InjectedService, client_group
from hotdice.server.http.service import check_rate


class QrCode(Struct, frozen=True):
    """Rows of modules, `#` for dark and `.` for light, without the light edge around them."""

    rows: list[str]


@post(
    "/api/qr", responses=REFUSALS, status_code=200, tags=["server"], summary="A link as a QR code"
)
async def qr_code(
    service: InjectedService, request: AppRequest, data: Annotated[requests.QrText, QR_TEXT]
) -> QrCode:
    """Draw a link; it is in the body because some links carry a code, and paths are logged."""
    check_rate(service.computing, client_group(service, request))
    return QrCode(await asyncio.to_thread(_rows, data.text))


def _rows(text: str) -> list[str]:
    from segno import make_qr  # few requests need it

    return ["".join(".#"[module] for module in row) for row in make_qr(text, error="m").matrix]
