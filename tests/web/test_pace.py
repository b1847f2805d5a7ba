"""How fast a table shows what happened, and which taps count; the page's clock stands still."""

from itertools import product
from typing import Any

import pytest
from playwright.sync_api import expect
from support.browsing import CHROMIUM, DESKTOP, PHONE, Person
from support.lengths import cases
from support.needed import needed
from support.serving import Player, Server, events_of, join, make, wait_for

pytestmark = needed(CHROMIUM, "chromium", "tests of a table's pace are")
MOVING = {"reduced_motion": "no-preference"}
HEAD = 'name = "own"\nkeep = "all"\n'
# Pig without its 1: no roll ends the turn
SURE = {"toml": f"{HEAD}dice = 1\n[score]\na = 1\n"}
# of seven dice two are alike, and one that is left in the end is alone: rolls, then a farkle
DOOMED = {"toml": f"{HEAD}dice = 7\n[score]\naa = 1\n"}
NEVER = {"toml": 'name = "never"\n[score]\n111111 = 1\n'}
SURE_TO_END = {"toml": f"{HEAD}dice = 1\ntarget = 1\n[score]\na = 1\n"}
ONE_ROLL = 1550  # milliseconds at leisure: it falls, and is looked at
MOVES = ("rolled", "kept", "banked")
# taps a reaction the moment that it is there
EAGER = """new MutationObserver((_, watch) => {
  const button = document.querySelector(".reactions button");
  if (!button) return;
  watch.disconnect();
  window.tapped = true;
  button.click();
}).observe(document, { childList: true, subtree: true });"""
# what the log says, each time that it says something else
WRITTEN = """() => {
  window.written = [];
  const log = document.querySelector(".log");
  new MutationObserver(() => {
    const newest = log.querySelector("li").textContent;
    if (newest !== window.written.at(-1)) window.written.push(newest);
  }).observe(log, { childList: true, characterData: true, subtree: true });
}"""


def table(server: Server, people: Any, rules: Any, **how: Any) -> tuple[Player, Player, Person]:
    """Ann, who plays by HTTP, and Bob with a browser whose clock stands."""
    ann = make(server, "Ann", "?", rules=rules, fair=False)
    bob = join(ann, "Bob", fair=False)
    person = people(PHONE, **how)
    person.sit(bob)
    expect(person.page.locator(".log li")).to_contain_text(["The game begins.", "You"])
    person.page.evaluate(WRITTEN)
    person.stop_the_clock()
    return ann, bob, person


def do(player: Player, *actions: str) -> None:
    for action in actions:
        answer = player.act({"do": action}, player.snapshot()["seq"])
        assert answer.status_code == 200, answer.text


def kinds(player: Player) -> list[str]:
    """What has happened at the table."""
    return [each["kind"] for each in events_of(player.server, player.game)]


def moves(player: Player) -> list[str]:
    """What was done at the table."""
    return [kind for kind in kinds(player) if kind in MOVES]


def shown(person: Person) -> Any:
    """Everything that the log tells of Ann's turn."""
    return person.page.locator(".log li").filter(has_text="Ann ")


# how often the place of the end was there without it, however short
BARE = """() => {
  window.bare = 0;
  new MutationObserver(() => {
    window.bare += document.querySelectorAll(".end.coming").length;
  }).observe(document, { childList: true, subtree: true });
}"""


def test_the_end_stands_there_as_soon_as_the_game_is_over(server: Server, people: Any) -> None:
    ann, bob, person = table(server, people, SURE_TO_END)
    with person.page.expect_request_finished(lambda request: "/table/end.js" in request.url):
        do(ann, "roll", "bank")
        person.hear_all(ann)
        person.look()
    person.page.evaluate(BARE)
    do(bob, "roll", "bank")
    person.hear_all(ann)
    person.look()
    expect(person.page.locator(".end h2")).to_be_visible()
    assert person.page.evaluate("window.bare") == 0


@pytest.mark.parametrize("ends", ["bank", "farkle"])
def test_after_a_quick_turn_the_next_player_may_act_at_once(
    ends: str, server: Server, people: Any
) -> None:
    ann, bob, person = table(server, people, SURE if ends == "bank" else DOOMED, **MOVING)
    if ends == "bank":
        do(ann, *["roll"] * 8, "bank")
    while ann.snapshot()["state"]["player"] == ann.seat:
        do(ann, "roll")
    before = moves(bob)
    expect(shown(person)).to_have_count(len(before))  # all of it is there
    expect(person.page.locator(".die.rolling")).to_have_count(0)
    person.page.locator("#roll:not([aria-disabled])").click()
    expect(person.page.locator(".die.rolling").first).to_be_visible()
    assert moves(bob) == [*before, "rolled"]


def test_a_turn_that_ends_while_dice_roll_leaves_nothing_to_wait_for(
    server: Server, people: Any
) -> None:
    ann, _, person = table(server, people, SURE, **MOVING)
    do(ann, "roll")
    expect(person.page.locator(".die.rolling")).to_be_visible()
    do(ann, "bank")
    expect(person.page.locator("#roll:not([aria-disabled])")).to_be_visible()
    expect(shown(person)).to_have_count(2)


def test_whoever_is_behind_sees_every_roll_faster(server: Server, people: Any) -> None:
    ann, _, person = table(server, people, SURE, **MOVING)
    do(ann, *["roll"] * 8)
    expect(person.page.locator(".die.rolling, .die.picked").first).to_be_visible()
    person.hear_all(ann)
    passed = 0
    while shown(person).count() < 8:
        person.page.clock.run_for(50)
        passed += 50
        assert passed < 8 * ONE_ROLL
    assert passed < 8 * ONE_ROLL / 2
    assert len(person.page.evaluate("window.written")) == 8  # one after the other


def test_one_roll_is_shown_at_leisure(server: Server, people: Any) -> None:
    ann, _, person = table(server, people, SURE, **MOVING)
    do(ann, "roll")
    expect(person.page.locator(".die.rolling")).to_be_visible()
    person.page.clock.run_for(700)
    expect(person.page.locator(".die.rolling")).to_be_visible()
    person.page.clock.run_for(300)
    expect(person.page.locator(".die.rolling")).to_have_count(0)
    expect(shown(person)).to_have_count(1)


def test_a_bots_turn_is_watched_roll_by_roll(server: Server, people: Any) -> None:
    """It plays all of it at once, and whoever sits against it wants to see how."""
    person = people(PHONE, **MOVING)
    ann = make(server, "Ann", "bot:bold", rules=SURE, fair=False)
    person.sit(ann)
    expect(person.page.locator("#roll:not([aria-disabled])")).to_be_visible()
    do(ann, "roll")
    expect(person.page.locator("#bank:not([aria-disabled])")).to_be_visible()
    person.page.evaluate(WRITTEN)
    do(ann, "bank")

    def all_written() -> bool:
        by_bot = [each for each in events_of(server, ann.game) if each["by"] == "bot"]
        written = [each for each in person.page.evaluate("window.written") if "Mira" in each]
        return len(written) == len(by_bot) > 2 and ann.snapshot()["state"]["player"] == 0

    wait_for(all_written)


def test_ones_own_farkle_is_shown_whole_though_bots_have_moved(server: Server, people: Any) -> None:
    person = people(PHONE, **MOVING)
    ann = make(server, "Ann", "bot:bold", "bot:bold", rules=DOOMED, fair=False)
    person.sit(ann)
    expect(person.page.locator("#roll:not([aria-disabled])")).to_be_visible()
    person.stop_the_clock()
    farkled = False
    while not farkled:
        answer = ann.act({"do": "roll"}, ann.snapshot()["seq"])
        happened = [each["kind"] for each in answer.json()["data"]["happened"]]
        farkled = "farkle" in happened
        if not farkled:
            expect(person.page.locator(".die.rolling").first).to_be_visible()
            person.page.clock.run_for(ONE_ROLL)
    wait_for(lambda: ann.snapshot()["state"]["player"] == ann.seat)  # both bots have moved
    dice = len(answer.json()["data"]["dice"])
    person.hear_all(ann)
    person.page.clock.run_for(800)
    expect(person.page.locator(".die.rolling")).to_have_count(dice)
    person.page.clock.run_for(100)
    lost = person.page.locator(".felt .points").filter(has_text="Farkle!")
    expect(lost).to_be_visible()
    expect(person.page.locator(".felt .before")).to_contain_text("No die of this roll scores")
    person.page.clock.run_for(2150)
    expect(lost).to_be_visible()
    expect(person.page.locator(".felt .whose")).to_contain_text("your")


def test_ones_own_bank_is_shown_though_bots_have_moved(server: Server, people: Any) -> None:
    person = people(PHONE, **MOVING)
    ann = make(server, "Ann", "bot:bold", rules=SURE, fair=False)
    person.sit(ann)
    do(ann, "roll")
    bank = person.page.locator("#bank:not([aria-disabled])")
    expect(bank).to_be_visible()
    person.look()
    person.look()
    person.stop_the_clock()
    bank.click()
    wait_for(lambda: ann.snapshot()["state"]["player"] == ann.seat)
    person.hear_all(ann)
    person.page.clock.run_for(100)
    person.page.clock.run_for(800)
    expect(person.page.locator(".die.rolling")).to_have_count(0)
    expect(person.page.locator(".felt .whose")).to_have_text("you banked")


def test_a_second_tap_on_play_is_no_reaction(server: Server, people: Any) -> None:
    person = people(PHONE)
    ann = make(server, "Ann", "?", rules=SURE, fair=False)
    join(ann, "Bob", fair=False)
    person.page.add_init_script(EAGER)
    person.sit(ann)
    expect(person.page.locator("#roll:not([aria-disabled])")).to_be_visible()
    assert person.page.evaluate("window.tapped")
    person.look()
    person.page.locator(".reactions button").last.click()
    wait_for(lambda: "reacted" in kinds(ann))
    assert kinds(ann).count("reacted") == 1


def test_nothing_of_the_others_holds_up_ones_own_roll(server: Server, people: Any) -> None:
    """Their farkle is looked at for a while, but not by whoever goes on at once."""
    ann, bob, person = table(server, people, NEVER)
    do(ann, "roll")
    expect(shown(person)).to_have_count(1)
    person.page.locator("#roll:not([aria-disabled])").click()
    expect(person.page.locator(".log li").first).to_contain_text("You rolled")
    assert moves(bob) == ["rolled", "rolled"]


def act(person: Person, action: str, how: str) -> None:
    """Tap on an action, or press its key."""
    if how == "tap":
        person.page.locator(f"#{action}").click()
    elif how == "Enter":
        person.page.locator(f"#{action}").press("Enter")
    else:
        person.page.locator("h1").press(action[0])


@pytest.mark.parametrize(
    "case",
    cases(
        product(["roll", "bank"], ["tap", "key", "Enter"]),
        lambda case: case in [("roll", "tap"), ("bank", "key"), ("bank", "Enter")],
    ),
)
def test_actions_wait_a_moment_for_whoever_sees_new_dice(
    case: tuple[str, str], server: Server, people: Any
) -> None:
    """With reduced motion dice are there before the second of two taps is."""
    then, how = case
    ann = make(server, "Ann", "?", rules=SURE, fair=False)
    join(ann, "Bob", fair=False)
    person = people(DESKTOP)
    person.sit(ann)
    expect(person.page.locator("#roll:not([aria-disabled])")).to_be_visible()
    person.stop_the_clock()
    act(person, "roll", how)
    expect(person.page.locator(".log li").first).to_contain_text("You rolled")
    for _ in range(3):
        expect(person.page.locator(f"#{then}:not([aria-disabled])")).to_be_visible()
        act(person, then, how)
        expect(person.page.locator(".actions")).to_have_attribute("aria-busy", "false")
        person.page.clock.run_for(120)
    assert moves(ann) == ["rolled"]
    person.page.clock.run_for(60)
    act(person, then, how)
    expect(person.page.locator(".log li")).to_have_count(4)
    assert moves(ann) == ["rolled", "rolled" if then == "roll" else "banked"]
