"""A review as lines of text: the account as a table, every slip with its reason, great luck."""

from collections.abc import Sequence

from hotdice.game.actions import words
from hotdice.review.account import Account, Change, Review
from hotdice.review.judgement import is_error, judged, skill
from hotdice.review.reasons import why
from hotdice.review.sentences import at_stake
from hotdice.review.skill_level import level_of
from hotdice.texts import faces, say
from hotdice.texts.say import decimal

PARTS = Account.__struct_fields__[Account.__struct_fields__.index("result") + 1 :]
SHOWN = 0.0005  # optional lines in which no seat has this much are left out
OFTEN_NOTHING = ("mixing", "remainder", "others_luck", "others_choices")
COLUMN = 12
LONGEST_NAME = 11


def lines(review: Review, names: Sequence[str]) -> list[str]:
    """The whole review of a game; long lines are not wrapped yet."""
    return [
        *account_lines(review, names),
        "",
        *slip_lines(review, names),
        *luck_lines(review, names),
        how_exact(review),
    ]


def account_lines(review: Review, names: Sequence[str]) -> list[str]:
    """The accounts of all seats beside each other; the numbers of a column add up as printed."""
    columns = [rounded(account, review.values.players) for account in review.accounts]
    shown = [
        part
        for part in PARTS
        if part not in OFTEN_NOTHING
        or any(abs(getattr(account, part)) >= SHOWN for account in review.accounts)
    ]
    unit = "review.turns" if len(names) == 1 else "review.points"
    rows = [(say(unit), [name[:LONGEST_NAME] for name in names])]
    rows.append((say("review.start"), [amount(column["start"], len(names)) for column in columns]))
    for part in shown:
        cells = [signed(column[part]) for column in columns]
        rows.append((say(f"review.{part.replace('_', '-')}"), cells))
    over = "review.result" if review.record.state.over else "review.stands"
    rows.append((say(over), [amount(column["result"], len(names)) for column in columns]))
    rows.append(("", ["" for _ in names]))
    if len(names) > 1:
        adjusted = [amount(100 * account.adjusted, len(names)) for account in review.accounts]
        rows.append((say("review.adjusted"), adjusted))
    rows += _skill_rows(review)
    width = max(len(label) for label, _ in rows) + 1
    return [
        (label.ljust(width) + "".join(cell.rjust(COLUMN) for cell in cells)).rstrip()
        for label, cells in rows
    ]


def slip_lines(review: Review, names: Sequence[str]) -> list[str]:
    """Every slip and worse, the worst first, with the reason below it."""
    slips = [change for change in review.choices() if is_error(change)]
    if not slips:
        return [say("review.no-slips"), ""]
    found = [say("review.slips"), ""]
    for change in sorted(slips, key=lambda change: -change.loss):
        found += [
            slip(change, review, names),
            *(f"  {each}" for each in why(review, change, names)),
        ]
        found.append("")
    return found


def slip(change: Change, review: Review, names: Sequence[str]) -> str:
    """One slip in one sentence."""
    state = change.state
    assert change.best is not None
    points, dice = at_stake(state)
    key = "stop" if state.extras.offer is None else "offer"
    return say(
        "review.slip-keep" if state.rolled else f"review.slip-{key}",
        round=change.round,
        name=names[change.seat],
        lies=faces(state.rolled),
        points=points,
        dice=say("dice", count=dice),
        action=words(change.action),  # type: ignore[arg-type]
        best=words(change.best),
        judgement=say(f"judgement.{judged(change, review.least_loss)}"),
        loss=loss(change),
    )


def luck_lines(review: Review, names: Sequence[str]) -> list[str]:
    """The rolls that changed most."""
    marked = [
        change
        for change in review.changes
        if change.kind == "luck" and judged(change, review.least_loss)
    ]
    if not marked:
        return []
    found = [say("review.luck-from" if len(names) > 1 else "review.luck-from-alone"), ""]
    for change in sorted(marked, key=lambda change: -abs(change.swing)):
        found.append(
            say(
                "review.luck-roll",
                round=change.round,
                name=names[change.seat],
                dice=faces(change.step.dice),
                points=change.state.turn_points,
                swing=signed(scaled(change.swing, len(names))),
            )
        )
    return [*found, ""]


def how_exact(review: Review) -> str:
    """How exact the numbers are."""
    if not review.exact:
        return say("review.about")
    return say("review.exact" if len(review.accounts) > 1 else "review.exact-alone")


def rounded(account: Account, players: int) -> dict[str, float]:
    """The account in percentage points, or turns, rounded so that the numbers still add up.

    The rounding difference goes to the largest part.
    """
    found = {
        part: round(scaled(getattr(account, part), players), 1)
        for part in ("start", *PARTS, "result")
    }
    largest = max(PARTS, key=lambda part: abs(found[part]))
    rest = found["result"] - found["start"] - sum(found[part] for part in PARTS)
    found[largest] = round(found[largest] + rest, 1)
    return found


def scaled(value: float, players: int) -> float:
    """A chance in percentage points; a single player's turns as they are."""
    return value if players == 1 else 100.0 * value


def signed(points: float) -> str:
    """Points gained or lost, with a sign that is as wide as a plus."""
    return ("+" if points >= 0.05 else "\N{MINUS SIGN}" if points <= -0.05 else "") + decimal(
        abs(points)
    )


def amount(value: float, players: int) -> str:
    """A chance in percent, or a number of turns."""
    return decimal(value) if players == 1 else f"{decimal(value)} %"


def loss(change: Change) -> str:
    """What a choice lost, in points or turns."""
    return decimal(scaled(change.loss, len(change.after)), 1 if len(change.after) > 1 else 2)


def _skill_rows(review: Review) -> list[tuple[str, list[str]]]:
    """Decisions, what they lost, and the skill level if there are enough of them."""
    seats = range(len(review.accounts))
    skills = [skill(review, seat) for seat in seats]
    lost = [
        ""
        if each.lost_per_decision is None
        else decimal(scaled(each.lost_per_decision, len(seats)), 2)
        for each in skills
    ]
    rows = [
        (say("review.decisions"), [str(each.decisions) for each in skills]),
        (say("review.lost-per-decision"), lost),
    ]
    rules = review.record.start.rules
    levels = [level_of(rules, len(seats), each) for each in skills]
    if any(level is not None for level in levels):
        cells = ["" if level is None else str(level) for level in levels]
        rows.append((say("review.level"), cells))
    return rows
