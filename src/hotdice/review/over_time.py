"""Skill and luck over many games as a picture, PNG or SVG, with the band of honest dice."""

from collections.abc import Sequence
from itertools import accumulate
from typing import TYPE_CHECKING

from msgspec import Struct

from hotdice.plots.canvas import HEAD, SMALL, TITLE, Box, axes, figure, saved, settings
from hotdice.plots.canvas import write as write_on
from hotdice.plots.colours import QUIET, SEATS
from hotdice.plots.files import write
from hotdice.review.judgement import Skill
from hotdice.review.leak_kinds import SkillAndLuck, bands
from hotdice.review.picture import ending_of
from hotdice.review.text import scaled
from hotdice.texts import say
from hotdice.texts.say import decimal

if TYPE_CHECKING:
    from matplotlib.axes import Axes

WIDTH, MARGIN, BETWEEN = 11.0, 0.65, 0.85  # inches
PLOT, ROW = 2.6, 4.1  # heights: of the curves, and including the text around them
SINGLE, SO_FAR = SEATS[2].light, SEATS[0].light
BAND = 0.15  # opacity


class PersonOverTime(Struct, frozen=True):
    """All games of one person with some rules, oldest first."""

    title: str
    players: int
    games: Sequence[SkillAndLuck]


def draw(people: Sequence[PersonOverTime], path: str) -> None:
    """A row for each person: what choices lost, and beside it how lucky the dice were."""
    wide = (WIDTH - 2 * MARGIN - BETWEEN) / 2
    with settings():
        on = figure(WIDTH, ROW * len(people) + 0.1)
        for number, person in enumerate(people):
            top = ROW * number
            write_on(on, (MARGIN, top + 0.45), person.title, TITLE - 4.0, weight="bold")
            for left, fill in ((MARGIN, _skill), (MARGIN + wide + BETWEEN, _luck)):
                fill(axes(on, Box(left, top + 0.9, wide, PLOT)), person)
        data = saved(on, ending_of(path)[1:])
    write(path, data)


def _skill(on: "Axes", person: PersonOverTime) -> None:
    """The loss per decision in each game, and in all games so far."""
    single = [game.skill for game in person.games]
    so_far = list(accumulate(single, initial=Skill(0, 0.0, 0)))[1:]
    for skills, style, colour, label in (
        (single, "o", SINGLE, say("over-time.each")),
        (so_far, "-", SO_FAR, say("over-time.so-far")),
    ):
        lost = {
            number: scaled(skill.lost_per_decision, person.players)
            for number, skill in enumerate(skills, 1)
            if skill.lost_per_decision is not None
        }
        line = on.plot(list(lost), list(lost.values()), style, color=colour, markersize=4)[0]
        line.set_label(label)
        line.set_clip_on(False)  # a dot at 0 is whole
    on.set_ylim(bottom=0)
    _around(on, person, "over-time.skill")


def _luck(on: "Axes", person: PersonOverTime) -> None:
    """All luck so far, and how far from 0 honest dice stay."""
    numbers = range(len(person.games) + 1)
    found = list(bands(person.games))
    luck, width = (
        [0.0, *(scaled(part, person.players) for part in parts)]
        for parts in ([each.luck for each in found], [each.width for each in found])
    )
    below = [-each for each in width]
    label = say("over-time.band")
    on.fill_between(numbers, below, width, color=SO_FAR, alpha=BAND, linewidth=0, label=label)
    on.plot(numbers, luck, "o-", color=SINGLE, markersize=3, label=say("over-time.luck-so-far"))
    on.axhline(0, color=QUIET.light, linewidth=0.8)
    _around(on, person, "over-time.luck")


def _around(on: "Axes", person: PersonOverTime, key: str) -> None:
    """Title, unit and legend."""
    from matplotlib.ticker import MaxNLocator

    unit = say("review.turns" if person.players == 1 else "review.points")
    on.set_title(f"{say(key)}, {unit}", loc="left", fontsize=HEAD - 2.0, color=QUIET.light)
    on.set_xlabel(say("over-time.games"), fontsize=SMALL, color=QUIET.light, loc="left")
    on.xaxis.set_major_locator(MaxNLocator(integer=True))
    on.yaxis.set_major_formatter(lambda at, _: _number(at))
    on.legend(frameon=False, fontsize=SMALL, loc="best")


def _number(at: float) -> str:
    """A number beside the curves, with as many decimals as it needs."""
    short = f"{at:g}"
    return decimal(at, len(short.partition(".")[2])).replace("-", "\N{MINUS SIGN}")
