"""QR codes of links, read by the rules of ISO/IEC 18004."""

from collections.abc import Callable

import pytest
from support.serving import Server

LINK = "http://dice.test/game/abc"  # as much as 25 rows of modules hold at level M, in one block
SIZE = 25
MASKS: list[Callable[[int, int], int]] = [
    lambda x, y: (x + y) % 2,
    lambda x, y: y % 2,
    lambda x, y: x % 3,
    lambda x, y: (x + y) % 3,
    lambda x, y: (x // 3 + y // 2) % 2,
    lambda x, y: x * y % 2 + x * y % 3,
    lambda x, y: (x * y % 2 + x * y % 3) % 2,
    lambda x, y: ((x + y) % 2 + x * y % 3) % 2,
]


def is_fixed(x: int, y: int) -> bool:
    """Whether a module belongs to a finder or its format, to the timing or to the alignment."""
    corners = (x < 9 and y < 9) or (x < 9 and y >= SIZE - 8) or (x >= SIZE - 8 and y < 9)
    return corners or 6 in (x, y) or (abs(x - 18) <= 2 and abs(y - 18) <= 2)


def scanned(rows: list[str]) -> str:
    """What a code of version 2 says in byte mode."""
    mask = MASKS[int("".join(str(int(rows[8][x] == "#")) for x in (2, 3, 4)), 2) ^ 0b101]
    rights = [*range(SIZE - 1, 6, -2), *range(5, 0, -2)]
    bits = ""
    for turn, right in enumerate(rights):
        for y in range(SIZE) if turn % 2 else range(SIZE - 1, -1, -1):
            for x in (right, right - 1):
                if not is_fixed(x, y):
                    bits += str(int((rows[y][x] == "#") != (mask(x, y) == 0)))
    assert bits[:4] == "0100"  # bytes
    count = int(bits[4:12], 2)
    return bytes(int(bits[at : at + 8], 2) for at in range(12, 12 + 8 * count, 8)).decode()


def test_a_code_says_the_link(server: Server) -> None:
    answer = server.post("/api/qr", {"text": LINK})
    assert answer.status_code == 200
    rows = answer.json()["rows"]
    assert {len(row) for row in rows} == {len(rows)} == {SIZE}
    assert rows[0].startswith("#######.")
    assert rows[0].endswith(".#######")
    assert scanned(rows) == LINK


@pytest.mark.parametrize("text", ["", "~" * 214, "a link", "línk"])
def test_what_is_no_link_is_refused(text: str, server: Server) -> None:
    assert server.post("/api/qr", {"text": text}).status_code == 400


def test_the_longest_link_has_a_code(server: Server) -> None:
    """213 bytes are what a code of version 10 and level M holds (ISO/IEC 18004, table 7)."""
    assert len(server.post("/api/qr", {"text": "~" * 213}).json()["rows"]) == 57


def test_links_are_not_in_the_log(server: Server) -> None:
    server.post("/api/qr", {"text": "http://dice.test/#take=SECRET"})
    assert "SECRET" not in server.log.read_text()
