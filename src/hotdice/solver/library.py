"""Where the values of whole games come from."""

from functools import lru_cache

from hotdice.rules import Rules
from hotdice.solver.values import Values
from hotdice.texts import HotDiceError


@lru_cache(maxsize=4)
def values_for(rules: Rules, players: int) -> Values:
    """The values of all positions of so many players."""
    if players != 2:
        raise HotDiceError("advise/players", found=players)
    from hotdice.solver.solve import solve

    return solve(rules)
