"""Who may ask how often: by the token of a seat, or by the address that a connection comes from."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from serving import Server, frames, make, serving, socket


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """One that allows ten requests at once, and one more each second."""
    with serving(f"sqlite:///{tmp_path}/games.sqlite", tmp_path / "log", "little") as found:
        yield found


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def test_made_up_tokens_are_no_way_around_the_limits(server: Server) -> None:
    ann = make(server, "Ann", "bot:bold", fair=False)
    flood = [server.get("/api/rules", headers=bearer(f"{at:022}")) for at in range(40)]
    assert flood[0].status_code == 200
    assert flood[-1].status_code == 429
    assert sum(answer.status_code == 200 for answer in flood) < 30
    assert ann.snapshot()["you"] == 0  # the token of a seat has a limit of its own


def test_made_up_tokens_are_no_way_around_the_limits_of_sockets(server: Server) -> None:
    ann = make(server, "Ann", "bot:bold", fair=False)
    right, codes = ann.token, []
    for at in range(40):
        ann.token = f"{at:022}"
        with socket(ann) as found:
            codes.append(next(frames(found))["error"]["code"])
    assert codes[0] == "token/wrong"
    assert codes[-1] == "request/too-many"
    ann.token = right
    with socket(ann) as found:
        assert next(frames(found))["welcome"]["you"] == 0


def test_a_right_token_has_its_own_limit_after_a_restart(server: Server) -> None:
    ann = make(server, "Ann", "bot:bold", fair=False)
    server.end()
    server.start()
    assert ann.snapshot()["you"] == 0
    while server.get("/api/rules").status_code == 200:
        pass
    assert ann.snapshot()["you"] == 0
