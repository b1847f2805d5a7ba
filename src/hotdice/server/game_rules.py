"""The rules of one game in full, for people at its table: house rules are written nowhere else."""

from litestar import get
from litestar.params import FromPath

from hotdice.server.examples import REFUSALS
from hotdice.server.routes_rules import Here
from hotdice.server.told import RulesTold, rules_told


@get(
    "/api/games/{game:str}/rules",
    responses=REFUSALS,
    tags=["games"],
    summary="The rules of a game",
)
async def game_rules(service: Here, game: FromPath[str]) -> RulesTold:
    """Tell the sheet, the file and every field of a game's rules; `odds` is not worked out."""
    held = await service.host.game(game)
    return rules_told(held.table.rules, None, alone=len(held.table.seats) == 1)
