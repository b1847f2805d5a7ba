"""The commands as a person or a program types them."""

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from cyclopts import App
from support.cli import refused, run_here
from support.lengths import cases

from hotdice import Rules
from hotdice.cli import progress
from hotdice.cli.main import app
from hotdice.cli.option_names import OPTIONS
from hotdice.cli.rules import list_rules
from hotdice.rules.files import preset_names


def test_score_as_json_is_the_documented_object() -> None:
    done = run_here("score", "--json", "--rules", "greed", "1", "1", "1", "3", "1")
    assert json.loads(done.stdout) == {
        "rules": "greed",
        "dice": [1, 1, 1, 3, 1],
        "score": 1100,
        "farkle": False,
        "keeps": [{"dice": [1, 1, 1, 1], "points": 1100, "left": 1}],
    }
    assert (done.returncode, done.stderr) == (0, "")


def test_score_of_a_farkle_and_of_hot_dice() -> None:
    farkle = json.loads(run_here("score", "--json", "223346").stdout)
    assert (farkle["score"], farkle["farkle"], farkle["keeps"]) == (0, True, [])
    assert "farkle" in run_here("score", "223346").stdout
    hot = json.loads(run_here("score", "115", "--json", "--set", "dice=3").stdout)
    assert hot["rules"] == "basic+dice=3"
    assert hot["keeps"][0] == {"dice": [1, 1, 5], "points": 250, "left": 0}


@pytest.mark.parametrize(
    ("words", "word"),
    [
        (["score", "117"], "117"),
        (["score", "one"], "one"),
        (["score"], "dice"),
        (["score", "1111111"], "7 dice"),
        (["score", "1", "--rules", "gred"], "gred"),
        (["score", "1", "--rules", "no/such.toml"], "no/such.toml"),
        (["score", "1", "--set", "target"], "target"),
        (["score", "1", "--set", "target=many"], "many"),
        (["score", "1", "--set", "target="], "target=10000"),
        (["score", "1", "--set", "colour=red"], "colour"),
        (["score", "1", "--colour"], "--colour"),
        (["skore", "1"], "skore"),
        (["rules", "shw"], "shw"),
        (["rules", "show", "gred"], "gred"),
        (["rules", "check", "no.toml"], "no.toml"),
        (["rules", "check"], "FILE"),
        (["replay", "no.jsonl"], "no.jsonl"),
        (["play", "gred"], "gred"),
        (["play", "--seats", "Ann,,Bob"], "Ann,,Bob"),
        (["play", "--seats", "Ann,Ann"], "Ann"),
        (["play", "--seats", "Ann,bot:hal"], "hal"),
        (["play", "--seats", "bot:threshold:x"], "threshold:x"),
        (["play", "--seats", "A" * 30], "A" * 30),
        (["play", "--seats", ""], '""'),
        (["play", "--seats", "bot:"], '""'),
        (["play", "--seed", "1.5"], "1.5"),
        (["play", "--seed", "5", "--dice", "mine"], "5"),
        (["play", "--dice", "mine"], "--dice mine"),
        (["play", "greed", "--resume", "no.jsonl"], "no.jsonl"),
        (["play", ""], '""'),
        (["score", "1", "--set", "source=5"], "source"),
        (["score", "1", "--set", "score=5", "--set", "score.1=3"], "score"),
        (["score", "1", "--set", "penalty=5", "--set", "penalty.points=3"], "penalty"),
        (["score", "1", "--set", "penalty.foo=3"], "penalty.foo"),
        (["score", "1", "--set", "target=" + "9" * 5000], "target"),
        (["score", "1", "--rules", "a\nb"], "a b"),
        (["rules", "check", ""], "./"),
        (["replay", ""], '""'),
        (["play", "--seed", "x"], "x"),
        (["play", "--seed", "-1"], "-1"),
        (["play", "--dice", "yours"], "yours"),
        (["play", "--resume", "no.jsonl"], "no.jsonl"),
        (["play", "--record", "/no/such/folder/game.jsonl"], "/no/such/folder/game.jsonl"),
    ],
)
def test_bad_input_is_one_line_that_names_the_word(words: list[str], word: str) -> None:
    said = refused(*words)
    assert word in said
    assert said.count("\n") == 1


def test_score_says_what_dice_decide() -> None:
    changes = ["--set", "rolls.123456=win", "--set", "rolls.2222=lose-total"]
    assert "wins the game at once" in run_here("score", "123456", *changes).stdout
    assert "takes the whole total" in run_here("score", "222215", *changes).stdout
    told = json.loads(run_here("score", "222215", *changes, "--json").stdout)
    assert (told["score"], told["farkle"], told["decides"]) == (0, True, "lose-total")
    assert "decides" not in json.loads(run_here("score", "1", *changes, "--json").stdout)


def test_rules_list_and_show() -> None:
    assert "check" in run_here("rules").stdout
    listed = run_here("rules", "list")
    assert [line.split()[0] for line in listed.stdout.splitlines()] == preset_names()
    found = json.loads(run_here("rules", "list", "--json").stdout)["rules"]
    assert {rules["name"]: rules["digest"] for rules in found} == {
        name: Rules.load(name).digest for name in preset_names()
    }
    assert found[0] == {
        "name": "basic",
        "title": "Farkle, basic",
        "dice": 6,
        "target": 10_000,
        "rounds": None,
        "entry": 0,
        "digest": Rules.load("basic").digest,
    }
    assert run_here("rules", "show", "greed").stdout == Rules.load("greed").sheet()
    assert run_here("rules", "show", "greed", "--markdown").stdout == Rules.load("greed").sheet(
        True
    )
    shown = json.loads(run_here("rules", "show", "greed", "--set", "target=50", "--json").stdout)
    assert shown["rules"] == Rules.load("greed", target=50).table()


def test_listed_rules_with_rounds_have_no_target(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("hotdice.cli.rules.preset_names", lambda: ["basic+rounds=10"])
    list_rules(json=True)
    (found,) = json.loads(capsys.readouterr().out)["rules"]
    assert (found["target"], found["rounds"]) == (None, 10)


def test_rules_new_and_check(tmp_path: Path) -> None:
    path = tmp_path / "Our House.toml"
    done = run_here("rules", "new", str(path), "--rules", "zilch", "--set", "target=4000")
    assert done.returncode == 0
    rules = Rules.load(path)
    assert (rules.name, rules.title) == ("our-house", "Our House")
    assert rules == Rules.load("zilch", target=4000)
    checked = run_here("rules", "check", str(path))
    assert (checked.returncode, checked.stderr) == (0, "")
    assert "our-house is fine" in checked.stdout
    before = path.read_bytes()
    assert "already exists" in refused("rules", "new", str(path))
    assert path.read_bytes() == before
    assert "no such file" in refused("rules", "new", str(tmp_path / "no" / "x.toml"))


def test_rules_check_tells_every_mistake(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text('name = "house"\ntarget = 0\n[score]\n1 = 100\n1a = 5\nentry = 300\n')
    done = run_here("rules", "check", str(path))
    assert done.returncode == 2
    lines = done.stderr.splitlines()
    assert [line.split(":")[2] for line in lines] == ["2", "5", "6"]
    assert all(line.startswith(f"hotdice: {path}:") for line in lines)
    as_json = run_here("rules", "check", "--json", str(path))
    assert as_json.returncode == 2
    mistakes = json.loads(as_json.stdout)["mistakes"]
    assert [(mistake["line"], mistake["code"]) for mistake in mistakes] == [
        (2, "rules/number"),
        (5, "pattern/mixed"),
        (6, "rules/below-score"),
    ]


def test_rules_check_mentions_scores_without_effect(tmp_path: Path) -> None:
    path = tmp_path / "five.toml"
    path.write_text('name = "five"\n[score]\n1 = 100\n111 = 1000\n11111 = 175\n')
    done = run_here("rules", "check", str(path))
    assert "score.11111 = 175 has no effect: five 1s are worth 1,200 anyway" in done.stdout
    path.write_text('name = "five"\n[score]\n1 = 100\n111 = 1000\n11111 = 1201\n')
    assert "no effect" not in run_here("rules", "check", str(path)).stdout


def test_score_says_what_has_to_be_confirmed_only_where_that_can_be() -> None:
    words = ("score", "111", "--json")
    keeps = json.loads(run_here(*words, "--set", "confirm=aaa").stdout)["keeps"]
    assert [keep["unconfirmed"] for keep in keeps] == [True, False, False]
    assert all("unconfirmed" not in keep for keep in json.loads(run_here(*words).stdout)["keeps"])


def test_flags_are_set_on_the_command_line() -> None:
    done = run_here("rules", "show", "--json", "--set", "piggyback=true", "--set", "mercy=true")
    table = json.loads(done.stdout)["rules"]
    assert table["piggyback"] is True
    assert table["name"] == "basic+piggyback=true+mercy=true"
    assert "piggyback" in refused("rules", "show", "--set", "piggyback=perhaps")


def test_rules_check_mentions_what_is_idle_or_misleading(tmp_path: Path) -> None:
    path = tmp_path / "greed.toml"
    path.write_text('name = "greed"\ndice = 2\n[score]\n1 = 100\naaa = 5\n')
    done = run_here("rules", "check", str(path))
    assert done.returncode == 0
    assert "aaa never scores" in done.stdout
    assert "there is also a preset called greed" in done.stdout
    notes = json.loads(run_here("rules", "check", "--json", str(path)).stdout)["notes"]
    assert len(notes) == 2


def test_without_a_terminal_two_bots_play_one_game() -> None:
    for words in ([], ["play"], ["play", "greed", "--set", "target=1000"]):
        done = run_here(*words)
        assert (done.returncode, done.stderr) == (0, "")
        lines = done.stdout.splitlines()
        assert "two bots show a game" in lines[0]
        assert "hotdice play --seats Ann,Bob" in lines[0]
        assert max(map(len, lines)) < 80
        assert "round" in done.stdout
        assert " wins with " in lines[-1] or " share the win with " in lines[-1]


def test_a_shared_win_is_said_so(tmp_path: Path) -> None:
    path = tmp_path / "tie.jsonl"
    rules = Rules.load("greed", target=50)
    header = {
        "hotdice": 1,
        "rules": rules.table(),
        "digest": rules.digest,
        "seats": ["A", "B", "C"],
    }
    header["totals"] = [0, 0, 0]
    roll = {"roll": [3, 3, 3, 2, 4]}
    moves = [roll, {"bank": 300}, roll, {"bank": 300}, {"roll": [2, 2, 3, 4, 6]}]
    path.write_text("".join(json.dumps(line) + "\n" for line in [header, *moves]))
    done = run_here("replay", str(path))
    assert done.stdout.splitlines()[-1] == "A and B share the win with 300"
    found = json.loads(run_here("replay", "--json", str(path)).stdout)
    assert (found["winners"], found["over"], found["moves"]) == ([0, 1], True, 5)


def test_the_same_seed_gives_the_same_game() -> None:
    games = [run_here("play", "--seed", seed).stdout for seed in ("5", "5", "6")]
    assert games[0] == games[1] != games[2]


def test_output_that_nobody_reads_or_that_does_not_fit() -> None:
    clean = {key: value for key, value in os.environ.items() if key != "PYTHONUNBUFFERED"}
    for words in ("score 1 1 5", "rules show zilch --json", "play", "rules list"):
        command = f"{sys.executable} -m hotdice {words} < /dev/null"
        piped = subprocess.run(
            f"({command}; echo $? >&2) | true",
            shell=True,
            capture_output=True,
            text=True,
            env=clean,
        )
        assert piped.stderr == "0\n", words
        full = subprocess.run(
            f"{command} > /dev/full", shell=True, capture_output=True, text=True, env=clean
        )
        assert full.returncode == 2
        assert full.stderr == "hotdice: the output cannot be written: no space left on device\n"


CLOSED = [
    f"{words} {closed}"
    for closed in (">&-", ">&- 2>&-")
    for words in ("rules list", "rules", "--help", "-V", "odds pig", "simulate bold bold --games 5")
]


@pytest.mark.parametrize("words", cases(CLOSED, lambda words: not words.endswith("2>&-")
                                        or words.startswith(("rules list", "odds"))))  # fmt: skip
def test_closed_output_is_no_traceback(words: str) -> None:
    done = subprocess.run(
        f"{sys.executable} -m hotdice {words}",
        shell=True,
        stderr=subprocess.PIPE,
        text=True,
        timeout=300,
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_points_of_odds_have_their_thousands() -> None:
    told = run_here("odds", "basic", "--reach", "12000", "--set", "target=20000").stdout
    assert "at least 12,000:" in told


def test_streams_of_every_kind() -> None:
    plain = os.environ | {"PYTHONIOENCODING": "ascii:strict"}
    command = [sys.executable, "-m", "hotdice"]
    shown = subprocess.run([*command, "rules", "show"], capture_output=True, text=True, env=plain)
    assert (shown.returncode, shown.stderr) == (0, "")
    closed = subprocess.run(
        f"{sys.executable} -m hotdice play <&-", shell=True, capture_output=True, text=True
    )
    assert (closed.returncode, closed.stderr) == (0, "")


def test_a_bot_game_ends_under_any_rules(tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text('name = "house"\ntarget = 50\n[score]\n1 = 1\n5 = 1\n')
    for words in ([str(house)], ["pig", "--set", "target=1000"]):
        done = run_here("play", *words)
        assert " wins with " in done.stdout.splitlines()[-1]


def without(module: str, *words: str) -> subprocess.CompletedProcess[str]:
    """A command where a module is not installed."""
    program = f"""
import sys
from hotdice.cli import main
sys.modules["{module}"] = None
sys.argv = ["hotdice", *{words}]
main.main()
"""
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)


def test_a_missing_extra_is_told_in_one_line() -> None:
    for words, module in ((["solve", "--fresh"], "numba"), (["odds"], "numpy")):
        done = without(module, *words)
        assert done.returncode == 2
        told = f"hotdice: this needs the extra solve ({module} is missing); install it with: "
        assert done.stderr.startswith(told)
        assert done.stderr.endswith("[solve]'\n")


def test_a_server_on_postgresql_names_its_extra() -> None:
    done = without("psycopg", "serve", "--port", "0", "--database", "postgresql://ann@nowhere/dice")
    assert (done.returncode, done.stdout) == (2, "")
    assert "the extra postgres" in done.stderr
    assert done.stderr.endswith("[postgres]'\n")
    assert done.stderr.count("\n") == 1


def test_odds_need_nothing_compiled() -> None:
    assert "bank from" in without("numba", "odds").stdout


def test_advise_as_a_table_and_as_json() -> None:
    position = ["greed", "1000,2000", "p2", "t400", "d2"]
    lines = run_here("advise", *position).stdout.splitlines()
    assert lines[0].endswith("player 2 has 400 turn points and 2 dice to roll.")
    assert [line[0] for line in lines[3:5]] == ["*", " "]
    assert lines[3].split()[1] == "bank"
    found = json.loads(run_here("advise", *position, "--json").stdout)
    assert (found["position"], found["rules"], found["player"]) == (" ".join(position), "greed", 2)
    assert (found["best"], found["exact"]) == ("bank", True)
    best, other = found["choices"]
    assert set(best) == set(other) == {"action", "chance", "cost", "farkle", "points"}
    assert (other["action"], other["farkle"]) == ("roll", "4/9")
    assert best["chance"] - other["chance"] == pytest.approx(other["cost"])
    changes = ("--set", "target=500", "--set", "keep=any", "--json")
    rolled = json.loads(run_here("advise", "greed 0,0 p1 t0 d5 r11234", *changes).stdout)
    assert rolled["rules"] == "greed+target=500+keep=any"
    rows = sorted((choice["dice"], choice["then"]) for choice in rolled["choices"])
    assert rows == [([1], "bank"), ([1], "roll"), ([1, 1], "bank"), ([1, 1], "roll")]


def test_numbers_of_advise_are_written_as_the_language_has_them() -> None:
    position = ("advise", "greed", "1000,2000", "p2", "t1100", "d2")
    english, german = run_here(*position).stdout, run_here(*position, "--language", "de").stdout
    assert "totals 1,000 and 2,000; player 2 has 1,100 turn points" in english
    assert "Punktestände 1.000 und 2.000; Spieler 2 hat 1.100 Zugpunkte" in german
    assert re.search(r"within \d\.\de-\d+\.", english)
    assert re.search(r"auf \d,\de-\d+ genau", german)


def test_advise_with_rules_of_your_own(tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text('name = "house"\ndice = 2\ntarget = 300\n[score]\n1 = 100\n')
    done = run_here("advise", "house", "0,0", "p1", "t100", "d1", "--rules", str(house))
    assert "house" in done.stdout.splitlines()[0]


@pytest.mark.parametrize(
    ("words", "word"),
    [
        ([], "position"),
        (["greed", "0,0"], "player"),
        (["gred", "0,0", "p1", "t0", "d5"], "gred"),
        (["greed", "0,x", "p1", "t0", "d5"], "0,x"),
        (["greed", "3000,0", "p1", "t0", "d5", "l1"], "over"),
        (["greed", "3000,0", "p1", "t0", "d5"], "p1"),
        (["greed", "0,10", "p1", "t0", "d5"], "10"),
        (["greed", "0,0", "p1", "t0", "d5", "--rules", "pig"], "greed"),
    ],
)
def test_bad_positions_are_one_line(words: list[str], word: str) -> None:
    said = refused("advise", *words)
    assert word in said
    assert said.count("\n") == 1


@pytest.mark.parametrize(
    ("bot", "meant"),
    [
        ("bolt", "bold"),
        ("Optimale", "optimal"),
        ("treshold:300", "threshold:300"),
        ("humen", "human:5"),
        ("exce:./mybot", "exec:./mybot"),
    ],
)
def test_a_mistyped_bot_is_guessed(bot: str, meant: str) -> None:
    assert f"unknown bot {bot}; did you mean {meant}?" in refused(
        "play", "--seats", f"Ann,bot:{bot}"
    )


@pytest.mark.parametrize(
    ("words", "english", "german"),
    [
        (
            "score 9",
            "9 is not a roll: dice show 1 to 6, as in 1 1 5 or 115",
            "9 ist kein Wurf: Würfel zeigen 1 bis 6, wie in 1 1 5 oder 115",
        ),
        (
            "odds --reach many",
            "--reach needs a whole number, not many",
            "--reach braucht eine ganze Zahl, nicht many",
        ),
        (
            "play greed please",
            "hotdice play does not take please; see hotdice play --help",
            "hotdice play kann mit please nichts anfangen; siehe hotdice play --help",
        ),
        (
            "play --dice yours",
            "--dice needs mine, not yours",
            "--dice braucht mine, nicht yours",
        ),
        (
            "simulate bold --limit soon",
            "--limit needs a number, not soon",
            "--limit braucht eine Zahl, nicht soon",
        ),
        (
            "score 1 --json=maybe",
            "--json takes no value, but maybe was given",
            "--json nimmt keinen Wert, angegeben ist maybe",
        ),
        (
            "play --seats",
            "--seats needs a value; see hotdice play --help",
            "--seats braucht einen Wert; siehe hotdice play --help",
        ),
        (
            "play --seed 1 --seed 2",
            "--seed is given twice; give it once",
            "--seed ist zweimal angegeben; gib es einmal an",
        ),
        (
            "rules check",
            "FILE is missing; see hotdice rules check --help",
            "FILE fehlt; siehe hotdice rules check --help",
        ),
        (
            "--plain",
            "--plain belongs after a command, as in: hotdice play --plain",
            "--plain gehört hinter einen Befehl, wie in: hotdice play --plain",
        ),
        (
            "--hlep",
            "unknown option --hlep; did you mean --help?",
            "unbekannte Option --hlep; meintest du --help?",
        ),
        (
            "--qqq=1",
            "unknown option --qqq; hotdice --help lists all options",
            "unbekannte Option --qqq; hotdice --help nennt alle Optionen",
        ),
        (
            "rules --markdown",
            "--markdown belongs after a command, as in: hotdice rules show --markdown",
            "--markdown gehört hinter einen Befehl, wie in: hotdice rules show --markdown",
        ),
        (
            "hlep",
            "unknown command hlep; did you mean help? hotdice --help lists all commands",
            "unbekannter Befehl hlep; meintest du help? hotdice --help nennt alle Befehle",
        ),
        (
            "version extra",
            "hotdice version does not take extra; see hotdice version --help",
            "hotdice version kann mit extra nichts anfangen; siehe hotdice version --help",
        ),
        (
            "score 1 --ruels greed",
            "hotdice score has no option --ruels; did you mean --rules?",
            "hotdice score hat keine Option --ruels; meintest du --rules?",
        ),
    ],
)
def test_mistakes_are_told_in_plain_words(words: str, english: str, german: str) -> None:
    assert refused(*words.split()) == f"hotdice: {english}\n"
    assert refused(*words.split(), "--language", "de") == f"hotdice: {german}\n"


def test_options_are_looked_up_as_the_commands_have_them() -> None:
    def options(commands: App, path: str) -> dict[str, str]:
        found: dict[str, str] = {}
        for name in commands:
            if name.startswith("-"):
                continue
            command = commands[name]
            found |= options(command, f"{path}{name} ")
            if command.default_command is not None:
                arguments = command.assemble_argument_collection()
                names = [each for argument in arguments for each in argument.names]
                found[path + name] = " ".join(each for each in names if each.startswith("--"))
        return found

    assert options(app, "") == OPTIONS


@pytest.mark.parametrize("words", ["help help", "help version", "version --help"])
def test_help_and_version_are_explained_by_the_help_of_all(words: str) -> None:
    assert run_here(*words.split()).stdout == run_here("--help").stdout


def test_the_whole_form_of_a_position_is_told() -> None:
    said = [
        " ".join(run_here("advise", "--help").stdout.replace("│", "").split()),
        refused("advise"),
        refused("advise", "basic", "0,0", "p1", "nine"),
        refused("advise", "basic", "0,0"),
    ]
    for each in said:
        for word in ("r155", "the roll", "f0,2", "l1", "began the last round"):
            assert word in each, each


def test_a_last_round_is_understood_without_who_began_it() -> None:
    """Whoever is at the target first in the order of play after the mover began it."""
    for position, seat in {
        "greed 2900,3050 p1 t400 d2": 2,
        "greed 3050,2900 p2 t400 d2": 1,
        "greed 3050,2900,3100 p2 t400 d2": 3,
        "greed 3050,3100,2900 p3 t400 d2": 1,
    }.items():
        short, whole = (
            run_here("advise", *words.split(), "--json")
            for words in (position, f"{position} l{seat}")
        )
        assert (short.returncode, short.stderr) == (0, "")
        assert short.stdout == whole.stdout
    assert "100" in refused("advise", "pig", "100,20", "p2", "t0", "d1")  # the game is over


def test_help_and_version() -> None:
    for words in (["--help"], ["play", "--help"], ["rules", "--help"], ["score", "--help"]):
        done = run_here(*words)
        assert done.returncode == 0
        assert "Usage: hotdice" in done.stdout
    assert run_here("--version").stdout.strip() == "0.1.0"


def test_the_examples_run() -> None:
    examples = sorted((Path(__file__).parent.parent / "examples").glob("*.py"))
    assert examples
    for example in examples:
        if example.name in ("bot_program.py", "server_bot.py"):  # they play elsewhere
            continue
        done = subprocess.run([sys.executable, str(example)], capture_output=True, text=True)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout


def test_long_work_tells_how_far_it_is_in_a_log(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = iter([0.0, 0.0, 30.0, 61.0, 100.0, 122.0])
    monkeypatch.setattr(progress, "monotonic", lambda: next(now))
    with progress.solving("greed", 3) as tell:
        for part in (0.5, 0.55, 0.6, 0.65, 0.7):
            tell(part)
    told = capsys.readouterr().err.splitlines()
    assert told == [
        "greed for 3 players: 60.0 % done, about 4 min left",
        "greed for 3 players: 70.0 % done, about 3 min left",
    ]


INTERRUPTED = """
import os, runpy, signal, sys

class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == "MODULE":
            sys.meta_path.remove(self)
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Finder())
runpy.run_module("hotdice", run_name="__main__", alter_sys=True)
"""


@pytest.mark.parametrize("module", ["hotdice.cli", "cyclopts", "hotdice.cli.simulate", "numpy"])
def test_ctrl_c_is_quiet_whatever_is_imported(module: str) -> None:
    words = [sys.executable, "-c", INTERRUPTED.replace("MODULE", module), "simulate", "bold"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


def test_help_that_nobody_reads_to_the_end_is_no_error() -> None:
    words = [sys.executable, "-m", "hotdice", "--help"]
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(words, stdout=writer, stderr=subprocess.PIPE, text=True, timeout=300)
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("words", ["zilch -500,0 p1 t300 d2 f2,2", "zilch -500,-500 p2 t300 d2"])
def test_advice_for_negative_totals(words: str) -> None:
    done = run_here("advise", *words.split(), "--json")
    assert done.stderr == ""
    assert json.loads(done.stdout)["position"].startswith(words)


def test_turn_points_that_cannot_be_are_told_as_such() -> None:
    told = refused("advise", "basic", "0,0", "p1", "t17", "d6")
    reason = "no turn of basic comes to it; nearest: t0, t300"
    assert told == f"hotdice: t17 is not possible with d6: {reason}\n"


def test_points_to_reach_are_told_if_they_are_asked_for() -> None:
    assert "at least 0: " in run_here("odds", "greed", "--reach", "0").stdout
    assert "at least" not in run_here("odds", "basic").stdout


def test_a_solution_tells_the_totals_it_is_asked_for() -> None:
    assert json.loads(run_here("solve", "pig", "--totals", "0,20", "--json").stdout)["totals"] == [
        0,
        20,
    ]
    assert "totals" not in json.loads(run_here("solve", "pig", "--json").stdout)


def test_a_new_file_is_named_as_a_shell_reads_it(tmp_path: Path) -> None:
    path = tmp_path / "x y.toml"
    told = run_here("rules", "new", str(path)).stdout
    words = shlex.split(told.partition("then: ")[2])
    assert words == ["hotdice", "rules", "check", str(path)]
