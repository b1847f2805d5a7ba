"""The adviser of a table: what every choice is worth, and who will win. Shows nothing.

Values that are stored are there at once; others are worked out first, which can take long. What
stands in the way is told as one sentence.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from threading import Lock
from typing import TYPE_CHECKING

from msgspec.structs import replace

from hotdice.game import State
from hotdice.rules import Rules
from hotdice.solver.progress import Progress, silent
from hotdice.texts import HotDiceError
from hotdice.texts.install import install

if TYPE_CHECKING:
    from hotdice.solver.advice.choices import Advice
    from hotdice.solver.advice.values import Values


_SOLVING = Lock()  # whoever comes second takes what the first has worked out


class Adviser:
    """Advice for so many players by some rules; where it is not `allowed` nobody gets any."""

    def __init__(self, rules: Rules, players: int, allowed: bool = True) -> None:
        self._rules = rules
        self._players = players
        self._allowed = allowed
        self._values: Values | None = None

    @property
    def ready(self) -> bool:
        """Whether nobody has to wait for advice."""
        self._refuse()
        if self._values is None:
            from hotdice.solver.storage.lookup import values_at_hand

            self._values = values_at_hand(self._rules, self._players)
        return self._values is not None

    def prepare(self, progress: Progress = silent) -> None:
        """Have what advice rests on, worked out if need be."""
        if self.ready:
            return
        from hotdice.solver.storage.lookup import values_for

        with _SOLVING, _told():
            self._values = values_for(self._rules, self._players, progress)

    def advice(self, state: State) -> "Advice":
        """Every choice in a position, best first."""
        values = self._have()
        from hotdice.solver.advice.choices import advise
        from hotdice.solver.advice.values import within_known_totals

        found = advise(within_known_totals(state, values), values)
        return replace(found, state=state, exact=found.exact and found.state is state)

    def chance(self, state: State) -> tuple[float, ...]:
        """The winning chance of each seat; in mid-turn the others share what the mover leaves."""
        values = self._have()
        from hotdice.review import winning_chances

        return winning_chances(state, values)

    def exact(self, state: State) -> bool:
        """Whether the chances of a position are exact, and not about right.

        In mid-turn those of three and more players never are, for the others share what is left.
        """
        return state.over or (self._have().exact and (self._players == 2 or state.fresh))

    def _have(self) -> "Values":
        self.prepare()
        assert self._values is not None
        return self._values

    def _refuse(self) -> None:
        if not self._allowed:
            raise HotDiceError("advice/off")
        if find_spec("numpy") is None:
            raise HotDiceError("advice/missing", module="numpy", install=install("solve"))


@contextmanager
def _told() -> Iterator[None]:
    """Tell why rules cannot be solved as the reason why there is no advice."""
    try:
        yield
    except ImportError as error:
        module = (error.name or "numba").partition(".")[0]
        raise HotDiceError("advice/missing", module=module, install=install("solve")) from None
    except HotDiceError as error:
        raise HotDiceError("advice/refused", reason=str(error)) from error
