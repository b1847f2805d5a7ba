"""A line for each player: whose turn it is, the total, the distance to the target."""

from collections.abc import Sequence

from rich.cells import cell_len, set_cell_size
from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from hotdice.game import State
from hotdice.terminal.text.advice import percent
from hotdice.terminal.text.aims import distance
from hotdice.texts import say
from hotdice.texts.say import grouped

FULL, EMPTY = "█", "░"
LONGEST = 18  # columns of a name that are shown
LEAST_BAR = 5


class PlayersPanel(Widget):
    """The totals of all players, and their winning chances if shown."""

    DEFAULT_CSS = """
    PlayersPanel { width: 100%; padding: 0 1; }
    """

    state: reactive[State | None] = reactive(None, layout=True)
    chances: reactive[tuple[float, ...]] = reactive(())
    approximate: reactive[bool] = reactive(False)  # whether the chances are

    def __init__(self, names: Sequence[str]) -> None:
        super().__init__()
        self._names = [set_cell_size(_short(name), _longest(names)) for name in names]
        self.styles.height = len(names)  # fixed, whatever the width

    def render(self) -> Content:
        """The lines of all players."""
        state = self.state
        if state is None:
            return Content("")
        wide = cell_len(self._names[0])
        totals = [grouped(total) for total in state.totals]
        digits = max(5, *map(len, totals))
        notes = [self._note(state, seat) for seat in range(len(totals))]
        longest = max(map(len, notes))
        bar = max(LEAST_BAR, self.size.width - wide - digits - longest - 8)
        lines = []
        for seat, name in enumerate(self._names):
            moves = seat == state.player and not state.over
            won = seat in state.winners
            mark = "▶" if moves else "★" if won else " "
            hot = "bold $accent" if moves or won else ""
            done = _filled(state, seat, bar)
            lines.append(
                Content.assemble(
                    (f"{mark} {name}", hot),
                    (f"  {totals[seat]:>{digits}}  ", "bold"),
                    (FULL * done, "$accent" if moves else "$foreground"),
                    (EMPTY * (bar - done), "$quiet"),
                    (f"  {notes[seat]:>{longest}}", "$quiet"),
                )
            )
        return Content("\n").join(lines)

    def _note(self, state: State, seat: int) -> str:
        """The distance, the farkles in a row if there is a penalty, and the winning chance."""
        parts = [distance(state, seat)]
        if state.rules.penalty and state.farkles[seat]:
            most = state.rules.penalty.farkles
            parts.append(say("app.farkles", count=state.farkles[seat], most=most))
        if self.chances:
            chance = percent(self.chances[seat])
            parts.append(say("app.chance-about", chance=chance) if self.approximate else chance)
        return " · ".join(parts)


def _filled(state: State, seat: int, bar: int) -> int:
    whole = max(1, *state.totals) if state.rules.rounds else state.rules.target
    return bar * min(max(state.totals[seat], 0), whole) // whole


def _longest(names: Sequence[str]) -> int:
    """The widest name in columns; some letters take two."""
    return max(cell_len(_short(name)) for name in names)


def _short(name: str) -> str:
    return name if cell_len(name) <= LONGEST else set_cell_size(name, LONGEST - 1) + "…"
