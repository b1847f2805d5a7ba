"""A conformance kit for rules: `check_rules` tests everything that follows from a rules object.

Made for house rules: it needs nothing but the library, and raises `AssertionError` with a sentence
that names what is wrong.
"""

from collections import Counter
from fractions import Fraction
from functools import cache

from hotdice.bots import make
from hotdice.game import IllegalAction, State, Step, play
from hotdice.game.actions import BANK, ROLL, TAKE, Action
from hotdice.game.dice import SeededDice
from hotdice.game.generator import stream_key
from hotdice.game.record import Record, parse
from hotdice.rules import Keep, Rules
from hotdice.rules.patterns import NONE
from hotdice.rules.scoring import parts
from hotdice.texts import grouped

__all__ = ["check_rules"]

MOST_ACTIONS = 2000


def check_rules(rules: Rules, *, games: int = 4, players: int = 2, seed: int = 1) -> None:
    """Test scoring, chances, texts and whole random games of some rules.

    >>> check_rules(Rules.load("greed"))
    """
    _check_forms(rules)
    for count in range(1, rules.dice + 1):
        _check_outcomes(rules, count)
    for game in range(games):
        _check_game(rules, players, seed, game)


def _demand(holds: bool, sentence: str) -> None:
    if not holds:
        raise AssertionError(sentence)


def _check_forms(rules: Rules) -> None:
    again = Rules.parse(rules.toml(), rules.name)
    _demand(again == rules, f"{rules.name}: its rules file reads back as other rules")
    named = {"name": rules.name, "title": rules.title}
    lost = again.table() | named != rules.table()
    _demand(not lost, f"{rules.name}: its rules file loses a field")
    for sheet in (rules.sheet(), rules.sheet(markdown=True)):
        aim = rules.rounds or rules.target
        _demand(grouped(aim) in sheet, f"{rules.name}: the rule sheet misses the aim, {aim}")


def _check_outcomes(rules: Rules, count: int) -> None:
    outcomes = rules.outcomes(count)
    total = sum((outcome.probability for outcome in outcomes), Fraction())
    _demand(total == 1, f"{rules.name}: the chances of {count} dice add up to {total}")
    for outcome in outcomes:
        keeps = rules.keeps(outcome.dice)
        pairs = {(keep.points, keep.left) for keep in keeps}
        found = [(keep.points, keep.left) for keep in outcome.distinct_keeps]
        _demand(len(found) == len(pairs), f"{rules.name}: {outcome.dice} has a pair twice")
        _demand(set(found) == pairs, f"{rules.name}: {outcome.dice} misses a pair")
        _check_keeps(rules, outcome.dice, keeps)


def _check_keeps(rules: Rules, roll: tuple[int, ...], keeps: tuple[Keep, ...]) -> None:
    order = sorted(keeps, key=lambda keep: (-keep.points, len(keep.dice)))
    _demand(list(keeps) == order, f"{rules.name}: the keeps of {roll} are out of order")
    _demand(len(set(keeps)) == len(keeps), f"{rules.name}: {roll} has a keep twice")
    best = keeps[0].points if keeps else 0
    _demand(rules.score(roll) == best, f"{rules.name}: the score of {roll} is not its best keep")
    for keep in keeps:
        inside = Counter(keep.dice) <= Counter(roll)
        fits = inside and keep.left == len(roll) - len(keep.dice) and keep.points > 0
        _demand(fits, f"{rules.name}: {keep} is not a keep of {roll}")
    if rules.decision(roll):
        _demand(not keeps, f"{rules.name}: {roll} is decided and leaves something to keep")
        return
    if rules.terms.keep_all:
        _demand(len(keeps) <= 1, f"{rules.name}: {roll} leaves a choice")
        return
    worth = {keep.dice: keep.points for keep in keeps}
    for dice in parts(roll):
        whole = dice == roll and NONE in rules.patterns and len(roll) == rules.dice
        if dice and not whole:
            points = worth.get(dice, -1)
            best = _best_split(rules, dice)
            best += rules.hot_dice_bonus if best > 0 and dice == roll else 0
            _demand(points == best, f"{rules.name}: {dice} of {roll} is {points} and not {best}")


@cache
def _best_split(rules: Rules, dice: tuple[int, ...]) -> int:
    """Points of the best split, by simply removing one combination after the other."""
    best = -1
    for combination, points in rules.combinations.items():
        if combination[0] != dice[0] or not Counter(combination) <= Counter(dice):
            continue
        rest = tuple((Counter(dice) - Counter(combination)).elements())
        more = _best_split(rules, rest) if rest else 0
        if more >= 0:
            best = max(best, points + more)
    return best


def _check_game(rules: Rules, players: int, seed: int, game: int) -> None:
    start = State.start(rules, players)
    bots = [make("random", stream_key(seed, game, 1 + seat)) for seat in range(players)]
    steps = []
    for step in play(start, bots, SeededDice(seed, game)):
        _check_step(step)
        steps.append(step)
        if len(steps) == MOST_ACTIONS:
            break
    seats = tuple(f"seat {seat}" for seat in range(players))
    record = Record(start, seats, seed).having(*steps)
    _demand(parse(record.text().encode()) == record, f"{rules.name}: a record is read back wrong")


def _check_step(step: Step) -> None:
    before, after, rules = step.before, step.after, step.before.rules
    for state in (before, after):
        again = State.parse(str(state), rules)
        _demand(again == state, f"{state}: the position reads back as {again}")
        _demand(1 <= state.dice <= rules.dice, f"{state}: not so many dice")
        _demand(state.over == (not state.actions()), f"{state}: over, or something to do")
    _demand(step.action in before.actions(), f"{before}: {step.action} was not offered")
    for action in _refused(before):
        _demand(not _legal(before, action), f"{before}: {action} is allowed but not offered")
    _check_others(before, after)


def _check_others(before: State, after: State) -> None:
    """Nobody else's total changes, but for a gift of what passes the target."""
    mover = before.player
    totals = [*zip(before.totals, after.totals, strict=True)]
    changed = [seat for seat, (was, now) in enumerate(totals) if was != now and seat != mover]
    gift = before.rules.overshoot == "welfare" and len(changed) == 1
    gift = gift and before.totals[mover] == after.totals[mover]
    _demand(not changed or gift, f"{before}: another player's total changed")


def _refused(state: State) -> list[Action]:
    """Actions that are not offered."""
    tries: list[Action] = [ROLL, BANK, TAKE, Keep((2,)), Keep((1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1))]
    return [action for action in tries if action not in state.actions()]


def _legal(state: State, action: Action) -> bool:
    try:
        if isinstance(action, Keep):
            state.keep(action.dice)
        elif action == ROLL:
            state.roll([2] * state.dice)
        elif action == TAKE:
            state.take()
        else:
            state.bank()
    except IllegalAction:
        return False
    return True
