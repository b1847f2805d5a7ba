"""The pictures that chats show beside a link, 1200 x 630 pixels, and the icon for phones by Apple.

    python tools/link_pictures.py

The pictures have no words but the name of the app, so they are right in every language.
"""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from support.browsing import CHROMIUM, FLAGS

WEB = Path(__file__).parent.parent / "src/hotdice/server/web"
FOLDER = WEB / "previews"
TOUCH_ICON = 180  # pixels
ORANGE = "#c8431b"  # of the icon
WIDTH, HEIGHT = 1200, 630
COLOURS = 64
SIZE = 150  # of a die
PIPS = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, -1), (-1, 1), (1, 1)],
    5: [(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)],
    6: [(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)],
}
PAGE = """
<style>body {{ margin: 0 }}</style>
<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-family="sans-serif">
  <rect width="100%" height="100%" fill="#1f5c47"/>
  <text x="600" y="545" text-anchor="middle" font-size="92" font-weight="800" letter-spacing="-2"
    fill="#fffdf8">Hot<tspan dx="16" fill="#ffb08f">Dice</tspan></text>
  {drawn}
</svg>
"""


def die(face: int, x: int, y: int, turn: int, rim: str = "none") -> str:
    """A die on the felt with its shadow, slightly turned."""
    half, step = SIZE // 2, SIZE * 0.27
    pips = "".join(
        f'<circle cx="{across * step}" cy="{down * step}" r="14" fill="#2b2f2c"/>'
        for across, down in PIPS[face]
    )
    square = f'x="{-half}" y="{-half}" width="{SIZE}" height="{SIZE}" rx="30"'
    return (
        f'<g transform="translate({x} {y}) rotate({turn})">'
        f'<rect {square} transform="translate(5 11)" fill="#0d2b21" opacity=".55"/>'
        f'<rect {square} fill="#fffdf8" stroke="{rim}" stroke-width="9"/>{pips}</g>'
    )


def free_place(x: int, y: int, turn: int) -> str:
    """Where a die is still missing."""
    half = SIZE // 2
    return (
        f'<rect x="{-half}" y="{-half}" width="{SIZE}" height="{SIZE}" rx="30" fill="none" '
        f'stroke="#bfe3d3" stroke-width="7" stroke-dasharray="22 18" '
        f'transform="translate({x} {y}) rotate({turn})"/>'
    )


def star(x: int, y: int, size: int) -> str:
    """The star of whoever has won."""
    points = "0,-1 .29,-.4 .95,-.31 .48,.15 .59,.81 0,.5 -.59,.81 -.48,.15 -.95,-.31 -.29,-.4"
    return (
        f'<polygon points="{points}" fill="#ffc94a" stroke="#a86e00" stroke-width=".05" '
        f'stroke-linejoin="round" transform="translate({x} {y}) scale({size})"/>'
    )


PICTURES = {
    "dice": [
        die(1, 205, 190, -9),
        die(1, 400, 255, 7),
        die(5, 600, 180, -4),
        die(3, 800, 250, 11),
        die(6, 1000, 190, -7),
    ],
    "invitation": [
        die(1, 330, 230, -9),
        die(5, 540, 245, 6),
        free_place(750, 225, -5),
        free_place(950, 245, 8),
    ],
    "result": [
        star(600, 130, 92),
        *(
            die(face, 225 + 150 * at + 37 * at, 315, turn, rim="#ff7a4d")
            for at, (face, turn) in enumerate([(1, -5), (1, 4), (1, -3), (5, 6), (5, -4)])
        ),
    ],
}


def main() -> None:
    """Draw all pictures."""
    FOLDER.mkdir(exist_ok=True)
    with TemporaryDirectory() as place, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
        for name, parts in PICTURES.items():
            page.set_content(PAGE.format(width=WIDTH, height=HEIGHT, drawn="".join(parts)))
            taken = Path(place) / f"{name}.png"
            page.screenshot(path=taken)
            with Image.open(taken) as picture:
                few = picture.convert("RGB").quantize(COLOURS, Image.Quantize.MAXCOVERAGE)
                few.save(FOLDER / f"{name}.png", optimize=True)
        browser.close()
    with Image.open(WEB / "icon-512.png") as icon:  # which has transparent corners
        whole = Image.new("RGB", icon.size, ORANGE)
        whole.paste(icon, mask=icon.convert("RGBA"))
        whole.resize((TOUCH_ICON, TOUCH_ICON), Image.Resampling.LANCZOS).save(
            WEB / "icon-180.png", optimize=True
        )


if __name__ == "__main__":
    main()
