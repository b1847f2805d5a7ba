"""Hypothesis strategies for house rules nobody has thought of, as plain tables and as TOML text."""

from typing import Any

from hypothesis import strategies as st
from support.slow import FACES, combination, multisets

POINTS = st.one_of(
    st.sampled_from((50, 100, 150, 200, 300, 500, 750, 1000, 1500)),
    st.integers(min_value=1, max_value=2500),
)
FACTORS = st.one_of(st.sampled_from((10, 50, 100, 200)), st.integers(min_value=1, max_value=300))


def shapes_of(size: int, largest: int | None = None) -> list[tuple[int, ...]]:
    """Every way to say how often each letter stands in a pattern: 3 is (3,), (2, 1), (1, 1, 1)."""
    if size == 0:
        return [()]
    first = range(min(size, largest or size), 0, -1)
    return [(count, *rest) for count in first for rest in shapes_of(size - count, count)]


SHAPES = [shape for size in range(1, 7) for shape in shapes_of(size)]


@st.composite
def letter_patterns(draw: st.DrawFn, shape: tuple[int, ...]) -> tuple[str, int | str]:
    """A pattern of letters of this shape, and its points: a number or a sum."""
    letters = draw(st.permutations("abcdef"))[: len(shape)]
    written = [letter for letter, count in zip(letters, shape, strict=True) for _ in range(count)]
    pattern = "".join(draw(st.permutations(written)))
    counted = draw(st.lists(st.sampled_from(letters), unique=True, max_size=3))
    if not counted:
        return pattern, draw(POINTS)
    terms = [f"{draw(FACTORS)}{letter}" for letter in counted]
    if draw(st.booleans()):
        terms.append(str(draw(POINTS)))
    return pattern, "+".join(draw(st.permutations(terms)))


@st.composite
def digit_patterns(draw: st.DrawFn, dice: tuple[int, ...]) -> tuple[str, int]:
    """A pattern of digits for exactly these dice, in some order, and its points."""
    return "".join(str(face) for face in draw(st.permutations(dice))), draw(POINTS)


def singles() -> st.SearchStrategy[list[tuple[int, ...]]]:
    """Some faces that score alone: mostly two, as in the games people play."""
    lone = st.sampled_from(FACES).map(lambda face: (face,))
    return st.one_of(st.just([(1,), (5,)]), st.lists(lone, unique=True, max_size=4))


def several() -> st.SearchStrategy[list[tuple[int, ...]]]:
    """Some groups of two to six dice, as sorted dice."""
    group = st.lists(st.sampled_from(FACES), min_size=2, max_size=6)
    ordered = group.map(lambda dice: tuple(sorted(dice)))
    return st.lists(ordered, unique=True, max_size=4)


@st.composite
def score_tables(draw: st.DrawFn) -> dict[str, int | str]:
    """A valid table `score`: no dice have two values from digits or two from letters."""
    score: dict[str, int | str] = {}
    for dice in draw(singles()) + draw(several()):
        digits, points = draw(digit_patterns(dice))
        score[digits] = points
    for shape in draw(st.lists(st.sampled_from(SHAPES), unique=True, max_size=4)):
        letters, amount = draw(letter_patterns(shape))
        score[letters] = amount
    if draw(st.integers(0, 3)) == 0:
        score["none"] = draw(POINTS)
    return score


def scores_at_all(table: dict[str, Any]) -> bool:
    """Whether some dice of these rules make a combination."""
    sizes = {len(pattern) for pattern in table["score"] if pattern != "none"}
    return any(
        combination(table, group) is not None
        for size in sizes
        if size <= table["dice"]
        for group in multisets(size)
    )


@st.composite
def tables(draw: st.DrawFn) -> dict[str, Any]:
    """Rules that differ in dice, keep and scores: all that scoring depends on."""
    table: dict[str, Any] = {
        "name": "house",
        "dice": draw(st.one_of(st.just(6), st.integers(1, 6))),
        "keep": draw(st.sampled_from(("any", "all"))),
        "score": draw(score_tables()),
    }
    if not scores_at_all(table):
        table["score"][str(draw(st.sampled_from(FACES)))] = draw(POINTS)
    table.update(draw(st.one_of(st.just({}), options())))
    return table


WEIGHTS = [[1, 1, 1, 1, 1, 3], [2, 2, 2, 2, 2, 2], [5, 1, 1, 2, 1, 1], [10, 10, 10, 10, 10, 10]]


def options() -> st.SearchStrategy[dict[str, Any]]:
    """Some of the options about what a roll is worth."""
    return st.fixed_dictionaries(
        {},
        optional={
            "hot_dice_bonus": st.sampled_from((50, 300, 1000)),
            "wild": st.sampled_from(FACES),
            "weights": st.sampled_from(WEIGHTS),
            "rolls": st.dictionaries(
                st.sampled_from(("22", "2222", "aaa", "666", "aabb", "12")), st.just("farkle")
            ),
        },
    )


@st.composite
def penalties(draw: st.DrawFn) -> dict[str, int]:
    """A penalty, with a floor or without."""
    penalty = {"farkles": draw(st.integers(1, 3)), "points": draw(st.integers(1, 1000))}
    if draw(st.booleans()):
        penalty["floor"] = draw(st.sampled_from((0, 0, -500, 200)))
    return penalty


@st.composite
def games(draw: st.DrawFn) -> dict[str, Any]:
    """Rules in which every field varies; a few of them contradict themselves.

    Some have familiar scores, so that games end often enough, and some have scores all alike, so
    that they end in ties.
    """
    table = draw(tables())
    kind = draw(st.sampled_from(("random", "familiar", "alike")))
    if kind == "familiar":
        table["score"] = {"1": 100, "5": 50, "aaa": "100a", "aaaa": 500, "aabbcc": 500}
    elif kind == "alike":
        table["score"] = {"1": 100, "2": 100, "3": 100}
    table["target"] = draw(st.integers(6, 60)) * 50
    table["entry"] = draw(st.sampled_from((0, 0, 100, 300, 500)))
    table["below_entry"] = draw(st.sampled_from(("nothing", "refuse")))
    ends = ("may", "must") if table["below_entry"] == "refuse" else ("may", "must", "end")
    table["hot_dice"] = draw(st.sampled_from(ends))
    table["minimum"] = draw(st.sampled_from((0, 0, 0, 150, 300)))
    table["tie"] = draw(st.sampled_from(("shared", "first")))
    table["finish"] = draw(st.sampled_from(("last-round", "last-round", "immediate")))
    if draw(st.booleans()):
        table["penalty"] = draw(penalties())
    return table


@st.composite
def house_games(draw: st.DrawFn) -> dict[str, Any]:
    """Rules of `games` with any of the options about how turns and games go.

    Options that would contradict each other are left out, except for those that only a look at the
    scores can tell.
    """
    table = draw(games())
    table.update(draw(turn_options()))
    table["rolls"] = draw(decisions())
    if draw(st.booleans()):
        patterns = [pattern for pattern in table["score"] if pattern != "none"]
        table["confirm"] = draw(st.sampled_from(patterns))
    if table["hot_dice"] == "end":
        table.pop("confirm", None)
    if "rounds" in table:
        for aim in ("target", "finish", "overshoot", "last_round"):
            table.pop(aim, None)
    if table.get("finish") == "immediate":
        table.pop("last_round", None)
    return table


def turn_options() -> st.SearchStrategy[dict[str, Any]]:
    """Some of the options about how turns and games go."""
    return st.fixed_dictionaries(
        {
            "finish": st.sampled_from(("last-round", "immediate", "equal-turns")),
            "overshoot": st.sampled_from(("counts", "counts", "lose-turn", "welfare")),
        },
        optional={
            "rounds": st.integers(1, 4),
            "last_round": st.just("one-roll"),
            "piggyback": st.just(True),
            "mercy": st.just(True),
        },
    )


def decisions() -> st.SearchStrategy[dict[str, str]]:
    """Some rolls that are decided by themselves, in one way or another."""
    patterns = st.sampled_from(("22", "2222", "aaa", "666", "aabb", "12", "111111", "333"))
    kinds = st.sampled_from(("farkle", "lose-total", "win"))
    return st.dictionaries(patterns, kinds, max_size=3)


@st.composite
def starts(draw: st.DrawFn, target: int) -> tuple[int, ...]:
    """Totals below the target for one to four players: at zero, close to the target, or equal."""
    close = draw(st.sampled_from((50, 100, 200, 300)))
    near = st.integers(max(0, target - 500), target - 1)
    total = st.one_of(st.just(max(0, target - close)), st.just(0), near, st.integers(0, 150))
    players = draw(st.sampled_from((2, 3, 4, 1)))
    return tuple(draw(st.lists(total, min_size=players, max_size=players)))


def rolls(least: int, most: int) -> st.SearchStrategy[list[int]]:
    """Dice as they fall; every second roll has few different faces, so that sets come up."""
    any_faces = st.lists(st.sampled_from(FACES), min_size=least, max_size=most)
    few = st.lists(st.sampled_from(FACES), min_size=1, max_size=3, unique=True)
    alike = few.flatmap(
        lambda faces: st.lists(st.sampled_from(faces), min_size=least, max_size=most)
    )
    return st.one_of(any_faces, alike)


def toml(table: dict[str, Any]) -> str:
    """The rules file that reads as this table."""
    fields = [f"{name} = {_value(value)}" for name, value in table.items() if name != "score"]
    patterns = [f"{name} = {_value(value)}" for name, value in table["score"].items()]
    return "\n".join([*fields, "", "[score]", *patterns, ""])


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{name} = {_value(each)}" for name, each in value.items()) + " }"
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) else str(value)
