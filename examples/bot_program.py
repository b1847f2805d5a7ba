#!/usr/bin/env python3
"""A bot as a program: a line of JSON comes in, one goes out. docs/bots.md has every field.

hotdice play --seats 'Ann,bot:exec:python3 examples/bot_program.py'
"""

import json
import sys
from typing import Any


def choose(now: dict[str, Any], rules: dict[str, Any]) -> dict[str, Any]:
    """Keep points and dice to roll; stop when a farkle would cost more than a roll brings.

    What is offered by the player before is taken over if a roll of those dice is likely to score.
    """
    actions: list[dict[str, Any]] = now["actions"]
    if now["rolled"]:
        return max(actions, key=lambda keep: keep["points"] + 60 * (keep["left"] or rules["dice"]))
    offers = [action for action in actions if action["action"] == "take"]
    if offers and offers[0]["points"] >= 500 and offers[0]["left"] >= 3:
        return offers[0]
    mine, points = now["totals"][now["player"] - 1], now["turn_points"]
    farkle = (2 / 3) ** now["dice"]  # about so often neither a 1 nor a 5 comes
    enough = points * farkle > 100 * now["dice"] * (1 - farkle) or mine + points >= rules["target"]
    if now["last_round"]:
        enough = mine + points > max(now["totals"])
    counts = mine > 0 or points >= rules["entry"]
    bank = {"action": "bank"}
    return bank if bank in actions and enough and counts else {"action": "roll"}


for line in sys.stdin:
    message = json.loads(line)
    if "hotdice" in message:  # a game begins; this line is not answered
        rules = message["rules"]
    else:
        print(json.dumps(choose(message, rules)), flush=True)
