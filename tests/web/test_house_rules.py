"""Options of house rules at the table, in games where every roll scores, or none does."""

from typing import Any

import pytest
from playwright.sync_api import Locator, expect
from support.browsing import CHROMIUM, DESKTOP, PHONE, Person
from support.needed import needed
from support.serving import Player, Server, join, make

pytestmark = needed(CHROMIUM, "chromium", "tests of house rules at the table are")

TOUCH = 44  # pixels that a thumb needs
SEVEN = "a = 50\naa = 1000\n"  # of seven dice two are always alike


def rules(score: str = "a = 100\n", **fields: Any) -> dict[str, str]:
    """House rules; every face is worth 100 if nothing else is said."""
    head = "".join(f"{field} = {value}\n" for field, value in fields.items())
    return {"toml": f'name = "house"\n{head}[score]\n{score}'}


def table(server: Server, *names: str, **more: Any) -> list[Player]:
    """A game under way with these people."""
    first = make(server, names[0], *("?" for _ in names[1:]), fair=False, **more)
    return [first, *(join(first, name, fair=False) for name in names[1:])]


def do(player: Player, action: dict[str, Any]) -> dict[str, Any]:
    """Do something; the state after it."""
    answer = player.act(action, player.snapshot()["seq"])
    assert answer.status_code == 200, answer.text
    state: dict[str, Any] = player.snapshot()["state"]
    return state


def keep(player: Player, count: int) -> None:
    """Roll, and keep so many dice for the most points."""
    state = do(player, {"do": "roll"})
    dice = next(each["dice"] for each in state["keeps"] if len(each["dice"]) == count)
    do(player, {"do": "keep", "dice": dice})


def bank(player: Player, count: int) -> None:
    """A turn of one roll, of which so many dice are kept."""
    keep(player, count)
    do(player, {"do": "bank"})


def at_table(people: Any, player: Player, size: dict[str, int] = PHONE) -> Person:
    """A person at their seat in a browser."""
    person: Person = people(size)
    person.sit(player)
    expect(person.page.locator(".felt")).to_be_visible()
    return person


def said(person: Person, key: str) -> Locator:
    """A part of the felt."""
    return person.page.locator(f".felt .{key}")


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_points_are_taken_over_by_a_tap_or_a_key(
    size: dict[str, int], server: Server, people: Any
) -> None:
    ann, bob = table(server, "Ann", "Bob", rules=rules(dice=4, target=5000, piggyback="true"))
    bank(ann, 1)
    person = at_table(people, bob, size)
    take = person.page.locator("#take")
    expect(take.locator("span")).to_have_text("Take over 100")
    expect(take.locator("small")).to_have_text("3 dice · 0 % farkle")
    expect(said(person, "why")).to_have_text("You may take over 100 with 3 dice.")
    box = take.bounding_box()
    assert box
    assert box["height"] >= TOUCH
    if size == PHONE:
        take.click()
    else:
        person.page.keyboard.press("t")
    person.look()
    expect(said(person, "before")).to_have_text("taken over: now roll the 3 dice")
    expect(person.page.locator("#roll span")).to_have_text("Roll 3 dice")
    expect(person.page.locator("#bank small")).to_have_text("taken over: roll first")
    assert not person.look()["bank"]
    expect(person.page.locator(".log")).to_contain_text("You take over 100 points")
    keep(bob, 1)
    person.look()
    expect(person.page.locator("#bank span")).to_have_text("Bank 200")
    do(bob, {"do": "bank"})
    assert ann.snapshot()["state"]["totals"] == [100, 200]


def test_an_offer_is_told_to_those_who_watch(server: Server, people: Any) -> None:
    ann, _ = table(server, "Ann", "Bob", rules=rules(dice=2, target=5000, piggyback="true"))
    bank(ann, 1)
    person = at_table(people, ann)
    expect(said(person, "why")).to_have_text("Bob may take over 100 with 1 die.")
    expect(person.page.locator("#take")).to_have_count(0)


def test_what_is_not_confirmed_cannot_be_banked(server: Server, people: Any) -> None:
    ann, _ = table(server, "Ann", "Bob", rules=rules(SEVEN, dice=7, target=90_000, confirm='"aa"'))
    keep(ann, 2)
    person = at_table(people, ann)
    expect(said(person, "before")).to_have_text("to be confirmed by another roll")
    expect(person.page.locator("#bank small")).to_have_text("confirm it first")
    assert not person.look()["bank"]
    keep(ann, 1)
    assert person.look()["bank"]


def test_a_first_roll_that_scores_nothing_is_thrown_again(server: Server, people: Any) -> None:
    ann, _ = table(server, "Ann", "Bob", rules=rules("111111 = 1\n", mercy="true"))
    person = at_table(people, ann)
    expect(person.page.locator("#roll small")).to_have_text("free if nothing scores")
    do(ann, {"do": "roll"})
    person.look()
    expect(said(person, "points")).to_have_text("Once more!")
    expect(person.page.locator(".log")).to_contain_text("you throw it again")
    assert person.look()["roll"]
    do(ann, {"do": "roll"})
    person.look()
    expect(said(person, "points")).to_have_text("Farkle!")


def test_a_gift_tells_who_got_the_points(server: Server, people: Any) -> None:
    welfare = rules(dice=3, target=300, overshoot='"welfare"')
    ann, bob, cy = table(server, "Ann", "Bob", "Cy", rules=welfare)
    bank(ann, 2)
    bank(bob, 2)
    bank(cy, 1)
    keep(ann, 2)
    giver, receiver = at_table(people, ann), at_table(people, cy)
    expect(giver.page.locator("#bank small")).to_have_text("too much: Cy gets it")
    do(ann, {"do": "bank"})
    for person, line in (
        (giver, "Cy gets the 200: total 300."),
        (receiver, "You get the 200: total 300."),
    ):
        person.look()
        expect(said(person, "before")).to_have_text(line)
    expect(receiver.page.locator(".log")).to_contain_text("you get the 200 points: total 300.")
    expect(receiver.page.locator(".log")).to_contain_text("Last round! You have 300")


def test_too_much_is_said_before_it_is_lost(server: Server, people: Any) -> None:
    exact = rules(dice=3, target=300, overshoot='"lose-turn"')
    ann, bob = table(server, "Ann", "Bob", rules=exact)
    bank(ann, 2)
    bank(bob, 1)
    keep(ann, 2)
    person = at_table(people, ann)
    expect(person.page.locator("#bank small")).to_have_text("too much: all is lost")
    person.page.locator("#bank").click()
    expect(person.page.locator("#bank")).to_contain_text("Really bank 0?")
    person.page.locator("#bank").click()
    person.look()
    expect(said(person, "whose")).to_have_text("you: over the target")
    expect(said(person, "before")).to_have_text("Nothing is recorded: total 200.")


def test_nobody_is_told_to_beat_a_total_that_cannot_be_passed(server: Server, people: Any) -> None:
    for tie, told in (
        ("shared", "Last round! Reach 200 exactly to share the win."),
        ("first", "Last round! In the lead with 200: Ann."),
    ):
        exact = rules(dice=3, target=200, overshoot='"lose-turn"', tie=f'"{tie}"')
        ann, bob = table(server, "Ann", "Bob", rules=exact)
        bank(ann, 2)
        person = at_table(people, bob)
        expect(said(person, "last-round")).to_have_text(told)


def test_rounds_stand_where_the_target_would(server: Server, people: Any) -> None:
    ann, bob = table(server, "Ann", "Bob", rules=rules(dice=3, rounds=3))
    bank(ann, 1)
    bank(bob, 2)
    person = at_table(people, ann, DESKTOP)
    page = person.page
    expect(page.locator(".pill .far")).to_have_text(" · round 2 of 3")
    expect(page.locator(".player").nth(1)).to_contain_text("round 2 of 3")
    expect(page.locator(".last-round")).to_have_count(0)
    bank(ann, 1)
    bank(bob, 2)
    person.look()
    expect(said(person, "last-round")).to_have_text(
        "Last round! Beat 400, or equal it to share the win."
    )
    bank(ann, 2)
    bank(bob, 1)
    person.look()
    expect(page.locator(".end h2")).to_have_text("Bob has won")
    assert "10,000" not in page.locator("body").inner_text()


def test_one_roll_and_one_keep_end_a_last_turn(server: Server, people: Any) -> None:
    ann, bob = table(server, "Ann", "Bob", rules=rules(dice=3, target=300, last_round='"one-roll"'))
    bank(ann, 3)
    do(bob, {"do": "roll"})
    person = at_table(people, bob)
    expect(said(person, "last-round")).to_have_text(
        "Last round! Beat 300 to win. One roll, one keep."
    )
    person.page.locator("button.die").first.click()
    expect(person.page.locator("#roll small")).to_have_text("ends the turn: bank")
    person.page.locator("#bank").click()
    person.look()
    expect(person.page.locator(".end h2")).to_have_text("Ann has won")


def played_until(players: list[Player], holds: Any) -> None:
    """Turns of one die each until something holds."""
    while not holds(found := players[0].snapshot()):
        player = players[found["state"]["player"]]
        if do(player, {"do": "roll"})["keeps"]:
            do(player, {"do": "keep", "dice": player.snapshot()["state"]["rolled"]})
            do(player, {"do": "bank"})


def test_a_winning_roll_lies_there_in_the_end(server: Server, people: Any) -> None:
    players = table(server, "Ann", "Bob", rules=rules(dice=1, target=90_000, rolls='{ 1 = "win" }'))
    played_until(players, lambda found: found["status"] == "over")
    person: Person = people(PHONE)
    person.open(players[0].game)
    expect(person.page.locator(".end .with")).to_contain_text("by a roll with 1")
    expect(person.page.locator(".end .won")).to_have_attribute("aria-label", "1")
    expect(person.page.locator(".log")).to_contain_text("has 1 and wins at once!")


def test_a_lost_total_is_told_with_its_dice(server: Server, people: Any) -> None:
    lost = rules(dice=1, target=90_000, rolls='{ 1 = "lose-total" }')
    players = table(server, "Ann", "Bob", rules=lost)
    seen = [[0, 0]]

    def fallen(found: dict[str, Any]) -> bool:
        seen.append(found["state"]["totals"])
        return sum(seen[-1]) < sum(seen[-2])

    played_until(players, fallen)
    person = at_table(people, players[0])
    total = sum(seen[-2]) - sum(seen[-1])
    expect(said(person, "before")).to_have_text(
        f"A roll with 1: the whole total of {total:,} is gone."
    )
    expect(person.page.locator(".log")).to_contain_text(f"{total:,} points are gone.")


HINTED = "(game) => localStorage.setItem('hints', JSON.stringify({ game, done: [] }))"


def learning(people: Any, player: Player) -> Person:
    """A person at their seat in a game that comes with hints."""
    person: Person = people(PHONE)
    person.page.goto(player.server.url)
    person.page.evaluate(HINTED, player.game)
    person.sit(player)
    return person


def test_hints_promise_nothing_that_the_rules_refuse(server: Server, people: Any) -> None:
    confirm = rules(SEVEN, dice=7, target=90_000, confirm='"aa"')
    ann, _ = table(server, "Ann", "Bob", rules=confirm)
    keep(ann, 2)
    hint = learning(people, ann).page.locator(".bubble")
    expect(hint).to_contain_text("another roll must score. Roll 5 dice: with")
    expect(hint).not_to_contain_text("yours")

    ann, bob = table(server, "Ann", "Bob", rules=rules(dice=3, target=300, overshoot='"welfare"'))
    bank(ann, 2)
    bank(bob, 1)
    keep(ann, 2)
    hint = learning(people, ann).page.locator(".bubble")
    expect(hint).to_contain_text("too much for 300: banked, these points are not yours.")


def test_hints_tell_what_is_offered_and_how_the_end_goes(server: Server, people: Any) -> None:
    ann, bob = table(server, "Ann", "Bob", rules=rules(dice=3, target=900, piggyback="true"))
    bank(ann, 1)
    hint = learning(people, bob).page.locator(".bubble")
    expect(hint).to_contain_text("Or take over the 100 points that were banked just now")

    end = rules(dice=3, target=300, finish='"equal-turns"', last_round='"one-roll"')
    ann, bob = table(server, "Ann", "Bob", rules=end)
    bank(ann, 3)
    person = learning(people, bob)
    hint = person.page.locator(".bubble")
    expect(hint).to_contain_text("300 is reached: this round is played to its end.")
    expect(hint).to_contain_text("one roll and one keep")
    expect(hint).to_contain_text("beat 300")
    expect(person.page.locator(".log")).to_contain_text("Ann has 300: this round is played")


def test_advice_is_shown_on_the_offer(server: Server, people: Any) -> None:
    offered = rules(dice=4, target=5000, piggyback="true")
    ann, bob = table(server, "Ann", "Bob", rules=offered, advice=True)
    bank(ann, 1)
    advice = {
        "position": bob.snapshot()["state"]["position"],
        "choices": [
            {"action": {"do": "take"}, "chance": 0.61, "cost": 0, "farkle": "0", "points": 400},
            {"action": {"do": "roll"}, "chance": 0.55, "cost": 0.06, "farkle": "0", "points": 300},
        ],
        "chances": [0.39, 0.61],
    }
    person: Person = people(PHONE)
    person.page.route("**/advice", lambda route: route.fulfill(json=advice))  # as if it were solved
    person.sit(bob)
    take = person.page.locator("#take")
    expect(take.locator(".best")).to_be_visible()
    expect(take.locator(".wins b")).to_have_text("61.0\N{NO-BREAK SPACE}%")
    expect(person.page.locator(".plan").first).to_contain_text("take over 100 and roll 3 dice")
    expect(person.page.locator(".plan").nth(1)).to_contain_text("roll 4 dice")
