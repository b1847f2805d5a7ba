"""A bot for the server: `python server_bot.py http://127.0.0.1:8000 GAME` joins and plays."""

import json
import sys
from typing import Any
from urllib.request import Request, urlopen

GAME, headers = f"{sys.argv[1]}/api/games/{sys.argv[2]}", {"Content-Type": "application/json"}


def post(path: str, body: object) -> Any:
    """Send JSON and read the answer."""
    return json.load(urlopen(Request(GAME + path, json.dumps(body).encode(), headers)))


me = post("/join", {"name": "Example bot"})
headers["Authorization"] = f"Bearer {me['token']}"
for line in urlopen(Request(f"{GAME}/stream?from=0", headers=headers)):
    event = json.loads(line) if line.strip() else {}
    state = event.get("data", {}).get("state")
    if state and state["player"] == me["seat"] and not state["over"]:
        action = {"do": "bank" if state["may_bank"] and state["gain"] >= 400 else "roll"}
        if state["keeps"]:
            action = {"do": "keep", "dice": state["keeps"][0]["dice"]}
        post("/actions", {"action": action, "expected": event["seq"], "key": str(event["seq"])})
