"""Steps of a game as lines of text, for play and replay."""

from collections.abc import Iterable, Iterator, Sequence

from hotdice.game import Event, State, Step
from hotdice.game.roll_off import Round, rolling
from hotdice.rules import Keep
from hotdice.rules.meaning import hot_dice_bank
from hotdice.rules.sheet import all_dice, kept_dice
from hotdice.texts import faces, grouped, listed, say


def step_lines(step: Step, names: Sequence[str]) -> Iterator[str]:
    """What happened in a step, one sentence a line."""
    name = names[step.before.player]
    happened = {event.kind: event for event in step.events}
    if "farkle" in happened:
        points, decided = happened["farkle"].points, happened["farkle"].dice
        key = ("tell.decided" if decided else "tell.farkle") + ("" if points else "-none")
        data = {"dice": faces(step.dice), "decided": faces(decided), "points": points}
        yield say(key, name=name, **data)
    elif step.dice:
        yield say("tell.rolled", name=name, dice=faces(step.dice))
    if isinstance(step.action, Keep):
        options = step.before.rules.rolls[step.before.rolled]
        yield _kept(step, options.by_dice[step.action.dice], name)
    for event in happened.values():
        yield from _event(event, step, names)


def roll_off_lines(rounds: Sequence[Round], names: Sequence[str]) -> Iterator[str]:
    """Who rolled what before the game, a sentence for each round, and who begins."""
    for number, thrown in enumerate(rounds, 1):
        dice = zip(names, thrown, strict=True)
        rolls = [say("tell.rolls-one", name=name, die=die) for name, die in dice if die]
        left = [names[seat] for seat in rolling(len(names), rounds[:number])]
        key = "tell.begins" if len(left) == 1 else "tell.roll-again"
        yield say(key, rolls=", ".join(rolls), names=listed(left))


def result(state: State, names: Sequence[str]) -> str:
    """Who has won."""
    winners = [names[seat] for seat in state.winners]
    points = state.totals[state.winners[0]]  # not the most if a roll has won
    key = "result.roll" if state.extras.won else "result"
    return say(key, count=len(winners), names=listed(winners), points=points)


def standings(state: State, names: Sequence[str]) -> str:
    """Everybody's total in one line."""
    totals = zip(names, state.totals, strict=True)
    return ", ".join(f"{name} {grouped(total)}" for name, total in totals)


def narrate(steps: Iterable[Step], names: Sequence[str]) -> Iterator[str]:
    """The lines of steps, with the totals after every turn."""
    for step in steps:
        yield from step_lines(step, names)
        if step.after.fresh and not step.after.over:
            yield "\n" + say("standings", standings=standings(step.after, names))


def _event(event: Event, step: Step, names: Sequence[str]) -> Iterator[str]:
    rules, after = step.before.rules, step.after
    data = {
        "name": names[event.player],
        "points": event.points,
        "total": after.totals[event.player],
    }
    match event.kind:
        case "kept":
            yield _kept(step, Keep(event.dice, event.points), names[event.player])
        case "hot-dice" if hot_dice_bank(rules.terms):
            yield say("tell.hot-dice-end")
        case "hot-dice":
            yield say("tell.hot-dice", all_dice=all_dice(rules.dice))
        case "penalty" if event.points:
            assert rules.penalty is not None
            yield say("tell.penalty", count=rules.penalty.farkles, **data)
        case "farkle" | "won" | "penalty":  # at the floor there is nothing to lose
            pass
        case "roll-won":
            yield say("tell.roll-won", dice=faces(event.dice), **data)
        case "last-round" if rules.finish == "equal-turns":
            yield say("tell.last-turns", **data)
        case _:
            yield say(f"tell.{event.kind}", **data)


def _kept(step: Step, keep: Keep, name: str) -> str:
    before, after = step.before, step.after
    return say(
        "tell.kept-last" if after.fresh else "tell.kept",
        name=name,
        dice=kept_dice(before.rules, keep.dice),
        points=keep.points,
        turn_points=before.turn_points + keep.points,
        dice_left=say("dice", count=after.dice),
    )
