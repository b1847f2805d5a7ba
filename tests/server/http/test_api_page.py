"""docs/api.md tells every code that the server answers with, and every limit with its number."""

import re
from pathlib import Path
from types import ModuleType

from hotdice.server import limits
from hotdice.server.http import websocket
from hotdice.server.http.errors import STATUS
from hotdice.server.http.transport import connections
from hotdice.server.limits import Limits, Rate, Rates, Size
from hotdice.server.review import reviewer
from hotdice.server.rules import worker_pool

ROOT = Path(__file__).parents[3]
SOURCE = ROOT / "src" / "hotdice"
PAGE = (ROOT / "docs" / "api.md").read_text()
CODE = re.compile(r"[a-z]+/[a-z][a-z-]*")
RAISED = re.compile(r'(?:HotDiceError|Refusal|Overtaken)\(\s*"([a-z]+/[a-z-]+)')
MISTAKE = re.compile(r'"((?:toml|rules|pattern|points|change)/[a-z-]+)"')
MOVE = re.compile(r'"((?:roll|keep|bank)/[a-z-]+)"')
AT_START = {
    "database_url.py",
    "backup.py",
    "proxies.py",
    "run.py",
    "schema.py",
    "store.py",
}  # or its end
ON_PURPOSE = {"roll/face", "roll/number"}  # of dice that somebody brings: the server throws its own
ADVICE = {"advice/not-at-hand"}  # no refusal, but told where there is none
CLOSES = {"request/late": 408, "request/stubborn": 429}  # WebSockets, which have no status


def section(title: str) -> str:
    return PAGE.split(f"\n## {title}\n")[1].split("\n## ")[0]


def found_in(pattern: re.Pattern[str], *places: Path) -> set[str]:
    return {code for place in places for code in pattern.findall(place.read_text())}


def refusals() -> set[str]:
    """What the server's own code refuses, and what it passes on of moves and bots."""
    files = [file for file in (SOURCE / "server").rglob("*.py") if file.name not in AT_START]
    own = found_in(RAISED, *files) | {*STATUS}
    moves = found_in(MOVE, SOURCE / "game" / "state.py") - ON_PURPOSE
    bots = found_in(RAISED, SOURCE / "bots" / "catalogue.py") - {"bot/unknown"}
    return own | moves | bots | {"request/rules"}


def mistakes() -> set[str]:
    return found_in(MISTAKE, *(SOURCE / "rules").glob("*.py")) - {"rules/unknown"}


def test_every_code_is_on_the_page_and_no_other() -> None:
    told = {*CODE.findall(" ".join(re.findall(r"`([^`]*)`", section("Every code"))))}
    assert told == refusals() | mistakes() | ADVICE


def test_every_code_stands_at_its_status() -> None:
    rows = re.findall(r"^\| (\d+) \| (.*?) \|", section("Every code"), re.M)
    told = {code: int(status) for status, codes in rows for code in CODE.findall(codes)}
    of_moves = dict.fromkeys(found_in(MOVE, SOURCE / "game" / "state.py") - ON_PURPOSE, 409)
    right = dict.fromkeys(refusals(), 400) | of_moves | STATUS | CLOSES
    assert told == right


def rate(found: Rate) -> str:
    return f"{found.burst:,.0f} at once, {found.second:,.0f} a second"


def size(found: Size) -> str:
    return f"{found.moves:,} moves, {found.bytes:,} bytes"


RATES, GAME = Rates(), Limits()
TOLD = {
    "requests and frames with the token of a seat": rate(RATES.token),
    "requests and frames of an address without": rate(RATES.address),
    "new games of an address": rate(RATES.new_games),
    "rules that an address has worked out, advice and reviews": rate(RATES.reckoning),
    "a review": f"within {reviewer.SECONDS:.0f} s",
    "bytes of events that an address makes games grow by": rate(RATES.bytes),
    "a game with people": size(GAME.with_people),
    "a game of bots alone": size(GAME.bots_alone),
    "rolls of a turn (some rules have no farkle)": f"{GAME.turn_rolls};",
    "reactions of a seat in a game": f"{GAME.reactions}",
    "names of a seat in a game": f"{GAME.renames}",
}
NUMBERS = {
    "MOST_BODY": ("a body", "{:,} bytes"),
    "MOST_FRAME": ("a WebSocket frame", "{:,} bytes"),
    "MOST_SEATS": ("seats", "{}"),
    "LONGEST_NAME": ("a name", "{} letters"),
    "LONGEST_TITLE": ("the name of a game", "{} letters"),
    "LONGEST_RULES": ("a rules file", "{:,} letters"),
    "OPEN_OF_ONE": ("requests, streams and WebSockets of a seat, or of an address without", "{}"),
    "GREETING_OF_ONE": ("WebSockets of an address before their first frame", "{}"),
    "CONNECTED_OF_SEAT": ("streams and WebSockets of one seat", "{}"),
    "STUBBORN": ("bad frames before a WebSocket is closed", "{}"),
    "PATIENCE": ("the first frame of a WebSocket", "within {:.0f} s"),
    "HEADERS": ("the headers of a request", "within {:.0f} s"),
    "BODY": ("its body", "within {:.0f} s"),
    "UNREAD": ("who takes nothing of what is sent", "after {:.0f} s"),
    "MOST": ("connections", "{:,}, as far as"),
}
INSIDE = {"MOST_BUCKETS", "BACKLOG", "RESERVE"}  # nobody outside can tell


def numbers(module: ModuleType) -> dict[str, float]:
    return {
        name: value
        for name, value in vars(module).items()
        if name.isupper() and isinstance(value, int | float)
    }


def test_every_limit_is_on_the_page_with_its_number() -> None:
    rows = dict(re.findall(r"^\| (.*?) \| (.*?) \|$", section("Limits"), re.M))
    found = numbers(limits) | numbers(websocket) | numbers(connections)
    assert {*found} == {*NUMBERS} | INSIDE
    told = TOLD | {NUMBERS[name][0]: NUMBERS[name][1].format(found[name]) for name in NUMBERS}
    assert {what for what in rows if what not in ("what", "---")} == {*told}
    for what, number in told.items():
        assert number in rows[what], what
    assert f"within {worker_pool.SECONDS:.0f} s" in rows["a rules file"]
    assert {*Rates.__struct_fields__} == {"token", "address", "new_games", "reckoning", "bytes"}
    assert len(Limits.__struct_fields__) == 5
