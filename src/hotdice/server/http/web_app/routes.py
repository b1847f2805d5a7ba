"""Which paths the web app has a page for; `web/app.js` has the same list for browsers."""

import os

from hotdice.rules import Rules
from hotdice.rules.files import preset_names
from hotdice.server.http.service import Service
from hotdice.server.http.web_app.link_preview import (
    LinkPreview,
    preview_of_app,
    preview_of_day,
    preview_of_game,
    preview_of_rules,
)
from hotdice.texts import HotDiceError

LIST_PAGES = ("games", "rules", "fair", "day")


async def find_page(service: Service, path: str) -> LinkPreview | None:
    """What a link to the page of a path shows in a chat; None where there is no page.

    Paths of files are checked elsewhere.
    """
    parts = path.strip("/").split("/")
    if "." in os.path.basename(path.rstrip("/")):
        return preview_of_app()
    match parts:
        case [""]:
            return preview_of_app()
        case [kind] if kind in LIST_PAGES:
            return preview_of_app()
        case ["game" | "fair" | "review", game]:
            return await _game_preview(service, game)
        case ["day", date] if await service.days.is_known(date):
            return preview_of_day(date)
        case ["rules", "edit"]:
            return preview_of_app()
        case ["rules", name] if name in preset_names():
            return preview_of_rules(Rules.load(name))
        case ["rules", name] if name.partition("+")[0] in preset_names():
            return preview_of_app()
    return None


async def _game_preview(service: Service, game: str) -> LinkPreview | None:
    try:
        return preview_of_game((await service.registry.game(game)).game)
    except HotDiceError as error:
        if error.code == "game/unknown":
            return None
        return preview_of_app()
