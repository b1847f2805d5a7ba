"""Every mistake of a rules table, all together. Finds them; where they stand is for `form`."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, get_args

import msgspec

from hotdice.rules.finishing import stuck_total
from hotdice.rules.meaning import hot_dice_roll
from hotdice.rules.most_points import most_points
from hotdice.rules.patterns import FACES, NONE, Dice, meanings, terms
from hotdice.rules.rules import DECIDES, MOST_DICE, MOST_POINTS, NO_AIM, Penalty, Rules
from hotdice.rules.steps import steps
from hotdice.texts.near import near

MOST_PATTERNS = 64


def _numbers(kind: type[msgspec.Struct]) -> dict[str, tuple[int, int]]:
    """The least and the most of each whole number, as its field declares them."""
    found = {}
    for name, declared in kind.__annotations__.items():
        parts = [part for each in (declared, *get_args(declared)) for part in get_args(each)]
        for limits in parts:
            if isinstance(limits, msgspec.Meta):
                assert isinstance(limits.ge, int)
                assert isinstance(limits.le, int)
                found[name] = (limits.ge, limits.le)
    return found


NUMBERS = _numbers(Rules)
PENALTY_NUMBERS = _numbers(Penalty)
PENALTY_PARTS = [part.name for part in msgspec.structs.fields(Penalty) if part.required]
CHOICES = {
    name: choices
    for name, kind in Rules.__annotations__.items()
    if (choices := get_args(kind)) and all(isinstance(choice, str) for choice in choices)
}
FIELDS = [field.encode_name for field in msgspec.structs.fields(Rules)]
FLAGS = [name for name, kind in Rules.__annotations__.items() if kind is bool]
USUAL: dict[str, Any] = msgspec.to_builtins(Rules(name="usual", patterns={}))
MOST_SIDES = 60
# what other rule sheets and programs call an option of ours
OTHER_NAMES = {
    "bonus": "hot_dice_bonus",
    "bust": "overshoot",
    "carry_over": "piggyback",
    "clear": "confirm",
    "exact": "overshoot",
    "exact_target": "overshoot",
    "first_roll_free": "mercy",
    "follow": "piggyback",
    "instant_win": "rolls",
    "joker": "wild",
    "last_chance": "last_round",
    "loaded": "weights",
    "must_clear": "confirm",
    "opening": "entry",
    "probabilities": "weights",
    "prove": "confirm",
    "reroll": "mercy",
    "steal": "piggyback",
    "stealing": "piggyback",
    "straight": "score",
    "take_over": "piggyback",
    "toxic": "rolls",
    "toxic_twos": "rolls",
    "turns": "rounds",
    "winning_score": "target",
}
NAME = re.compile(r"[a-z0-9-]{1,60}")
SUM = re.compile(r"\d{1,9}[a-z]?(\+\d{1,9}[a-z]?)*", re.ASCII)
# what a turn can reach depends on these fields alone
REACH = {
    "dice", "keep", "hot_dice", "entry", "minimum", "hot_dice_bonus", "wild", "rolls", "piggyback",
    "confirm", "score",
}  # fmt: skip
LONGEST = 60


class Problem(NamedTuple):
    """A mistake in one field, as a code with data."""

    field: str
    code: str
    data: dict[str, Any]


def problems(table: Mapping[str, Any]) -> list[Problem]:
    """All mistakes of a table; empty if it is rules."""
    found = [*_unknown(table), *_name(table), *_plain(table), *_penalty(table), *_score(table)]
    found += [*_weights(table), *_rolls(table), *_confirm(table), *_contradictions(table)]
    if not any(problem.field.partition(".")[0] in REACH for problem in found):
        reach = [*_unreachable({key: value for key, value in table.items() if key in REACH})]
        found += reach
        if not found:
            found += _never_finishes(table)
    return found


def idle(rules: Rules) -> list[str]:
    """Patterns with more dice than the game has: they can never be rolled."""
    patterns = [*rules.decided_rolls, *(pattern for pattern in rules.patterns if pattern != NONE)]
    return [pattern for pattern in patterns if len(pattern) > rules.dice]


def _unknown(table: Mapping[str, Any]) -> Iterator[Problem]:
    for field in table:
        if field in FIELDS:
            continue
        letters = "abcdef"[: len(set(field))]
        if field == NONE or re.fullmatch(r"[1-6]+", field) or set(field) == set(letters):
            yield Problem(field, "rules/above-score", {"field": field})
        else:
            yield _stranger("rules/unknown-field", field, field, FIELDS)


def _stranger(code: str, path: str, field: str, known: list[str]) -> Problem:
    meant = OTHER_NAMES.get(field.lower().replace("-", "_")) or near(field, known)
    if meant is not None:
        return Problem(path, f"{code}.near", {"field": path, "near": meant})
    return Problem(path, code, {"field": path, "known": known})


def _name(table: Mapping[str, Any]) -> Iterator[Problem]:
    name = table.get("name")
    if name is None:
        yield Problem("name", "rules/no-name", {})
    elif not isinstance(name, str) or not NAME.fullmatch(name):
        yield Problem("name", "rules/name", {"found": quoted(name)})
    title = table.get("title", "")
    if not isinstance(title, str) or not title.isprintable():
        yield Problem("title", "rules/title", {"found": quoted(title)})


def _plain(table: Mapping[str, Any]) -> Iterator[Problem]:
    for field, limits in NUMBERS.items():
        yield from _number(table, field, field, limits)
    for field in FLAGS:
        if type(table.get(field, False)) is not bool:
            yield Problem(field, "rules/flag", {"field": field, "found": quoted(table[field])})
    for field, choices in CHOICES.items():
        found = table.get(field, choices[0])
        if found not in choices:
            wanted = [quoted(choice) for choice in choices]
            data = {"field": field, "found": quoted(found), "choices": wanted}
            yield Problem(field, "rules/choice", data)


def _number(
    table: Mapping[str, Any], key: str, path: str, limits: tuple[int, int]
) -> Iterator[Problem]:
    least, most = limits
    found = table.get(key, least)
    if type(found) is not int or not least <= found <= most:
        data = {"field": path, "found": quoted(found), "least": least, "most": most}
        yield Problem(path, "rules/number", data)


def _penalty(table: Mapping[str, Any]) -> Iterator[Problem]:
    penalty = table.get("penalty")
    if penalty is None:
        return
    if not isinstance(penalty, Mapping):
        yield Problem("penalty", "rules/penalty", {"found": quoted(penalty)})
        return
    for key in penalty:
        if key not in Penalty.__struct_fields__:
            known = [f"penalty.{name}" for name in Penalty.__struct_fields__]
            yield _stranger("rules/unknown-field", f"penalty.{key}", f"penalty.{key}", known)
    for key, limits in PENALTY_NUMBERS.items():
        yield from _number(penalty, key, f"penalty.{key}", limits)
        if key not in penalty and key in PENALTY_PARTS:
            yield Problem("penalty", "rules/penalty-part", {"part": key})


def _weights(table: Mapping[str, Any]) -> Iterator[Problem]:
    weights = table.get("weights")
    if weights is None:
        return
    numbers = isinstance(weights, (list, tuple)) and len(weights) == len(FACES)
    if not numbers or not all(type(weight) is int and weight > 0 for weight in weights):
        yield Problem("weights", "rules/weights", {"found": quoted(weights)})
    elif sum(weights) > MOST_SIDES:
        yield Problem("weights", "rules/weights-sum", {"found": sum(weights), "most": MOST_SIDES})


def _rolls(table: Mapping[str, Any]) -> Iterator[Problem]:
    rolls = table.get("rolls", {})
    if not isinstance(rolls, Mapping):
        yield Problem("rolls", "rules/rolls", {"found": quoted(rolls)})
        return
    if len(rolls) > MOST_PATTERNS:
        many = {"count": len(rolls), "most": MOST_PATTERNS}
        yield Problem("rolls", "rules/many-patterns", many)
    for pattern, decides in rolls.items():
        wrong = ("pattern/none-decides", {}) if pattern == NONE else _pattern(pattern)
        if wrong:
            yield Problem(f"rolls.{pattern}", *wrong)
        elif decides not in DECIDES:
            choices = [quoted(choice) for choice in DECIDES]
            data = {"field": pattern, "found": quoted(decides), "choices": choices}
            yield Problem(f"rolls.{pattern}", "rules/choice", data)


def _confirm(table: Mapping[str, Any]) -> Iterator[Problem]:
    confirm = table.get("confirm")
    if confirm is None:
        return
    if not isinstance(confirm, str) or confirm == NONE or _pattern(confirm):
        yield Problem("confirm", "rules/confirm", {"found": quoted(confirm)})
        return
    score, asked = table.get("score"), meanings(confirm, 1)
    if isinstance(score, Mapping) and not any(
        asked.keys() & meanings(pattern, 1).keys()
        for pattern in score
        if pattern != NONE and not _pattern(pattern)
    ):
        yield Problem("confirm", "rules/confirm-idle", {"pattern": confirm})


def _contradictions(table: Mapping[str, Any]) -> Iterator[Problem]:
    """Options that cannot go together."""
    ends = table.get("hot_dice") == "end"
    if ends and table.get("below_entry") == "refuse":
        yield Problem("below_entry", "rules/end-refuse", {})
    if ends and table.get("confirm") is not None:
        yield Problem("confirm", "rules/end-confirm", {})
    if table.get("rounds") is not None:
        for field in NO_AIM:
            if table.get(field, USUAL[field]) != USUAL[field]:
                yield Problem(field, "rules/rounds-alone", {"field": field})
    if table.get("last_round") == "one-roll":
        if table.get("rounds") is not None:
            yield Problem("last_round", "rules/no-last-round", {"field": "rounds"})
        elif table.get("finish") == "immediate":
            yield Problem("last_round", "rules/no-last-round", {"field": "finish"})


def _score(table: Mapping[str, Any]) -> Iterator[Problem]:
    score = table.get("score")
    if not isinstance(score, Mapping) or not score:
        yield Problem("score", "rules/no-score", {})
        return
    if len(score) > MOST_PATTERNS:
        data = {"count": len(score), "most": MOST_PATTERNS}
        yield Problem("score", "rules/many-patterns", data)
    seen: dict[tuple[bool, Dice], tuple[str, int]] = {}
    for pattern, points in score.items():
        wrong = _pattern(pattern) or _points(pattern, points)
        if wrong:
            yield Problem(f"score.{pattern}", *wrong)
        elif pattern != NONE and len(pattern) <= MOST_DICE:
            yield from _conflict(pattern, meanings(pattern, points), seen)


def _pattern(pattern: str) -> tuple[str, dict[str, Any]] | None:
    data: dict[str, Any] = {"pattern": pattern}
    if pattern in FIELDS or pattern in Penalty.__struct_fields__:
        return "rules/below-score", {"field": pattern}
    if pattern == NONE:
        return None
    if pattern.isascii() and pattern.isdigit():
        strange = [face for face in pattern if int(face) not in FACES]
        return ("pattern/face", data | {"face": strange[0]}) if strange else None
    if re.fullmatch(r"[a-z]+", pattern):
        letters = len(set(pattern))
        return ("pattern/letters", data | {"count": letters}) if letters > len(FACES) else None
    if re.fullmatch(r"[a-z0-9]+", pattern):
        return "pattern/mixed", data
    return "pattern/form", data


def _points(pattern: str, points: object) -> tuple[str, dict[str, Any]] | None:
    data: dict[str, Any] = {"pattern": pattern, "found": quoted(points)}
    if type(points) is int and points <= 0:
        return "points/zero", data
    if type(points) is not int and not (isinstance(points, str) and SUM.fullmatch(points)):
        return "points/form", data
    sums = terms(points)
    if any(factor == 0 for factor, _ in sums):
        return "points/zero", data
    known = "" if pattern == NONE or pattern.isdigit() else pattern
    for _, letter in sums:
        if letter and letter not in known:
            return "points/letter", data | {"letter": letter}
    if sum(factor * (FACES[-1] if letter else 1) for factor, letter in sums) > MOST_POINTS:
        return "points/most", data | {"most": MOST_POINTS}
    return None


def _conflict(
    pattern: str, found: Mapping[Dice, int], seen: dict[tuple[bool, Dice], tuple[str, int]]
) -> Iterator[Problem]:
    clash = None
    for dice, points in found.items():
        other, before = seen.setdefault((pattern.isdigit(), dice), (pattern, points))
        if before != points and clash is None:
            clash = {"pattern": pattern, "points": points, "dice": dice}
            clash |= {"other": other, "before": before}
    if clash:
        yield Problem(f"score.{pattern}", "pattern/conflict", clash)


def _unreachable(table: dict[str, Any]) -> Iterator[Problem]:
    rules = msgspec.convert({"name": "x"} | table, Rules)
    if not rules.combinations and not rules.none:
        yield Problem("score", "rules/never-scores", {"count": rules.dice})
        return
    if not steps(rules)[rules.dice]:
        yield Problem("rolls", "rules/all-decided", {})
        return
    most = most_points(rules)
    if most == 0:
        yield Problem("hot_dice", "rules/never-banks", {})
        return
    if rules.confirm is not None and not _can_confirm(rules):
        yield Problem("confirm", "rules/never-confirmed", {"pattern": rules.confirm})
        return
    for field in ("entry", "minimum"):
        if (found := getattr(rules, field)) > most:
            data = {"field": field, "found": found, "most": most}
            yield Problem(field, "rules/unreachable", data)


def _can_confirm(rules: Rules) -> bool:
    """Whether something scores that need not be confirmed itself, and may be banked after it."""
    must_roll = hot_dice_roll(rules.terms)
    most = rules.dice - must_roll
    scoring = [dice for dice in rules.combinations if len(dice) <= most]
    return (rules.none > 0 and not must_roll) or not all(map(rules.unconfirmed, scoring))


def _never_finishes(table: Mapping[str, Any]) -> Iterator[Problem]:
    """Whether somebody can come so near the target that no bank is small enough."""
    total = stuck_total(msgspec.convert(table, Rules))
    if total is not None:
        data = {"total": total, "target": table.get("target", USUAL["target"])}
        yield Problem("overshoot", "rules/never-finishes", data)


def quoted(value: object) -> str:
    """A value as a rules file writes it, cut short if it is long."""
    if isinstance(value, str):
        return _short(repr(value).replace("'", '"'))
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int) and abs(value) > 10**LONGEST:
        return "a number of that size"
    return _short(str(value))


def _short(words: str) -> str:
    return words if len(words) <= LONGEST else words[: LONGEST - 1] + "…"
