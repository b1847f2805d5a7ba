"""How smoothly dice roll in Chromium while its processor is slowed four times; part of `web.py`.

The time between two frames of the page during rolls of six dice, beside that of the same page at
rest in the same run. At most 50 ms at the 95th percentile are asked for.
"""

from playwright.sync_api import Browser, Page
from support.browsing import PHONE, SIT
from support.serving import Server, make

ROLLS = 20
SLOWER = 4
SECOND = 1000  # milliseconds, a little more than a roll takes
REST = 600  # milliseconds: longer than taps are ignored after new dice
MOST = 50  # milliseconds
EASY = 'name = "easy"\ntarget = 100000\n[score]\na = 10\n'  # every roll scores
FRAMES = """(length) => new Promise((done) => {
  const times = [];
  const next = (now) => {
    times.push(now);
    if (now - times[0] < length) requestAnimationFrame(next);
    else done(times.slice(1).map((time, at) => time - times[at]));
  };
  requestAnimationFrame(next);
})"""


def measure(browser: Browser, server: Server) -> None:
    """Roll again and again, and print what came of it."""
    ann = make(server, "Ann", rules={"toml": EASY}, fair=False)
    context = browser.new_context(viewport=PHONE, reduced_motion="no-preference")  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(server.url)
    page.evaluate(SIT, [{"game": ann.game, "seat": ann.seat, "token": ann.token}])
    page.goto(f"{server.url}/game/{ann.game}")
    page.wait_for_selector("#roll:not([aria-disabled])")
    line = context.new_cdp_session(page)
    line.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    rest = page.evaluate(FRAMES, SECOND)
    rolling: list[float] = []
    for _ in range(ROLLS):
        page.locator("#roll:not([aria-disabled])").click()
        rolling += page.evaluate(FRAMES, SECOND)
        _bank(page)
    context.close()
    print(f"\nms between frames, processor {SLOWER} times slower    95 %   slowest")
    for name, times in (("at rest", rest), (f"{ROLLS} rolls of six dice", rolling)):
        print(f"{name:<44} {sorted(times)[int(0.95 * len(times))]:7.1f} {max(times):9.1f}")
    print(f"A roll has at most {MOST} at 95 %.")


def _bank(page: Page) -> None:
    page.wait_for_timeout(REST)
    page.locator("button.die[aria-pressed=false]:not([aria-disabled])").first.click()
    page.locator("#bank:not([aria-disabled])").click()
    page.wait_for_selector("#roll:not([aria-disabled])")
