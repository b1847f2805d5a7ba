"""Changes of `basic` that mean the same, each spelled in two ways."""

from typing import Any

SCORING = {"12345": 500}  # goes with each of them
ALIKE: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"confirm": "aaa"}, {"confirm": "bbb"}),
    ({"confirm": "12345"}, {"confirm": "54321"}),
    ({"rolls": {"2222": "farkle"}}, {"rolls": {"2222": "farkle", "2222222": "win"}}),
    ({"rolls": {"12": "farkle", "aabb": "win"}}, {"rolls": {"cdcd": "win", "21": "farkle"}}),
    ({"rolls": {"aa": "win"}}, {"rolls": {f"{face}{face}": "win" for face in range(1, 7)}}),
    ({"rolls": {"abcdef": "win"}}, {"rolls": {"165432": "win"}}),
    (
        {"rolls": {"aaa": "farkle", "111": "win"}},
        {"rolls": {"111": "win", **{f"{face}" * 3: "farkle" for face in range(2, 7)}}},
    ),
]
