"""Why a choice was a slip: one to three sentences made from the numbers of the position."""

from collections.abc import Sequence

from msgspec import structs

from hotdice.game import Bank, Roll
from hotdice.game.actions import BANK
from hotdice.review.account import Change, Review
from hotdice.review.judgement import is_error
from hotdice.solver.advice.choices import Choice, advise
from hotdice.solver.advice.current_turn import current_turn, turn_start
from hotdice.solver.advice.seat_chances import SeatChances
from hotdice.solver.advice.values import Values, turns_to_come, within_known_totals
from hotdice.solver.advice.words import choice_words
from hotdice.solver.turn.program import step_of
from hotdice.texts import say
from hotdice.texts.say import decimal, dice_words

NOTICED = 0.005  # by how much the cost at another score has to differ to be told
OTHER_SCORE = 5  # that part of the target is a score that is noticeably different


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
        self._state = within_known_totals(change.state, values)
        self._seat = change.seat
        current_turn(
            turn_start(self._state), values
        )  # which advice finds again, and the rule of thumb
        self._choices = advise(self._state, values).choices

    def roll_or_bank(self) -> list[str]:
        """What the roll risks and brings, against what the bank has."""
        state = self._state
        roll, bank = self._best(Roll), self._best(Bank)
        turn = SeatChances(turn_start(state), self._values)
        risk, lost, rolled = float(roll.farkle), turn.farkled[self._seat], _value(roll)
        rest = (rolled - risk * lost) / (1.0 - risk) if risk < 1.0 else lost
        farkles = say(
            "why.risk",
            count=state.dice,
            dice=dice_words(state.dice),
            farkle=decimal(100 * risk, 0),
            lost=self._amount(lost),
        )
        together = say("why.together", roll=self._amount(rolled), bank=self._amount(_value(bank)))
        return [
            f"{_capital(farkles)} {self._rest(rest)} {together}",
            self._rule_of_thumb(),
        ]

    def keeps(self) -> list[str]:
        """What the keep chosen leads to, and the best one."""
        chosen = next(each for each in self._choices if each.action == self._change.action)
        best = self._choices[0]
        return [self._plan(chosen), self._plan(best)]

    def other_score(self, names: Sequence[str]) -> list[str]:
        """What the same choice costs where the other player has another total."""
        state = self._state
        if len(state.totals) != 2 or state.last_round or state.totals[1 - self._seat] < 0:
            return []
        rival = 1 - self._seat
        costs = {total: self._cost_at(rival, total) for total in self._other_totals(rival)}
        loss = self._change.loss
        total = max(costs, key=lambda total: abs(costs[total] - loss), default=None)
        if total is None or abs(costs[total] - loss) < NOTICED:
            return []
        key = "why.other-score" if costs[total] >= NOTICED else "why.other-score-fine"
        return [say(key, name=names[rival], total=total, cost=decimal(100 * costs[total]))]

    def _rest(self, rest: float) -> str:
        """What rolls that are no farkles leave."""
        state = self._state
        faces = [str(face) for face in range(1, 7) if state.rules.options((face,)).keeps]
        if state.dice == 1 and state.rules.hot_dice != "end" and 0 < len(faces) < 6:
            some = say("why.faces", first=", ".join(faces[:-1]), last=faces[-1])
            if len(faces) == 1:
                some = say("why.face", face=faces[0])
            dice = dice_words(state.rules.dice)
            return say("why.rest-hot", faces=some, dice=dice, rest=self._amount(rest))
        return say("why.rest", rest=self._amount(rest))

    def _rule_of_thumb(self) -> str:
        """From which turn points on to bank with so many dice, in this position."""
        state = self._state
        turn = current_turn(turn_start(state), self._values)
        dice = state.dice % state.rules.dice
        stop, roll = turn.chances.stop[: len(turn.chances.roll), dice], turn.chances.roll[:, dice]
        banks = (stop >= roll).tolist()
        level = min(state.turn_points // turn.step, len(banks))  # above all is banked
        told = {"count": state.dice, "dice": dice_words(state.dice)}
        needed = state.rules.target - state.totals[self._seat]
        if self._choices[0].action == BANK:
            while level > 0 and banks[level - 1]:
                level -= 1
            return say("why.bank-from", points=turn.first + turn.step * level, **told)
        while level < len(banks) and not banks[level]:
            level += 1
        points = turn.first + turn.step * level
        if points >= needed:
            return say("why.roll-always", **told)
        return say("why.roll-until", points=points, **told)

    def _plan(self, choice: Choice) -> str:
        """One plan, the risk of its roll, and its chance."""
        plan = choice_words(self._state, choice)
        told = {"plan": _capital(plan), "chance": self._amount(_value(choice))}
        if not choice.rolls:
            return say("why.plan", **told)
        return say("why.plan-roll", farkle=decimal(100 * float(choice.farkle), 0), **told)

    def _best(self, kind: type[Roll] | type[Bank]) -> Choice:
        return next(choice for choice in self._choices if isinstance(choice.action, kind))

    def _other_totals(self, rival: int) -> list[int]:
        """Totals of the other player that are worth a look: level, well ahead, well behind."""
        rules, totals = self._state.rules, self._state.totals
        step = step_of(rules)
        apart = rules.target // OTHER_SCORE // step * step
        wanted = (totals[self._seat], totals[rival] + apart, totals[rival] - apart)
        return [total for total in wanted if 0 <= total < rules.target and total != totals[rival]]

    def _cost_at(self, rival: int, total: int) -> float:
        """What the choice costs if the other player has this total."""
        totals = tuple(
            total if seat == rival else own for seat, own in enumerate(self._state.totals)
        )
        state = structs.replace(self._state, totals=totals)
        turn = SeatChances(turn_start(state), self._values)
        chances = {action: turn.after(state, action)[self._seat] for action in state.actions()}
        chosen = next(chances[action] for action in chances if action == self._change.action)
        return max(chances.values()) - chosen

    def _amount(self, value: float) -> str:
        """A chance in percent, or the turns of a single player."""
        if self._values.players > 1:
            return f"{decimal(100 * value)} %"
        return say("why.turns", turns=decimal(turns_to_come(value)))


def _value(choice: Choice) -> float:
    """The chance of a choice; of a single player what turns are worth."""
    return choice.chance if choice.turns is None else turns_to_come(choice.turns)


def _capital(sentence: str) -> str:
    return sentence[0].upper() + sentence[1:]
