"""How much anybody may have open at the same time: streams, sockets, requests."""

import socket as sockets
from contextlib import ExitStack
from pathlib import Path

from support.serving import Player, Server, frames, make, serving, socket
from websockets.sync.client import ClientConnection

from hotdice.server.limits import MAX_CONNECTIONS_PER_SEAT, MAX_OPEN_PER_CLIENT


def stream(player: Player, token: bool = False, client: str = "") -> sockets.socket:
    """A stream that was asked for."""
    one = sockets.create_connection(("127.0.0.1", player.server.port))
    one.settimeout(300)
    headers = f"Authorization: Bearer {player.token}\r\n" if token else ""
    headers += f"X-Forwarded-For: {client}\r\n" if client else ""
    one.sendall(f"GET {player.path}/stream HTTP/1.1\r\nHost: x\r\n{headers}\r\n".encode())
    return one


def status(one: sockets.socket) -> int:
    return int(one.recv(12).split()[1])


def test_streams_of_one_address_are_counted_like_sockets(server: Server) -> None:
    ann = make(server, "Ann", "?", fair=False)
    with ExitStack() as opened:
        watching = [opened.enter_context(stream(ann)) for _ in range(MAX_OPEN_PER_CLIENT - 1)]
        assert {status(each) for each in watching} == {200}
        with socket(ann, token=False) as found:
            assert "welcome" in next(frames(found))
            with stream(ann) as one:
                assert status(one) == 429
            with socket(ann, token=False) as other:
                assert next(frames(other))["error"]["code"] == "request/too-many"
        with socket(ann) as mine, stream(ann, token=True) as one:  # a seat is no stranger
            assert "welcome" in next(frames(mine))
            assert status(one) == 200


def test_behind_a_proxy_each_address_that_it_tells_is_counted(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path}/db", tmp_path / "log", proxies=["127.0.0.1"]) as server:
        ann = make(server, "Ann", "?", fair=False)
        with ExitStack() as opened:
            for _ in range(MAX_OPEN_PER_CLIENT):
                one = opened.enter_context(stream(ann, client="192.0.2.1"))
                assert status(one) == 200
            for client, wanted in (("192.0.2.1", 429), ("192.0.2.2", 200)):
                with stream(ann, client=client) as one:
                    assert status(one) == wanted


def close_code(found: ClientConnection) -> int:
    """The code by which a socket is closed."""
    for _ in frames(found):
        pass
    return found.close_code or 0


def test_the_oldest_connection_of_a_seat_gives_way(server: Server) -> None:
    ann = make(server, "Ann", "?", fair=False)
    with ExitStack() as opened, stream(ann, token=True) as oldest:
        assert status(oldest) == 200
        tabs = [opened.enter_context(socket(ann)) for _ in range(MAX_CONNECTIONS_PER_SEAT)]
        assert "welcome" in next(frames(tabs[-1]))
        while oldest.recv(10_000):  # until it ends
            pass
        another = opened.enter_context(socket(ann))
        assert "welcome" in next(frames(another))
        assert close_code(tabs[0]) == 4409
        for tab in (*tabs[1:], another):
            tab.send('{"ping": {}}')
            assert next(frame for frame in frames(tab) if "pong" in frame)
        seats = ann.snapshot()["seats"]
        assert [seat["connected"] for seat in seats] == [True, False]
