"""The light and the dark theme."""

import os

from textual.theme import Theme

LIGHT = Theme(
    name="hotdice-light",
    dark=False,
    primary="#c8431b",
    secondary="#5b645e",
    accent="#c8431b",
    warning="#8a5a00",
    error="#b3261e",
    success="#1f5c47",
    foreground="#1d2420",
    background="#f6f3ec",
    surface="#fffdf8",
    panel="#e2dccd",
    variables={
        "felt": "#1f5c47",
        "on-felt": "#f3f7f4",
        "quiet-felt": "#b7d0c5",
        "ivory": "#fffaf0",
        "pip": "#1d2420",
        "ring": "#ffd56b",
        "on-accent": "#ffffff",
        "quiet": "#5b645e",
        "line": "#e2dccd",
    },
)
DARK = Theme(
    name="hotdice-dark",
    dark=True,
    primary="#ff7a4d",
    secondary="#a5b0a9",
    accent="#ff7a4d",
    warning="#ffd56b",
    error="#ff8a80",
    success="#7fc8a9",
    foreground="#eef2ee",
    background="#121614",
    surface="#1b211e",
    panel="#2d3631",
    variables={
        "felt": "#174536",
        "on-felt": "#eef2ee",
        "quiet-felt": "#a9c4b8",
        "ivory": "#f4eee0",
        "pip": "#121614",
        "ring": "#ffd56b",
        "on-accent": "#1d0f08",
        "quiet": "#a5b0a9",
        "line": "#2d3631",
    },
)


def usual_theme() -> str:
    """The theme that fits the terminal's background, if it is known; dark otherwise."""
    background = os.environ.get("COLORFGBG", "").rpartition(";")[2]
    return LIGHT.name if background in ("7", "15") else DARK.name


def other_theme(name: str) -> str:
    """The other of the two themes."""
    return DARK.name if name == LIGHT.name else LIGHT.name
