"""The review of a game: what was luck, and what was skill."""

import asyncio
import gzip
from typing import Any

from litestar import Response, get
from litestar.params import FromPath

from hotdice.review.plain_data import ReviewReport
from hotdice.review.skill_report import SkillReport
from hotdice.server.http.openapi_examples import REFUSALS
from hotdice.server.http.request_info import takes_gzip
from hotdice.server.http.routes.rules import AppRequest, InjectedService, client_group
from hotdice.server.http.service import Service, check_rate
from hotdice.server.review.worker import ReviewResult


@get(
    "/api/games/{game:str}/review",
    responses=REFUSALS,
    tags=["games"],
    summary="What was luck, what was skill",
)
async def review(
    service: InjectedService, request: AppRequest, game: FromPath[str]
) -> Response[ReviewReport]:
    """Account for every change of the chances, in a game that is over or allows advice."""
    return await _unpacked(request, (await _reviewed(service, request, game)).report)


@get(
    "/api/games/{game:str}/skill",
    responses=REFUSALS,
    tags=["games"],
    summary="How well everybody played, and how lucky they were",
)
async def skill(
    service: InjectedService, request: AppRequest, game: FromPath[str]
) -> Response[SkillReport]:
    """Sum up a review: numbers that can be added up over many games."""
    return await _unpacked(request, (await _reviewed(service, request, game)).skill)


async def _reviewed(service: Service, request: AppRequest, game: str) -> ReviewResult:
    client = client_group(service, request)
    check_rate(service.computing, client)
    live = await service.registry.latest(game)
    return await service.reviewer.review(service.registry, live, client)


async def _unpacked(request: AppRequest, packed: bytes) -> Response[Any]:
    packs = takes_gzip(request.headers.get("accept-encoding", ""))
    headers = {"vary": "accept-encoding, accept-language"}
    headers |= {"content-encoding": "gzip"} if packs else {}
    body: Any = packed if packs else await asyncio.to_thread(gzip.decompress, packed)
    return Response(body, media_type="application/json", headers=headers)
