"""The web app's verifier, run by Node, against `hotdice verify` and vectors made with openssl."""

import json
import random
import subprocess
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from support.fair_records import GOLDEN, HOUSE, a_day, flipped, lines_of, passed_turns, rolls_in
from support.needed import needed
from support.node import NODE, javascript

from hotdice import HotDiceError
from hotdice.bots import names
from hotdice.game.record import parse_so_far
from hotdice.game.verify import verify
from hotdice.rules.files import preset_names

ROOT = Path(__file__).parents[2]
ENGINE = {
    "dice": "engine/dice.js",
    "verify": "engine/verify.js",
    "state": "engine/state.js",
    "hashing": "engine/sha256.js",
}
TAMPERED = 15

pytestmark = needed(NODE, "node", "tests of records in the browser are")

VERIFY = """
const told = async (text) => {
  try {
    const { verified, faults, rollOff, rolls, fallback } = await verify.verify(text);
    return { verified, faults, rolls: rollOff.length + rolls.length, fallback };
  } catch (refusal) {
    if (!(refusal instanceof state.Refusal)) throw refusal;
    return null;
  }
};
const found = [];
for (const text of given) found.push(await told(text));
console.log(JSON.stringify(found));
"""
VECTORS = """
const { hex, combine, commitment, fairDice } = dice;
const sides = [1, 2, 3, 4, 5, 6];
const seed = (name) => (name ? given.seeds[name] : null);
const seats = (text) => combine(text.split(",").map(seed));
const entries = async (names, of) =>
  Object.fromEntries(await Promise.all(names.map(async (name) => [name, await of(name)])));
const throws = given.throws.all.map(async ([server, players, seat, turn, roll, { length }]) =>
  (await fairDice(seed(server), await seats(players)))({ seat, turn, roll, count: length, sides }));
console.log(JSON.stringify({
  commitments: await entries(Object.keys(given.commitments), (name) => commitment(seed(name))),
  combined: await entries(Object.keys(given.combined), async (text) => hex(await seats(text))),
  throws: await Promise.all(throws),
}));
"""
PLAIN = """
const { sha256, hmac } = hashing;
const bytes = Uint8Array.from({ length: 200 }, (_, at) => (at * 7) % 256);
let same = 0;
for (let length = 0; length <= 200; length++) {
  const part = bytes.slice(0, length);
  const key = bytes.slice(0, 32);
  const alike = async (one, other) => (await one).join() === (await other).join();
  same += await alike(sha256(part), sha256(part, null));
  same += await alike((await hmac(key))(part), (await hmac(key, null))(part));
}
console.log(JSON.stringify(same));
"""


def python(text: str) -> dict[str, Any] | None:
    """The verdict of `hotdice verify`; None where there is no record to check."""
    try:
        record, broken = parse_so_far(text.encode())
    except HotDiceError:
        return None
    found = verify(record, broken, names(record.seats))
    faults = [
        {"line": fault.line, "code": fault.code, "data": fault.data} for fault in found.faults
    ]
    verdict = {"verified": found.verified, "faults": faults}
    verdict |= {"rolls": found.rolls, "fallback": found.fallback}
    plain: dict[str, Any] = json.loads(json.dumps(verdict))
    return plain


def compared(texts: Sequence[str]) -> Counter[str]:
    """Every verdict in both languages; answers how often each fault was found."""
    seen: Counter[str] = Counter()
    for text, theirs in zip(texts, javascript(VERIFY, texts, **ENGINE), strict=True):
        ours = python(text)
        for verdict in (ours, theirs):
            for fault in verdict["faults"] if verdict else ():
                if fault["code"] == "fair/broken":  # why is said in other words
                    fault["data"] = None
        assert theirs == ours, text
        seen.update(fault["code"] for fault in ours["faults"]) if ours else seen.update(["none"])
    return seen


def changed(lines: list[str], luck: random.Random) -> list[str]:
    """A record with one thing changed, as somebody might who wants other dice."""
    change = luck.choice([moved, moved, rewritten, rewritten, reseeded])
    return change(list(lines), luck)


def moved(lines: list[str], luck: random.Random) -> list[str]:
    """A line that is missing, or stands elsewhere too; or an early end."""
    one, other = (luck.randrange(1, len(lines)) for _ in range(2))
    match luck.randrange(4):
        case 0:
            del lines[one]
        case 1:
            lines.insert(one, lines[other])
        case 2:
            lines[one], lines[other] = lines[other], lines[one]
        case _:
            del lines[one + 1 :]
    return lines


def rewritten(lines: list[str], luck: random.Random) -> list[str]:
    """A line that says something else."""
    at = luck.randrange(1, len(lines))
    match luck.randrange(4):
        case 0:
            values = [[], [1], [1, 5], [7, 1], [0], 0, 50, "x", None, True, 1.5, [1.0]]
            lines[at] = json.dumps({next(iter(json.loads(lines[at]))): luck.choice(values)})
        case 1:
            nonsense = ["", "{", "[]", "{}", '{"roll": [1], "keep": [1]}', "null", "7"]
            lines[at] = luck.choice([*nonsense, '{"pass": 0}', '{"pass": 50}'])
        case _:
            at = luck.choice(rolls_in(lines))
            dice = json.loads(lines[at])["roll"]
            dice[luck.randrange(len(dice))] = luck.randint(1, 6)
            lines[at] = json.dumps({"roll": dice})
    return lines


def reseeded(lines: list[str], luck: random.Random) -> list[str]:
    """Other seeds or commitments, or none."""
    header = json.loads(lines[0])
    fair = header["fair"]
    match luck.randrange(4):
        case 0:
            field = luck.choice(["server_seed", "commitment"])
            fair[field] = flipped(fair[field], luck.randrange(32), 1)
        case 1:
            field = luck.choice(["seed", "commitment"])
            fair["seats"][0][field] = flipped(fair["seats"][0][field], luck.randrange(32), 1)
        case 2:
            del fair["server_seed"]
            del lines[luck.choice([5, len(lines)]) :]
        case _:
            fair["seats"][0], fair["seats"][2] = fair["seats"][2], fair["seats"][0]
    return [json.dumps(header), *lines[1:]]


def test_the_vectors_of_openssl() -> None:
    found = javascript(VECTORS, GOLDEN, **ENGINE)
    assert found["commitments"] == GOLDEN["commitments"]
    assert found["combined"] == GOLDEN["combined"]
    assert found["throws"] == [case[-1] for case in GOLDEN["throws"]["all"]]


def test_plain_code_hashes_as_web_crypto_does() -> None:
    """Every length over three blocks: that is where padding can go wrong."""
    assert javascript(PLAIN, **ENGINE) == 2 * 201


def test_good_and_tampered_records_get_the_verdict_of_hotdice_verify() -> None:
    luck = random.Random(7)
    texts = []
    for name in [*preset_names(), *HOUSE]:
        lines = lines_of(name)
        assert python("\n".join([*lines, ""]))["verified"]  # type: ignore[index]
        texts.append("\n".join([*lines, ""]))
        texts += ["\n".join([*changed(lines, luck), ""]) for _ in range(TAMPERED)]
    seen = compared(texts)
    codes = "server-seed player-seed roll astray missing broken unrevealed withheld unfinished"
    assert {f"fair/{code}" for code in codes.split()} <= set(seen)


def test_the_dice_of_a_day_get_the_verdict_of_hotdice_verify() -> None:
    lines = a_day().text().splitlines()
    header = json.loads(lines[0])
    early = json.loads(lines[0])
    del early["fair"]["server_seed"]
    no_day = header | {"fair": header["fair"] | {"day": "today"}}
    luck = random.Random(3)
    others = [moved(list(lines), luck) for _ in range(9)]
    texts = ["\n".join([*each, ""]) for each in (lines, *others)]
    texts += ["\n".join([json.dumps(each), *lines[1:], ""]) for each in (early, no_day)]
    seen = compared(texts)
    assert (seen["fair/secret"], seen["none"]) == (1, 1)
    assert python(texts[0])["verified"]  # type: ignore[index]


def test_a_pass_ends_a_turn_here_as_well() -> None:
    lines = passed_turns()
    again = [*lines[:-1], '{"roll": [1, 4, 3, 3, 5, 4]}']
    seen = compared(["\n".join([*each, ""]) for each in (lines, again)])
    assert seen == {"fair/unfinished": 2, "fair/roll": 1}


def test_what_is_no_record_is_refused_by_both() -> None:
    header = json.loads(lines_of()[0])
    person, bot, fallback = header["fair"]["seats"]
    headers: list[dict[str, Any]] = [
        header | {"hotdice": 2},
        header | {"digest": "0" * 64},
        header | {"rules": header["rules"] | {"target": 20}},
        header | {"rules": {}},
        header | {"rules": header["rules"] | {"score": {"1": "x"}}},
        header | {"seats": []},
        header | {"seats": ["Ann", " ", "Cy"]},
        header | {"totals": [1, 2]},
        header | {"seed": 7},
        header | {"dice": "mine"},
        header | {"fair": {}},
        header | {"fair": 7},
        {},
    ]
    fairs: list[dict[str, Any]] = [
        {"commitment": "A" * 64},
        {"commitment": None},
        {"server_seed": "0" * 63},
        {"more": 1},
        {"seats": [person, bot]},
        {"seats": [bot, bot, fallback]},
        {"seats": [fallback | {"seed": "0" * 64}, bot, fallback]},
        {"seats": [person, bot | {"commitment": "0" * 64}, fallback]},
        {"seats": [person | {"kind": "robot"}, bot, fallback]},
        {"seats": [{"kind": "person", "commitment": "0" * 64}, bot, fallback]},
        {"seats": [person | {"name": "x"}, bot, fallback]},
    ]
    headers += [header | {"fair": header["fair"] | change} for change in fairs]
    texts = [json.dumps(each) + "\n" for each in headers] + ["", "nonsense\n", "[]\n", "7"]
    assert compared(texts) == Counter({"none": len(texts)})


def places(found: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in a header that something stands at."""
    keys = (
        found if isinstance(found, dict) else range(len(found)) if isinstance(found, list) else ()
    )
    for key in keys:
        yield (*path, key)
        yield from places(found[key], (*path, key))


def test_whatever_stands_in_a_header_is_read_alike() -> None:
    luck = random.Random(3)
    lines = lines_of("zilch")[:8]
    strange = [None, 0, -1, 1, 1.5, "x", "", [], {}, True, 10**9, ["a"], {"a": 1}, "1" * 64, "100a"]
    texts = []
    for path in places(json.loads(lines[0])):
        for value in luck.sample(strange, 3):
            header = table = json.loads(lines[0])
            for key in path[:-1]:
                table = table[key]
            table[path[-1]] = value
            texts.append("\n".join([json.dumps(header), *lines[1:], ""]))
    for name in ("farkle", "split", "constructor", "__proto__"):  # words that JavaScript knows
        header = json.loads(lines[0])
        header["rules"][name] = 1
        texts.append("\n".join([json.dumps(header), *lines[1:], ""]))
    assert compared(texts)["none"] > len(texts) // 2


def test_records_without_fair_dice_or_cut_off_are_told_alike() -> None:
    lines = lines_of()
    header = json.loads(lines[0])
    del header["fair"]
    whole = "\n".join([*lines, ""])
    texts = ["\n".join([json.dumps(header), *lines[1:]]), whole[:-1], whole[:-5], whole[:2000]]
    assert compared(texts)["fair/none"] == 1


def test_the_example_speaks_as_the_command_does(tmp_path: Path) -> None:
    assert NODE is not None
    path = tmp_path / "game.jsonl"
    for text in ("\n".join([*lines_of(), ""]), "\n".join([*lines_of()[:9], ""]), "nonsense\n"):
        path.write_text(text)
        words = [NODE, str(ROOT / "examples" / "verify.mjs"), str(path)]
        done = subprocess.run(words, capture_output=True, text=True, timeout=300)
        ours = python(text)
        assert done.returncode == (2 if ours is None else 0 if ours["verified"] else 1)
        assert (json.loads(done.stdout) if done.stdout else None) == ours


def test_both_verifiers_prove_who_begins() -> None:
    texts = []
    for name in ("basic", *HOUSE):
        first, *lines = lines_of(name, rolled_off=True)
        header = json.loads(first)
        rounds = header["roll_off"]
        for changed_rounds in (rounds, *wrong_rounds(rounds)):
            texts.append("\n".join([json.dumps(header | {"roll_off": changed_rounds}), *lines]))
    seen = compared(texts)
    assert seen["fair/roll-off"] > 0
    assert seen["none"] > 0
    whole = [text for text in texts if (found := python(text)) and found["verified"]]
    assert len(whole) == 1 + len(HOUSE)


def wrong_rounds(rounds: list[list[int | None]]) -> list[Any]:
    """Other dice for who begins: some that could be, and some that could not."""
    first = rounds[0]
    high = [6 if die == max(map(int, filter(None, first))) else 1 for die in first]
    return [
        [high],  # the same seat, with other dice
        [[1, 2, 6]],
        [[6, 2, 1]],
        [[6, 6, 1]],
        [[6, 6, 1], [5, 2, None]],
        [[6, 6, 1], [5, 2, 1]],
        [[6, 6, 1], [5, None, 2]],
        [[0, 1, 2]],
        [[7, 1, 2]],
        [[6, 2]],
        [[6, 2, 1], [6, 2, 1]],
        [[]],
        [6],
        "6",
        [],
        None,
    ]
