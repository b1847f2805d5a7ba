"""A whole game in Firefox as the distribution has it, from the first page to the end, in motion."""

import time

from support.browsing import LOOK, PHONE
from support.dice_pictures import BOXES, pips
from support.firefox import FIREFOX, Firefox, firefox
from support.needed import needed
from support.serving import Server, events_of

pytestmark = needed(FIREFOX, "firefox-esr", "the game in Firefox is")
PAUSE = 0.1  # seconds; whoever looks all the time leaves the page none to move things
SHORT = "basic+target=500"
# what was played last, and how fast bots are
REMEMBER = """(rules) => {
  localStorage.setItem("rules", JSON.stringify(rules));
  localStorage.setItem("speed", JSON.stringify("fast"));
}"""
# one's own dice, once nothing moves any more and none is picked
FALLEN = """() => !document.querySelector(".die.rolling, .die.picked")
  && document.querySelectorAll("button.die[aria-pressed=false]:not([aria-disabled])").length > 0
  && document.getAnimations().every(({ playState, effect }) =>
    playState === "finished" || effect.getTiming().iterations === Infinity)"""
# how many dice rolled at once
CUBES = """() => new MutationObserver(() => {
  window.cubes = Math.max(window.cubes ?? 0, document.getAnimations().filter(({ effect }) =>
    effect.target?.matches(".cube")).length);
}).observe(document, { childList: true, subtree: true })"""
TOTALS = """() => [...document.querySelectorAll(".player .total")].map(({ textContent }) =>
  Number(textContent.replace(/\\D/g, "")))"""
PLACES = f"() => ({BOXES})([...document.querySelectorAll('button.die')])"


def see_dice(tab: Firefox, rolled: list[int]) -> None:
    """Assert that the dice of a roll are there in the pixels of the screen."""
    tab.wait_until(FALLEN)
    places = tab.run(PLACES)
    screen = tab.picture()
    seen = [pips(screen[top:bottom, left:right]) for left, top, right, bottom in places]
    assert seen == rolled


def test_a_whole_game_in_firefox_with_dice_that_are_seen(server: Server) -> None:
    seen = 0
    with firefox() as tab:
        tab.resize(PHONE)
        tab.go(server.url)
        tab.run(REMEMBER, SHORT)
        tab.go(server.url)
        assert not tab.run("() => matchMedia('(prefers-reduced-motion: reduce)').matches")
        tab.run(CUBES)
        tab.wait_until("() => Boolean(document.querySelector('#bot button.hot'))")
        tab.click("#bot button.hot")
        tab.wait_until("() => Boolean(document.querySelector('#roll'))")
        game = tab.run("() => location.pathname.split('/')[2]")
        while not (now := tab.run(LOOK))["over"]:
            if now["free"] and not now["bank"]:
                rolls = [each for each in events_of(server, game) if each["kind"] == "rolled"]
                see_dice(tab, rolls[-1]["data"]["dice"])
                seen += 1
                tab.click("button.die[aria-pressed=false]")
            elif now["bank"] and (now["banks"] >= 200 or now["last"]):
                tab.click("#bank")
            elif now["roll"]:
                tab.click("#roll")
            else:
                time.sleep(PAUSE)
        told = server.get(f"/api/games/{game}").json()
        totals = tab.run(TOTALS)
        assert told["status"] == "over"
        assert totals == told["state"]["totals"]
        assert seen
        assert tab.run("() => window.cubes") == 6
        assert not tab.errors, tab.errors
