"""Labels of seats and figures in tables and pictures."""

from collections.abc import Sequence

from hotdice.texts.say import decimal, say


def seat_labels(bots: Sequence[str], most: int) -> list[str]:
    """Each bot with its seat before it, in at most so many letters.

    >>> seat_labels(["bold", "exec:./my-long-bot-name"], 16)
    ['1 bold', '2 exec:.…ot-name']
    """
    return [shortened(f"{seat} {bot}", most) for seat, bot in enumerate(bots, 1)]


def shortened(name: str, most: int) -> str:
    """A name in at most so many letters, all of which can be shown; its two ends stay.

    >>> shortened("exec:./my-long-bot-name", 13)
    'exec:.…t-name'
    """
    shown = "".join(
        letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in name
    )
    if len(shown) <= most:
        return shown
    tail = (most - 1) // 2
    return f"{shown[: most - 1 - tail]}…{shown[len(shown) - tail :]}"


def percent(part: float, places: int = 1) -> str:
    """A fraction in percent, as people read it.

    >>> percent(0.5325), percent(0.25, 2)
    ('53.2 %', '25.00 %')
    """
    return f"{decimal(100 * part, places)} %"


def short_percent(part: float, figures: int) -> str:
    """A fraction in percent with at most so many digits, without trailing zeros.

    >>> short_percent(0.125, 3), short_percent(0.2, 3)
    ('12.5 %', '20 %')
    """
    return f"{100 * part:.{figures}g} %".replace(".", say("decimals")[1])


def span(interval: tuple[float, float]) -> str:
    """An interval of fractions, in percent.

    >>> span((0.25, 0.3333))
    '25.00–33.33'
    """
    return "–".join(decimal(100 * end, 2) for end in interval)
