"""Every screen of the app looks as it did: pictures that are checked in, at two sizes.

A change that is meant is drawn anew with `make screens`, and looked at.
"""

import pytest
from support.app_scenes import MENUS, README, SCENES, SIZES, draw, path_of


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", [*SCENES, *MENUS])
def test_a_screen_looks_as_it_did(name: str, size: tuple[int, int]) -> None:
    drawn = draw(name, size)
    known = path_of(name, size).read_text("utf-8")
    assert drawn == known, f"{name} looks different; make screens draws it anew"


def test_the_readme_shows_the_table() -> None:
    assert README.read_text("utf-8") == path_of("picked", SIZES[0]).read_text("utf-8")
