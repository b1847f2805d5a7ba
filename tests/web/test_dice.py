"""Dice as they are seen: after every kind of roll, pixel by pixel, with everything in motion.

Labels are right even where nothing is painted, so nothing here asks for a label.
"""

import io
from itertools import product
from typing import Any

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import expect
from support.browsing import CHROMIUM, DESKTOP, PHONE, Person
from support.dice_pictures import BOXES, Picture, pips, pixels
from support.lengths import cases
from support.needed import needed
from support.serving import Player, Server, events_of, join, make, wait_for

pytestmark = needed(CHROMIUM, "chromium", "tests of what dice look like are")
MOVING = {"reduced_motion": "no-preference"}
SCREENS = {
    "phone": (PHONE, "light"),
    "side": ({"width": 740, "height": 360}, "dark"),
    "tablet": ({"width": 820, "height": 1180}, "light"),
    "desktop": (DESKTOP, "dark"),
}
ALIKE = 1.5  # mean difference of a pixel, of 255: edges are smoothed a little differently
# rules under which it is known before what every roll is
PICKED = "[score]\na = 100\n"
ALL = 'keep = "all"\n[score]\naa = 100\n'  # of seven dice two are alike, and one is left over
HOT = 'keep = "all"\n[score]\na = 100\n'
FARKLE = "[score]\n111111 = 1\n"

# settled: nothing rolls and nothing moves any more
SETTLED = """() => document.querySelector(".dice .die:not(.ghost)")
  && !document.querySelector(".die.rolling")
  && document.getAnimations().every(({ playState }) => playState === "finished")"""
# instead of each die the face that ought to be there, made anew, and never in motion
AT_REST = """(dice, faces) => dice.forEach((die, at) => {
  const seen = die.firstElementChild;
  seen.style.display = "none";
  const rest = document.createElement("span");
  rest.className = "rest";
  rest.style = "position: absolute; inset: 0";
  rest.innerHTML = `<i class="face f${faces[at]}"></i>`;
  die.append(rest);
})"""
BACK = """(dice) => dice.forEach((die) => {
  die.querySelector(".rest").remove();
  die.firstElementChild.style.display = "";
})"""


def rules(score: str, dice: int = 6) -> dict[str, str]:
    """Rules of our own: how many dice, and what they score."""
    return {"toml": f'name = "own"\ndice = {dice}\n{score}'}


def picture(person: Person) -> Picture:
    """What is on the screen."""
    with Image.open(io.BytesIO(person.page.screenshot(full_page=True))) as found:
        return pixels(found)


def assert_painted(person: Person, faces: list[int], where: str = ".dice .die:not(.ghost)") -> None:
    """Assert that each of these dice looks like its face at rest."""
    person.page.wait_for_function(SETTLED)
    person.page.evaluate("scrollTo(0, 0)")
    dice = person.page.locator(where)
    expect(dice).to_have_count(len(faces))
    boxes = dice.evaluate_all(BOXES)
    now = picture(person)
    dice.evaluate_all(AT_REST, faces)
    rest = picture(person)
    dice.evaluate_all(BACK)
    for face, (left, top, right, bottom) in zip(faces, boxes, strict=True):
        die, wanted = (shot[top:bottom, left:right] for shot in (now, rest))
        assert pips(wanted) == face
        assert np.abs(die - wanted).mean() < ALIKE, f"a {face} is not to be seen: {faces}"


def do(player: Player, action: dict[str, Any]) -> list[int]:
    """Do something; the dice of the newest roll."""
    answer = player.act(action, player.snapshot()["seq"])
    assert answer.status_code == 200, answer.text
    return newest_roll(player)


def newest_roll(player: Player, seat: int | None = None) -> list[int]:
    """The dice of the newest roll (of a seat), as the server tells it."""
    rolls = [each for each in events_of(player.server, player.game) if each["kind"] == "rolled"]
    dice: list[int] = [each for each in rolls if seat in (None, each["seat"])][-1]["data"]["dice"]
    return dice


def roll(person: Person, player: Player) -> list[int]:
    """Tap on Roll, and wait until it is told; the dice."""
    log = person.page.locator(".log li").filter(has_text="rolled")
    before = log.count()
    person.page.locator("#roll:not([aria-disabled])").click()
    expect(log).not_to_have_count(before)
    return newest_roll(player)


PLAYED: dict[str, Any] = {
    "picked": rules(PICKED),
    "farkle": rules(FARKLE),
    "all": rules(ALL, 7),
    "hot": rules(HOT, 5),
    "greed": "greed",
    "pig": "pig",
}
# below bots roll under the others
ALWAYS = [("picked", "phone"), ("all", "side"), ("hot", "tablet"), ("farkle", "desktop")]


@pytest.mark.parametrize("case", cases(product(PLAYED, SCREENS), lambda case: case in ALWAYS))
def test_dice_are_seen_by_whoever_rolled_the_others_and_watchers(
    case: tuple[str, str], server: Server, people: Any
) -> None:
    played, (size, colours) = PLAYED[case[0]], SCREENS[case[1]]
    how = MOVING | {"color_scheme": colours}
    rolls, waits, watches = (people(size, **how) for _ in range(3))
    ann = make(server, "Ann", "?", rules=played, fair=False)
    bob = join(ann, "Bob", fair=False)
    rolls.sit(ann)
    waits.sit(bob)
    watches.open(ann.game)
    for person in (waits, watches):
        expect(person.page.locator(".log")).to_contain_text("The game begins.")
    dice = roll(rolls, ann)
    for person, who in ((rolls, "You"), (waits, "Ann"), (watches, "Ann")):
        expect(person.page.locator(".log")).to_contain_text(f"{who} rolled")
        assert_painted(person, dice)


@pytest.mark.parametrize("size", cases(SCREENS, lambda size: size == "side"))
def test_dice_are_seen_after_a_reload(size: str, server: Server, people: Any) -> None:
    """By whoever rolled them, with one picked, and by whoever waits."""
    window, colours = SCREENS[size]
    rolls, waits = (people(window, **MOVING, color_scheme=colours) for _ in range(2))
    ann = make(server, "Ann", "?", rules=rules(PICKED), fair=False)
    rolls.sit(ann)
    waits.sit(join(ann, "Bob", fair=False))
    dice = roll(rolls, ann)
    for person in (rolls, waits):
        person.page.reload()
        assert_painted(person, dice)
    rolls.look()  # a tap right after one's dice have come to rest is not meant for them
    rolls.page.locator("button.die").nth(4).click()
    assert_painted(rolls, dice)


def test_dice_of_a_bot_that_farkles_are_seen(server: Server, people: Any) -> None:
    person = people(PHONE, **MOVING)
    ann = make(server, "Ann", "bot:bold", rules=rules(FARKLE), fair=False)
    person.sit(ann)
    roll(person, ann)
    expect(person.page.locator(".log li").filter(has_text="farkle")).to_have_count(2)
    assert_painted(person, newest_roll(ann, 1))


@pytest.mark.parametrize("played", ["picked", "all"])
def test_dice_that_a_bot_keeps_are_seen_before_it_goes_on(
    played: str, server: Server, people: Any
) -> None:
    """The page's clock stands still as soon as the bot's dice lie there."""
    person = people(PHONE, **MOVING)
    ann = make(server, "Ann", "bot:bold", rules=PLAYED[played], fair=False)
    person.sit(ann)
    roll(person, ann)
    person.look()
    person.stop_the_clock()
    if played == "picked":
        do(ann, {"do": "keep", "dice": ann.snapshot()["state"]["keeps"][0]["dice"]})
    do(ann, {"do": "bank"})
    wait_for(lambda: ann.snapshot()["state"]["player"] == ann.seat)  # the bot has moved
    person.hear_all(ann)
    lies = person.page.locator(".whose", has_text="Mira").and_(
        person.page.locator(".felt:has(.die:not(.ghost, .rolling)) .whose")
    )
    for _ in range(100):
        if lies.count():
            break
        person.page.clock.run_for(100)
    rolled = [each for each in events_of(server, ann.game) if each["kind"] == "rolled"]
    assert_painted(person, next(each["data"]["dice"] for each in rolled if each["seat"] == 1))


def test_dice_kept_before_and_the_next_roll_are_seen(server: Server, people: Any) -> None:
    rolls, waits = people(PHONE, **MOVING), people(DESKTOP, **MOVING)
    ann = make(server, "Ann", "?", rules=rules(PICKED), fair=False)
    rolls.sit(ann)
    waits.sit(join(ann, "Bob", fair=False))
    dice = roll(rolls, ann)
    for at in (1, 3):
        rolls.page.locator("button.die").nth(at).click()
    assert_painted(rolls, dice)  # two of them picked
    next_dice = roll(rolls, ann)
    for person in (rolls, waits):
        expect(person.page.locator(".kept .die")).to_have_count(2)
        assert_painted(person, next_dice)
        assert_painted(person, sorted((dice[1], dice[3])), ".kept .die")


def test_dice_that_were_banked_lie_there_until_the_next_roll(server: Server, people: Any) -> None:
    banks, waits = people(PHONE, **MOVING), people(DESKTOP, **MOVING)
    ann = make(server, "Ann", "?", rules=rules(PICKED), fair=False)
    bob = join(ann, "Bob", fair=False)
    banks.sit(ann)
    waits.sit(bob)
    dice = roll(banks, ann)
    banks.look()  # a tap right after one's dice have come to rest is not meant for them
    banks.page.locator("button.die").nth(2).click()
    banks.page.locator("#bank:not([aria-disabled])").click()
    for person, who in ((banks, "You"), (waits, "Ann")):
        expect(person.page.locator(".log")).to_contain_text(f"{who} banked 100")
        assert_painted(person, [dice[2]])
        expect(person.page.locator(".die.ghost")).to_have_count(0)
    dice = roll(waits, bob)
    assert_painted(waits, dice)


def test_dice_kept_by_themselves_are_shown_once(server: Server, people: Any) -> None:
    """Under `keep = "all"`: in the roll, and beside the next one."""
    person = people(PHONE, **MOVING)
    ann = make(server, "Ann", "?", rules=rules(ALL, 7), fair=False)
    join(ann, "Bob", fair=False)
    person.sit(ann)
    dice = roll(person, ann)
    assert_painted(person, dice)
    taken = sum(2 * (dice.count(face) // 2) for face in range(1, 7))
    expect(person.page.locator(".dice .die.picked")).to_have_count(taken)
    expect(person.page.locator(".kept .die")).to_have_count(0)


def test_dice_of_ten_lie_still_where_they_fell(server: Server, people: Any) -> None:
    """The last of so many falls longest."""
    rolls, waits = people(PHONE, **MOVING), people(PHONE, **MOVING)
    ann = make(server, "Ann", "?", rules=rules(HOT, 10), fair=False)
    rolls.sit(ann)
    waits.sit(join(ann, "Bob", fair=False))
    for _ in range(2):
        dice = roll(rolls, ann)
        for person in (rolls, waits):
            assert_painted(person, dice)


def test_dice_that_were_banked_keep_their_colour(server: Server, people: Any) -> None:
    """Grey is for dice that are worth nothing."""
    person = people(PHONE)
    ann = make(server, "Ann", "?", rules=rules(PICKED), fair=False)
    join(ann, "Bob", fair=False)
    person.sit(ann)
    roll(person, ann)
    person.look()
    person.page.locator("button.die").first.click()
    person.page.locator("#bank:not([aria-disabled])").click()
    expect(person.page.locator(".log")).to_contain_text("You banked 100")
    expect(person.page.locator(".dice .die")).to_have_count(1)
    expect(person.page.locator(".dice .die.idle")).to_have_count(0)
