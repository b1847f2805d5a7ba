"""Which paths the web app has a page for; `web/app.js` has the same list for browsers."""

import os

from hotdice.rules.files import preset_names
from hotdice.server.http.service import Service
from hotdice.texts import HotDiceError

LIST_PAGES = ("rules", "fair")  # each has a page of its own, and one for each item


async def has_page(service: Service, path: str) -> bool:
    """Whether the web app has a page for a path; paths of files are checked elsewhere."""
    parts = path.strip("/").split("/")
    if "." in os.path.basename(path.rstrip("/")):
        return True
    match parts:
        case [""]:
            return True
        case [kind] if kind in LIST_PAGES:
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
