"""Dice in pictures of a screen: how many pips are painted."""

import numpy as np
from numpy.typing import NDArray
from PIL import Image

PIP = np.pi * 0.09**2  # of the square of a die, about what the style sheet draws

Picture = NDArray[np.int16]

# where dice lie, in the order in which they fell; each is slightly turned around its middle
BOXES = """(dice) => dice.map((die) => {
  const { x, y, width, height } = die.getBoundingClientRect();
  const [across, down, half] = [x + width / 2, y + height / 2, die.offsetWidth / 2];
  return [across - half, down - half, across + half, down + half].map(Math.round);
})"""


def pixels(picture: Image.Image) -> Picture:
    """Its pixels, as numbers that may be subtracted."""
    return np.asarray(picture.convert("RGB"), dtype=np.int16)


def pips(die: Picture) -> int:
    """How many pips a picture of a die at rest shows: what is much darker than its face."""
    green = die[..., 1]
    face = np.median(green)
    edge = green.shape[0] // 10
    inner = green[edge:-edge, edge:-edge]
    return round(float((inner < (face + inner.min()) / 2).sum()) / green.size / PIP)
