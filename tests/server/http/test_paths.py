"""What addresses answer: pages of the app are there, and whatever does not exist is not."""

import httpx
import pytest
from support.serving import PLAIN, Server, make

PAGE = "<!doctype html>"


@pytest.mark.parametrize(
    "path",
    ["/", "/rules", "/rules/", "/rules/basic", "/rules/greed+target=5000", "/rules/edit", "/fair"],
)
def test_pages_are_there(path: str, server: Server) -> None:
    found = server.get(path)
    assert (found.status_code, found.text[:15]) == (200, PAGE)
    again = server.get(path, headers={"if-none-match": found.headers["etag"]})
    assert again.status_code == 304


@pytest.mark.parametrize("path", ["/", "/api/texts/en"])
def test_only_who_takes_gzip_gets_it(path: str, server: Server) -> None:
    cases = {"gzip": True, "br, *;q=0.1": True, "gzip;q=0": False, "gzip;q=0, *": False}
    for accepted, packed in cases.items():
        found = server.get(path, headers={"accept-encoding": accepted})
        assert ("content-encoding" in found.headers) == packed


def test_pages_of_a_game_are_there_while_it_exists(server: Server) -> None:
    made = make(server, "Ann", "?", fair=False)
    for page in ("game", "fair", "review"):
        assert server.get(f"/{page}/{made.game}").status_code == 200
        assert server.get(f"/{page}/{made.game[:-1]}").status_code == 404


@pytest.mark.parametrize(
    "path",
    [
        *(
            "/nowhere",
            "/game",
            "/game/",
            "/rules/nosuch",
            "/rules/basic/more",
            "/fair/nosuch",
            "/review",
        ),
        *(f"/game/{'x' * 22}", f"/game/{'x' * 22}/more", "/table", "/pages", "/home"),
    ],
)
def test_what_does_not_exist_answers_404_with_the_page_that_says_so(
    path: str, server: Server
) -> None:
    index = server.get("/")
    headers = {"if-none-match": index.headers["etag"]}  # which is not about this address
    for found in (server.get(path), server.get(path, headers=headers)):
        assert (found.status_code, found.text) == (404, index.text)
    assert httpx.head(server.url + path, **PLAIN).status_code == 404
