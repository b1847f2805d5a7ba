"""`hotdice history`: past games and their totals."""

from collections.abc import Sequence
from typing import Annotated, Any

from cyclopts import Parameter

from hotdice.cli.options import Json
from hotdice.cli.out import print_json
from hotdice.game.record import RecordError
from hotdice.rules import Rules
from hotdice.terminal.history.listing import best_lines, game_lines, totals_lines, trouble_lines
from hotdice.terminal.history.past_games import PastGame, Totals, past_game, totals
from hotdice.terminal.history.personal_bests import PersonalBest, bests
from hotdice.terminal.session import saves
from hotdice.texts import HotDiceError, say


def history(
    *,
    rules: Annotated[str | None, Parameter(help="help.history.rules")] = None,
    delete: Annotated[list[str], Parameter(negative="", help="help.history.delete")] = [],
    review: Annotated[bool, Parameter(negative="", help="help.history.review")] = False,
    plot: Annotated[str | None, Parameter(help="help.history.plot")] = None,
    json: Json = False,
) -> None:
    """List saved games, newest first, and totals for each person, rules and opponents."""
    if plot is not None and not review:
        raise HotDiceError("history/plot-alone", path=plot)
    if delete:
        _delete(delete, json)
        return
    errors: list[RecordError] = []
    records = list(saves.all_games(errors.append))
    games = [past_game(*found) for found in records]
    if rules is not None:
        games = _only(games, rules)
    if review:
        from hotdice.cli.history_review import review_history

        wanted = {game.path for game in games}
        review_history([found for found in records if found[0] in wanted], plot, json)
        return
    if json:
        print_json(_table(games, errors))
        return
    for line in _lines(games, errors, rules):
        print(line)


def _delete(names: Sequence[str], json: bool) -> None:
    """Delete unfinished games."""
    deleted = [saves.delete(name) for name in names]
    if json:
        print_json({"deleted": deleted})
        return
    for path in deleted:
        print(say("history.deleted", name=saves.name_of(path)))


def _only(games: Sequence[PastGame], name: str) -> list[PastGame]:
    """The games with rules of that name, or else with equal rules of another name."""
    found = [game for game in games if game.rules.name == name]
    if found:
        return found
    wanted = Rules.load(name)
    return [game for game in games if game.rules == wanted]


def _lines(
    games: Sequence[PastGame], errors: Sequence[RecordError], rules: str | None
) -> list[str]:
    lines = list(game_lines(games))
    if not games:
        lines = [say("history.none") if rules is None else say("history.none-of", rules=rules)]
    counted = totals(games)
    if counted:
        lines += ["", say("history.totals"), "", *totals_lines(counted)]
    solo = bests(games)
    if solo:
        lines += ["", say("history.bests"), "", *best_lines(solo)]
    if errors:
        lines += ["", *(line for each in errors for line in trouble_lines(each))]
    return lines


def _table(games: Sequence[PastGame], errors: Sequence[RecordError]) -> dict[str, Any]:
    """The history as plain data for JSON."""
    return {
        "folder": saves.folder(),
        "games": [_game(game) for game in games],
        "totals": [_totals(each) for each in totals(games)],
        "bests": [_best(each) for each in bests(games)],
        "unreadable": [{"file": each.source, "reason": str(each)} for each in errors],
    }


def _game(game: PastGame) -> dict[str, Any]:
    return {
        "file": game.path,
        "began": game.began,
        "rules": game.rules.name,
        "digest": game.rules.digest,
        "seats": game.seats,
        "totals": game.totals,
        "over": game.over,
        "winners": game.winners,
        "turns": game.turns,
        "farkles": game.farkles,
    }


def _best(each: PersonalBest) -> dict[str, Any]:
    return {
        "player": each.player,
        "rules": each.rules.name,
        "digest": each.rules.digest,
        "turns": each.turns,
        "games": each.games,
    }


def _totals(each: Totals) -> dict[str, Any]:
    return {
        "player": each.player,
        "rules": each.rules.name,
        "digest": each.rules.digest,
        "opponents": each.opponents,
        "games": each.games,
        "wins": float(each.wins),
        "turns": each.turns,
        "points_per_turn": each.points_per_turn,
        "farkle_rate": each.farkle_rate,
    }
