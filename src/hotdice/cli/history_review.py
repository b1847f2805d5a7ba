"""`hotdice history --review`: where each person loses chances, and how lucky they were."""

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from hotdice.bots import is_bot
from hotdice.cli.out import print_json
from hotdice.cli.progress import show_progress
from hotdice.game.record import Record
from hotdice.rules import Rules
from hotdice.terminal.text.wrapping import print_wrapped
from hotdice.texts import say
from hotdice.texts.say import decimal, dice_words

if TYPE_CHECKING:
    from hotdice.review.account import Review
    from hotdice.review.judgement import Skill
    from hotdice.review.leak_kinds import Leak, SkillAndLuck

FEW = 100  # decisions
MOST_LEAKS = 8


class ReviewedGame(NamedTuple):
    """One finished game of somebody, reviewed."""

    path: str
    began: datetime
    review: "Review"
    seat: int


class ReviewedPerson(NamedTuple):
    """All games of one person with some rules, oldest first."""

    name: str
    rules: Rules
    players: int
    played: list[ReviewedGame]

    @property
    def games(self) -> list["SkillAndLuck"]:
        """Their skill and luck in each game."""
        from hotdice.review.leak_kinds import game_of

        return [game_of(each.review, each.seat) for each in self.played]

    @property
    def leaks(self) -> list["Leak"]:
        """Where they lose chances."""
        from hotdice.review.leak_kinds import leaks

        return leaks((each.review, each.seat) for each in self.played)


def review_history(
    games: Sequence[tuple[str, datetime, Record]], plot: str | None, json: bool
) -> None:
    """Review every finished game; print the results for each person, and draw them if asked."""
    if plot is not None:
        from hotdice.review.picture import check_path

        check_path(plot)
    people = _people(games)
    if plot is not None and people:
        from hotdice.review.over_time import PersonOverTime, draw

        rows = [PersonOverTime(_head(each), each.players, each.games) for each in people]
        draw(rows, plot)
    if json:
        print_json({"people": [_table(person) for person in people]})
        return
    if not people:
        print(say("leaks.none"))
    for number, person in enumerate(people):
        if number:
            print()
        for line in _lines(person):
            print_wrapped(line)


def _people(games: Sequence[tuple[str, datetime, Record]]) -> list[ReviewedPerson]:
    """Everybody who has finished games, most games first."""
    from hotdice.review.account import review
    from hotdice.solver.storage.lookup import values_for

    finished = [
        each
        for each in sorted(games, key=lambda game: game[1])
        if each[2].state.over and not all(map(is_bot, each[2].seats))
    ]
    found: dict[tuple[str, Rules, int], ReviewedPerson] = {}
    with show_progress(say("leaks.working"), say("leaks.job"), len(finished)) as progress:
        for done, (path, began, record) in enumerate(finished, 1):
            rules, players = record.start.rules, len(record.seats)
            reviewed = review(record, values_for(rules, players))
            for seat, name in enumerate(record.seats):
                if not is_bot(name):
                    person = found.setdefault(
                        (name, rules, players), ReviewedPerson(name, rules, players, [])
                    )
                    person.played.append(ReviewedGame(path, began, reviewed, seat))
            progress(done / len(finished))
    return sorted(found.values(), key=lambda person: -len(person.played))


def _skill(games: Sequence["SkillAndLuck"]) -> "Skill":
    from hotdice.review.judgement import Skill

    return sum((game.skill for game in games), Skill(0, 0.0, 0))


def _head(person: ReviewedPerson) -> str:
    """Who it is, and how well they choose."""
    from hotdice.review.skill_level import level_of, level_range
    from hotdice.review.text import scaled

    games = person.games
    skill = _skill(games)
    head = say(
        "leaks.head",
        name=f"{person.name} ({person.rules.name})",
        games=say("leaks.games", count=len(person.played)),
        decisions=skill.decisions,
        lost=decimal(scaled(skill.lost_per_decision or 0.0, person.players), 2),
    )
    level = level_of(person.rules, person.players, skill)
    if level is None:
        return head
    low, high = level_range(person.rules, [game.skill for game in games])
    key = "leaks.level" if low == high else "leaks.level-about"
    return head + say(key, level=level, low=low, high=high)


def _lines(person: ReviewedPerson) -> list[str]:
    from hotdice.review.leak_kinds import bands
    from hotdice.review.text import scaled, signed

    games = person.games
    last = list(bands(games))[-1]
    count = say("leaks.games", count=len(games))
    lines = [_head(person), ""]
    if _skill(games).decisions < FEW:
        lines += [say("leaks.few"), ""]
    alone = "-alone" if person.players == 1 else ""
    if person.leaks:
        rows = _leak_lines(person, person.leaks[:MOST_LEAKS])
        lines += [say(f"leaks.title{alone}"), "", *rows, ""]
    luck, width = (scaled(part, person.players) for part in (last.luck, last.width))
    told = {"luck": signed(luck), "games": count, "width": decimal(width)}
    return [*lines, say(f"leaks.luck{alone}", **told)]


def _leak_lines(person: ReviewedPerson, leaks: Sequence["Leak"]) -> list[str]:
    """What each leak loses in a game, and how often it goes wrong."""
    from hotdice.review.text import scaled

    kinds = [
        say(f"leaks.{leak.kind}", dice=dice_words(leak.dice) if leak.dice else "") for leak in leaks
    ]
    width = max(map(len, kinds))
    return [
        say(
            "leaks.row",
            kind=kind.ljust(width),
            lost=decimal(scaled(leak.lost / len(person.played), person.players), 2).rjust(7),
            errors=str(leak.errors).rjust(4),
            decisions=leak.decisions,
            sure="" if leak.sure else say("leaks.accident"),
        )
        for kind, leak in zip(kinds, leaks, strict=True)
    ]


def _table(person: ReviewedPerson) -> dict[str, Any]:
    """The same as plain data for programs."""
    from hotdice.review.leak_kinds import bands
    from hotdice.review.skill_level import level_of

    games = person.games
    skill = _skill(games)
    over_time = zip(person.played, games, bands(games), strict=True)
    return {
        "player": person.name,
        "rules": person.rules.name,
        "players": person.players,
        "games": len(games),
        "decisions": skill.decisions,
        "lost_per_decision": skill.lost_per_decision,
        "lost_per_game": skill.lost / len(games),
        "level": level_of(person.rules, person.players, skill),
        "leaks": [
            {
                "kind": leak.kind,
                "dice": leak.dice,
                "decisions": leak.decisions,
                "errors": leak.errors,
                "lost": leak.lost,
                "margin": leak.margin,
            }
            for leak in person.leaks
        ],
        "over_time": [
            {
                "file": played.path,
                "began": played.began,
                "decisions": game.skill.decisions,
                "lost": game.skill.lost,
                "luck": game.luck,
                "luck_so_far": band.luck,
                "band": band.width,
            }
            for played, game, band in over_time
        ],
    }
