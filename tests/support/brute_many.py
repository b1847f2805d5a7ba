"""Winning chances of three and more players, checked turn by turn over the real `State`.

Shares nothing with the solver. Everybody maximises their own chance, and a win shared by k
counts 1/k. Somebody claims a vector of chances, one for each seat, at every turn start; `check`
asks whether these are the chances of a stationary equilibrium, by looking at one turn at a time.

A turn is played out with `roll`, `keep` and `bank`. What can be done in it depends on the others in
no way and on the own total only by being on the board, so the turn is built once for either and
used for all turn starts; what its ends lead to is asked of `State` again for every own total.
Rolling on is not followed from `cap` points on where banking is allowed. When the game ends at the
target, the default cap loses nothing; with a last round it has to be far beyond sensible play, and
with six dice, where hot dice make long turns worth it, chances still depend on it a little.
Whoever would fall below `lowest` stays there, which loses nothing where a floor is.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import product
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from hotdice import Bank, Keep, Roll, Rules, State

Floats: TypeAlias = npt.NDArray[np.float64]
Whole: TypeAlias = npt.NDArray[np.int64]
Step: TypeAlias = list[tuple[Floats, Whole]]
Others: TypeAlias = Callable[["_Turn", Floats, Floats, Floats], Floats]

TIE = 1e-9  # choices so near to the best one are as good
SAME = 1e-12  # and these are equal but for rounding
APART = 1e-7  # chances that differ by more are told apart
ROUNDING = 1e-15  # no change at all
SETTLED = 1e-11  # smaller changes are not followed further
NEVER = -(2**62)  # added to the number of a turn start: leads to none
COLUMNS = 256  # turn starts that are looked at together
MANY = 32 * COLUMNS  # and those that are searched for ones that are alike


class Check(NamedTuple):
    """How far claimed chances are from an equilibrium; all but the counts are 0 at best.

    `wrong` is the worst difference between the mover's claim and the most that any way to play
    the turn gives, `gain` the worst amount by which that most exceeds the claim. `outside` is the
    worst amount by which the claim of another seat is beyond what best ways to play can give it,
    `sums` how far the claims of a turn start are from adding up to 1.

    `gap` bounds what one seat can gain by changing its own play anywhere, while the others go on
    as claimed. How they mix ways that are equally good is not known, so they are taken to choose
    what suits the gaining seat most: where ways mix, and before such turns, this is too much, and
    tells little; without any mixing it is the gap. `mixed` counts the turn starts at which equally
    good ways make a difference to somebody else.

    `gap_as_mixed` takes the others to mix, once for each turn, the two plans that are best and
    worst for the gaining seat just so that it gets what is claimed. With three players this is one
    play for both other seats, so it is the gap of a play that does have the claimed chances.
    """

    starts: int
    wrong: float
    gain: float
    outside: float
    sums: float
    gap: float
    gap_as_mixed: float
    mixed: int


class _End(NamedTuple):
    """A last step of a turn, to be taken again from other totals: dice to roll or keep, or bank."""

    before: State
    dice: tuple[int, ...]

    def again(self, start: State) -> State:
        """The turn start after this step, had the turn begun at another one."""
        before = State(
            start.rules,
            start.totals,
            start.player,
            self.before.turn_points,
            self.before.dice,
            self.before.rolled,
            start.farkles,
            start.starter,
        )
        if not self.dice:
            return before.bank()
        return before.keep(self.dice) if before.rolled else before.roll(self.dice)


class _Turn:
    """One turn: its ends, and then its steps, each after those it is made from.

    A step is a sum over rolls, sorted by how many choices they leave: chances, and for each roll
    the numbers of the ends and steps to choose from. The last step is the whole turn.
    """

    def __init__(self, start: State, cap: int) -> None:
        self.cap = cap
        self.ends: list[_End | None] = []  # none: forced on and on by hot dice, which is lost
        self.steps: list[Step] = []
        self.most = 0
        self._end_at: dict[int | str, int] = {}
        self._after_at: dict[tuple[int, int], int] = {}
        self._chances = {count: _chances(count) for count in range(1, start.rules.dice + 1)}
        self._roll(start)
        self.steps = [
            [(chances, np.where(at < 0, len(self.ends) - 1 - at, at)) for chances, at in step]
            for step in self.steps
        ]

    def _roll(self, state: State) -> int:
        ways: Counter[tuple[int, ...]] = Counter()
        for roll, count in self._chances[state.dice].items():
            ways[self._rolled(state, roll)] += count
        return self._step(ways, 6**state.dice)

    def _step(self, ways: Counter[tuple[int, ...]], total: int) -> int:
        """A new step's number, which is negative until all ends are known."""
        step = []
        for size in sorted({len(options) for options in ways}):
            some = [options for options in ways if len(options) == size]
            step.append((np.array([ways[one] / total for one in some]), np.array(some)))
        self.steps.append(step)
        return -len(self.steps)

    def _rolled(self, state: State, roll: tuple[int, ...]) -> tuple[int, ...]:
        """The choices after a roll, in the order of `actions`."""
        after = state.roll(roll)
        keeps = state.rules.keeps(roll)
        if after.fresh:
            return (
                self._end(state.turn_points + keeps[0].points if keeps else "farkle", state, roll),
            )
        if not after.rolled:
            return (self._after(after),)
        return tuple(dict.fromkeys(self._kept(after, keep) for keep in keeps))

    def _kept(self, state: State, keep: Keep) -> int:
        after = state.keep(keep.dice)
        if after.fresh:
            return self._end(state.turn_points + keep.points, state, keep.dice)
        return self._after(after)

    def _end(self, kind: int | str, before: State, dice: tuple[int, ...] = ()) -> int:
        """The end by a farkle, or by banking so many points."""
        if kind not in self._end_at:
            self._end_at[kind] = len(self.ends)
            self.ends.append(None if kind == "lost" else _End(before, dice))
            self.most = max(self.most, kind if isinstance(kind, int) else 0)
        return self._end_at[kind]

    def _after(self, state: State) -> int:
        key = state.turn_points, state.dice
        if key not in self._after_at:
            self._after_at[key] = self._new(state)
        return self._after_at[key]

    def _new(self, state: State) -> int:
        """Banking, rolling on, or the choice between them."""
        actions = state.actions()
        if Bank() not in actions:
            assert actions == (Roll(),)
            forced = state.turn_points > 2 * self.cap
            return self._end("lost", state) if forced else self._roll(state)
        bank = self._end(state.turn_points, state)
        if state.turn_points >= self.cap:
            return bank
        return self._step(Counter([(bank, self._roll(state))]), 1)


def _chances(count: int) -> Counter[tuple[int, ...]]:
    return Counter(tuple(sorted(roll)) for roll in product(range(1, 7), repeat=count))


class _Codes:
    """Turn starts as numbers, so that many are handled at once."""

    def __init__(self, rules: Rules, players: int, most: int, lowest: int) -> None:
        penalty = rules.penalty
        self.rules, self.players = rules, players
        self.low = lowest
        farkles = penalty.farkles if penalty else 1
        self.sizes = [players, players + 1] + [farkles] * players
        self.sizes += [rules.target + most - self.low] * players
        self.weights = [
            int(np.prod(self.sizes[:at], dtype=object)) for at in range(len(self.sizes))
        ]
        assert self.weights[-1] * self.sizes[-1] < 2**62

    def code(self, state: State) -> int:
        """The number of a turn start."""
        starter = 0 if state.starter is None else state.starter + 1
        totals = [max(total, self.low) - self.low for total in state.totals]
        digits = [state.player, starter, *state.farkles, *totals]
        return sum(digit * weight for digit, weight in zip(digits, self.weights, strict=True))

    def digits(self, codes: Whole, at: int) -> Whole:
        """One digit of many numbers: 0 player, 1 starter, then farkles, then totals."""
        found: Whole = codes // self.weights[at] % self.sizes[at]
        return found

    def totals(self, codes: Whole) -> Whole:
        """The totals, a row for each number."""
        first = 2 + self.players
        found = [self.digits(codes, first + seat) for seat in range(self.players)]
        return np.stack(found, axis=-1) + self.low

    def over(self, codes: Whole) -> npt.NDArray[np.bool_]:
        """Which of them are the end of the game, as `State.over` has it."""
        found: npt.NDArray[np.bool_] = self.digits(codes, 0) + 1 == self.digits(codes, 1)
        return found

    def state(self, code: int) -> State:
        """The turn start of a number."""
        digits = [
            code // weight % size for weight, size in zip(self.weights, self.sizes, strict=True)
        ]
        player, starter, rest = digits[0], digits[1], digits[2:]
        totals = tuple(total + self.low for total in rest[self.players :])
        farkles = tuple(rest[: self.players])
        dice = self.rules.dice
        return State(
            self.rules, totals, player, 0, dice, (), farkles, starter - 1 if starter else None
        )

    def families(self, codes: Whole) -> Iterator[tuple[State, Whole]]:
        """Turn starts that differ in the totals and farkles of others only, with one of each."""
        player = self.digits(codes, 0)
        own = np.zeros_like(codes)
        for seat in range(self.players):
            for at in (2 + seat, 2 + self.players + seat):
                own += np.where(player == seat, self.digits(codes, at) * self.weights[at], 0)
        own += codes % self.weights[2]
        _, first, family = np.unique(own, return_index=True, return_inverse=True)
        for number, at in enumerate(first):
            yield self.state(int(codes[at])), np.flatnonzero(family == number)


class _Group(NamedTuple):
    """Turn starts that share one turn: their rows of the table, and for each those of its ends."""

    turn: _Turn
    at: Whole
    ends: Whole


class _Game:
    """All turn starts that can come about, and a table of chances with a row for each of them.

    The rows after those of the turn starts are fixed: results of the game, and turns given up.
    """

    def __init__(self, rules: Rules, players: int, cap: int | None, lowest: int) -> None:
        cap = _cap(rules, lowest) if cap is None else cap
        first = State.start(rules, players)
        beginner = _Turn(first, cap)
        on_board = _Turn(State.start(rules, players, (1,) * players), cap)
        self.players = players
        self._turns = {False: beginner, True: on_board}
        self._codes = _Codes(rules, players, max(beginner.most, on_board.most), lowest)
        self._steps: dict[tuple[int | None, ...], Whole] = {}
        self.codes = self._reach(self._codes.code(first))
        self.states = [self._codes.state(code) for code in self.codes.tolist()]
        self.mover = self._codes.digits(self.codes, 0)
        self._fixed: list[list[float]] = [
            [0.0 if seat == mover else 1 / (players - 1) for seat in range(players)]
            for mover in range(players)
        ]
        self._results: dict[int, int] = {}
        self.groups = self._grouped()

    def table(self, chances: Sequence[Sequence[float]] | Floats) -> Floats:
        """The table for these chances at the turn starts."""
        return np.concatenate([np.asarray(chances, dtype=float), np.array(self._fixed)])

    def parts(self, some: npt.NDArray[np.bool_], most: int = COLUMNS) -> Iterator[_Group]:
        """These turn starts, so many at a time."""
        for turn, at, ends in self.groups:
            chosen = np.flatnonzero(some[at])
            for start in range(0, len(chosen), most):
                rows = chosen[start : start + most]
                yield _Group(turn, at[rows], ends[rows])

    def after(self, changed: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
        """The turn starts from which one with a changed row is met next."""
        every = np.concatenate([changed, np.zeros(len(self._fixed), dtype=bool)])
        found = np.zeros(len(self.codes), dtype=bool)
        for group in self.groups:
            found[group.at] = every[group.ends].any(axis=1)
        return found

    def seats(self, part: _Group) -> Whole:
        """For each turn start the seats, the mover first."""
        found: Whole = (self.mover[part.at][:, None] + np.arange(self.players)) % self.players
        return found

    def at_ends(self, part: _Group, table: Floats) -> Floats:
        """The chances by seat (the mover first), end and turn start."""
        found = table[part.ends[:, None, :], self.seats(part)[:, :, None]]
        return np.ascontiguousarray(found.transpose(1, 2, 0))

    def _reach(self, first: int) -> Whole:
        known = new = np.array([first])
        while len(new):
            after = [
                self._starts(self._ends(family, new[rows]))
                for family, rows in self._codes.families(new)
            ]
            new = np.setdiff1d(np.concatenate(after), known)
            known = np.union1d(known, new)
        return known

    def _starts(self, ends: Whole) -> Whole:
        """The turn starts among ends of turns, each once."""
        return np.unique(ends[(ends >= 0) & ~self._codes.over(ends)])

    def _turn(self, state: State) -> _Turn:
        return self._turns[state.on_board]

    def _ends(self, family: State, codes: Whole) -> Whole:
        """What the ends of a turn lead to, a row for each turn start; -1 is a turn given up."""
        seat = family.player
        own = seat, family.starter, family.totals[seat], family.farkles[seat]
        if own not in self._steps:
            code = self._codes.code(family)
            steps = [
                end and self._codes.code(end.again(family)) - code
                for end in self._turn(family).ends
            ]
            self._steps[own] = np.array([step or NEVER for step in steps])
        found: Whole = np.maximum(codes[:, None] + self._steps[own], -1)
        return found

    def _grouped(self) -> list[_Group]:
        found: list[_Group] = []
        parts = list(self._codes.families(self.codes))
        for turn in self._turns.values():
            some = [(family, rows) for family, rows in parts if self._turn(family) is turn]
            if some:
                ends = [
                    self._rows(family.player, self._ends(family, self.codes[rows]))
                    for family, rows in some
                ]
                found.append(
                    _Group(turn, np.concatenate([rows for _, rows in some]), np.concatenate(ends))
                )
        return found

    def _rows(self, mover: int, ends: Whole) -> Whole:
        """The rows of the table in which the chances at these ends stand."""
        rows = np.searchsorted(self.codes, ends)
        rows[ends < 0] = len(self.codes) + mover
        over = (ends >= 0) & self._codes.over(ends)
        codes, back = np.unique(ends[over], return_inverse=True)
        rows[over] = self._over(codes)[back]
        return rows

    def _over(self, codes: Whole) -> Whole:
        """The rows for ends of the game: `winners` is asked once for each set of highest seats."""
        totals = self._codes.totals(codes)
        highest = totals == totals.max(axis=1, keepdims=True)
        sets = highest @ (1 << np.arange(self.players))
        kinds, first, back = np.unique(
            sets * self.players + self._codes.digits(codes, 0),
            return_index=True,
            return_inverse=True,
        )
        rows = [
            self._result(int(kind), int(codes[at])) for kind, at in zip(kinds, first, strict=True)
        ]
        return np.array(rows, dtype=np.int64)[back]

    def _result(self, kind: int, code: int) -> int:
        """The row for a set of highest seats and a starter, of which this is a case."""
        if kind not in self._results:
            winners = self._codes.state(code).winners
            self._results[kind] = len(self.codes) + len(self._fixed)
            self._fixed.append([(seat in winners) / len(winners) for seat in range(self.players)])
        return self._results[kind]


def _cap(rules: Rules, lowest: int) -> int:
    """Enough points to win from any total, and five times that if there is a last round."""
    enough = max(rules.target - lowest, rules.entry, rules.minimum)
    return enough if rules.finish == "immediate" else 5 * enough


def _greatest(turn: _Turn, own: Floats, others: Floats) -> tuple[Floats, Floats]:
    """The most that the mover gets, and the most that each other row gets when it does.

    All is given for each end and turn start. Choices within `TIE` of the mover's best are open.
    """
    first, width = own.shape
    mine = np.concatenate([own, np.zeros((len(turn.steps), width))])
    theirs = np.concatenate([others, np.zeros((len(others), len(turn.steps), width))], axis=1)
    for at, step in enumerate(turn.steps, first):
        for chances, options in step:
            choices = mine[options]
            best = choices.max(axis=1)
            mine[at] += chances @ best
            near = choices >= best[:, None] - TIE
            for row in theirs:
                row[at] += chances @ row[options].max(axis=1, where=near, initial=-np.inf)
    return mine[-1], theirs[:, -1]


def _first(turn: _Turn, order: Sequence[tuple[Floats, float]], carried: Floats) -> Floats:
    """The carried rows when every choice is the first that is best by the rows in `order`.

    Later rows decide among choices that are best by the earlier ones but for their tolerance.
    """
    width = carried.shape[-1]
    room = np.zeros((len(turn.steps), width))
    ranks = [(np.concatenate([row, room]), tolerance) for row, tolerance in order]
    rows = np.concatenate([carried, np.zeros((len(carried), *room.shape))], axis=1)
    columns = np.arange(width)
    for at, step in enumerate(turn.steps, carried.shape[1]):
        for chances, options in step:
            near = np.ones((*options.shape, width), dtype=bool)
            for rank, tolerance in ranks:
                best = rank[options].max(axis=1, where=near, initial=-np.inf)
                near &= rank[options] >= best[:, None] - tolerance
            chosen = np.take_along_axis(options, near.argmax(axis=1), axis=1)
            for row in (*rows, *(rank for rank, _ in ranks)):
                row[at] += chances @ row[chosen, columns]
    return rows[:, -1]


def plain_iteration(
    rules: Rules, players: int, rounds: int, cap: int | None = None, lowest: int = 0
) -> tuple[dict[State, tuple[float, ...]], float]:
    """The chances at all turn starts after so many rounds, and the largest change in the last one.

    All begin with equal chances. In a round every mover takes what is best by the chances of the
    round before; of equal choices banking goes first, then the first keep as in `actions`.
    """
    game = _Game(rules, players, cap, lowest)
    table = game.table(np.full((len(game.states), players), 1 / players))
    some = np.ones(len(game.states), dtype=bool)
    change = 0.0
    for _ in range(rounds):
        new = table.copy()
        for part in game.parts(some, MANY):
            found = _by_kind(partial(_as_listed, part.turn), game.at_ends(part, table))
            new[part.at[:, None], game.seats(part)] = found.T
        changes = np.abs(new - table)[: len(game.states)].max(axis=1)
        table, change = new, float(changes.max())
        some = game.after(changes > ROUNDING)
    return dict(zip(game.states, map(tuple, table.tolist()), strict=False)), change


def _as_listed(turn: _Turn, ends: Floats) -> Floats:
    """What the seats get, the mover first, when the mover takes the first of the best choices."""
    return _first(turn, [(ends[0], SAME)], ends)


def check(
    rules: Rules,
    players: int,
    values: Callable[[State], Sequence[float]],
    cap: int | None = None,
    lowest: int = 0,
) -> Check:
    """Whether the values, by seat, are the chances of an equilibrium at all turn starts."""
    game = _Game(rules, players, cap, lowest)
    table = game.table([values(state) for state in game.states])
    claims = table[: len(game.states)]
    least, greatest = _one_turn(game, table)
    own = np.arange(players) == game.mover[:, None]
    more = (greatest - claims)[own]
    beyond = np.maximum(least - claims, claims - greatest)[~own]
    as_mixed = np.where(own, greatest, np.clip(claims, least, greatest))
    return Check(
        starts=len(game.states),
        wrong=float(np.abs(more).max()),
        gain=max(0.0, float(more.max())),
        outside=max(0.0, float(beyond.max()) - TIE),
        sums=float(np.abs(claims.sum(axis=1) - 1).max()),
        gap=_gap(game, table, greatest, _most),
        gap_as_mixed=_gap(game, table, as_mixed, _mixed),
        mixed=int(((greatest - least) > APART).any(axis=1).sum()),
    )


def _one_turn(game: _Game, table: Floats) -> tuple[Floats, Floats]:
    """The least and the greatest that each seat gets when the movers do their best for a turn."""
    least, greatest = np.empty((2, len(game.states), game.players))
    for part in game.parts(np.ones(len(game.states), dtype=bool), MANY):
        found = _by_kind(partial(_extremes, part.turn), game.at_ends(part, table))
        at = part.at[:, None], game.seats(part)
        least[at], greatest[at] = found[: game.players].T, found[game.players :].T
    return least, greatest


def _extremes(turn: _Turn, ends: Floats) -> Floats:
    """What the seats get at least, the mover first, and then what they get at most."""
    best, others = _greatest(turn, ends[0], np.concatenate([-ends[1:], ends[1:]]))
    low, high = np.split(others, 2)
    return np.concatenate([best[None], -low, best[None], high])


def _by_kind(play: Callable[[Floats], Floats], ends: Floats) -> Floats:
    """Play for a few turn starts at a time, and only once for those that are alike at all ends."""
    kinds: dict[bytes, int] = {}
    columns = np.ascontiguousarray(ends.transpose(2, 0, 1))
    back = np.array([kinds.setdefault(column.tobytes(), len(kinds)) for column in columns])
    first = np.unique(back, return_index=True)[1]
    few = [first[start : start + COLUMNS] for start in range(0, len(first), COLUMNS)]
    return np.concatenate([play(ends[:, :, some]) for some in few], axis=1)[:, back]


def _gap(game: _Game, claims: Floats, begin: Floats, others: Others) -> float:
    """The most that a seat gets above its claim, if it alone plays its best ever after.

    `begin` is what it gets by one turn, and `others` plays the turns of the other movers.
    """
    table = game.table(begin)
    changes = np.abs(table - claims)[: len(game.states)].max(axis=1)
    for _ in range(10_000):
        if not (changes > SETTLED).any():
            return max(0.0, float((table - claims).max()))
        new = table.copy()
        for part in game.parts(game.after(changes > SETTLED)):
            at = part.at[:, None], game.seats(part)
            before, now = game.at_ends(part, claims), game.at_ends(part, table)
            own, _ = _greatest(part.turn, now[0], now[:0])
            rest = others(part.turn, before, now, claims[at].T)
            new[at] = np.concatenate([own[None], rest]).T
        changes = np.abs(new - table)[: len(game.states)].max(axis=1)
        table = new
    raise AssertionError("the gap does not settle")


def _most(turn: _Turn, before: Floats, now: Floats, claims: Floats) -> Floats:
    """What others get if the mover chooses, of what is equal by the claims, the best for them."""
    return _greatest(turn, before[0], now[1:])[1]


def _mixed(turn: _Turn, before: Floats, now: Floats, claims: Floats) -> Floats:
    """What others get if the mover mixes the best and the worst for them to what is claimed."""
    found = []
    for seat in range(1, len(claims)):
        both = np.stack([before[seat], now[seat]])
        high, high_now = _first(turn, [(before[0], TIE), (before[seat], SAME)], both)
        low, low_now = _first(turn, [(before[0], TIE), (-before[seat], SAME)], both)
        room = np.maximum(high - low, SAME)
        share = np.clip((claims[seat] - low) / room, 0, 1)
        found.append(low_now + share * (high_now - low_now))
    return np.array(found)
