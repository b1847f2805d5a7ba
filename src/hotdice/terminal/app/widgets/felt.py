"""The middle of the table: turn points, the dice rolled, and the dice kept before."""

from collections.abc import Sequence
from random import randrange

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from hotdice.bots import is_bot
from hotdice.terminal.app.widgets.dice import DiceRow, Die, Status
from hotdice.terminal.session.hand import Hand
from hotdice.terminal.session.picking import Picking
from hotdice.terminal.session.view import LastRoll, kept_before, last_roll
from hotdice.terminal.text.aims import announcement, one_roll
from hotdice.texts import faces, say
from hotdice.texts.say import grouped

KEYS = "1234567890"  # of the dice, by place


class Felt(Vertical):
    """Shows a hand."""

    DEFAULT_CSS = """
    Felt {
        height: 3fr; min-height: 9; max-height: 15; background: $felt; color: $on-felt;
        align: center middle;
    }
    Felt > Static { width: 100%; height: 1; text-align: center; }
    Felt > #announce { text-style: bold; color: $ring; }
    Felt > #kept { color: $quiet-felt; }
    """

    def compose(self) -> ComposeResult:
        """Two lines above the dice and one below."""
        yield Static("", id="announce", markup=False)
        yield Static("", id="points", markup=False)
        yield DiceRow()
        yield Static("", id="kept", markup=False)

    def show(self, hand: Hand) -> None:
        """Update everything from the hand."""
        session, state = hand.session, hand.session.state
        thrown = last_roll(session.steps)
        self.query_one("#announce", Static).update(announcement(state, _picked(hand)))
        self.query_one("#points", Static).update(_points(hand, thrown))
        self.query_one(DiceRow).dice = _dice(hand, thrown)
        kept = kept_before(session.steps, state)
        if hand.picking is None and thrown is not None:  # the others are in the row of dice
            kept = kept[: max(0, len(kept) - len(thrown.kept))]
        self.query_one("#kept", Static).update(say("app.kept", dice=faces(kept)) if kept else "")

    def tumble(self, count: int) -> None:
        """Show random faces: one frame of the animation."""
        self.query_one(DiceRow).dice = tuple(Die(randrange(1, 7), "open") for _ in range(count))
        self.query_one("#kept", Static).update("")


def _points(hand: Hand, thrown: LastRoll | None) -> Content:
    """The turn points, those before this roll and those picked."""
    session, state = hand.session, hand.session.state
    name = session.names[state.player]
    if state.over:
        return Content(say("app.over"))
    if state.fresh:
        key = "app.begins-solo" if len(session.names) == 1 else "app.begins"
        begins = say(key, name=name, turn=session.turns.finished[state.player] + 1)
        begins = "  ".join(filter(None, (begins, one_roll(state))))
        if thrown is not None and thrown.farkle and thrown.lost:
            return Content.assemble(_lost(session.names, thrown), "  ", begins)
        return Content(begins)
    if state.extras.spared and not state.rolled:
        return Content(say("app.spared"))
    picked = _picked(hand)
    points = Content.assemble(
        say("app.turn-points") + "  ", (grouped(state.turn_points + picked), "bold $ring")
    )
    if not (picked and state.turn_points):
        return points
    parts = say("app.parts", before=state.turn_points, now=picked)
    return Content.assemble(points, f"   {parts}")


def _lost(names: Sequence[str], thrown: LastRoll) -> Content:
    """The points lost by a farkle, and by whom if there are several players."""
    points = (grouped(thrown.lost), "strike")
    if len(names) == 1:
        return Content.assemble(points, say("app.lost-solo"))
    return Content.assemble(say("app.lost", name=names[thrown.player]), points)


def _picked(hand: Hand) -> int:
    """The points of the dice that are picked."""
    return hand.picking.points if hand.picking is not None else 0


def _dice(hand: Hand, thrown: LastRoll | None) -> tuple[Die, ...]:
    if hand.typed is not None:
        return _typed(hand.typed, hand.session.state.dice)
    if hand.picking is not None:
        return tuple(_pickable(hand.picking, place) for place in range(len(hand.picking.roll)))
    if thrown is None:
        return _typed((), hand.session.state.dice)
    return tuple(Die(face, *_status(thrown, place, hand)) for place, face in enumerate(thrown.dice))


def _typed(typed: tuple[int, ...], count: int) -> tuple[Die, ...]:
    empty = [Die(None, "empty")] * (count - len(typed))
    return (*(Die(face, "open") for face in typed), *empty)


def _pickable(picking: Picking, place: int) -> Die:
    face, key = picking.roll[place], KEYS[place]
    if place in picking.picked:
        return Die(face, "picked", key, say("app.picked"))
    if not picking.scores(place):
        return Die(face, "idle", key, say("app.worth-nothing"))
    adds = picking.adds(place)
    return Die(face, "open", key, say("app.adds", points=adds) if adds > 0 else "")


def _status(thrown: LastRoll, place: int, hand: Hand) -> tuple[Status, str, str]:
    """How a die of the last roll is shown, with its key and label."""
    state = hand.session.state
    if place in thrown.kept:
        return "kept", "", say("app.kept-die")
    bot = is_bot(hand.session.seats[state.player])
    return ("open" if bot and state.rolled else "past"), "", ""
