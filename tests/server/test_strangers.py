"""What a stranger found at the server: a full disk, long titles, one address with many bots."""

from pathlib import Path

import httpx
from support.serving import Server, serving, wait_for

FULL = """
import resource
resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, 400_000))  # as large as files can become
"""
MANY = 12
LONG_GAMES = {"rules": "basic", "seats": [{"kind": "bot", "bot": "random"}] * 8}
ONE_GAME = {
    "rules": "greed+target=1000",
    "seats": [{"kind": "bot", "bot": "bold"}, {"kind": "bot", "bot": "cautious"}],
}


def test_ready_says_so_when_the_disk_is_full(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path / 'db'}", tmp_path / "log", before=FULL) as server:
        assert server.get("/ready").status_code == 200
        game = {"rules": "basic", "seats": [{"kind": "person", "name": "Ann"}, {"kind": "person"}]}
        wait_for(lambda: server.post("/api/games", game).status_code == 500)
        wait_for(lambda: server.get("/ready").status_code == 503)
        assert server.post("/api/games", game).status_code == 500
        assert server.get("/health").status_code == 200


def test_a_title_that_everybody_has_to_load_is_short(server: Server) -> None:
    rules = 'name = "own"\ntitle = "{}"\n[score]\n1 = 100\n'
    game = {"seats": [{"kind": "person", "name": "Ann"}, {"kind": "person"}]}
    for title, status in (("x" * 100, 201), ("x" * 101, 400)):
        answer = server.post("/api/games", game | {"rules": {"toml": rules.format(title)}})
        assert answer.status_code == status, answer.text
    assert answer.json()["data"]["mistakes"][0]["code"] == "rules/title-long"


def test_many_games_of_bots_from_one_address_leave_another_its_turns(server: Server) -> None:
    """Addresses take turns, so until one game is over the many have moved about as often in all."""
    with client(server, "127.0.0.66") as many, client(server, "127.0.0.21") as one:
        crowd = [many.post("/api/games", json=LONG_GAMES).json()["game"] for _ in range(MANY)]
        before = moves(many, crowd)
        game = one.post("/api/games", json=ONE_GAME).json()["game"]
        wait_for(lambda: one.get(f"/api/games/{game}").json()["status"] == "over")
        made = moves(one, [game])
        assert moves(many, crowd) - before < MANY / 2 * made


def client(server: Server, address: str) -> httpx.Client:
    """Somebody at an address of this machine."""
    transport = httpx.HTTPTransport(local_address=address)
    return httpx.Client(base_url=server.url, transport=transport, timeout=300)


def moves(who: httpx.Client, games: list[str]) -> int:
    """How many events these games have in all."""
    return sum(who.get(f"/api/games/{game}").json()["seq"] for game in games)
