"""Examples of request bodies and the error responses in the OpenAPI document."""

from typing import Any

from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.spec import Example
from litestar.params import BodyKwarg

from hotdice.server.http.error_codes import STATUS, ErrorResponse

SEED = "00" * 32
COMMITMENT = "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"
RULES = 'name = "house"\ndice = 5\n\n[score]\n1 = 100\n5 = 50\naaa = "100a"\n'
SEATS = [{"kind": "person", "name": "Ann"}, {"kind": "person"}, {"kind": "bot", "bot": "human:5"}]


def body_examples(*values: Any) -> BodyKwarg:
    """A request body with examples."""
    return BodyKwarg(examples=[Example(value=value) for value in values])


NEW_GAME = body_examples(
    {"rules": "basic", "seats": SEATS, "name": "Friday", "commitment": COMMITMENT},
    {"rules": {"toml": RULES}, "seats": [{"kind": "person", "name": "Ann"}]},
)
RULES_TEXT = body_examples({"toml": RULES})
JOIN = body_examples({"name": "Bob", "commitment": COMMITMENT, "key": "2hV7wq0mTt3cXk9s"})
PUT_BOT = body_examples({"seat": 1, "bot": "human:5"})
FREE_SEAT = body_examples({"seat": 1})
SETTINGS = body_examples({"rules": "greed"}, {"public": True, "open": False})
REVEAL = body_examples({"seed": SEED})
RENAME = body_examples({"name": "Robert"})
REACT = body_examples({"reaction": "luck"})
REMATCH = body_examples({"commitment": COMMITMENT})
TAKE = body_examples({"code": "ABCDE-23456", "key": "2hV7wq0mTt3cXk9s"})
PLAY_DAY = body_examples({"name": "Ann", "key": "2hV7wq0mTt3cXk9s"})
QR_TEXT = body_examples({"text": "http://192.168.1.20:8000/game/5cTXbCWq"})
ACT = body_examples(
    {"action": {"do": "roll"}, "expected": 17, "key": "b7e2"},
    {"action": {"do": "keep", "dice": [1, 1]}, "expected": 18, "key": "b7e3"},
    {"action": {"do": "bank"}, "expected": 19, "key": "b7e4"},
    {"action": {"do": "take"}, "expected": 20, "key": "b7e5"},
)

REFUSALS = {
    status: ResponseSpec(
        ErrorResponse,
        generate_examples=False,
        description="Refused: "
        + ", ".join(code for code, found in STATUS.items() if found == status),
    )
    for status in sorted({400, *STATUS.values()} - {408, 500})  # 408 is for WebSockets alone
}
