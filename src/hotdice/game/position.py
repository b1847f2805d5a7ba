"""A state as one line of text, such as `basic 9950,9000 p1 t1100 d3 r115`, and back.

The parts are rules, totals, player (from 1), turn points, dice; then, if they apply, the roll, each
seat's farkles in a row, and the seat that began the last round, which follows from the totals if it
is left out. Under some house rules there are also the offer that may be taken over (`o1000:3`),
that the turn points are still to be confirmed (`u`) or were taken over (`v`), that the first roll
is thrown again (`m`), how many rounds are finished (`n2`), that a roll has won (`w`), and which
seat began the game if it was not the first (`b2`).

The turn under way must be one that the rules allow; the totals may be anything, as games can begin
with any.
"""

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, SupportsIndex

from hotdice.game.extras import NO_EXTRAS, Extras, Offer
from hotdice.rules import Rules
from hotdice.rules.files import preset_names
from hotdice.rules.finishing import stuck_total
from hotdice.rules.meaning import (
    FREE,
    TAKEN_OVER,
    UNCONFIRMED,
    begins_end,
    has_last_round,
    next_player,
    rounds_over,
)
from hotdice.rules.terms import OVERSHOOT_IS_GIVEN
from hotdice.rules.whole import whole, wholes
from hotdice.texts import HotDiceError, faces, say
from hotdice.texts.near import near
from hotdice.texts.signs import shown

if TYPE_CHECKING:
    from hotdice.game.state import State

WORDS = {
    "totals": re.compile(r"(-?\d{1,99}(?:,-?\d{1,99})*)", re.ASCII),
    "player": re.compile(r"p(\d{1,15})", re.ASCII),
    "turn_points": re.compile(r"t(\d{1,9})", re.ASCII),
    "dice": re.compile(r"d(\d{1,15})", re.ASCII),
    "rolled": re.compile(r"r([1-6]+)"),
    "farkles": re.compile(r"f(\d{1,15}(?:,\d{1,15})*)", re.ASCII),
    "starter": re.compile(r"l(\d{1,15})", re.ASCII),
    "offer": re.compile(r"o(\d{1,9}:\d{1,2})", re.ASCII),
    "roll_first": re.compile(r"([uv])"),
    "spared": re.compile(r"(m)"),
    "rounds": re.compile(r"n(\d{1,9})", re.ASCII),
    "won": re.compile(r"(w)"),
    "beginner": re.compile(r"b(\d{1,15})", re.ASCII),
}
ROLL_FIRST = {UNCONFIRMED: "u", TAKEN_OVER: "v"}
MOST_PLAYERS = 255  # seeded dice have eight bits for the seat
MOST_TOTAL = 999_999_999  # far beyond any target; the solver's work grows with the totals
OPTIONAL = (
    "rolled", "farkles", "starter", "offer", "roll_first", "spared", "rounds", "won", "beginner",
)  # fmt: skip


class PositionError(HotDiceError):
    """A position that cannot be read, or cannot occur in play."""

    def __str__(self) -> str:
        if "field" not in self.data:
            return super().__str__()
        return say(self.code, **self.data | {"field": say(f"position.{self.data['field']}")})


def write(state: "State") -> str:
    """The line for a state."""
    words = [
        state.rules.name,
        _commas(state.totals),
        f"p{state.player + 1}",
        f"t{state.turn_points}",
        f"d{state.dice}",
    ]
    if state.rolled:
        words.append("r" + faces(state.rolled).replace(" ", ""))
    if any(state.farkles):
        words.append(f"f{_commas(state.farkles)}")
    if state.starter is not None:
        words.append(f"l{state.starter + 1}")
    if state.extras is not NO_EXTRAS:
        words += _extra_words(state.extras).values()
    return " ".join(words)


def _extra_words(extras: Extras) -> dict[str, str]:
    """The words for what only some house rules know of, by what they are about."""
    words = {}
    if extras.offer:
        words["offer"] = f"o{extras.offer.points}:{extras.offer.dice}"
    if extras.roll_first:
        words["roll_first"] = ROLL_FIRST[extras.roll_first]
    if extras.spared:
        words["spared"] = "m"
    if extras.rounds:
        words["rounds"] = f"n{extras.rounds}"
    if extras.won:
        words["won"] = "w"
    if extras.beginner:
        words["beginner"] = f"b{extras.beginner + 1}"
    return words


def _extras(found: dict[str, str]) -> Extras:
    points, _, dice = found.get("offer", "").partition(":")
    word = found.get("roll_first")
    extras = Extras(
        offer=Offer(int(points), int(dice)) if points else None,
        roll_first=next((why for why, sign in ROLL_FIRST.items() if sign == word), FREE),
        spared="spared" in found,
        rounds=int(found.get("rounds", 0)),
        won="won" in found,
        beginner=int(found.get("beginner", 1)) - 1,
    )
    return NO_EXTRAS if extras == NO_EXTRAS else extras


def parse(text: str, rules: Rules | None = None) -> "State":
    """The state that a line describes."""
    from hotdice.game.state import State

    words = text.split()
    if not words:
        raise PositionError("position/empty")
    name = words.pop(0)
    if rules is None:
        preset, sign, changes = name.partition("+")
        if preset not in preset_names():
            meant = near(preset, preset_names())
            if meant is None:
                raise PositionError("position/preset", word=name)
            raise PositionError("position/preset.near", word=name, near=meant + sign + changes)
        rules = Rules.load(name)
    elif name != rules.name:
        raise PositionError("position/rules", word=name, name=rules.name)
    found = _fields(words)
    totals = _numbers(found["totals"])
    player = int(found["player"]) - 1
    began = found.get("starter")
    state = State(
        rules,
        totals,
        player,
        int(found["turn_points"]),
        int(found["dice"]),
        tuple(sorted(map(int, found.get("rolled", "")))),
        _numbers(found["farkles"]) if "farkles" in found else (0,) * len(totals),
        int(began) - 1 if began else _starter(rules, totals, player),
        _extras(found),
    )
    return check(state)


def begin(
    rules: Rules,
    players: SupportsIndex | None,
    totals: Iterable[SupportsIndex] | None,
    beginner: SupportsIndex,
) -> "State":
    """The beginning of a game, by default of two players."""
    from hotdice.game.state import State

    if not isinstance(rules, Rules):
        right = f"Rules.load({rules if isinstance(rules, str) else 'basic'!r})"
        raise PositionError("position/no-rules", found=shown(rules), right=right)
    count = 2 if players is None else whole(players)
    if count is None or not 0 < count <= MOST_PLAYERS:
        raise PositionError("position/nobody", seats=shown(players), most_players=MOST_PLAYERS)
    own = (0,) * count if totals is None else wholes(totals)
    if own is None:
        raise PositionError("position/whole", totals=shown(totals))
    first = whole(beginner)
    if first is None or not 0 <= first < len(own):
        raise PositionError("position/beginner", seat=shown(beginner), seats=len(own))
    extras = Extras(beginner=first) if first and rules.terms.whole_rounds else NO_EXTRAS
    state = State(rules, own, first, 0, rules.dice, (), (0,) * len(own), None, extras)
    check(state, None if players is None else count)
    _refuse_stuck(state)
    return state


def _refuse_stuck(state: "State") -> None:
    """Refuse totals from which a player can come to one that never finishes."""
    for total in {*state.totals} - {0}:
        waits = not begins_end(state.rules.terms, total)
        if waits and stuck_total(state.rules, total) is not None:
            raise PositionError("position/exact", **_data(state, players=None) | {"total": total})


def _starter(rules: Rules, totals: tuple[int, ...], player: int) -> int | None:
    """The seat that must have begun the last round: the first with the target after the mover.

    Those before it in the order of play are still to move, so they have not reached the target.
    """
    seats = len(totals)
    others = [(player + step) % seats for step in range(1, seats)]
    reached = [seat for seat in others if begins_end(rules.terms, totals[seat])]
    return reached[0] if reached and has_last_round(rules.terms) else None


def check(state: "State", players: int | None = None) -> "State":
    """The state itself if it can occur in play; otherwise raises the reason why it cannot."""
    for code, holds in _laws(state, players):
        if not holds:
            raise PositionError(code, **_data(state, players), **_right(state, code))
    if not state.rules.terms.has_penalty:  # which moves totals as banks never do
        _refuse_stuck(state)
    return state


def _laws(state: "State", players: int | None) -> list[tuple[str, bool]]:
    """What must be true of every position, in the order in which it is checked."""
    rules, seats = state.rules, len(state.totals)
    terms = rules.terms
    most = terms.penalty_farkles
    laws = [
        ("position/nobody", 0 < seats <= MOST_PLAYERS),
        ("position/large", max(map(abs, state.totals), default=0) <= MOST_TOTAL),
        ("position/players", players in (None, seats)),
        ("position/player", 0 <= state.player < seats),
        ("position/starter", state.starter is None or 0 <= state.starter < seats),
        ("position/farkles", len(state.farkles) == seats and max(state.farkles, default=0) < most),
        ("position/dice", 1 <= state.dice <= rules.dice),
        ("position/fresh", not state.fresh or state.dice == rules.dice),
        ("position/points", state.turn_points > 0 or state.dice == rules.dice),
        ("position/roll", not state.rolled or len(state.rolled) == state.dice),
        ("position/kept", not (state.rolled and terms.keep_all)),
        ("position/extras", not _misfits(state)),
    ]
    if not all(holds for _, holds in laws):
        return laws
    waiting = _waiting(state)
    return [
        *laws,
        ("position/farkle", not state.rolled or bool(rules.keeps(state.rolled))),
        ("position/negative", min(state.totals) >= terms.lowest),
        ("position/target", not any(begins_end(terms, state.totals[seat]) for seat in waiting)),
        ("position/turn", _has_turn(state)),
        ("position/reached", _reached(state)),
        ("position/over", not state.over or state.fresh),
        ("position/dice-left", state.fresh or state.dice in rules.reach.dice_left),
        (
            "position/turn-points",
            state.fresh or rules.reach.comes_to(state.turn_points, state.dice),
        ),
    ]


def _misfits(state: "State") -> list[str]:
    """The words that only some house rules know of, if they do not fit these or what else is so."""
    extras, rules, terms = state.extras, state.rules, state.rules.terms
    offer, under_way = extras.offer, state.turn_points > 0 and not state.rolled
    first = {
        FREE: True,
        UNCONFIRMED: rules.confirm is not None and under_way,
        TAKEN_OVER: bool(terms.piggyback) and under_way,
    }
    offered = bool(terms.piggyback) and state.fresh and not state.over
    fits = {
        "offer": offer is None or (offered and rules.reach.comes_to(*offer)),
        "roll_first": first[extras.roll_first],
        "spared": not extras.spared
        or (bool(terms.mercy) and not state.rolled and not state.turn_points),
        "rounds": extras.rounds <= terms.rounds and rounds_over(terms, extras.rounds) <= state.over,
        "won": not extras.won or (state.over and "win" in rules.decides),
        "beginner": 0 <= extras.beginner < (len(state.totals) if terms.whole_rounds else 1),
    }
    words = _extra_words(extras)
    return [words.get(what, what) for what, holds in fits.items() if not holds]


def _waiting(state: "State") -> list[int]:
    """The seats that cannot have reached the target yet."""
    seats = range(len(state.totals))
    if state.starter is None:
        return list(seats)
    if _may_be_given(state) or state.extras.won:
        return []
    moved = _moved(state, state.starter)
    return [seat for seat in seats if seat not in moved]


def _may_be_given(state: "State") -> bool:
    """Whether what others gave may have brought anybody to the target."""
    return state.rules.terms.overshoot == OVERSHOOT_IS_GIVEN


def _moved(state: "State", starter: int) -> list[int]:
    """The seats that have had a turn since the end began, first the one who began it."""
    moved = [starter]
    while (seat := _after(state, moved[-1], starter)) not in (state.player, starter):
        moved.append(seat)
    return moved


def _after(state: "State", seat: int, starter: int) -> int:
    """Whose turn comes after that of a seat in a last round."""
    terms, beginner = state.rules.terms, state.extras.beginner
    return next_player(terms, len(state.totals), seat, starter, beginner)


def _has_turn(state: "State") -> bool:
    """Whether the player may be the next in a last round."""
    starter = state.starter
    if starter is None or state.over or _may_be_given(state):
        return True
    return _after(state, _moved(state, starter)[-1], starter) == state.player


def _reached(state: "State") -> bool:
    terms = state.rules.terms
    if state.starter is None or state.extras.won or rounds_over(terms, state.extras.rounds):
        return True
    return begins_end(terms, state.totals[state.starter])


def _data(state: "State", players: int | None) -> dict[str, object]:
    return {
        "totals": _commas(state.totals),
        "seats": len(state.totals),
        "players": players,
        "player": state.player + 1,
        "dice": state.dice,
        "points": state.turn_points,
        "roll": state.rolled,
        "farkles": _commas(state.farkles),
        "target": state.rules.target,
        "rules": state.rules.name,
        "most": state.rules.dice,
        "most_players": MOST_PLAYERS,
        "starter": None if state.starter is None else state.starter + 1,
    }


def _right(state: "State", code: str) -> dict[str, object]:
    """What could be on the table instead."""
    match code:
        case "position/extras":
            return {"word": _misfits(state)[0]}
        case "position/dice-left":
            return {"right": [f"d{count}" for count in state.rules.reach.dice_left]}
        case "position/turn-points":
            nearest = state.rules.reach.nearest(state.turn_points, state.dice)
            return {"right": [f"t{points}" for points in nearest]}
    return {}


def _fields(words: list[str]) -> dict[str, str]:
    """The parts after the rules, each assigned to the next field that it fits."""
    found: dict[str, str] = {}
    waiting = list(WORDS)
    for word in words:
        while waiting and not WORDS[waiting[0]].fullmatch(word) and waiting[0] in OPTIONAL:
            waiting.pop(0)
        match = WORDS[waiting[0]].fullmatch(word) if waiting else None
        if match is None:
            raise PositionError("position/word", word=word)
        found[waiting.pop(0)] = match[1]
    if waiting and waiting[0] not in OPTIONAL:
        raise PositionError("position/short", field=waiting[0])
    return found


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split(",")))


def _commas(numbers: tuple[int, ...]) -> str:
    return ",".join(map(str, numbers))
