"""The web app's view of a game, run by Node, against what the server says of the same game."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from support.lengths import cases
from support.needed import needed
from support.node import javascript
from support.serving import Server, events_of, make, play_out

from hotdice.bots.built_in import BUILT_IN
from hotdice.rules.files import preset_names

WEB = Path(__file__).parents[2] / "src" / "hotdice" / "server" / "web"
NODE = shutil.which("node")
REDUCE = """
import { readFileSync } from "node:fs";
const { EMPTY, names, reduce } = await import(process.argv[1]);
const events = JSON.parse(readFileSync(0, "utf8"));
const seen = [];
let view = EMPTY;
for (const event of events) {
  const frozen = JSON.stringify(view);
  const next = reduce(view, event);
  if (JSON.stringify(view) !== frozen) throw new Error(`${event.kind} changed the view before it`);
  if (reduce(next, event) !== next) throw new Error(`${event.kind} came twice`);
  view = next;
  seen.push({ kept: view.kept, felt: view.felt });
}
console.log(JSON.stringify({ view, seen, names: names(view) }));
"""

pytestmark = needed(NODE, "node", "tests of the view in the browser are")


def reduced(events: list[dict[str, Any]]) -> Any:
    assert NODE is not None
    words = [NODE, "--input-type=module", "-e", REDUCE, str(WEB / "view.js")]
    done = subprocess.run(words, input=json.dumps(events), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_the_log_tells_who_rolled_what_and_who_begins(server: Server) -> None:
    ann = make(server, "Ann", "bot:bold", "bot:bold", roll_off=True, fair=False)
    events = events_of(server, ann.game)
    started = next(event for event in events if event["kind"] == "started")
    found = reduced(events)
    lines = [entry["lines"] for entry in found["view"]["log"]]
    rounds = next(rest for (key, *_), *rest in lines if key == "web.log.started")
    assert [line[1]["thrown"] for line in rounds] == started["data"]["roll_off"]
    assert [line[0] for line in rounds[:-1]] == ["tell.roll-again"] * (len(rounds) - 1)
    first = started["data"]["state"]["player"]
    assert (rounds[-1][0], rounds[-1][1]["left"]) == ("tell.begins", [first])


SOME = ("basic", "greed", "pig", "thousand", "zilch")  # between them every kind of event


@pytest.mark.parametrize("rules", cases(preset_names(), lambda name: name in SOME))
def test_the_view_follows_from_the_events_alone(rules: str, server: Server) -> None:
    target = 40 if rules == "pig" else 3000
    ann = make(server, "Ann", "bot:bold", "bot:cautious", rules=f"{rules}+target={target}")
    ann.reveal()
    ann.post("react", {"reaction": "luck"})
    ann.post("rename", {"name": "Anna"})
    told = play_out([ann])
    events = events_of(server, ann.game)
    found = reduced(events)
    view = found["view"]
    for field in ("seq", "status", "state", "rules", "clock", "next", "deadline"):
        assert view[field] == told[field], field
    for mine, theirs in zip(view["seats"], told["seats"], strict=True):
        for field in ("kind", "name", "bot", "taken", "left", "fair", "commitment", "seed"):
            assert mine[field] == theirs[field], field
    assert view["serverSeed"] == told["fair"]["server_seed"]
    assert view["winners"] == told["state"]["winners"]
    assert found["names"][0] == "Anna"
    check_score_sheet(view, told["state"]["totals"])
    check_dice(events, found["seen"], told["rules"]["table"]["dice"])


def check_score_sheet(view: dict[str, Any], totals: list[int]) -> None:
    for seat, total in enumerate(totals):
        turns = [turn for turn in view["turns"] if turn["seat"] == seat]
        assert turns[-1]["total"] == total
        sums = 0
        for turn in turns:
            sums += turn["points"] - turn["penalty"]
            assert turn["total"] == sums
            assert not (turn["farkle"] and turn["points"])


def check_dice(events: list[dict[str, Any]], seen: list[Any], dice: int) -> None:
    """Dice kept in a turn and dice still to roll are all the dice there are."""
    for event, shown in zip(events, seen, strict=True):
        state = event["data"].get("state")
        if event["kind"] == "rolled":
            assert shown["felt"]["dice"] == event["data"]["dice"]
        if state and state["turn_points"] and not state["over"]:
            assert (len(shown["kept"]) + state["dice"]) % dice == 0


def test_the_browser_offers_the_bots_whose_levels_have_names() -> None:
    named = [each.named_levels for each in BUILT_IN.values()]
    declared = {level: bot for each in named for bot, level in each.items()}
    found = javascript("console.log(JSON.stringify(bots.LEVELS));", bots="bots.js")
    assert list(found.items()) == list(declared.items())
