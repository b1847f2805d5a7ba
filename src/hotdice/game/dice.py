"""Where dice come from: the operating system, a seed, a script, or a person who types them."""

from collections.abc import Callable, Iterable
from typing import SupportsIndex

from hotdice.game import generator
from hotdice.game.driver import DiceSource, Throw
from hotdice.rules.whole import whole
from hotdice.texts import HotDiceError, faces, say
from hotdice.texts.signs import shown

MOST_SEED = generator.MASK


class SystemDice:
    """The operating system's randomness."""

    def roll(self, throw: Throw) -> tuple[int, ...]:
        """Fresh dice."""
        from secrets import choice

        return tuple(choice(throw.sides) for _ in range(throw.count))


class SeededDice:
    """Dice that are the same for the same seed and game, whatever anybody chooses."""

    def __init__(self, seed: SupportsIndex, game: SupportsIndex = 0) -> None:
        self._key = generator.stream_key(check_seed(seed), check_seed(game))

    def roll(self, throw: Throw) -> tuple[int, ...]:
        """The dice of this throw."""
        place = throw.seat, throw.turn, throw.roll
        return generator.roll(self._key, *place, throw.count, throw.sides)


def virtual_dice(seed: int | None) -> DiceSource:
    """Dice of this seed, or of the operating system."""
    return SystemDice() if seed is None else SeededDice(seed)


class ScriptedDice:
    """Rolls given beforehand, one after the other."""

    def __init__(self, rolls: Iterable[Iterable[int]]) -> None:
        self._rolls = iter(rolls)

    def roll(self, throw: Throw) -> tuple[int, ...]:
        """The next roll of the script."""
        found = next(self._rolls, None)
        if found is None:
            raise HotDiceError("dice/script-end")
        return tuple(found)


class TypedDice:
    """Dice thrown on a real table and typed in; asks again until the count and faces are right."""

    def __init__(self, ask: Callable[[Throw, str], str]) -> None:
        self._ask = ask

    def roll(self, throw: Throw) -> tuple[int, ...]:
        """The dice that the person types."""
        problem = ""
        while True:
            try:
                dice = read_dice(self._ask(throw, problem))
            except HotDiceError as error:
                problem = str(error)
                continue
            if len(dice) == throw.count:
                return dice
            problem = say("dice/typed", dice=faces(dice), count=len(dice), wanted=throw.count)


def check_seed(seed: SupportsIndex) -> int:
    """A seed as a plain number, if it is one."""
    plain = whole(seed)
    if plain is None or not 0 <= plain <= MOST_SEED:
        raise HotDiceError("dice/seed", seed=shown(seed), most=MOST_SEED)
    return plain


def read_seed(word: str) -> int:
    """A seed as people type it."""
    if not (word.isascii() and word.isdigit() and len(word) <= 20 and int(word) <= MOST_SEED):
        raise HotDiceError("dice/seed", seed=word or '""', most=MOST_SEED)
    return int(word)


def read_dice(text: str) -> tuple[int, ...]:
    """Dice as people type them, apart or together.

    >>> read_dice("1 1 5"), read_dice("115"), read_dice("1,1,5")
    ((1, 1, 5), (1, 1, 5), (1, 1, 5))
    """
    words = text.replace(",", " ").split()
    for word in words:
        for face in word:
            if face not in "123456":
                raise HotDiceError("dice/word", word=word)
    return tuple(int(face) for word in words for face in word)
