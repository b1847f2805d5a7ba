"""The felt: turn points, the dice of the roll, and those kept before."""

from collections.abc import Sequence
from random import randrange

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from hotdice.bots import is_bot
from hotdice.terminal.app.dice import DiceRow, Die, Status
from hotdice.terminal.session.hand import Hand
from hotdice.terminal.session.picking import Picking
from hotdice.terminal.session.view import Thrown, kept_before, last_roll
from hotdice.terminal.text.aims import last_round
from hotdice.texts import faces, say
from hotdice.texts.say import grouped

KEYS = "1234567890"


class Felt(Vertical):
    """The middle of the table."""

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
        """Three lines around the dice."""
        yield Static("", id="announce", markup=False)
        yield Static("", id="points", markup=False)
        yield DiceRow()
        yield Static("", id="kept", markup=False)

    def show(self, hand: Hand) -> None:
        """Everything as it lies there."""
        table, state = hand.table, hand.table.state
        thrown = last_roll(table.steps)
        self.query_one("#announce", Static).update(last_round(state, _picked(hand)))
        self.query_one("#points", Static).update(_points(hand, thrown))
        self.query_one(DiceRow).dice = _dice(hand, thrown)
        kept = kept_before(table.steps, state)
        if hand.picking is None and thrown is not None:  # the others lie above
            kept = kept[: max(0, len(kept) - len(thrown.kept))]
        self.query_one("#kept", Static).update(say("app.kept", dice=faces(kept)) if kept else "")

    def tumble(self, count: int) -> None:
        """Any faces, while dice roll."""
        self.query_one(DiceRow).dice = tuple(Die(randrange(1, 7), "open") for _ in range(count))
        self.query_one("#kept", Static).update("")


def _points(hand: Hand, thrown: Thrown | None) -> Content:
    """The turn points and where they come from."""
    table, state = hand.table, hand.table.state
    name = table.names[state.player]
    if state.over:
        return Content(say("app.over"))
    if state.fresh:
        key = "app.begins-alone" if len(table.names) == 1 else "app.begins"
        begins = say(key, name=name, turn=table.turns.finished[state.player] + 1)
        if thrown is not None and thrown.farkle and thrown.lost:
            return Content.assemble(_lost(table.names, thrown), "  ", begins)
        return Content(begins)
    picked = _picked(hand)
    points = Content.assemble(
        say("app.turn-points") + "  ", (grouped(state.turn_points + picked), "bold $ring")
    )
    if not (picked and state.turn_points):
        return points
    parts = say("app.parts", before=state.turn_points, now=picked)
    return Content.assemble(points, f"   {parts}")


def _lost(names: Sequence[str], thrown: Thrown) -> Content:
    """What a farkle took; among others, whose it was."""
    points = (grouped(thrown.lost), "strike")
    if len(names) == 1:
        return Content.assemble(points, say("app.lost-alone"))
    return Content.assemble(say("app.lost", name=names[thrown.player]), points)


def _picked(hand: Hand) -> int:
    """The points of the dice that are picked."""
    return hand.picking.points if hand.picking is not None else 0


def _dice(hand: Hand, thrown: Thrown | None) -> tuple[Die, ...]:
    if hand.typed is not None:
        return _typed(hand.typed, hand.table.state.dice)
    if hand.picking is not None:
        return tuple(_pickable(hand.picking, place) for place in range(len(hand.picking.fallen)))
    if thrown is None:
        return _typed((), hand.table.state.dice)
    return tuple(Die(face, *_fate(thrown, place, hand)) for place, face in enumerate(thrown.dice))


def _typed(typed: tuple[int, ...], count: int) -> tuple[Die, ...]:
    empty = [Die(None, "empty")] * (count - len(typed))
    return (*(Die(face, "open") for face in typed), *empty)


def _pickable(picking: Picking, place: int) -> Die:
    face, key = picking.fallen[place], KEYS[place]
    if place in picking.picked:
        return Die(face, "picked", key, say("app.picked"))
    if not picking.scores(place):
        return Die(face, "idle", key, say("app.worth-nothing"))
    adds = picking.adds(place)
    return Die(face, "open", key, say("app.adds", points=adds) if adds > 0 else "")


def _fate(thrown: Thrown, place: int, hand: Hand) -> tuple[Status, str, str]:
    """How a die of the last roll is shown: kept, or past."""
    state = hand.table.state
    if place in thrown.kept:
        return "kept", "", say("app.kept-die")
    bot = is_bot(hand.table.seats[state.player])
    return ("open" if bot and state.rolled else "past"), "", ""
