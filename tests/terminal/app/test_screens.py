"""Every screen of the app looks as it did: pictures that are checked in, at two sizes.

A change that is meant is drawn anew with `make screens`, and looked at.
"""

from itertools import product

import pytest
from support.app_guests import SMALL
from support.app_scenes import MENUS, README, SCENES, SIZES, draw, path_of
from support.lengths import cases

LARGE = ("picked", "advice", "end", "menu-seats")  # the others differ from these by their words


@pytest.mark.parametrize(
    "scene",
    cases(product([*SCENES, *MENUS], SIZES), lambda scene: scene[1] == SMALL or scene[0] in LARGE),
    ids=str,
)
def test_a_screen_looks_as_it_did(scene: tuple[str, tuple[int, int]]) -> None:
    name, size = scene
    drawn = draw(name, size)
    known = path_of(name, size).read_text("utf-8")
    assert drawn == known, f"{name} looks different; make screens draws it anew"


def test_the_readme_shows_the_table() -> None:
    assert README.read_text("utf-8") == path_of("picked", SIZES[0]).read_text("utf-8")
