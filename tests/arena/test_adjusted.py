"""`--adjusted` of `hotdice simulate` and `hotdice tournament`, as people and programs call it."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hotdice import HotDiceError, Rules
from hotdice.arena.batch_review.review_block import review_block
from hotdice.arena.match.blocks import Block, Match
from hotdice.arena.simulation import simulate
from hotdice.arena.tournament.journal import open_journal
from hotdice.arena.tournament.ledger import Ledger, play_on
from hotdice.arena.tournament.plan import Plan
from hotdice.cli import main
from hotdice.game import Action, State
from hotdice.jobs import Threads
from hotdice.texts.speak import speak

GREED = Rules.load("greed")
GAMES = ("--rules", "greed", "--seed", "7", "--games", "60")


@pytest.fixture
def command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> Iterator[Any]:
    """The command in this process: exit code, output, errors."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))

    def run(*words: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["hotdice", *words])
        try:
            main.main()
        except SystemExit as ended:
            return int(ended.code or 0), *capsys.readouterr()
        return 0, *capsys.readouterr()

    yield run
    speak("en")


def test_both_means_with_their_errors(command: Any) -> None:
    """By the definition of a standard error, from the games themselves."""
    code, out, _ = command("simulate", "human:5", "random", *GAMES, "--adjusted", "--json")
    found = json.loads(out)["adjusted"]
    games = review_block(Match(GREED, ("human:5", "random"), 7), Block(0, 60))
    assert code == 0
    assert found["start"] == pytest.approx(games.start.tolist())
    for seat, told in enumerate(found["seats"]):
        for key, results in (("plain", games.results), ("adjusted", games.adjusted)):
            assert told[key]["mean"] == pytest.approx(results[:, seat].mean())
            error = results[:, seat].std(ddof=1) / 60**0.5
            assert told[key]["error"] == pytest.approx(error)
        ratio = games.results[:, seat].var() / games.adjusted[:, seat].var()
        assert told["worth"] == pytest.approx(60 * ratio)
        assert told["decisions"] == games.decisions[:, seat].sum()
        assert told["lost_per_game"] == pytest.approx(games.lost[:, seat].mean())


def test_the_other_figures_stay_the_same(command: Any) -> None:
    times = {"seconds", "compile_seconds", "games_per_second", "turns_per_second", "adjusted"}
    told = []
    for more in ((), ("--adjusted",)):
        found = json.loads(command("simulate", "bold", "turn", *GAMES, "--json", *more)[1])
        told.append({key: value for key, value in found.items() if key not in times})
    assert told[0] == told[1]


def test_told_to_people(command: Any) -> None:
    code, out, _ = command("simulate", "human:5", "random", *GAMES, "--adjusted")
    assert code == 0
    assert "Adjusted is the result minus all luck" in out
    assert "plain games" in out
    assert max(map(len, out.splitlines())) < 80


def test_best_play_varies_in_nothing(command: Any) -> None:
    out = command("simulate", "optimal", "optimal", *GAMES, "--adjusted")[1]
    assert "the same in every game" in out
    told = json.loads(command("simulate", "optimal", "optimal", *GAMES, "--adjusted", "--json")[1])
    assert [seat["worth"] for seat in told["adjusted"]["seats"]] == [None, None]


def test_in_german(command: Any) -> None:
    words = ("simulate", "human:5", "random", *GAMES, "--adjusted", "--language", "de")
    code, out, _ = command(*words)
    assert code == 0
    assert "Bereinigt ist das Ergebnis ohne alles Glück" in out
    assert max(map(len, out.splitlines())) < 80
    code, _, err = command("simulate", "bold", "--adjusted", "--language", "de")
    assert code == 2
    assert "wer allein spielt, gewinnt immer" in err


@pytest.mark.parametrize(
    ("bots", "words"), [(("bold",), "alone"), (("bold",) * 5, "solve greed --players 5")]
)
def test_refused_where_luck_is_not_known(command: Any, bots: tuple[str, ...], words: str) -> None:
    code, out, err = command("simulate", *bots, "--rules", "greed", "--adjusted")
    assert (code, out) == (2, "")
    assert words in err


def test_objects_with_choose() -> None:
    class First:
        def choose(self, state: State) -> Action:
            return state.actions()[-1]

    found = simulate(GREED, [First(), "turn"], games=3, seed=1, adjusted=True)
    assert found.adjusted is not None
    with pytest.raises(HotDiceError):
        simulate(GREED, [First()], games=3, adjusted=True)


def test_a_tournament_without_luck(command: Any) -> None:
    words = ("human:2", "human:8", "turn", *GAMES, "--adjusted")
    code, out, _ = command("tournament", *words)
    assert code == 0
    assert "plain games" in out
    found = json.loads(command("tournament", *words, "--json")[1])["adjusted"]
    assert [row["name"] for row in found["bots"]][-1] == "human:2"
    assert len(found["matches"]) == 6
    games = review_block(Match(GREED, ("human:2", "human:8"), 7), Block(0, 60))
    assert found["matches"][0]["found"]["adjusted"]["mean"] == pytest.approx(
        games.adjusted[:, 0].mean()
    )
    for row in found["bots"]:
        adjusted, plain = row["found"]["adjusted"], row["found"]["plain"]
        assert row["found"]["worth"] == pytest.approx(
            240 * (plain["error"] / adjusted["error"]) ** 2
        )


def test_a_journal_goes_on_with_luck(tmp_path: Path) -> None:
    plan = Plan(GREED, ("human:2", "turn"), 120, 7, adjusted=True)
    whole = Ledger(plan)
    results = list(play_on(whole, Threads(1)))
    for number, played in results:
        whole.add(number, played)
    path = str(tmp_path / "games.jsonl")
    with open_journal(path, plan, False) as (journal, _):
        for number, played in results[:-2]:
            journal.append(number, played)
    with open_journal(path, plan, False) as (journal, ledger):
        assert len(ledger.left) == 2
        for number, played in play_on(ledger, Threads(1)):
            journal.append(number, played)
            ledger.add(number, played)
    with open_journal(path, plan, False) as (_, ledger):
        assert ledger.tournament().table() == whole.tournament().table()
    plain = Plan(GREED, ("human:2", "turn"), 120, 7)
    with pytest.raises(HotDiceError, match="adjusted"), open_journal(path, plain, False):
        pass
