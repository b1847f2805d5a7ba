"""Which addresses the web app has a page for; `web/app.js` has the same list for browsers."""

import os

from hotdice.rules.files import preset_names
from hotdice.server.http.service import Service
from hotdice.texts import HotDiceError

LISTS = ("rules", "fair")  # have a page of their own, and one for each thing


async def is_known(service: Service, path: str) -> bool:
    """Whether something is at a path; files are found or not when they are looked for."""
    parts = path.strip("/").split("/")
    if "." in os.path.basename(path.rstrip("/")):
        return True
    match parts:
        case [""]:
            return True
        case [kind] if kind in LISTS:
            return True
        case ["game" | "fair" | "review", game]:
            return await _is_game(service, game)
        case ["rules", name]:
            return name == "edit" or name.partition("+")[0] in preset_names()
    return False


async def _is_game(service: Service, game: str) -> bool:
    try:
        await service.registry.game(game)
    except HotDiceError as error:
        return error.code != "game/unknown"
    return True
