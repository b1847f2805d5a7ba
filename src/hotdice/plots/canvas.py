"""The canvas of charts: figures in inches, saved as the same bytes every time."""

from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import TYPE_CHECKING, Any, NamedTuple

from hotdice.plots.colours import INK, LINE, QUIET, SURFACE

if TYPE_CHECKING:  # an extra, and slow to import
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

TEXT, SMALL, HEAD, TITLE = 9.5, 8.5, 12.0, 15.0  # points
DOTS = 150  # an inch, in PNG
SETTINGS = {
    "font.family": "sans-serif",
    "text.parse_math": False,  # a bot may have a $ in its name
    "svg.fonttype": "none",
    "svg.hashsalt": "hotdice",
}


class Box(NamedTuple):
    """A place on a figure, in inches from its left upper corner."""

    left: float
    top: float
    width: float
    height: float


@contextmanager
def settings() -> Iterator[None]:
    """Settings for drawing and saving, whatever the user's own are."""
    from warnings import catch_warnings, filterwarnings

    from matplotlib import style

    with style.context(["default", SETTINGS]), catch_warnings():
        filterwarnings("ignore", "Glyph .* missing")  # a bot may have any letter in its name
        yield


def figure(width: float, height: float) -> "Figure":
    """An empty figure."""
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height), facecolor=SURFACE.light)


def axes(on: "Figure", box: Box) -> "Axes":
    """Axes at a place, with nothing but small quiet numbers below."""
    width, height = on.get_size_inches()
    place = (
        box.left / width,
        1.0 - (box.top + box.height) / height,
        box.width / width,
        box.height / height,
    )
    made = on.add_axes(place, facecolor="none")
    made.spines[:].set_visible(False)
    made.tick_params(length=0, labelsize=SMALL, labelcolor=QUIET.light)
    made.grid(color=LINE.light, linewidth=0.8)
    made.set_axisbelow(True)
    return made


def write(
    on: "Figure",
    at: tuple[float, float],
    text: str,
    size: float = TEXT,
    colour: str = INK.light,
    **more: Any,
) -> None:
    """Text at a place in inches from the left upper corner."""
    width, height = on.get_size_inches()
    on.text(at[0] / width, 1.0 - at[1] / height, text, size=size, color=colour, **more)


def saved(drawn: "Figure", form: str) -> bytes:
    """The figure as a file, `png` or `svg`, without the date."""
    names = ("Software",) if form == "png" else ("Creator", "Date", "Format", "Type")
    file = BytesIO()
    drawn.savefig(file, format=form, dpi=DOTS, metadata=dict.fromkeys(names))
    return file.getvalue()
