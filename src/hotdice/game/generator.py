"""Seeded dice: a counter-based generator, so that each die depends on nothing but its place.

A roll is one 64-bit number: the SplitMix64 finalizer (Steele, Lea and Flood, "Fast splittable
pseudorandom number generators", 2014) over a key for the seed, the game and the stream, and a
counter for seat, turn and roll. Read as a fraction of 2**64, its base-6 digits are the dice. So
die i is the same however many dice are rolled, and every roll of n dice has its exact chance of
6**-n to within 2**-64. Dice with weights have as many sides as these add up to, and the digits are
those of that base. `docs/dice.md` has test vectors.
"""

from hotdice.rules.patterns import FACES, Dice

MASK = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15
FIRST_FACTOR = 0xBF58476D1CE4E5B9
SECOND_FACTOR = 0x94D049BB133111EB
DICE_STREAM = 0
EVEN_SIDES = tuple(FACES)


def mix(z: int) -> int:
    """The SplitMix64 finalizer on 64 bits."""
    z = ((z ^ (z >> 30)) * FIRST_FACTOR) & MASK
    z = ((z ^ (z >> 27)) * SECOND_FACTOR) & MASK
    return z ^ (z >> 31)


def number(key: int, counter: int) -> int:
    """Number `counter`, from 0, of the sequence that SplitMix64 gives when seeded with `key`."""
    return mix((key + (counter + 1) * GOLDEN) & MASK)


def stream_key(seed: int, game: int, stream: int = DICE_STREAM) -> int:
    """The key of one stream of one game: stream 0 for the dice, 1 + seat for a bot."""
    return number(number(number(seed, 0), game), stream)


def roll(key: int, seat: int, turn: int, roll: int, count: int, sides: Dice = EVEN_SIDES) -> Dice:
    """The dice of one roll.

    >>> roll(stream_key(seed=1, game=0), seat=0, turn=0, roll=0, count=6)
    (6, 2, 6, 1, 5, 1)
    """
    return dice_of(number(key, seat << 56 | turn << 24 | roll), count, sides)


def dice_of(fraction: int, count: int, sides: Dice) -> Dice:
    """The dice that a fraction of 2**64 stands for: its digits choose their sides."""
    dice = []
    for _ in range(count):
        fraction *= len(sides)
        dice.append(sides[fraction >> 64])
        fraction &= MASK
    return tuple(dice)
