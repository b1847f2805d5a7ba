"""The rule sheet for people: everything a player needs, said from the rules object alone."""

from collections import Counter
from collections.abc import Iterator
from itertools import zip_longest
from textwrap import wrap

from hotdice.rules.meaning import exact_target
from hotdice.rules.patterns import FACES, NONE, Dice, Points, terms, worth, worth_as
from hotdice.rules.rules import Rules
from hotdice.texts import faces, grouped, listed, say
from hotdice.texts.say import number_word

WIDTH = 78
EXAMPLE_FACES = (4, 2, 6, 3, 1, 5)
USUAL = Rules(name="usual", patterns={})
WORDED = {  # options that have sentences of their own below
    "name", "title", "dice", "target", "entry", "keep", "below_entry", "hot_dice", "tie", "finish",
    "penalty", "wild", "weights", "decided_rolls", "patterns", "rounds", "confirm",
}  # fmt: skip

Row = tuple[str, str, str]


def sheet(rules: Rules, markdown: bool = False, width: int = WIDTH, solo: bool = False) -> str:
    """The whole sheet, as plain text of at most `width` columns or as Markdown.

    Whoever plays `solo` has another aim.
    """
    draw = _Markdown() if markdown else _Plain(width)
    return "\n".join(
        [
            draw.title(say("sheet.title", title=rules.title, name=rules.name)),
            draw.text(_aim(rules, solo)),
            draw.heading(say("sheet.turn")),
            draw.text(_turn(rules)),
            draw.heading(say("sheet.scores")),
            draw.table([_row(*entry) for entry in _active(rules)]),
            *([draw.text(say("sheet.one-roll"))] if rules.dice > 1 else []),
            draw.heading(say("sheet.end")),
            draw.text(_end(rules, solo)),
        ]
    )


def brief(rules: Rules, solo: bool = False, width: int = WIDTH) -> str:
    """The aim and what scores, in a few lines, for somebody who is about to play."""
    scores = [
        f"{describe(pattern)} = {_sum(points, len(set(pattern)))}"
        for pattern, points in _active(rules)
    ]
    parts = [_aim(rules, solo), say("sheet.brief", scores=", ".join(scores))]
    if rules.keep == "all" and rules.dice > 1:
        parts.append(say("sheet.keep-all"))
    if rules.hot_dice != "may":
        parts.append(_hot_dice(rules) if rules.dice > 1 else say("sheet.end-at-once"))
    parts += [*_dice(rules), *_decided(rules)]
    return _Plain(width).text("\n".join([*parts, *_limits(rules)]))


def one_line(rules: Rules) -> str:
    """Name, title, dice and target, in columns."""
    dice = say("dice", count=rules.dice)
    return f"{rules.name:<13} {rules.title:<28} {dice}, {aim(rules)}"


def aim(rules: Rules) -> str:
    """How far a game goes, in a word or two.

    >>> aim(Rules.load("basic")), aim(Rules.load("basic", rounds=10))
    ('to 10,000', '10 rounds')
    """
    if rules.rounds:
        return say("sheet.rounds", count=rules.rounds)
    return say("sheet.to", target=rules.target)


def all_dice(count: int) -> str:
    """So many dice as all there are.

    >>> all_dice(1), all_dice(2), all_dice(6)
    ('the die', 'both dice', 'all six dice')
    """
    if count == 2:
        return say("both-dice")
    return say("all-dice", count=count, number=number_word(count))


def kept_dice(rules: Rules, dice: Dice) -> str:
    """Kept dice, and what wild ones among them count as.

    >>> kept_dice(Rules.load("basic", wild=2), (2, 3, 3))
    '2 3 3 (as 3 3 3)'
    """
    read = rules.reading(dice)
    return faces(dice) if read == dice else say("sheet.read-as", dice=dice, read=read)


def describe(pattern: str) -> str:
    """A pattern in words.

    >>> describe("111"), describe("aaaabb"), describe("12345")
    ('three 1s', 'four of a kind and a pair', 'straight 1 to 5')
    """
    if pattern == NONE:
        return say("sheet.none")
    if not pattern.isdigit():
        return _letters(sorted(Counter(pattern).values(), reverse=True))
    dice = sorted(map(int, pattern))
    if len(set(dice)) == 1:
        return say("sheet.same", count=len(dice), number=number_word(len(dice)), face=dice[0])
    if len(dice) > 2 and dice == list(range(dice[0], dice[0] + len(dice))):
        return say("sheet.straight", first=dice[0], last=dice[-1])
    return faces(dice)


def _letters(groups: list[int]) -> str:
    if len(groups) == 1:
        return say("sheet.of-a-kind", number=number_word(groups[0]), count=groups[0])
    size = groups[0]
    if len(set(groups)) == 1 and size <= 3:
        return say(f"sheet.all-{size}", number=number_word(len(groups)))
    words = [
        say(f"sheet.group-{group}")
        if group < 3
        else say("sheet.of-a-kind", number=number_word(group), count=group)
        for group in groups
    ]
    return listed(words)


def _row(pattern: str, points: Points) -> Row:
    if pattern == NONE:
        return "", describe(pattern), grouped(worth(points))
    if pattern.isdigit():
        return faces(sorted(map(int, pattern))), describe(pattern), grouped(worth(points))
    letters = sorted(set(pattern), key=lambda letter: (-pattern.count(letter), letter))
    face = dict(zip(letters, EXAMPLE_FACES, strict=False))
    dice = [face[letter] for letter in sorted(pattern, key=letters.index)]
    example = worth_as(pattern, points, tuple(dice))
    return faces(dice), describe(pattern), _worth(points, example, len(letters))


def _active(rules: Rules) -> list[tuple[str, Points]]:
    """The patterns that can score with so many dice."""
    return [
        (pattern, points)
        for pattern, points in rules.patterns.items()
        if pattern == NONE or len(pattern) <= rules.dice
    ]


def _worth(points: Points, example: int, letters: int) -> str:
    said = _sum(points, letters)
    return say("sheet.worth", sum=said, example=grouped(example)) if "×" in said else said


def _sum(points: Points, letters: int) -> str:
    sums = terms(points)
    if not any(letter for _, letter in sums):
        return grouped(worth(points))
    words = [
        f"{grouped(factor)} × {say('sheet.face') if letters == 1 else letter}"
        if letter
        else grouped(factor)
        for factor, letter in sums
    ]
    return " + ".join(words)


def _aim(rules: Rules, solo: bool) -> str:
    kind = "rounds" if rules.rounds else "solo" if solo else str(rules.finish)
    if solo and rules.rounds:
        kind = "solo-rounds"
    return say(
        f"sheet.aim-{kind}",
        target=grouped(rules.target),
        count=rules.rounds,
        dice=say("dice-word", count=rules.dice, number=number_word(rules.dice)),
    )


def _turn(rules: Rules) -> str:
    parts = [say("sheet.roll", all_dice=all_dice(rules.dice)), *_dice(rules)]
    if rules.dice == 1:
        ends = rules.hot_dice == "end"
        parts += [
            say("sheet.keep-one"),
            say("sheet.end-one" if ends else "sheet.choose-one"),
            *_farkles(rules),
        ]
    else:
        parts += [
            say(f"sheet.keep-{rules.keep}"),
            say("sheet.choose"),
            *_farkles(rules),
            _hot_dice(rules),
        ]
    return "\n".join([*parts, *_limits(rules)])


def _farkles(rules: Rules) -> list[str]:
    return [say("sheet.farkle"), *_decided(rules)]


def _decided(rules: Rules) -> Iterator[str]:
    """What the dice of a roll decide by themselves."""
    for pattern, decides in rules.decided_rolls.items():
        if len(pattern) <= rules.dice:
            yield say(f"sheet.rolls-{decides}", what=describe(pattern))


def _dice(rules: Rules) -> Iterator[str]:
    """What is special about the dice."""
    if rules.wild:
        yield say("sheet.wild", face=rules.wild)
    if rules.sides != USUAL.sides:
        weights = [rules.sides.count(face) for face in FACES]
        yield say("sheet.weights", weights=" : ".join(map(str, weights)))


def _hot_dice(rules: Rules) -> str:
    said = say(f"sheet.hot-{rules.hot_dice}", all_dice=all_dice(rules.dice))
    avoided = rules.hot_dice == "must" and rules.keep == "any"
    return f"{said} {say('sheet.hot-avoided')}" if avoided else said


def _limits(rules: Rules) -> list[str]:
    parts = []
    if rules.entry:
        entry = grouped(rules.entry)
        parts.append(say("sheet.entry", entry=entry))
        parts.append(say(f"sheet.below-{rules.below_entry}", entry=entry))
    if rules.confirm and len(rules.confirm) <= rules.dice:
        parts.append(say("sheet.confirm", what=describe(rules.confirm)))
    parts += _others(rules)
    if rules.penalty:
        parts.append(_penalty(rules))
    return parts


def _others(rules: Rules) -> Iterator[str]:
    """The sentence of every other option that is not as usual."""
    for option in Rules.__struct_fields__:
        value = getattr(rules, option)
        if option in WORDED or value == getattr(USUAL, option):
            continue
        if isinstance(value, int):
            yield say(f"sheet.{option}", **{option: grouped(value)})
        else:
            yield say(f"sheet.{option}-{value}")


def _penalty(rules: Rules) -> str:
    penalty = rules.penalty
    assert penalty is not None
    floor = "none" if penalty.floor is None else "some"
    return " ".join(
        [
            say("sheet.penalty", count=penalty.farkles, points=grouped(penalty.points)),
            say(f"sheet.floor-{floor}", floor=grouped(penalty.floor or 0)),
        ]
    )


def _end(rules: Rules, solo: bool) -> str:
    if rules.rounds:
        kind = "solo-rounds" if solo else "rounds"
        return say(f"sheet.end-{kind}", count=rules.rounds)
    target = grouped(rules.target)
    reached = say("sheet.exactly" if exact_target(rules.terms) else "sheet.or-more", target=target)
    if solo:
        return say("sheet.end-solo", reached=reached)
    if rules.finish == "immediate":
        return say("sheet.end-immediate", reached=reached)
    ends = say(f"sheet.end-{rules.finish}", target=target, reached=reached)
    return "\n".join([ends, say(f"sheet.tie-{rules.tie}", target=target)])


class _Plain:
    def __init__(self, width: int) -> None:
        self._width = width

    def title(self, words: str) -> str:
        lines = wrap(words, self._width)
        return "\n".join([*lines, "=" * max(map(len, lines))]) + "\n"

    def heading(self, words: str) -> str:
        return f"{words}\n{'-' * len(words)}"

    def text(self, words: str) -> str:
        lines = []
        for part in words.split("\n"):
            indent = "  " if part.startswith("- ") else ""
            lines += wrap(part, self._width, subsequent_indent=indent)
        return "\n".join(lines) + "\n"

    def table(self, rows: list[Row]) -> str:
        first, what, points = self._columns(rows)
        lines = []
        for row in rows:
            cells = zip_longest([row[0]], wrap(row[1], what), wrap(row[2], points), fillvalue="")
            lines += [f"  {a:<{first}}  {b:<{what}}  {c}".rstrip() for a, b, c in cells]
        return "\n".join(lines) + "\n"

    def _columns(self, rows: list[Row]) -> list[int]:
        """How wide each column is; those with words give way until the table fits."""
        widths = [max(len(row[column]) for row in rows) for column in range(3)]
        while sum(widths) + 6 > self._width and max(widths[1:]) > 1:
            wider = 1 if widths[1] > widths[2] else 2
            widths[wider] -= 1
        return widths


class _Markdown:
    def title(self, words: str) -> str:
        return f"# {words}\n"

    def heading(self, words: str) -> str:
        return f"## {words}\n"

    def text(self, words: str) -> str:
        return words + "\n"

    def table(self, rows: list[Row]) -> str:
        header = say("sheet.columns").split("|")
        lines = [header, ["---", "---", "---"], *map(list, rows)]
        return "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n"
