"""The game line by line has what the game on a screen has: advice, chances, aims, bests."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from fractions import Fraction
from math import factorial
from pathlib import Path
from typing import Any

import pytest
from support.cli import run_here
from support.terminal import Terminal, run

from hotdice import HotDiceError, Rules, State
from hotdice.game.record import parse
from hotdice.terminal.plain.person import WORDS, prompt
from hotdice.terminal.session.action_preview import roll_preview
from hotdice.terminal.session.adviser import Adviser
from hotdice.terminal.session.tty import has_screen
from hotdice.terminal.text.advice import MOST, advice_lines
from hotdice.terminal.text.aims import distance, last_round
from hotdice.texts import speak

ROW = re.compile(r"  (\S.*?)  +(\d+\.\d) %  +(best|−\d+\.\d)(?:  +(\d+) % farkle)?")


def saved(path: Path, rules: Rules, seats: list[str], moves: list[Any], **more: Any) -> Path:
    """The file of a game that somebody else wrote."""
    header = {"hotdice": 1, "rules": rules.table(), "digest": rules.digest, "seats": seats} | more
    path.write_text("".join(json.dumps(line) + "\n" for line in [header, *moves]))
    return path


def advised(*position: str) -> Any:
    """What `hotdice advise` says."""
    return json.loads(run_here("advise", *position, "--json").stdout)


def called(choice: dict[str, Any]) -> str:
    return " ".join([choice["action"], *map(str, choice.get("dice", []))])


def rounded(chance: float) -> float:
    return round(100 * chance, 1)


# Each is a phase of a turn: dice to keep, roll or bank, a roll that is forced, a turn's start, a
# last turn, dice that are kept by themselves, and three players.
PHASES: dict[str, tuple[str, list[int], list[Any]]] = {
    "keep": ("basic", [4200, 3950], [{"roll": [1, 1, 1, 5, 2, 3]}]),
    "choose": ("basic", [4200, 3950], [{"roll": [1, 1, 1, 5, 2, 3]}, {"keep": [1, 1, 1, 5]}]),
    "forced": ("thousand", [0, 0], [{"roll": [1, 1, 2, 3, 4, 6]}, {"keep": [1, 1]}]),
    "start": ("greed", [1000, 2000], []),
    "last": (
        "basic",
        [9000, 9500],
        [{"roll": [1, 1, 1, 2, 3, 4]}, {"keep": [1, 1, 1]}, {"bank": 1000}],
    ),
    "by itself": ("greed", [1000, 2000], [{"roll": [1, 1, 5, 2, 3]}]),
    "three": ("basic", [100, 200, 300], [{"roll": [1, 5, 2, 2, 3, 3]}]),
}


def _going_on(state: State, action: str) -> str:
    """Rolling with the number of dice, banking with what it adds."""
    if action == "bank":
        return f"bank {state.gain:,}"
    return f"roll {state.dice} dice" if state.dice > 1 else "roll 1 die"


@pytest.mark.parametrize("phase", PHASES)
def test_advice_is_that_of_advise_in_every_phase(phase: str, tmp_path: Path) -> None:
    name, totals, moves = PHASES[phase]
    seats = ["Ann", "Bob", "Cy"][: len(totals)]
    path = saved(tmp_path / "game.jsonl", Rules.load(name), seats, moves, totals=totals)
    state = parse(path.read_bytes()).state
    done = run(tmp_path, "--plain", "--resume", str(path), answers=["advice", "quit"])
    assert (done.returncode, done.stderr) == (0, "")
    found = advised(*str(state).split())
    shown = [match for line in done.stdout.splitlines() if (match := ROW.fullmatch(line))]
    hidden = re.search(r"\n  and (\d+) more\n", done.stdout)
    assert len(shown) + (int(hidden[1]) if hidden else 0) == len(found["choices"])
    if phase == "keep":
        assert {"keep 1 1 1 5, then roll 2 dice", "keep 1 1 1 5, then bank 1,050"} < {
            row[1] for row in shown
        }
    for row, choice in zip(shown, found["choices"], strict=False):
        action, chance, cost, farkle = row.groups()
        what, _, then = action.partition(", then ")
        assert float(chance) == rounded(choice["chance"])
        assert cost == "best" if choice is found["choices"][0] else cost[0] == "−"
        if cost != "best":
            assert float(cost[1:]) == rounded(choice["cost"])
        if choice["action"] == "keep":
            assert what == called(choice)
            after = state.keep(choice["dice"])
            assert then == _going_on(after, choice["then"])
        else:
            assert action == _going_on(state, choice["action"])
        rolls = "roll" in (choice.get("then"), choice["action"])
        assert farkle == (f"{float(100 * Fraction(choice['farkle'])):.0f}" if rolls else None)
    who = f"{seats[state.player]} has a winning chance of {'' if found['exact'] else 'about '}"
    assert f"{who}{rounded(found['choices'][0]['chance'])} %" in done.stdout
    assert found["exact"] == (phase != "three")


def test_winning_chances_at_every_turn_until_they_are_not_wanted(tmp_path: Path) -> None:
    rules = Rules.load("greed")
    path = saved(
        tmp_path / "game.jsonl", rules, ["Ann", "Bob"], [], totals=[1000, 2000], dice="mine"
    )
    typed = ["chances", "33324", "bank", "22346", "c", "11234", "bank", "quit"]
    done = run(tmp_path, "--resume", str(path), answers=typed)
    told = re.findall(r"Winning chances: Ann (\S+) %, Bob (\S+) %\.", done.stdout)
    expected = []
    for position in ("1000,2000 p1", "1300,2000 p2", "1300,2000 p1"):
        chance = advised("greed", *position.split(), "t0", "d5")["choices"][0]["chance"]
        ann = chance if position.endswith("p1") else 1 - chance
        expected.append((f"{100 * ann:.1f}", f"{100 * (1 - ann):.1f}"))
    assert told == expected
    assert "Winning chances are no longer shown." in done.stdout


def test_chances_in_mid_turn_add_up_and_the_movers_is_that_of_advice() -> None:
    for position in ("basic 4200,3950 p2 t400 d2", "basic 100,200,300 p2 t0 d6 r152233"):
        state = State.parse(position)
        adviser = Adviser(state.rules, len(state.totals))
        chances = adviser.chance(state)
        assert sum(chances) == pytest.approx(1.0)
        assert chances[state.player] == adviser.advice(state).choices[0].chance
    over = State.parse("basic 10000,9000,10000 p1 t0 d6 l1")
    assert Adviser(over.rules, 3).chance(over) == (1.0, 0.0, 0.0)


def test_alone_the_welcome_and_help_tell_the_aim(tmp_path: Path) -> None:
    done = run(tmp_path, "basic", "--seats", "Ann", answers=["help", "quit"])
    said = " ".join(done.stdout.split())
    assert said.count("reach 10,000 in as few turns as you can") == 2
    assert "the others" not in said


def test_two_dice_that_come_back_are_both(tmp_path: Path) -> None:
    words = ["basic", "--set", "dice=2", "--seats", "Ann,Bob", "--dice", "mine"]
    done = run(tmp_path, *words, answers=["11", "11", "quit"])
    assert "Hot dice! Every die was kept, so both dice come back." in done.stdout


def test_one_die_is_never_hot(tmp_path: Path) -> None:
    """It comes back after every keep: that is the game, and nothing to be told."""
    moves = [{"roll": [6]}, {"keep": [6]}]
    path = saved(tmp_path / "game.jsonl", Rules.load("pig"), ["Ann"], moves)
    done = run(tmp_path, "--resume", str(path), answers=["roll", "roll", "roll", "quit"])
    assert "Ann rolled" in done.stdout
    assert "Hot dice" not in done.stdout


def test_alone_advice_tells_turns(tmp_path: Path) -> None:
    """One roll short of the target, a farkle costs one more turn of the same kind: 6/5 in all."""
    rules = Rules.load("pig")
    moves = [{"roll": [6]}, {"keep": [6]}]
    path = saved(tmp_path / "game.jsonl", rules, ["Ann"], moves, totals=[92])
    done = run(tmp_path, "--resume", str(path), answers=["tip", "chances", "quit"])
    assert "  bank 6      2.20 turns" in done.stdout
    assert re.search(r"\n  roll 1 die  1\.\d\d turns +best +17 % farkle\n", done.stdout)
    assert "you play alone" in done.stdout


def test_nobody_gets_advice_where_it_is_off(tmp_path: Path) -> None:
    words = ["--no-advice", "--fast", "--seats", "Ann,Bob"]
    done = run(tmp_path, "greed", *words, answers=["advice", "chances", "quit"])
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("advice is switched off in this game") == 2
    assert " % " not in done.stdout.partition("nobody gets")[2]
    with pytest.raises(HotDiceError) as refused:
        Adviser(Rules.load("greed"), 2, allowed=False).prepare()
    assert refused.value.code == "advice/off"


def test_advice_stays_off_when_a_game_goes_on(tmp_path: Path) -> None:
    path = str(tmp_path / "game.jsonl")
    words = ["--no-advice", "--seats", "Ann,Bob", "--record", path]
    run(tmp_path, "greed", *words, answers=["", "quit"])
    done = run(tmp_path, "--resume", path, answers=["advice", "chances", "quit"])
    assert done.stdout.count("advice is switched off in this game") == 2


def test_advice_that_is_turned_off_in_mid_game_stays_off(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    run(tmp_path, "greed", "--seats", "Ann,Bob", "--record", str(path), answers=["", "quit"])
    moves = path.read_text().splitlines()[1:]
    assert moves
    for option in (["--no-advice"], []):
        done = run(tmp_path, "--resume", str(path), *option, answers=["advice", "quit"])
        assert "advice is switched off in this game" in done.stdout
        assert path.read_text().splitlines()[1:] == moves
    assert [each.name for each in tmp_path.iterdir()] == ["game.jsonl"]


def test_rules_that_cannot_be_solved_say_why_and_the_game_goes_on(tmp_path: Path) -> None:
    words = ["basic", "--set", "target=1000000", "--seats", "Ann,Bob"]
    done = run(tmp_path, *words, answers=["advice", "", "quit"])
    assert (done.returncode, done.stderr) == (0, "")
    assert "there is no advice for these rules: basic+target=1000000 with 2 players" in done.stdout
    assert "Ann rolled" in done.stdout
    with pytest.raises(HotDiceError) as refused:
        Adviser(Rules.load("basic", target=1_000_000), 2).prepare()
    assert refused.value.code == "advice/refused"


@pytest.mark.parametrize(("module", "changes"), [("numpy", []), ("numba", ["--set", "target=333"])])
def test_a_missing_extra_is_told_and_the_game_goes_on(
    module: str, changes: list[str], tmp_path: Path
) -> None:
    words = ["hotdice", "play", "greed", "--seats", "Ann,Bob", *changes]
    program = f"""
import sys
from hotdice.cli import main
sys.modules["{module}"] = None
sys.argv = {words}
main.main()
"""
    done = subprocess.run(
        [sys.executable, "-c", program],
        input="advice\n\nquit\n",
        capture_output=True,
        text=True,
        env=os.environ | {"XDG_DATA_HOME": str(tmp_path)},
        timeout=300,
    )
    assert (done.returncode, done.stderr) == (0, "")
    told = f"advice needs the extra solve ({module} is missing); install it with: "
    assert told in " ".join(done.stdout.split()) + " "
    assert "Ann rolled" in done.stdout


def test_ctrl_c_while_rules_are_solved_goes_back_to_the_game(
    tmp_path: Path, terminals: list[Terminal]
) -> None:
    words = ["--seats", "Ann,Bob", "--set", "target=30000", "--set", "entry=350", "--plain"]
    terminal = Terminal([sys.executable, "-m", "hotdice", "play", "basic", *words], tmp_path)
    terminals.append(terminal)
    terminal.until("to roll 6 dice:")
    terminal.type("advice")
    terminal.until("game.\r\n")
    time.sleep(0.5)
    terminal.process.send_signal(signal.SIGINT)
    terminal.until("to roll 6 dice:")
    assert "Stopped; the game goes on without advice." in terminal.seen
    terminal.type("")
    terminal.until("all:", "):", "dice:")
    terminal.type("quit")
    terminal.until()
    assert terminal.process.wait() == 0
    (kept,) = (tmp_path / "hotdice" / "games" / "unfinished").iterdir()
    assert len(parse(kept.read_bytes()).steps) >= 1


INTERRUPTED = """
import os, signal, sys, time
from hotdice.__main__ import main
from hotdice.terminal.session.adviser import Adviser
def prepare(adviser, progress):
    exec("os.kill(os.getpid(), signal.SIGINT); time.sleep(60)")
Adviser.prepare = prepare
sys.argv = ["hotdice", "play", "greed", "--set", "target=333", "--seats", "Ann,Bob"]
main()
"""


def test_ctrl_c_in_code_that_is_made_while_solving_does_not_end_the_program_later(
    tmp_path: Path,
) -> None:
    """As numba makes some: CPython remembers such a Ctrl-C until the end, though it was caught."""
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED],
        input="advice\nquit\n",
        capture_output=True,
        text=True,
        env=os.environ | {"XDG_DATA_HOME": str(tmp_path)},
        timeout=300,
    )
    assert "Stopped; the game goes on without advice." in done.stdout
    assert (done.returncode, done.stderr) == (0, "")


def test_a_small_risk_is_told_alike_everywhere() -> None:
    """Of eight dice of basic a farkle has no 1, no 5, and of four faces at most two of each."""
    rules = Rules.load("basic", dice=9)
    ways = Fraction(factorial(8), 2**4)  # two of each of the four faces
    assert rules.farkle_chance(8) == ways / 6**8 < Fraction(1, 200)
    state = State.parse(f"{rules.name} 9900,0 p1 t100 d8")
    advice = Adviser(rules, 1).advice(State.parse(f"{rules.name} 9800 p1 t100 d8"))
    told = [prompt(state, "Ann"), roll_preview(state).text, *advice_lines(advice, ["Ann"], 79)]
    assert [re.findall(r"(\S+) % farkle", line) for line in told if "farkle" in line] == [
        ["<1"]
    ] * 3


def test_chances_are_exact_where_nothing_is_guessed() -> None:
    for position, exact in {
        "basic 4200,3950 p2 t400 d2": True,
        "basic 100,200,300 p2 t0 d6": False,
        "basic 10000,9000,10000 p1 t0 d6 l1": True,
    }.items():
        state = State.parse(position)
        assert Adviser(state.rules, len(state.totals)).exact(state) is exact


def test_many_choices_are_cut_short_and_fit_any_width() -> None:
    state = State.parse("basic 0,0 p1 t0 d6 r111555")
    advice = Adviser(state.rules, 2).advice(state)
    for language in ("de", "en"):
        speak(language)
        for width in (79, 38):
            lines = advice_lines(advice, ["Ann", "Bob"], width)
            assert MOST - 3 <= len(lines) <= MOST
            assert max(map(len, lines)) <= width
            assert "…" not in "".join(lines)
    shown = sum(" %" in line for line in lines[1:-1])
    assert lines[-1] == f"  and {len(advice.choices) - shown} more"


def test_the_best_that_banks_is_shown_however_many_roll() -> None:
    """With more than 2,000 to go in a last round, banking any keep wins nothing."""
    state = State.parse("basic 8000,10000 p1 t0 d6 r111555 l2")
    lines = advice_lines(Adviser(state.rules, 2).advice(state), ["Ann", "Bob"], 70)
    assert "then roll" in lines[1]
    banks = [line for line in lines if "then bank" in line]
    assert len(banks) == 1
    assert "0.0 %" in banks[0]
    assert lines[-1].startswith("  and ")


@pytest.mark.parametrize(
    ("stdin", "stdout", "term", "screen"),
    [
        (True, True, "xterm-256color", True),
        (True, True, "dumb", False),
        (True, True, "", False),
        (True, True, None, False),
        (False, True, "xterm", False),
        (True, False, "xterm", False),
        (None, True, "xterm", False),
    ],
)
def test_lines_are_chosen_without_a_screen(
    stdin: bool | None,
    stdout: bool,
    term: str | None,
    screen: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Stream:
        def __init__(self, terminal: bool) -> None:
            self.terminal = terminal

        def isatty(self) -> bool:
            return self.terminal

    monkeypatch.setattr(sys, "stdin", None if stdin is None else Stream(stdin))
    monkeypatch.setattr(sys, "stdout", Stream(stdout))
    monkeypatch.delenv("TERM", raising=False)
    if term is not None:
        monkeypatch.setenv("TERM", term)
    assert has_screen() is screen


def test_help_tells_every_word(tmp_path: Path) -> None:
    done = run(tmp_path, "--seats", "Ann", "--seed", "1", answers=["help", "", "help", "a", "help"])
    for word in {*WORDS} - {"take"}:  # which only some rules know
        assert re.search(rf"\b{word}\b", done.stdout), word


def test_real_turns_say_how_far_it_is(tmp_path: Path) -> None:
    words = ["thousand", "--seats", "Ann,Bob", "--dice", "mine", "--plain"]
    typed = ["111 234", "111", "bank", "112 346", "11", "bank", "22", "", "quit"]
    done = run(tmp_path, *words, answers=typed)
    said = done.stdout
    assert "Ann: 1,000 more to get on the board." in said
    assert "--- Ann 1,000, Bob 0 ---\nBob: 1,000 more to get on the board." in said
    assert "You have 200 turn points and need 800 more to get on the board." in said
    nothing = run(tmp_path, "greed", *words[1:], answers=["11 234", "bank", "quit"]).stdout
    assert "bank (200 records nothing: 100 more to" in nothing.replace("\n", " ")


@pytest.mark.parametrize(
    ("position", "seat", "words"),
    [
        ("basic 4200,3950 p1 t400 d2", 0, "5,800 to go"),
        ("basic 4200,3950 p1 t400 d2", 1, "6,050 to go"),
        ("thousand 0,0 p1 t450 d2", 0, "550 more to get on the board"),
        ("thousand 0,0 p1 t450 d2", 1, "1,000 more to get on the board"),
        ("thousand 0,0 p1 t1050 d2", 0, "10,000 to go"),
        ("thousand 10050,0 p2 t0 d6 l1", 0, "target reached"),
        ("zilch -500,0 p1 t0 d6", 0, "10,500 to go"),
    ],
)
def test_how_far_a_seat_is(position: str, seat: int, words: str) -> None:
    assert distance(State.parse(position), seat) == words


@pytest.mark.parametrize(
    ("points", "picked", "english", "german"),
    [
        (0, 0, "1,050 behind.", "1.050 zurück."),
        (0, 100, "950 short so far.", "950 fehlen."),
        (400, 50, "600 short so far.", "600 fehlen."),
        (1000, 50, "level so far.", "gleichauf."),
        (1100, 50, "100 ahead so far.", "100 voraus."),
    ],
)
def test_the_last_round_counts_the_points_of_the_turn(
    points: int, picked: int, english: str, german: str
) -> None:
    dice = 3 if points else 6
    for tie in ("first", "shared"):
        rules = Rules.load("basic", tie=tie)
        state = State.parse(f"{rules.name} 10050,9000 p2 t{points} d{dice} l1", rules)
        for language, said in (("de", german), ("en", english)):
            speak(language)
            told = last_round(state, picked)
            assert told.endswith(f": {said}")
            assert len(told) < 80


def test_the_last_round_says_what_to_beat(tmp_path: Path) -> None:
    for tie, said in {
        "first": "Last round! More than 10,050 wins: 1,050 behind.",
        "shared": "Last round! More than 10,050 wins, 10,050 shares: 1,050 behind.",
    }.items():
        rules = Rules.load("basic", tie=tie)
        path = saved(
            tmp_path / f"{tie}.jsonl",
            rules,
            ["Ann", "Bob"],
            [{"roll": [1, 1, 1, 5, 2, 3]}, {"keep": [1, 1, 1, 5]}, {"bank": 1050}],
            totals=[9000, 9000],
            dice="mine",
        )
        typed = ["undo", "bank", "111 523", "1115", "bank"]
        done = run(tmp_path, "--resume", str(path), answers=typed)
        assert said in done.stdout
        assert done.returncode == 0
        ending = "Ann wins" if tie == "first" else "Ann and Bob share the win"
        assert done.stdout.splitlines()[-1] == f"{ending} with 10,050"
    assert last_round(State.parse("basic 9000,0 p1 t0 d6")) == ""


TEN: list[Any] = [{"roll": [5]}, {"keep": [5]}] * 2 + [{"bank": 10}]
FIVE: list[Any] = [{"roll": [5]}, {"keep": [5]}, {"bank": 5}]
FARKLED: list[Any] = [{"roll": [1]}]


def test_personal_bests_count_only_what_nobody_can_repeat(tmp_path: Path) -> None:
    """Pig to 10 alone: two turns are Ann's best of those that count."""
    folder = tmp_path / "hotdice" / "games"
    folder.mkdir(parents=True)
    rules = Rules.load("pig", target=10)
    saved(folder / "2026-01-01-120000-pig.jsonl", rules, ["Ann"], FIVE + FARKLED + FIVE)
    saved(folder / "2026-01-02-120000-pig.jsonl", rules, ["Ann"], FIVE + FIVE)
    saved(folder / "2026-01-03-120000-pig.jsonl", rules, ["Ann"], TEN, seed=3)
    saved(folder / "2026-01-04-120000-pig.jsonl", rules, ["Ann"], TEN, dice="mine")
    saved(folder / "2026-01-05-120000-pig.jsonl", rules, ["Ann"], FIVE, totals=[5])
    saved(folder / "2026-01-06-120000-pig.jsonl", rules, ["Ann", "Bob"], TEN)
    saved(folder / "2026-01-07-120000-pig.jsonl", rules, ["Bob"], TEN)
    saved(folder / "2026-01-08-120000-pig.jsonl", Rules.load("pig", target=9), ["Ann"], TEN)
    saved(folder / "2026-01-09-120000-pig.jsonl", rules, ["Ann"], FIVE)
    saved(folder / "2026-01-10-120000-pig.jsonl", rules, ["bot:bold"], TEN)
    (folder / "broken.jsonl").write_text("no record\n")
    done = subprocess.run(
        [sys.executable, "-m", "hotdice", "history", "--json"],
        capture_output=True,
        text=True,
        env=os.environ | {"XDG_DATA_HOME": str(tmp_path)},
        timeout=300,
    )
    found = json.loads(done.stdout)["bests"]
    assert [(each["player"], each["rules"], each["turns"], each["games"]) for each in found] == [
        ("Ann", "pig+target=9", 1, 1),
        ("Bob", "pig+target=10", 1, 1),
        ("Ann", "pig+target=10", 2, 2),
    ]


def test_a_game_alone_ends_with_its_turns_and_the_best(tmp_path: Path) -> None:
    """Whoever goes on with a saved game ends it as its dice want: the last bank is typed here."""
    folder = tmp_path / "hotdice" / "games"
    unfinished = folder / "unfinished"
    unfinished.mkdir(parents=True)
    rules = Rules.load("pig", target=10)
    ready = TEN[:-1]
    played: dict[str, tuple[list[Any], str, str]] = {
        "two": (
            FIVE + FIVE[:2],
            "2 turns",
            "Your first solo game with these rules: 2 turns to beat.",
        ),
        "one": (ready, "1 turn", "A new personal best: 1 turn (before: 2)."),
        "three": (FARKLED * 2 + ready, "3 turns", "Your best is 1 turn."),
        "again": (ready, "1 turn", "As good as your best: 1 turn."),
    }
    for name, (moves, turns, best) in played.items():
        path = saved(unfinished / f"{name}.jsonl", rules, ["Ann"], moves)
        done = run(tmp_path, "--resume", str(path), answers=["bank"])
        assert done.stdout.splitlines()[-2:] == [
            f"Ann reached the target in {turns}, with 10 points.",
            best,
        ]
        assert not path.exists()
    elsewhere = saved(tmp_path / "elsewhere.jsonl", rules, ["Ann"], ready)
    done = run(tmp_path, "--resume", str(elsewhere), answers=["bank"])
    assert done.stdout.splitlines()[-1] == "Ann reached the target in 1 turn, with 10 points."


def test_turns_are_numbered_alone(tmp_path: Path) -> None:
    words = ["pig", "--seats", "Ann", "--dice", "mine"]
    done = run(tmp_path, *words, answers=["5", "bank", "1", "quit"])
    for said in ("Turn 1: 100 to go.", "Turn 2: 95 to go.", "Turn 3: 95 to go."):
        assert said in done.stdout


@pytest.mark.parametrize("seats", ["bot:bold,bot:cautious", "Ann"])
def test_closed_output_is_one_sentence(seats: str, tmp_path: Path) -> None:
    command = f"exec {sys.executable} -m hotdice play --seats {seats} --plain --seed 1 >&-"
    done = subprocess.run(
        ["sh", "-c", command],
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"XDG_DATA_HOME": str(tmp_path)},
        timeout=300,
    )
    said = "hotdice: the standard output is closed, so nothing can be printed\n"
    assert (done.returncode, done.stderr) == (2, said)


def test_what_is_said_of_closed_input_can_be_done(tmp_path: Path) -> None:
    env = os.environ | {"XDG_DATA_HOME": str(tmp_path)}

    def closed(words: str) -> subprocess.CompletedProcess[str]:
        command = ["sh", "-c", f"exec {sys.executable} -m {words} --plain <&-"]
        return subprocess.run(command, capture_output=True, text=True, env=env, timeout=300)

    refused = closed("hotdice play --seats bot:bold,bot:cautious")
    assert refused.returncode == 2
    done = closed(refused.stderr.partition("only bots play: ")[2].strip())
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("words", [["--seats", "Ann"], ["--seats", "Ann", "--dice", "mine"]])
def test_closed_input_is_one_sentence(words: list[str], tmp_path: Path) -> None:
    command = f"exec {sys.executable} -m hotdice play {' '.join(words)} <&-"
    done = subprocess.run(
        ["sh", "-c", command],
        capture_output=True,
        text=True,
        env=os.environ | {"XDG_DATA_HOME": str(tmp_path)},
        timeout=300,
    )
    assert done.returncode == 2
    assert done.stderr.startswith("hotdice: the standard input is closed, so nobody can be asked")
    assert done.stderr.count("\n") == 1
    assert list((tmp_path / "hotdice" / "games" / "unfinished").iterdir()) == []


def test_mistakes_in_a_rules_file_and_in_a_saved_game(tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text('name = "house"\ntarget = -3\n[score]\n1 = 0\n')
    done = run(tmp_path, str(house), "--seats", "Ann", "--plain")
    assert (done.returncode, done.stdout) == (2, "")
    assert [line.partition(f"{house}:")[2][:1] for line in done.stderr.splitlines()] == ["2", "4"]
    broken = tmp_path / "broken.jsonl"
    broken.write_text("no record\n")
    done = run(tmp_path, "--resume", str(broken), "--plain")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "broken.jsonl:1" in done.stderr
    assert broken.read_text() == "no record\n"


def test_mistakes_at_the_menu_are_told_and_it_asks_again(
    tmp_path: Path, terminals: list[Terminal]
) -> None:
    house = tmp_path / "house.toml"
    house.write_text('name = "house"\ntarget = -3\n[score]\n1 = 100\n')
    folder = tmp_path / "hotdice" / "games" / "unfinished"
    folder.mkdir(parents=True)
    broken = folder / "2026-01-01-120000-basic.jsonl"
    broken.write_bytes(b"\xff\x00 no record")
    terminal = Terminal([sys.executable, "-m", "hotdice", "play", "--plain"], tmp_path)
    terminals.append(terminal)
    terminal.until("or a number:")
    assert terminal.seen.count("A saved game cannot be read") == 1
    terminal.type(str(house))
    terminal.until("or a number:")
    assert "target = -3: a whole number" in terminal.seen
    terminal.type("greed")
    terminal.until("or type who:")
    terminal.type("Ann,bot:nobody")
    terminal.until("or type who:")
    assert "unknown bot nobody" in terminal.seen
    terminal.type("Ann")
    terminal.until("to roll 5 dice:")
    terminal.type("quit")
    terminal.until()
    assert terminal.process.wait() == 0
    assert "Traceback" not in terminal.seen
    assert broken.read_bytes() == b"\xff\x00 no record"


AGAIN = {
    "en": "once every die has been kept, you must roll all six dice again before you may bank",
    "de": "Sobald alle Würfel beiseiteliegen, musst du alle sechs Würfel noch einmal werfen, bevor",
}
AVOIDED = {
    "en": "Leaving a scoring die unkept avoids it",
    "de": "indem du einen zählenden Würfel liegen lässt",
}
BANKED = {
    "en": "once every die has been kept, the turn points are banked automatically",
    "de": "Sobald alle Würfel beiseiteliegen, werden die Zugpunkte von selbst gesichert",
}
AT_ONCE = {
    "en": "A roll that scores is banked automatically, and your turn is over",
    "de": "Ein Wurf, der zählt, wird von selbst gesichert, und dein Zug ist zu Ende",
}


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ("thousand", [AGAIN, AVOIDED]),
        ("greed+hot_dice=must+dice=6", [AGAIN]),  # nobody can leave a die there
        ("basic+hot_dice=end", [BANKED]),
        ("pig+hot_dice=end", [AT_ONCE]),
        ("basic", []),
    ],
)
def test_the_opening_says_what_hot_dice_force(
    rules: str,
    said: list[dict[str, str]],
    language: str,
    tmp_path: Path,
    terminals: list[Terminal],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("LC_MESSAGES", "de_DE.UTF-8" if language == "de" else "en_GB.UTF-8")
    command = [sys.executable, "-m", "hotdice", "play", rules, "--plain", "--seats", "Ann,Bob"]
    terminals.append(Terminal(command, tmp_path))
    terminals[0].until("dice:", "die:", "werfen:")
    opening = " ".join(terminals[0].seen.split())
    every = (AGAIN, AVOIDED, BANKED, AT_ONCE)
    assert [words[language] for words in every if words[language] in opening] == [
        words[language] for words in said
    ]


def test_advice_says_where_it_is_an_estimate() -> None:
    rules = Rules.load("basic", mercy=True)  # three players are not solved for advice
    state = State.start(rules, 3).roll([1, 5, 2, 3, 4, 6])
    adviser = Adviser(rules, 3)
    assert adviser.ready
    advice = adviser.advice(state)
    assert (advice.exact, advice.estimated) == (False, True)
    told = " ".join(advice_lines(advice, ["Ann", "Bob", "Cleo"], 70))
    assert "about" in told
    assert "An estimate, as this game is too large or not solved yet." in told
    assert sum(adviser.chance(state)) == pytest.approx(1)
    assert not adviser.exact(state)


def test_estimates_come_at_once_where_two_players_would_take_too_long(tmp_path: Path) -> None:
    options = ("--set", "target=1000000", "--set", "piggyback=true")
    words = ["basic", *options, "--seats", "Ann,Bob"]
    done = run(tmp_path, *words, answers=["advice", "chances", "quit"])
    assert (done.returncode, done.stderr) == (0, "")
    assert "An estimate, as this game is too large" in " ".join(done.stdout.split())
    assert "Winning chances, about: Ann" in done.stdout
