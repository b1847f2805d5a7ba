"""Advice and winning chances for one game.

Stored values are loaded at once; others are computed first, which can take long. If there is no
advice, a `HotDiceError` says why.
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


_SOLVING = Lock()  # one thread solves, others use its result


class Adviser:
    """Advice for a number of players under some rules, if it is `allowed`."""

    def __init__(self, rules: Rules, players: int, allowed: bool = True) -> None:
        self._rules = rules
        self._players = players
        self._allowed = allowed
        self._values: Values | None = None

    @property
    def ready(self) -> bool:
        """Whether advice needs no computing first."""
        self._check_available()
        if self._values is None:
            from hotdice.solver.storage.lookup import estimated_values, values_at_hand

            with _as_advice_errors():
                self._values = values_at_hand(self._rules, self._players) or estimated_values(
                    self._rules, self._players
                )
        return self._values is not None

    def prepare(self, progress: Progress = silent) -> None:
        """Load or compute the values that advice needs."""
        if self.ready:
            return
        from hotdice.solver.storage.lookup import values_for_advice

        with _SOLVING, _as_advice_errors():
            self._values = values_for_advice(self._rules, self._players, progress)

    def advice(self, state: State) -> "Advice":
        """Every choice in a position, best first."""
        values = self._require_values()
        from hotdice.solver.advice.choices import advise
        from hotdice.solver.advice.values import within_known_totals

        found = advise(within_known_totals(state, values), values)
        return replace(found, state=state, exact=found.exact and found.state is state)

    def chance(self, state: State) -> tuple[float, ...]:
        """The winning chance of each seat."""
        values = self._require_values()
        from hotdice.review import winning_chances

        return winning_chances(state, values)

    def exact(self, state: State) -> bool:
        """Whether the chances of a position are exact."""
        return state.over or self._require_values().exact

    def _require_values(self) -> "Values":
        self.prepare()
        assert self._values is not None
        return self._values

    def _check_available(self) -> None:
        if not self._allowed:
            raise HotDiceError("advice/off")
        if find_spec("numpy") is None:
            raise HotDiceError("advice/missing", module="numpy", install=install("solve"))


@contextmanager
def _as_advice_errors() -> Iterator[None]:
    """Turn errors of the solver into "no advice, because ..."."""
    try:
        yield
    except ImportError as error:
        module = (error.name or "numba").partition(".")[0]
        raise HotDiceError("advice/missing", module=module, install=install("solve")) from None
    except HotDiceError as error:
        raise HotDiceError("advice/refused", reason=str(error)) from error
