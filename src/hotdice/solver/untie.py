"""Stable play under a penalty where sweeps go in circles: some movers have to mix.

The turn starts whose best way to play comes back after another one has been better form a knot; at
all others the mover has one way. So the play of all follows from the shares in the knot alone. With
stable shares in it, whoever gains by another way takes it, and joins the knot if it had been left
before, until nobody gains.
"""

from typing import NamedTuple, NoReturn

import numpy as np

from hotdice.solver.flow import Flow, flows
from hotdice.solver.knot import Knot, turned
from hotdice.solver.machine import Floats, Ints
from hotdice.solver.sweeping import SETTLED, Tumble
from hotdice.solver.trail import stable_shares
from hotdice.texts import HotDiceError

LOOKS = 6  # sweeps in which turn starts are seen to change their way and come back
ROUNDS = 100
MOST = 400  # turn starts in a knot
SWEEPS = 2000
ALIKE = 1e-9


class Way(NamedTuple):
    """Where one turn leads, and what it brings at once."""

    chances: Floats
    ends: Floats

    def like(self, other: "Way") -> bool:
        """Whether both are the same but for rounding."""
        return all(bool(np.abs(a - b).max() < ALIKE) for a, b in zip(self, other, strict=True))


Start = tuple[int, int]  # a flow, and one of its turn starts


def untied(play: Tumble) -> None:
    """Give stable chances and turns to a play whose sweeps go in circles."""
    untying = _Untying(play)
    untying.look()
    for _ in range(ROUNDS):
        untying.settle()
        if not untying.improve():
            return
    raise HotDiceError("solve/unstable", rules=play.starts.field.machine.rules.name)


class _Untying:
    """The ways of all movers, on their way to stable play."""

    def __init__(self, play: Tumble) -> None:
        self._play = play
        self._players = play.players
        self._stride = play.starts.field.stride
        self._flows = self._best()  # one way for each turn start out of the knot
        self._left: dict[Start, list[Way]] = {}
        self._knot: dict[Start, list[Way]] = {}
        self._shares: dict[Start, Floats] = {}

    def look(self) -> None:
        """Sweep on and see who changes."""
        for _ in range(LOOKS):
            self._play.sweep()
            for at, (flow, best) in enumerate(zip(self._flows, self._best(), strict=True)):
                apart = [np.abs(flow.chances - best.chances), np.abs(flow.ends - best.ends)]
                other = np.concatenate(apart).max(axis=0) > ALIKE
                self._change(at, best, np.flatnonzero(other))

    def settle(self) -> None:
        """Find stable shares in the knot, and the chances that follow everywhere."""
        if len(self._knot) > MOST:
            self._give_up()
        table = self._table()
        worth = np.zeros((0, self._players))
        if self._knot:
            knot = self._cut_out(table)
            shares = stable_shares(knot)
            if shares is None:
                self._give_up()
            worth = knot.chances(shares)
            for number, start in enumerate(self._knot):
                self._shares[start] = shares[knot.start == number]
        for flow in self._flows:
            parts = self._blocks(table[:, flow.batch.here])
            chances = parts[-1] + np.einsum("sth,spt->ph", parts[:-1], turned(worth))
            self._play.values[:, flow.batch.here] = chances[1:]

    def improve(self) -> bool:
        """Give new ways to all who gain by them; whether there are any. If not, the play stands."""
        found, gained = self._best(), False
        for at, best in enumerate(found):
            known = self._play.values[:, best.batch.here]
            lanes = np.flatnonzero(best.best - (1.0 - known.sum(axis=0)) > SETTLED)
            self._change(at, best, lanes)
            gained = gained or len(lanes) > 0
        if not gained:
            self._stand(found)
        return gained

    def _stand(self, found: list[Flow]) -> None:
        """Let the play be what is best, with shares in the knot."""
        for (at, lane), ways in self._knot.items():
            shares = self._shares[at, lane]
            for part in ("chances", "ends"):
                mixed = sum(s * getattr(way, part) for s, way in zip(shares, ways, strict=True))
                getattr(found[at], part)[:, lane] = mixed
        self._play.flows = found
        self._play.mixed = sum(int((shares > 0.0).sum() > 1) for shares in self._shares.values())

    def _best(self) -> list[Flow]:
        return flows(self._play.starts, self._play.values[self._players - 2])

    def _change(self, at: int, best: Flow, lanes: Ints) -> None:
        """Let the movers at some turn starts take their best ways."""
        for lane in map(int, lanes):
            start = (at, lane)
            new = Way(best.chances[:, lane].copy(), best.ends[:, lane].copy())
            if start in self._knot:
                if not any(new.like(way) for way in self._knot[start]):
                    self._knot[start].append(new)
                continue
            flow = self._flows[at]
            left = self._left.setdefault(start, [])
            left.append(Way(flow.chances[:, lane].copy(), flow.ends[:, lane].copy()))
            if any(new.like(way) for way in left):
                self._knot[start] = self._left.pop(start)
            flow.chances[:, lane], flow.ends[:, lane] = new

    def _table(self) -> Floats:
        """For all turn starts which of the knot come up next, after how many turns, and the rest.

        There are as many rows as players for each turn start of the knot, and once more.
        """
        players = self._players
        table = np.zeros(((len(self._knot) + 1) * players, self._play.starts.places))
        free = [np.full(len(flow.batch.here), True) for flow in self._flows]
        for number, (at, lane) in enumerate(self._knot):
            table[number * players, self._flows[at].batch.here[lane]] = 1.0
            free[at][lane] = False
        some = [flow.some(np.flatnonzero(f)) for flow, f in zip(self._flows, free, strict=True)]
        some = [flow for flow in some if len(flow.batch.here)]
        for _ in range(SWEEPS):
            change = 0.0
            for flow in some:
                found = self._followed(flow, table)
                change = max(change, float(np.abs(found - table[:, flow.batch.here]).max()))
                table[:, flow.batch.here] = found
            if change < np.finfo(float).epsneg:
                break
        else:
            self._give_up()
        return table

    def _cut_out(self, table: Floats) -> Knot:
        """The knot, all else being followed."""
        start, columns = [], []
        for number, ((at, lane), ways) in enumerate(self._knot.items()):
            start += [number] * len(ways)
            flow = self._flows[at].some(np.full(len(ways), lane))
            chances = np.stack([way.chances for way in ways], axis=1)
            ends = np.stack([way.ends for way in ways], axis=1)
            columns.append(self._followed(flow._replace(chances=chances, ends=ends), table))
        parts = self._blocks(np.concatenate(columns, axis=1))
        return Knot(np.array(start), np.moveaxis(parts[:-1], -1, 0).copy(), parts[-1].T.copy())

    def _followed(self, flow: Flow, table: Floats) -> Floats:
        """The rows of a table after the turns of a flow."""
        after = flow.after(table, table[:, flow.batch.farkled], self._stride)
        parts = np.roll(self._blocks(after), 1, axis=1)  # one turn later, seen from one seat before
        parts[-1] += flow.ends
        return parts.reshape(after.shape)

    def _blocks(self, rows: Floats) -> Floats:
        return rows.reshape(len(self._knot) + 1, self._players, -1)

    def _give_up(self) -> NoReturn:
        raise HotDiceError("solve/unstable", rules=self._play.starts.field.machine.rules.name)
