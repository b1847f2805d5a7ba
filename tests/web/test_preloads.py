"""Pages ask for all that they are made of at once, and for nothing else."""

import re

import pytest
from playwright.sync_api import Browser
from support.browsing import CHROMIUM
from support.needed import needed
from support.serving import Server, make, play_out
from support.visiting import visiting

pytestmark = needed(CHROMIUM, "chromium", "tests of what pages load are")

PAGES = {
    "home": "/",
    "table": "/game/{playing}",
    "rules": "/rules",
    "sheet": "/rules/basic",
    "editor": "/rules/edit",
    "review": "/review/{ended}",
    "fair dice": "/fair",
    "fair game": "/fair/{ended}",
    "day": "/day",
}


@pytest.fixture(scope="module")
def games(server: Server) -> dict[str, str]:
    ended = make(server, "Ann", "bot:bold", rules="greed", fair=False)
    play_out([ended])
    playing = make(server, "Ann", "?", fair=False)
    return {"ended": ended.game, "playing": playing.game}


@pytest.mark.parametrize("path", PAGES.values(), ids=PAGES)
def test_all_of_a_page_is_asked_for_before_its_sentences(
    path: str, browser: Browser, server: Server, games: dict[str, str]
) -> None:
    asked: list[str] = []
    with visiting(browser, server.url) as page:
        page.on("request", lambda request: asked.append(request.url.removeprefix(server.url)))
        answer = page.goto(path.format(**games), wait_until="networkidle")
        assert answer is not None
        named = re.findall("<([^>]+)>", answer.headers["link"])
    files = [url for url in asked if url.endswith((".js", ".css")) and url != "/install.js"]
    assert len(files) == len(set(files))
    assert set(named) <= set(files)
    sentences = asked.index("/api/texts/en")
    assert [url for url in files if url in asked[sentences:]] == []


def test_a_page_that_is_not_there_names_nothing(server: Server) -> None:
    assert "link" not in server.get("/nowhere").headers
    assert "link" not in server.get(f"/game/{'x' * 22}").headers
    assert "link" not in server.get("/app.js").headers
