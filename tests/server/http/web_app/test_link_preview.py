"""What a chat shows of a link: read from the head of the page, as chats do."""

from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from support.serving import QUICK, Server, join, make, play_out, serving

HOUSE = """name = "house"
title = '"><script>alert(1)</script>'
[score]
1 = 100
5 = 50
"""


class Head(HTMLParser):
    """The properties that a page tells of itself, and every tag that it has."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.properties: dict[str, str] = {}
        self.tags: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a tag."""
        found = dict(attrs)
        self.tags.append(tag)
        if found.get("property"):
            self.properties[str(found["property"])] = str(found["content"])


def preview(server: Server, path: str, **headers: str) -> tuple[str, str, str]:
    """The title, the line and the picture of a link."""
    found = Head(server.get(path, headers=headers).text).properties
    return found["og:title"], found["og:description"], found["og:image"]


@pytest.mark.parametrize(
    "path", ["/", "/rules", "/rules/edit", "/rules/greed+target=5000", "/fair"]
)
def test_the_app_says_what_it_is(path: str, server: Server) -> None:
    title, line, picture = preview(server, path)
    assert (title, picture) == ("Hot Dice", f"{server.url}/previews/dice.png")
    assert line.startswith("Farkle, Greed and every house rule")


def test_rules_say_what_scores(server: Server) -> None:
    title, line, _ = preview(server, "/rules/greed")
    assert title == "Greed, to 3,000"
    assert line.startswith("A game with five dice.")
    assert "\n" not in line


def test_an_invitation_names_who_invites_and_to_what(server: Server) -> None:
    made = make(server, "Ann", "?", "bot:bold", rules="basic")
    title, _, picture = preview(server, f"/game/{made.game}")
    assert title == "Ann invites you to Farkle, basic, to 10,000"
    assert picture == f"{server.url}/previews/invitation.png"
    title, line, _ = preview(server, f"/game/{made.game}", **{"accept-language": "de"})
    assert title == "Ann lädt dich zu Farkle, basic, bis 10.000 ein"
    assert "hinsetzen" in line


def test_a_game_that_is_played_says_who_plays(server: Server) -> None:
    made = make(server, "Ann", "?", "bot:bold", rules="basic", fair=False)
    join(made, "Bob", fair=False)
    title, line, _ = preview(server, f"/game/{made.game}")
    assert title == "Ann, Bob and Bold play Farkle, basic, to 10,000"
    assert "watch" in line


def test_a_finished_game_says_how_it_ended(server: Server) -> None:
    made = make(server, "Ann", "bot:bold", rules=QUICK, fair=False)
    play_out([made])
    state = made.snapshot()["state"]
    ann, bold = totals = state["totals"]
    best = f"{max(totals):,}"
    if ann == bold:
        result, standings = f"Ann and Bold share the win with {best}", f"Ann {best} · Bold {best}"
    elif ann > bold:
        result, standings = f"Ann wins with {best}", f"Ann {best} · Bold {bold:,}"
    else:
        result, standings = f"Bold wins with {best}", f"Bold {best} · Ann {ann:,}"
    for page in ("game", "review", "fair"):
        found = preview(server, f"/{page}/{made.game}")
        assert found == (result, f"Greed, to 200. {standings}", f"{server.url}/previews/result.png")


def test_nothing_that_somebody_wrote_becomes_part_of_the_page(server: Server) -> None:
    made = make(server, "<b>Ann", "?", rules={"toml": HOUSE}, fair=False)
    found = Head(server.get(f"/game/{made.game}").text)
    assert found.properties["og:title"].startswith('<b>Ann invites you to "><script>alert(1)')
    assert found.tags.count("script") == 1
    assert "b" not in found.tags


def test_nothing_private_is_in_it(server: Server) -> None:
    made = make(server, "Ann", "?")
    page = server.get(f"/game/{made.game}").text
    assert made.seed is not None
    for secret in (made.token, made.invite, made.seed.hex()):
        assert secret is None or secret not in page


@pytest.mark.parametrize("name", ["dice", "invitation", "result"])
def test_pictures_are_what_chats_take(name: str, server: Server) -> None:
    found = server.get(f"/previews/{name}.png")
    assert (found.status_code, found.headers["content-type"]) == (200, "image/png")
    with Image.open(BytesIO(found.content)) as picture:
        assert picture.size == (1200, 630)
    assert len(found.content) < 50_000


def test_the_address_of_a_picture_is_that_which_visitors_see(tmp_path: Path) -> None:
    said = {"x-forwarded-proto": "https", "x-forwarded-host": "dice.example.org"}
    for trusted, proxy in ((False, "10.0.0.0/8"), (True, "127.0.0.1")):
        database = f"sqlite:///{tmp_path / proxy[:4]}.sqlite"
        with serving(database, tmp_path / "log", proxies=[proxy]) as server:
            wanted = "https://dice.example.org" if trusted else server.url
            assert preview(server, "/", **said)[2] == f"{wanted}/previews/dice.png"
