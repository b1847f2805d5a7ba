"""The log of moves, a line for each decision: the dice, what was kept, the points.

A roll has its line at once; the keep completes it.
"""

from collections.abc import Iterable, Sequence

from hotdice.game import Event, Step
from hotdice.rules import Keep
from hotdice.terminal.text.columns import columns, cut, left
from hotdice.texts import faces, say

LONGEST = 18  # columns of a name
SILENT = ("won",)  # shown at the end of the game


class MoveLog:
    """The lines of the log.

    >>> from hotdice import Rules, State
    >>> from hotdice.game import Roll
    >>> start = State.start(Rules.load("basic"), 2)
    >>> rolled = start.roll([5, 2, 2, 1, 4, 6])
    >>> log = MoveLog(["Ann", "Bob"], [Step(start, Roll(), (5, 2, 2, 1, 4, 6), rolled)])
    >>> log.lines
    ['Ann  5 2 2 1 4 6']
    >>> log.add(Step(rolled, Keep((1, 5)), (), rolled.keep([1, 5])))
    >>> log.lines
    ['Ann  5 2 2 1 4 6 → kept 1 5  +150 = 150']
    """

    def __init__(
        self, names: Sequence[str], steps: Iterable[Step] = (), before: Iterable[str] = ()
    ) -> None:
        short = [cut(name, LONGEST) for name in names]
        widest = max(map(columns, short))
        self._short = short
        self._names = [left(name, widest) for name in short]
        self._fallen: tuple[int, ...] = ()
        self._open = False  # whether the last line is a roll without its keep
        self.lines: list[str] = [*before]
        for step in steps:
            self.add(step)

    def add(self, step: Step) -> None:
        """Add a step."""
        line = f"{self._names[step.before.player]}  {self._text(step)}"
        if isinstance(step.action, Keep) and self._open:
            self.lines.pop()
        self.lines.append(line)
        self._open = bool(step.after.rolled)
        self._fallen = step.dice

    def add_note(self, sentence: str) -> None:
        """Add a line that is not a move."""
        self.lines.append(sentence)
        self._open = False

    def _text(self, step: Step) -> str:
        parts = [
            _event(event, step, self._short) for event in step.events if event.kind not in SILENT
        ]
        if isinstance(step.action, Keep):
            keep = step.before.rules.rolls[step.before.rolled].by_dice[step.action.dice]
            parts.insert(0, _kept(step, self._fallen or step.before.rolled, keep))
        elif not parts:
            parts = [faces(step.dice)]
        return " · ".join(filter(None, parts))


def _kept(step: Step, fallen: Sequence[int], keep: Keep) -> str:
    data = {"dice": faces(tuple(fallen)), "kept": faces(keep.dice), "points": keep.points}
    return say("log.kept", turn_points=step.before.turn_points + keep.points, **data)


def _event(event: Event, step: Step, names: Sequence[str]) -> str:
    total, penalty = step.after.totals[event.player], step.before.rules.penalty
    data = {"dice": faces(step.dice), "points": event.points, "total": total}
    data["name"] = names[event.player]
    match event.kind:
        case "kept":
            return _kept(step, step.dice, Keep(event.dice, event.points))
        case "farkle" | "passed" if not event.points:
            return say(f"log.{event.kind}-none", **data)
        case "hot-dice" if step.before.rules.dice == 1:  # every keep is hot dice
            return ""
        case "penalty":  # at the floor there is nothing to lose
            assert penalty is not None
            return say("log.penalty", count=penalty.farkles, **data) if event.points else ""
        case "last-round" if step.before.rules.finish == "equal-turns":
            return say("log.last-turns")
    return say(f"log.{event.kind}", **data)
