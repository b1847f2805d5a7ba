"""Why a choice was a slip: one to three sentences made from the numbers of the position."""

from collections.abc import Iterator, Sequence

from msgspec import structs

from hotdice.game import Roll, State
from hotdice.game.actions import BANK, ROLL
from hotdice.review.account import Alternative, Change, Review
from hotdice.review.judgement import is_error
from hotdice.rules import Keep
from hotdice.rules.meaning import hot_dice_bank
from hotdice.solver.advice.current_turn import turn_start
from hotdice.solver.advice.seat_chances import SeatChances, chances_after_farkle
from hotdice.solver.advice.values import Values, turns_to_come, within_known_totals
from hotdice.solver.advice.words import plan_words
from hotdice.solver.turn.moves import moves_of
from hotdice.solver.turn.program import step_of
from hotdice.texts import say
from hotdice.texts.say import decimal, dice_words

NOTICED = 0.005  # by how much the cost at another score has to differ to be mentioned
OTHER_SCORE = 5  # a fifth of the target is a noticeably different score


def why(review: Review, change: Change, names: Sequence[str]) -> list[str]:
    """Sentences about a slip or worse; none about anything else."""
    if not is_error(change):
        return []
    explained = _Explained(change, review.values)
    found = explained.keeps() if change.state.rolled else explained.roll_or_bank()
    return [*found, *explained.other_score(names)]


class _Explained:
    """The numbers behind one choice."""

    def __init__(self, change: Change, values: Values) -> None:
        self._change, self._values = change, values
        self._state = change.state
        self._seat = change.seat
        self._solo = values.players == 1

    def roll_or_bank(self) -> list[str]:
        """What the roll risks and may gain, compared with banking."""
        state = self._state
        worth = {each.action: self._worth(each) for each in self._change.alternatives}
        risk, rolled = self._risk(state.dice), worth[ROLL]
        lost = chances_after_farkle(turn_start(state), self._values)[self._seat]
        lost = turns_to_come(lost) if self._solo else lost
        rest = (rolled - risk * lost) / (1.0 - risk) if risk < 1.0 else lost
        farkles = say(
            "why.risk",
            count=state.dice,
            dice=dice_words(state.dice),
            farkle=decimal(100 * risk, 0),
            lost=self._amount(lost),
        )
        together = say("why.together", roll=self._amount(rolled), bank=self._amount(worth[BANK]))
        return [f"{_capital(farkles)} {self._rest(rest)} {together}", self._rule_of_thumb()]

    def keeps(self) -> list[str]:
        """What the keep chosen leads to, and the best one."""
        alternatives = self._change.alternatives
        chosen = next(each for each in alternatives if each.action == self._change.action)
        best = min(alternatives, key=lambda each: each.cost)
        return [self._plan(chosen), self._plan(best)]

    def other_score(self, names: Sequence[str]) -> list[str]:
        """What the same choice would cost if the other player had another total."""
        state = within_known_totals(self._state, self._values)
        if len(state.totals) != 2 or state.last_round or state.totals[1 - self._seat] < 0:
            return []
        rival = 1 - self._seat
        for total in self._other_totals(rival):
            totals = tuple(total if seat == rival else own for seat, own in enumerate(state.totals))
            cost = self._cost(structs.replace(state, totals=totals))
            if abs(cost - self._change.loss) >= NOTICED:
                key = "why.other-score" if cost >= NOTICED else "why.other-score-fine"
                return [say(key, name=names[rival], total=total, cost=decimal(100 * cost))]
        return []

    def _rest(self, rest: float) -> str:
        """The chance after a roll that is not a farkle."""
        state = self._state
        faces = [str(face) for face in range(1, 7) if state.rules.options((face,)).keeps]
        if state.dice == 1 and not hot_dice_bank(state.rules.terms) and 0 < len(faces) < 6:
            some = say("why.faces", first=", ".join(faces[:-1]), last=faces[-1])
            if len(faces) == 1:
                some = say("why.face", face=faces[0])
            dice = dice_words(state.rules.dice)
            return say("why.rest-hot", faces=some, dice=dice, rest=self._amount(rest))
        return say("why.rest", rest=self._amount(rest))

    def _rule_of_thumb(self) -> str:
        """From which turn points on to bank with so many dice, in this position."""
        state, points = self._state, self._change.bank_from
        assert points is not None
        told = {"count": state.dice, "dice": dice_words(state.dice)}
        if self._change.best == BANK:
            return say("why.bank-from", points=points, **told)
        if points >= state.rules.target - state.totals[self._seat]:
            return say("why.roll-always", **told)
        return say("why.roll-until", points=points, **told)

    def _plan(self, plan: Alternative) -> str:
        """One plan, the risk of its roll, and its chance."""
        state, action = self._state, plan.action
        assert isinstance(action, Keep)
        told = {
            "plan": _capital(plan_words(state, action, plan.then)),
            "chance": self._amount(self._worth(plan)),
        }
        if not isinstance(plan.then, Roll):
            return say("why.plan", **told)
        risk = self._risk(action.left or state.rules.dice)
        return say("why.plan-roll", farkle=decimal(100 * risk, 0), **told)

    def _other_totals(self, rival: int) -> Iterator[int]:
        """Totals of the other player to compare with: well ahead, well behind, equal."""
        rules, totals = self._state.rules, self._state.totals
        step = step_of(rules)
        apart = rules.target // OTHER_SCORE // step * step
        for total in (totals[rival] + apart, totals[rival] - apart, totals[self._seat]):
            if 0 <= total < rules.target and total != totals[rival]:
                yield total

    def _cost(self, state: State) -> float:
        """What the choice costs in a position with another total."""
        turn = SeatChances(turn_start(state), self._values)
        chances = {action: turn.after(state, action)[self._seat] for action in state.actions()}
        chosen = next(chances[action] for action in chances if action == self._change.action)
        return max(chances.values()) - chosen

    def _risk(self, dice: int) -> float:
        """The chance that a roll of so many dice is a farkle."""
        rules = self._state.rules
        return float(moves_of(rules, step_of(rules)).farkle[dice - 1])

    def _worth(self, plan: Alternative) -> float:
        """The chance of a plan; of a single player the turns to come."""
        best = self._change.before[self._seat]
        return best - (self._change.round - 1) + plan.cost if self._solo else best - plan.cost

    def _amount(self, value: float) -> str:
        """A chance in percent, or the turns of a single player."""
        return say("why.turns", turns=decimal(value)) if self._solo else f"{decimal(100 * value)} %"


def _capital(sentence: str) -> str:
    return sentence[0].upper() + sentence[1:]
