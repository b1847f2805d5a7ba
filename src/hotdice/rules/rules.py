"""`Rules`: everything fixed before the game, and what follows from it alone.

Never reads a file itself (see `files`) and knows nothing of players, totals or turns.
"""

from collections.abc import Iterable
from fractions import Fraction
from functools import cache, cached_property
from itertools import chain, combinations_with_replacement, repeat
from math import factorial, gcd, prod
from os import PathLike
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    ClassVar,
    Literal,
    NamedTuple,
    SupportsIndex,
    get_args,
)
from weakref import WeakValueDictionary

import msgspec
from msgspec import Meta, Struct, field
from msgspec.structs import force_setattr, replace

from hotdice.rules.patterns import (
    FACES,
    NONE,
    Dice,
    Points,
    combinations,
    contains,
    meanings,
    spelled,
    with_wild,
    worth,
)
from hotdice.rules.scoring import Keep, Scoring, order
from hotdice.rules.terms import Terms, quick, terms_of
from hotdice.rules.whole import row, whole
from hotdice.texts import HotDiceError
from hotdice.texts.signs import shown

if TYPE_CHECKING:
    from hotdice.rules.reach import Reach

MOST_DICE = 10
MOST_POINTS = 1_000_000
MOST_ROUNDS = 1000
FIRST_VERSION = (  # its fields; tables and digests leave out later ones that are as usual
    "name", "title", "dice", "target", "entry", "keep", "below_entry", "hot_dice", "minimum", "tie",
    "finish", "penalty", "score",
)  # fmt: skip
Decides = Literal["win", "lose-total", "farkle"]
DECIDES: tuple[Decides, ...] = get_args(Decides)  # the first of those that apply counts
NO_AIM = ("target", "finish", "overshoot")  # what a number of rounds takes the place of
REMEMBERED = 6  # so many dice fall in at most 6**6 orders, few enough to look each up


class DiceError(HotDiceError):
    """Dice that cannot be: a face that is none, or too many of them."""


class Penalty(Struct, frozen=True):
    """What farkles in a row cost; without a floor totals may go below zero."""

    farkles: Annotated[int, Meta(ge=1, le=1000)]
    points: Annotated[int, Meta(ge=1, le=MOST_POINTS)]
    floor: Annotated[int, Meta(ge=-MOST_POINTS, le=MOST_POINTS)] | None = None


class Outcome(Struct, frozen=True):
    """One roll, in rising order, with its exact chance.

    Of its legal keeps there is one for each pair of points and dice left, and one more if such a
    keep has to be confirmed: what a decision can tell apart. `Rules.keeps` has all of them.
    """

    dice: Dice
    probability: Fraction
    distinct_keeps: tuple[Keep, ...]
    decides: Decides | None = None

    @property
    def farkles(self) -> bool:
        """Whether it is a farkle."""
        return not self.distinct_keeps and self.decides != "win"


class Decision(NamedTuple):
    """What dice of a roll decide by themselves, whatever else scores."""

    what: "Decides"
    dice: Dice


class Options(Struct, frozen=True):
    """What may be done with one roll: its keeps in order, and the same by their dice.

    Where a player has nothing to pick, all that scores is kept `by_itself`; there are no keeps
    where its dice have made a `decision`.
    """

    dice: Dice
    keeps: tuple[Keep, ...]
    by_dice: dict[Dice, Keep]
    by_itself: Keep | None = None
    decision: Decision | None = None


class Patterns(dict[str, Any]):
    """A table of patterns, which nobody changes: presets are shared."""

    def __setitem__(self, pattern: str, points: Any) -> None:
        raise TypeError("rules do not change; use Rules.load with changes")

    def __delitem__(self, pattern: str) -> None:
        self[pattern] = 0

    def __reduce__(self) -> tuple[Any, ...]:
        return Patterns, (dict(self),)


class Rules(Struct, frozen=True, dict=True, weakref=True, eq=False, kw_only=True):
    """The rules of one game. Two are equal when nothing that affects play differs.

    `terms` are what they say about play as whole numbers, and `rolls` has the options of rolls in
    rising order, and of those met before in any order.

    A field is the one declaration of an option: from it follow what `check` allows, the line of a
    rules file (`form.<field>` in `texts`), `--set`, and its sentence in the rule sheet
    (`sheet.<field>`, or `sheet.<field>-<choice>`).

    >>> rules = Rules.load("basic")
    >>> rules.score([1, 1, 1, 1, 2, 3])
    1100
    """

    name: str
    title: str = ""
    dice: Annotated[int, Meta(ge=1, le=MOST_DICE)] = 6
    target: Annotated[int, Meta(ge=1, le=MOST_POINTS)] = 10_000
    entry: Annotated[int, Meta(ge=0, le=MOST_POINTS)] = 0
    keep: Literal["any", "all"] = "any"
    below_entry: Literal["nothing", "refuse"] = "nothing"
    hot_dice: Literal["may", "must", "end"] = "may"
    minimum: Annotated[int, Meta(ge=0, le=MOST_POINTS)] = 0
    tie: Literal["first", "shared"] = "first"
    finish: Literal["last-round", "immediate", "equal-turns"] = "last-round"
    rounds: Annotated[int, Meta(ge=1, le=MOST_ROUNDS)] | None = None
    last_round: Literal["turn", "one-roll"] = "turn"
    overshoot: Literal["counts", "lose-turn", "welfare"] = "counts"
    piggyback: bool = False
    mercy: bool = False
    confirm: str | None = None
    hot_dice_bonus: Annotated[int, Meta(ge=0, le=MOST_POINTS)] = 0
    wild: Annotated[int, Meta(ge=1, le=6)] | None = None
    weights: tuple[int, ...] | None = None
    penalty: Penalty | None = None
    decided_rolls: dict[str, Decides] = field(name="rolls", default_factory=dict)
    patterns: dict[str, Points] = field(name="score")

    # what every move asks for; made with the rules, since a cached property is slower to read
    terms: ClassVar[Terms]
    quick_terms: ClassVar[Terms]
    rolls: ClassVar["Rolls"]

    def __post_init__(self) -> None:
        force_setattr(self, "patterns", Patterns(self.patterns))
        force_setattr(self, "decided_rolls", Patterns(self.decided_rolls))
        terms = terms_of(self)
        vars(self).update(terms=terms, quick_terms=quick(terms), rolls=Rolls(self))
        if not self.title:
            force_setattr(self, "title", self.name)

    @staticmethod
    def load(source: "str | PathLike[str]", /, **changes: Any) -> "Rules":
        """Rules by a preset's name, by a changed name, or from a file, with single changes.

        >>> Rules.load("greed", target=5000).name
        'greed+target=5000'
        >>> Rules.load("greed+target=5000").target
        5000
        """
        from hotdice.rules import files

        return files.load(source, changes)

    @staticmethod
    def parse(text: str, source: str = "rules") -> "Rules":
        """Rules from the text of a rules file; `source` names it in mistakes."""
        from hotdice.rules import form

        return form.parse(text, source)

    def toml(self) -> str:
        """The rules file that says just this, with a comment on every field."""
        from hotdice.rules import form

        return form.write(self)

    def table(self) -> dict[str, Any]:
        """Every field as plain data, named as in the rules file.

        Options that the first version did not have are left out where they are as usual.
        """
        table: dict[str, Any] = msgspec.to_builtins(self)
        usual = _usual(type(self))
        return {
            field: value
            for field, value in table.items()
            if field in FIRST_VERSION or value != usual[field]
        }

    def sheet(self, markdown: bool = False, width: int = 78, solo: bool = False) -> str:
        """The rule sheet for people, in plain text of at most `width` columns or Markdown.

        Whoever plays `solo` has another aim.
        """
        from hotdice.rules import sheet

        return sheet.sheet(self, markdown, width, solo)

    def score(self, dice: Iterable[int]) -> int:
        """What a roll is worth: the points of its best keep, 0 for a farkle and for no dice.

        >>> Rules.load("basic").score([2, 2, 2, 3, 3, 3])
        500
        """
        given = _dice(dice)
        keeps = self.keeps(given) if given else ()
        return keeps[0].points if keeps else 0

    def keeps(self, dice: Iterable[int]) -> tuple[Keep, ...]:
        """Every legal keep of a roll once: most points first, then fewest dice.

        >>> [keep.points for keep in Rules.load("basic").keeps([1, 5, 2, 3, 4, 6])]
        [150, 100, 50]
        """
        return self.options(dice).keeps

    def options(self, dice: Iterable[int]) -> Options:
        """The keeps of a roll, in order and by their dice; worked out once for each roll."""
        given = _dice(dice)
        for die in given:
            if die not in FACES:
                raise DiceError("dice/face", die=die)
        if not 1 <= len(given) <= self.dice:
            raise DiceError("dice/number", count=len(given), most=self.dice, rules=self.name)
        options = self.rolls[tuple(sorted(map(int, given)))]
        if len(given) <= REMEMBERED:
            self.rolls[given] = options
        return options

    def outcomes(self, count: SupportsIndex) -> tuple[Outcome, ...]:
        """Every distinguishable roll of `count` dice; the probabilities add up to 1.

        >>> [str(o.probability) for o in Rules.load("basic").outcomes(1) if not o.distinct_keeps]
        ['1/6', '1/6', '1/6', '1/6']
        """
        plain = whole(count)
        if plain is None or not 1 <= plain <= self.dice:
            raise DiceError("dice/number", count=count, most=self.dice, rules=self.name)
        known = self._outcomes.get(plain)
        if known is None:
            known = self._outcomes[plain] = tuple(
                self._outcome(self.rolls[roll])
                for roll in combinations_with_replacement(FACES, plain)
            )
        return known

    def _outcome(self, options: Options) -> Outcome:
        decides = options.decision.what if options.decision else None
        chance = self.chance(options.dice)
        return Outcome(options.dice, chance, _distinct(options.keeps), decides)

    def farkle_chance(self, count: SupportsIndex) -> Fraction:
        """The chance that a roll of `count` dice scores nothing.

        >>> Rules.load("basic").farkle_chance(3)
        Fraction(5, 18)
        """
        return sum((o.probability for o in self.outcomes(count) if o.farkles), Fraction())

    @cached_property
    def mean_score(self) -> Fraction:
        """The mean of what a roll of all the dice is worth.

        >>> Rules.load("pig").mean_score
        Fraction(10, 3)
        """
        rolls = combinations_with_replacement(FACES, self.dice)
        return sum((self.chance(roll) * self._score(roll) for roll in rolls), Fraction())

    def chance(self, roll: Dice) -> Fraction:
        """The chance that so many dice show these faces, in any order.

        >>> Rules.load("basic", weights=[1, 1, 1, 1, 1, 3]).chance((1, 6))
        Fraction(3, 32)
        """
        orders = factorial(len(roll)) // prod(factorial(roll.count(face)) for face in set(roll))
        return Fraction(orders * prod(map(self.sides.count, roll)), len(self.sides) ** len(roll))

    @cached_property
    def sides(self) -> Dice:
        """The faces of a die by its sides, all equally likely: each as often as it weighs.

        >>> Rules.load("basic", weights=[2, 2, 2, 2, 2, 6]).sides
        (1, 2, 3, 4, 5, 6, 6, 6)
        """
        weights = self._weights or (1,) * len(FACES)
        return tuple(chain.from_iterable(map(repeat, FACES, weights)))

    @cached_property
    def _weights(self) -> tuple[int, ...] | None:
        """The weights in their lowest terms; none if they are all equal."""
        if self.weights is None or len(set(self.weights)) == 1:
            return None
        return tuple(weight // gcd(*self.weights) for weight in self.weights)

    def _score(self, roll: Dice) -> int:
        """What a roll of all the dice is worth, without its other keeps."""
        if self.decision(roll):
            return 0
        keep = self.scoring.keep_all(roll)
        if keep is None:
            return self.none and self.none + self.hot_dice_bonus
        hot = 0 if keep.left else keep.points + self.hot_dice_bonus
        if self.terms.keep_all:
            return hot or keep.points
        return max(hot, self.scoring.most_points(roll))

    def decision(self, roll: Dice) -> Decision | None:
        """What dice of a roll decide by themselves, whatever else scores; mostly nothing.

        >>> Rules.load("basic", rolls={"2222": "farkle"}).decision((1, 2, 2, 2, 2, 5))
        Decision(what='farkle', dice=(2, 2, 2, 2))
        """
        return next((each for each in self._decisions if contains(roll, each.dice)), None)

    @cached_property
    def _decisions(self) -> list[Decision]:
        """All decisions of dice, the one that counts first."""
        found = [Decision(what, dice) for dice, what in self.decided_dice.items()]
        return sorted(found, key=lambda decision: DECIDES.index(decision.what))

    @cached_property
    def decided_dice(self) -> dict[Dice, Decides]:
        """What dice decide by themselves that a roll contains: `[rolls]` written out as dice."""
        falling = sorted(self.decided_rolls.items(), key=lambda line: -DECIDES.index(line[1]))
        return {
            dice: what
            for pattern, what in falling
            if len(pattern) <= self.dice
            for dice in meanings(pattern, 1)
        }

    @cached_property
    def decides(self) -> frozenset[Decides]:
        """What rolls can decide by themselves under these rules."""
        return frozenset(self.decided_dice.values())

    def unconfirmed(self, dice: Dice) -> bool:
        """Whether every best split of kept dice uses the pattern that has to be confirmed.

        >>> Rules.load("basic", confirm="aaa").unconfirmed((1, 1, 1, 5))
        True
        """
        if self.confirm is None:
            return False
        return self._without_confirm.points(dice) < self.scoring.points(dice)

    @cached_property
    def _without_confirm(self) -> Scoring:
        """The best splits that have nothing to confirm."""
        asked = meanings(self.confirm or "", 1)
        others = {dice: points for dice, points in self._plain.items() if dice not in asked}
        return Scoring({dice: others[read] for dice, read in self._readings(others).items()})

    @cached_property
    def combinations(self) -> dict[Dice, int]:
        """What scores by itself: the score table written out as dice, wild ones included."""
        return {dice: self._plain[read] for dice, read in self.read_as.items()}

    @cached_property
    def read_as(self) -> dict[Dice, Dice]:
        """What each combination counts as: itself, or with wild dice the best they stand for."""
        return self._readings(self._plain)

    @cached_property
    def _plain(self) -> dict[Dice, int]:
        """The score table written out as dice, without wild ones."""
        return combinations(self.patterns, self.dice)

    def _readings(self, table: dict[Dice, int]) -> dict[Dice, Dice]:
        """What each combination of a table counts as."""
        return {dice: dice for dice in table} if self.wild is None else with_wild(table, self.wild)

    def reading(self, dice: Dice) -> Dice:
        """What kept dice count as: wild ones as what they stand for.

        >>> Rules.load("basic", wild=2).reading((2, 3, 3, 5))
        (3, 3, 3, 5)
        """
        split = self.scoring.split(dice)
        return tuple(sorted(face for part in split for face in self.read_as[part])) or dice

    @cached_property
    def none(self) -> int:
        """What a roll of all the dice is worth in which nothing else scores; usually 0."""
        return worth(self.patterns[NONE]) if NONE in self.patterns else 0

    @cached_property
    def scoring(self) -> Scoring:
        """The best splits under this score table."""
        return Scoring(self.combinations)

    @cached_property
    def reach(self) -> "Reach":
        """Which turn points there can be with how many dice left."""
        from hotdice.rules.reach import Reach

        return Reach(self)

    @cached_property
    def digest(self) -> str:
        """SHA-256 over all that affects play; the names and the spelling of patterns do not."""
        from hashlib import sha256

        table = self.table()
        for cosmetic in ("name", "title", "score", "rolls", "confirm", "weights"):
            table.pop(cosmetic, None)
        if self.decided_dice:
            table["rolls"] = spelled(self.decided_dice)
        if self.confirm is not None:
            table["confirm"] = next(iter(spelled(meanings(self.confirm, 1))))
        if self._weights:
            table["weights"] = self._weights
        table["none"] = self.none
        table["combinations"] = sorted(self.combinations.items())
        return sha256(msgspec.json.encode(table, order="sorted")).hexdigest()

    @cached_property
    def _outcomes(self) -> dict[int, tuple[Outcome, ...]]:
        return {}

    def __copy__(self) -> "Rules":
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> "Rules":
        return self  # they never change, and know their rolls

    def __reduce__(self) -> tuple[Any, ...]:
        text = msgspec.json.encode(self)
        _pickled.setdefault(text, self)
        return _unpickled, (text,)

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Rules) and self.digest == other.digest)

    def __ne__(self, other: object) -> bool:  # msgspec has one of its own
        return not self == other

    def __hash__(self) -> int:
        return hash(self.digest)


@cache
def _usual(kind: type[Rules]) -> dict[str, Any]:
    """All fields of rules that say nothing special."""
    found: dict[str, Any] = msgspec.to_builtins(kind(name="usual", patterns={}))
    return found


_pickled: WeakValueDictionary[bytes, Rules] = WeakValueDictionary()


def _unpickled(text: bytes) -> Rules:
    """The rules that were pickled: themselves where they still are, else made once for all."""
    found = _pickled.get(text)
    if found is None:
        found = _pickled[text] = _known(msgspec.json.decode(text, type=Rules))
    return found


def _known(rules: Rules) -> Rules:
    """The preset that the rules are, which knows its rolls, or the rules themselves."""
    from hotdice.rules.files import preset_names

    preset = Rules.load(rules.name) if rules.name in preset_names() else rules
    same = preset == rules and preset.table() == rules.table()
    return preset if same else rules


class Rolls(dict[Dice, Options]):
    """Rolls with their options, those in rising order worked out when first asked for."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules

    def __missing__(self, roll: Dice) -> Options:
        if list(roll) != sorted(roll):
            return self[tuple(sorted(roll))]
        rules = self._rules
        decision = rules.decision(roll)
        keeps = () if decision else self._keeps(roll)
        by_dice = {keep.dice: keep for keep in keeps}
        by_itself = keeps[0] if keeps and rules.terms.keep_all else None
        options = Options(roll, keeps, by_dice, by_itself, decision)
        self[roll] = options
        return options

    def _keeps(self, roll: Dice) -> tuple[Keep, ...]:
        rules = self._rules
        if rules.terms.keep_all:
            keeps = [keep for keep in [rules.scoring.keep_all(roll)] if keep]
        else:
            keeps = rules.scoring.keeps(roll)
        if not keeps and len(roll) == rules.dice and rules.none:
            keeps = [Keep(roll, rules.none)]
        if rules.hot_dice_bonus:
            keeps = sorted((_with_bonus(keep, rules.hot_dice_bonus) for keep in keeps), key=order)
        if rules.confirm is not None:
            keeps = [replace(keep, unconfirmed=rules.unconfirmed(keep.dice)) for keep in keeps]
        return tuple(keeps)


def _with_bonus(keep: Keep, bonus: int) -> Keep:
    """A keep with the bonus of hot dice, if it is one of all the dice."""
    return keep if keep.left else Keep(keep.dice, keep.points + bonus)


def _dice(given: Iterable[int]) -> Dice:
    found = row(given)
    if found is None:
        raise DiceError("dice/form", dice=shown(given))
    return found


def _distinct(keeps: tuple[Keep, ...]) -> tuple[Keep, ...]:
    first: dict[tuple[int, int, bool], Keep] = {}
    for keep in keeps:
        first.setdefault((keep.points, keep.left, keep.unconfirmed), keep)
    return tuple(first.values())
