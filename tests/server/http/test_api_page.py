"""docs/api.md tells every code that the server answers with, and every limit with its number."""

import re
from pathlib import Path
from types import ModuleType

from hotdice.server import limits
from hotdice.server.http import websocket
from hotdice.server.http.error_codes import STATUS
from hotdice.server.http.transport import connections
from hotdice.server.limits import Limits, MaxSize, Rate, Rates
from hotdice.server.review import reviewer
from hotdice.server.rules import worker, worker_pool

ROOT = Path(__file__).parents[3]
SOURCE = ROOT / "src" / "hotdice"
PAGE = (ROOT / "docs" / "api.md").read_text()
CODE = re.compile(r"[a-z]+/[a-z][a-z-]*")
RAISED = re.compile(r'(?:HotDiceError|ErrorResponse|WriteConflict)\(\s*"([a-z]+/[a-z-]+)')
MISTAKE = re.compile(r'"((?:toml|rules|pattern|points|change)/[a-z-]+)"')
MOVE = re.compile(r'"((?:roll|keep|bank|take)/[a-z-]+)"')
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
CLOSES = {"request/stubborn": 429}  # a WebSocket, whose status was 101


def section(title: str) -> str:
    return PAGE.split(f"\n## {title}\n")[1].split("\n## ")[0]


def found_in(pattern: re.Pattern[str], *places: Path) -> set[str]:
    return {code for place in places for code in pattern.findall(place.read_text())}


def refusals() -> set[str]:
    """What the server's own code refuses, and what it passes on of moves and bots."""
    files = [file for file in (SOURCE / "server").rglob("*.py") if file.name not in AT_START]
    own = found_in(RAISED, *files) | {*STATUS}
    moves = found_in(MOVE, SOURCE / "game" / "state.py") - ON_PURPOSE
    files = [SOURCE / "bots" / file for file in ("built_in.py", "catalogue.py")]
    bots = found_in(RAISED, *files) - {"bot/unknown"}
    return own | moves | bots | {"request/rules"}


def mistakes() -> set[str]:
    files = [*(SOURCE / "rules").glob("*.py"), SOURCE / "server" / "rules" / "worker.py"]
    return found_in(MISTAKE, *files) - {"rules/unknown"}


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


def size(found: MaxSize) -> str:
    return f"{found.moves:,} moves, {found.bytes:,} bytes"


RATES, GAME = Rates(), Limits()
TOLD = {
    "requests and frames with the token of a seat": rate(RATES.token),
    "requests and frames of an address without a token": rate(RATES.address),
    "new games of an address": rate(RATES.new_games),
    "games of the day that count, of an address": (
        f"{RATES.day_games.burst:.0f} at once, {RATES.day_games.second * 86_400:.0f} a day"
    ),
    "computations for an address: rules, advice, reviews and QR codes": rate(RATES.computing),
    "a review": f"within {reviewer.TIMEOUT:.0f} s",
    "the title of rules": f"{worker.LONGEST_TITLE} characters",
    "bytes of events that an address makes games grow by": rate(RATES.bytes),
    "a game with people": size(GAME.with_people),
    "a game of bots alone": size(GAME.bots_alone),
    "rolls of a turn (some rules have no farkle)": f"{GAME.turn_rolls};",
    "reactions of a seat in a game": f"{GAME.reactions}",
    "names of a seat in a game": f"{GAME.renames}",
}
NUMBERS = {
    "MAX_BODY_BYTES": ("a body", "{:,} bytes"),
    "MAX_FRAME_BYTES": ("a WebSocket frame", "{:,} bytes"),
    "MAX_SEATS": ("seats", "{}"),
    "MAX_NAME_LENGTH": ("a name", "{} characters"),
    "MAX_TITLE_LENGTH": ("the name of a game", "{} characters"),
    "MAX_QR_BYTES": ("a link as a QR code", "{} characters"),
    "MAX_RULES_LENGTH": ("a rules file", "{:,} characters"),
    "MAX_OPEN_PER_CLIENT": (
        "requests, streams and WebSockets of a seat, or of an address without a token",
        "{}",
    ),
    "MAX_UNGREETED_PER_ADDRESS": ("WebSockets of an address before their first frame", "{}"),
    "MAX_CONNECTIONS_PER_SEAT": ("streams and WebSockets of one seat", "{}"),
    "MAX_BAD_FRAMES": ("bad frames before a WebSocket is closed", "{}"),
    "HELLO_TIMEOUT": ("the first frame of a WebSocket", "within {:.0f} s"),
    "HEADERS_TIMEOUT": ("the headers of a request", "within {:.0f} s"),
    "BODY_TIMEOUT": ("its body", "within {:.0f} s"),
    "WRITE_TIMEOUT": ("a client that reads nothing of what is sent", "after {:.0f} s"),
    "MAX_CONNECTIONS": ("connections", "{:,}, if"),
}
INSIDE = {"MAX_BUCKETS", "FEW_BUCKETS", "BACKLOG", "RESERVED_FILES"}  # nobody outside can tell


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
    assert f"within {worker_pool.ANSWER_TIMEOUT:.0f} s" in rows["a rules file"]
    rates = {"token", "address", "new_games", "computing", "bytes", "day_games"}
    assert {*Rates.__struct_fields__} == rates
    assert len(Limits.__struct_fields__) == 5
