"""Why a choice was a slip: one to three sentences made from the numbers of the position."""

from collections.abc import Iterator, Sequence

from msgspec import structs

from hotdice.game import Roll, State
from hotdice.game.actions import BANK, ROLL, TAKE
from hotdice.review.account import Alternative, Change, Review
from hotdice.review.judgement import is_error
from hotdice.rules import Keep
from hotdice.rules.meaning import hot_dice_bank
from hotdice.solver.advice.seat_chances import SeatChances, chances_after_farkle
from hotdice.solver.advice.values import Values, turn_start, turns_to_come, within_known_totals
from hotdice.solver.advice.words import plan_words
from hotdice.solver.feasibility import needs_explicit
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
    if change.state.rolled:
        found = explained.keeps()
    elif change.state.extras.offer:
        found = explained.take_or_roll()
    else:
        found = explained.roll_or_bank()
    if needs_explicit(change.state.rules):  # another total may be out of the question
        return found
    return [*found, *explained.other_score(names)]


class _Explained:
    """The numbers behind one choice."""

    def __init__(self, change: Change, values: Values) -> None:
        self._change, self._values = change, values
        self._state = change.state
        self._seat = change.seat
        self._solo = values.players == 1

    def take_or_roll(self) -> list[str]:
        """What it is worth to take over, compared with a roll of one's own."""
        worth = {each.action: self._amount(self._worth(each)) for each in self._change.alternatives}
        plan = _capital(plan_words(self._state, TAKE, None))
        return [say("why.take-or-roll", plan=plan, take=worth[TAKE], roll=worth[ROLL])]

    def roll_or_bank(self) -> list[str]:
        """What the roll risks and may gain, compared with banking."""
        state = self._state
        worth = {each.action: self._worth(each) for each in self._change.alternatives}
        decisions = set(state.rules.decided_rolls.values())
        if decisions - {"farkle"}:  # farkles may leave different chances
            amounts = {"roll": self._amount(worth[ROLL]), "bank": self._amount(worth[BANK])}
            return [say("why.roll-or-bank", **amounts)]
        risk, rolled = self._risk(state.dice), worth[ROLL]
        lost = chances_after_farkle(turn_start(state), self._values)[self._seat]
        lost = turns_to_come(lost) if self._solo else lost
        rest = (rolled - risk * lost) / (1.0 - risk) if risk < 1.0 else lost
        together = say("why.together", roll=self._amount(rolled), bank=self._amount(worth[BANK]))
        first, second = self._roll(risk, lost, rest)
        rule = [] if self._change.bank_from is None else [self._rule_of_thumb()]
        return [first, " ".join([second, together, *rule])]

    def keeps(self) -> list[str]:
        """What the best keep leads to, and the chosen one."""
        alternatives = self._change.alternatives
        chosen = next(each for each in alternatives if each.action == self._change.action)
        best = min(alternatives, key=lambda each: each.cost)
        return [self._plan(best), self._plan(chosen)]

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

    def _roll(self, risk: float, lost: float, rest: float) -> tuple[str, str]:
        """What a farkle leaves and what other rolls give; first the one that decides."""
        state = self._state
        dice = {"count": state.dice, "dice": dice_words(state.dice)}
        farkle, scores = (decimal(100 * share, 0) for share in (risk, 1.0 - risk))
        if self._change.best == BANK:
            farkles = say("why.risk", farkle=farkle, lost=self._chance(lost), **dice)
            others = self._hot(self._amount(rest)) or say("why.rest", rest=self._amount(rest))
            return _capital(farkles), others
        gives = self._hot(self._chance(rest))
        gives = gives or say("why.scores", scores=scores, rest=self._chance(rest), **dice)
        return _capital(gives), say("why.farkle", lost=self._amount(lost))

    def _hot(self, rest: str) -> str | None:
        """What the last die brings if only some of its faces score; None with more dice."""
        state = self._state
        faces = [str(face) for face in range(1, 7) if state.rules.options((face,)).keeps]
        if state.dice == 1 and not hot_dice_bank(state.rules.terms) and 0 < len(faces) < 6:
            some = say("why.faces", first=", ".join(faces[:-1]), last=faces[-1])
            if len(faces) == 1:
                some = say("why.face", face=faces[0])
            dice = dice_words(state.rules.dice)
            return say("why.rest-hot", faces=some, dice=dice, rest=rest)
        return None

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
        return float(self._state.rules.farkle_chance(dice))

    def _worth(self, plan: Alternative) -> float:
        """The chance of a plan; of a single player the turns to come."""
        best = self._change.before[self._seat]
        return best - (self._change.round - 1) + plan.cost if self._solo else best - plan.cost

    def _amount(self, value: float) -> str:
        """A chance in percent, or the turns of a single player."""
        return say("why.turns", turns=decimal(value)) if self._solo else f"{decimal(100 * value)} %"

    def _chance(self, value: float) -> str:
        """The same, and that it is a chance to win."""
        amount = self._amount(value)
        return amount if self._solo else say("why.chance", percent=amount)


def _capital(sentence: str) -> str:
    return sentence[0].upper() + sentence[1:]
