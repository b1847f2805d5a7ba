"""All sums of some whole numbers, each taken any number of times: a numerical semigroup.

Sets of numbers are whole numbers in binary: bit n says whether n is in the set.
"""

from math import gcd

SHORT = 64


class Semigroup:
    """The sums of the numbers in a set, 0 among them.

    From some number on they are all the multiples of the greatest common divisor: at the latest
    from Schur's bound (in Brauer, "On a problem of partitions", 1942), and as soon as they fill a
    stretch as long as the smallest of them, since that stretch repeats.

    >>> coins = Semigroup(1 << 3 | 1 << 5)
    >>> f"{coins.window(9, 9):b}"  # 9 8 7 6 5 4 3 2 1 0
    '1101101001'
    >>> coins.window(10**15, 9) == 2**10 - 1
    True
    """

    def __init__(self, numbers: int) -> None:
        self._least = _least(numbers)
        self.first = min(self._least, default=0)
        self._divisor = gcd(*self._least)
        self._full = 0  # from here on every multiple of the divisor is a sum
        if self._least:
            self._full = (self.first // self._divisor - 1) * (self._least[-1] - self._divisor)
        self._sums, self._length = 1, 0

    def window(self, top: int, width: int) -> int:
        """Which of the numbers from `top - width` up to `top` are sums, the lowest in bit 0."""
        while self._length < min(top, self._full):
            self._lengthen(max(SHORT, 2 * self._length))
        far = self._full + width
        if self._least and top > far:  # there it is the same at every multiple of the divisor
            top = far + (top - far) % self._divisor
        if self._length < top and self._least:
            self._lengthen(top)
        below = top - width
        sums = self._sums >> below if below > 0 else self._sums << -below
        return sums & (1 << width + 1) - 1

    def added_to(self, numbers: int, length: int) -> int:
        """The numbers of a set with any sum added to them, up to `length`.

        >>> f"{Semigroup(1 << 3 | 1 << 5).added_to(1 << 2, 8):b}"  # 8 7 6 5 4 3 2 1 0
        '110100100'
        """
        for number in self._least:
            numbers = _with(numbers, number, length)
        return numbers

    def _lengthen(self, length: int) -> None:
        sums = self.added_to(1, length)
        stretch = _with(1, self._divisor, self.first - self._divisor)
        begin = (length - self.first) // self._divisor * self._divisor
        if begin >= 0 and not stretch & ~(sums >> begin):
            self._full = min(self._full, begin)
        self._sums, self._length = sums, length


def _least(numbers: int) -> list[int]:
    """The numbers of a set that are not sums of others in it, in rising order."""
    length = numbers.bit_length()
    found: list[int] = []
    sums = 1
    while new := numbers & ~sums:
        found.append((new & -new).bit_length() - 1)
        sums = _with(sums, found[-1], length)
    return found


def _with(sums: int, number: int, length: int) -> int:
    """A set of sums up to `length`, with any multiple of `number` added to them."""
    upper = (1 << length + 1) - 1
    while number <= length:
        sums |= sums << number & upper
        number *= 2
    return sums
