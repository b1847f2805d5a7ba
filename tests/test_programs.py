"""Bots of third parties: programs as real processes, installed packages, and any object."""

import json
import os
import pickle
import shlex
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from textwrap import dedent
from time import monotonic, sleep
from typing import Any

import pytest

from hotdice import Bank, HotDiceError, IllegalAction, Keep, Roll, Rules, State, play
from hotdice.bots import (
    BotFailure,
    Guarded,
    Source,
    make,
    names,
    open_bot,
    question_line,
    read_answer,
    read_seats,
)
from hotdice.bots.process import MOST, Process
from hotdice.game import Chooser
from hotdice.game.actions import TAKE
from hotdice.game.dice import SeededDice
from hotdice.game.records import read
from hotdice.rules.files import preset_names

EXAMPLES = Path(__file__).parent.parent / "examples"
PYTHON = f"exec:{shlex.quote(sys.executable)} {shlex.quote(str(EXAMPLES / 'bot_program.py'))}"
PERL = f"exec:perl {shlex.quote(str(EXAMPLES / 'bot_program.pl'))}"
START = State.parse("basic 0,0 p1 t0 d6")
ROLLED = State.parse("basic 0,0 p1 t0 d6 r123446")
LAST = """
    import json, sys
    for line in sys.stdin:
        now = json.loads(line)
        if "actions" in now:
            print(json.dumps(now["actions"][-1]), flush=True)
"""


def children() -> set[int]:
    """The processes that this one has started and not buried."""
    table = subprocess.run(["ps", "-A", "-o", "pid=,ppid=,args="], capture_output=True, text=True)
    rows = [line.split(maxsplit=2) for line in table.stdout.splitlines()]
    return {int(row[0]) for row in rows if int(row[1]) == os.getpid() and "ps -A" not in row[-1]}


def alive(pid: int) -> bool:
    """Whether a process still runs; one that is dead and not buried does not."""
    state = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True)
    return state.stdout.strip() not in ("", "Z", "Z+")


@pytest.fixture(autouse=True)
def nobody_left() -> Iterator[None]:
    before = children()
    yield
    assert children() <= before


@pytest.fixture
def opened() -> Iterator[list[Source]]:
    sources: list[Source] = []
    yield sources
    for source in sources:
        source.close()


def program(folder: Path, code: str, name: str = "mybot") -> str:
    """A program with this code."""
    file = folder / name
    file.write_text(f"#!{sys.executable} -ES\n{dedent(code)}")
    file.chmod(0o755)
    return f"exec:{file}"


def _ask(player: Chooser, states: Sequence[State]) -> None:
    for state in states:
        player.choose(state)


def failure(name: str, *states: State, limit: float = 300.0) -> BotFailure:
    """How a bot fails when it is asked about these positions."""
    source = open_bot(name, limit)
    player = source.game(key=1)
    with pytest.raises(BotFailure) as caught:
        _ask(player, states or (START, START, START))
    assert caught.value.name == name
    assert str(caught.value).startswith(name)
    assert "\n" not in str(caught.value)
    with pytest.raises(BotFailure) as again:
        player.choose(START)
    assert again.value is caught.value
    return caught.value


@pytest.mark.parametrize("name", [PYTHON, PERL])
def test_the_examples_play_every_preset_and_know_how(name: str, opened: list[Source]) -> None:
    source = open_bot(name)
    opened.append(source)
    for rules in map(Rules.load, preset_names()):
        start = State.start(rules, players=3)
        bots = [make("cautious", 0), source.game(1), make("bold", 0)]
        *_, last = play(start, bots, SeededDice(7))
        assert last.after.over
    won = 0
    for game in range(10):
        start = State.start(Rules.load("basic"), players=2)
        *_, last = play(start, [make("random", game), source.game(2)], SeededDice(1, game))
        won += 1 in last.after.winners
    assert won >= 9


def test_one_process_is_kept_over_games_and_hears_when_one_begins(
    tmp_path: Path, opened: list[Source]
) -> None:
    log = tmp_path / "log"
    code = f"""
        import json, os, sys
        log = open({str(log)!r}, "a")
        for line in sys.stdin:
            print(os.getpid(), line, end="", file=log, flush=True)
            if "actions" in json.loads(line):
                print('{{"action": "roll", "why": "always"}}', flush=True)
    """
    source = open_bot(program(tmp_path, code))
    opened.append(source)
    first, second = source.game(key=(1 << 64) - 1), source.game(key=5, drawn=3)
    zilch = State.parse("zilch 5000,-500,0 p2 t300 d3 f0,2,0")
    for player, state in ((first, START), (first, START), (second, zilch), (first, START)):
        assert player.choose(state) == Roll()
    pids, lines = zip(*(line.split(" ", 1) for line in log.read_text().splitlines()), strict=True)
    assert len(set(pids)) == 1
    found = [json.loads(line) for line in lines]
    assert ["hotdice" in message for message in found] == [1, 0, 0, 1, 0, 1, 0]
    rules = Rules.load("zilch")
    assert found[3] == {
        "hotdice": 1,
        "rules": rules.table(),
        "digest": rules.digest,
        "players": 3,
        "seat": 2,
        "random": 5,
        "drawn": 3,
    }
    assert (found[0]["random"], found[0]["drawn"], found[5]["drawn"]) == ((1 << 64) - 1, 0, 2)
    assert found[4] == {
        "position": "zilch 5000,-500,0 p2 t300 d3 f0,2,0",
        "totals": [5000, -500, 0],
        "player": 2,
        "turn_points": 300,
        "dice": 3,
        "rolled": [],
        "farkles": [0, 2, 0],
        "last_round": False,
        "actions": [{"action": "roll"}, {"action": "bank"}],
    }


def test_dice_may_be_answered_in_any_order(tmp_path: Path, opened: list[Source]) -> None:
    code = """
        import sys
        for line in sys.stdin:
            if "actions" in line:
                print('  {"dice": [5, 2, 1, 2, 2], "points": 7, "action": "keep"}  ', flush=True)
    """
    source = open_bot(program(tmp_path, code))
    opened.append(source)
    chosen = source.game(0).choose(State.parse("basic 0,0 p1 t0 d6 r122235"))
    assert isinstance(chosen, Keep)
    assert (chosen.dice, chosen.points, chosen.left) == ((1, 2, 2, 2, 5), 350, 1)


@pytest.mark.parametrize(
    ("answer", "state", "words"),
    [
        ("hello", START, "answered hello: JSON is malformed"),
        ("", START, 'answered "": '),
        ("[1]", START, 'got `array`; a valid answer is {"action":"roll"} (basic 0,0 p1 t0 d6)'),
        ("{}", ROLLED, 'missing required field `action`; a valid answer is {"action":"keep",'),
        ('{"action": "dance"}', START, "Invalid enum value 'dance'"),
        ('{"action": "keep", "dice": ["1"]}', ROLLED, "Expected `int`, got `str`"),
        ('{"action": "keep", "dice": [' + "1," * 20 + "1]}", ROLLED, "length <= 10"),
        ('{"action": "bank"}', START, "cannot bank: there are no turn points yet; legal: roll"),
        ('{"action": "roll"}', ROLLED, "cannot roll: keep at least one scoring die"),
        ('{"action": "keep", "dice": [2]}', ROLLED, "cannot keep 2: it scores nothing"),
        ('{"action": "keep"}', ROLLED, "cannot keep nothing"),
        ('{"action": "keep", "dice": [1]}', START, "cannot keep: there is no roll"),
        (r"\x1b[2J\xff", START, r"answered \x1b[2J\xff: "),
        ("[" * 5000, START, "[[[…: "),
    ],
)
def test_nonsense_is_quoted_with_what_would_be_right(
    answer: str, state: State, words: str, tmp_path: Path
) -> None:
    code = f"""
        import sys
        for line in sys.stdin:
            if "actions" in line:
                sys.stdout.buffer.write(b'''{answer}''' + bytes([10]))
                sys.stdout.flush()
    """
    found = failure(program(tmp_path, code), state)
    assert found.code == "bot/nonsense"
    assert words in str(found)
    assert len(str(found)) < 500


@pytest.mark.parametrize(
    ("code", "kind", "words"),
    [
        (
            "import sys; sys.exit('no\\nmodel\\n')",
            "bot/died",
            "exit code 1; its last line was: model",
        ),
        ("import sys; sys.stdin.readline(); sys.exit(3)", "bot/died", "ended with exit code 3;"),
        ("import os; os.kill(os.getpid(), 9)", "bot/died", "ended by the signal SIGKILL;"),
        pytest.param(
            "import os; os.kill(os.getpid(), 40)",
            "bot/died",
            "ended by the signal 40;",
            marks=pytest.mark.skipif(sys.platform != "linux", reason="no real-time signals"),
        ),
        ("import os, time; os.close(1); time.sleep(600)", "bot/died", "closed its input or output"),
        ("import time; time.sleep(600)", "bot/late", "did not answer within 0.3 s"),
        ("import sys\nwhile 1: sys.stderr.write('x' * 9999)", "bot/late", "within 0.3 s"),
        ("while 1: print('x')", "bot/flood", "wrote something it was not asked for: x"),
        ("input()\nwhile 1: print('x', end='')", "bot/flood", "wrote more than 65536 bytes before"),
        ("print('ready', flush=True)\nimport time; time.sleep(600)", "bot/", "ready"),
    ],
)
def test_each_way_to_fail_has_its_name(code: str, kind: str, words: str, tmp_path: Path) -> None:
    limit = 0.3 if kind == "bot/late" else 300.0
    begin = monotonic()
    found = failure(program(tmp_path, code), limit=limit)
    assert found.code.startswith(kind)
    assert words in str(found)
    assert monotonic() - begin < 300
    copy = pickle.loads(pickle.dumps(found))
    assert (type(copy), copy.name, str(copy)) == (BotFailure, found.name, str(found))


def test_a_program_that_says_more_than_it_is_asked(tmp_path: Path) -> None:
    heard, said = tmp_path / "heard", tmp_path / "said"
    code = f"""
        import os, sys, time
        for line in sys.stdin:
            if "actions" in line:
                print('{{"action": "roll"}}', flush=True)
                while not os.path.exists({str(heard)!r}):
                    time.sleep(0.01)
                print("well, perhaps", flush=True)
                open({str(said)!r}, "w").close()
    """
    source = open_bot(program(tmp_path, code))
    player = source.game(0)
    assert player.choose(START) == Roll()
    heard.touch()
    while not said.exists():
        sleep(0.01)
    with pytest.raises(BotFailure) as caught:
        player.choose(START)
    assert caught.value.code == "bot/flood"
    assert "well, perhaps" in str(caught.value)


def test_a_program_that_died_in_a_game_plays_the_next(tmp_path: Path, opened: list[Source]) -> None:
    code = """
        import sys
        for count, line in enumerate(sys.stdin):
            if count == 3:
                raise ValueError("three")
            if count:
                print('{"action": "roll"}', flush=True)
    """
    name = program(tmp_path, code)
    found = failure(name)
    assert (found.code, found.data["name"]) == ("bot/died", name)
    assert "ended with exit code 1; its last line was: ValueError: three" in str(found)
    source = open_bot(name)
    opened.append(source)
    for _ in range(2):
        player = source.game(0)
        assert [player.choose(START), player.choose(START)] == [Roll(), Roll()]
        with pytest.raises(BotFailure):
            player.choose(START)


def test_much_on_standard_error_is_no_harm(tmp_path: Path, opened: list[Source]) -> None:
    code = "import sys\nsys.stderr.write('x' * 1000000)\n" + dedent(LAST).replace(
        "    now =", "    sys.stderr.write('y' * 100000); now ="
    )
    source = open_bot(program(tmp_path, code))
    opened.append(source)
    player = source.game(0)
    assert [player.choose(START) for _ in range(20)] == [Roll()] * 20


def test_questions_larger_than_a_pipe_arrive(tmp_path: Path) -> None:
    slow = "import sys, time; time.sleep(0.2); print(len(sys.stdin.readline()), flush=True)"
    process = Process("slow", [sys.executable, "-ESc", slow], 300.0)
    assert process.ask(b"x" * 5 * MOST + b"\n") == b"%d" % (5 * MOST + 1)
    process.close()
    deaf = Process("deaf", [sys.executable, "-ESc", "import time; time.sleep(600)"], 0.2)
    with pytest.raises(BotFailure, match="deaf did not answer within"):
        deaf.ask(b"x" * 5 * MOST)
    loud = Process("loud", [sys.executable, "-ESc", "while 1: print('{}' * 999)"], 300.0)
    with pytest.raises(BotFailure, match="loud wrote"):
        loud.ask(b"x" * 5 * MOST)
    deaf = Process("deaf", [sys.executable, "-ESc", "import time; time.sleep(0.2)"], 300.0)
    with pytest.raises(BotFailure, match="deaf ended with exit code 0"):
        deaf.ask(b"x" * 5 * MOST)


def test_a_closed_program_ends_by_itself_or_is_ended(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    polite = open_bot(program(tmp_path, dedent(LAST) + f"open({str(mark)!r}, 'w').close()"))
    player = polite.game(0)
    assert player.choose(START) == Roll()
    polite.close()
    polite.close()
    assert mark.exists()
    with pytest.raises(BotFailure, match="was told to stop"):
        player.choose(START)
    stubborn = open_bot(program(tmp_path, dedent(LAST) + "import time; time.sleep(600)"))
    assert stubborn.game(0).choose(START) == Roll()
    begin = monotonic()
    stubborn.close()
    assert monotonic() - begin < 300


def test_what_a_program_has_started_ends_with_it(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    code = f"""
        import subprocess, time
        child = subprocess.Popen(["sleep", "600"])
        with open({str(mark)!r}, "w") as file:
            file.write(str(child.pid))
        print("nonsense")
    """
    source = open_bot(program(tmp_path, code))
    with pytest.raises(BotFailure):
        source.game(0).choose(START)
    pid = int(mark.read_text())
    for _ in range(15_000):
        if not alive(pid):
            break
        sleep(0.02)
    assert not alive(pid)


def test_a_player_that_nobody_needs_any_more_ends(tmp_path: Path) -> None:
    player = make(program(tmp_path, LAST), 0)
    assert player.choose(START) == Roll()
    assert children()
    del player


@pytest.mark.parametrize(
    ("name", "code", "words"),
    [
        ("exec:", "bot/command", "exec: is not a command"),
        ("exec:./my'bot", "bot/command", "quotation marks in pairs"),
        ("exec:./my\x1bbot", "bot/command", "is not a command"),
        ("exec:./Nobody --deep", "bot/start", "exec:./Nobody --deep cannot be started: no such"),
        ("exec:no-such-program", "bot/start", "such as exec:./mybot"),
        ("exec:/", "bot/start", "permission denied"),
        (f"exec:{EXAMPLES / 'own_bot.py'}", "bot/start", "permission denied"),
    ],
)
def test_commands_that_cannot_be(name: str, code: str, words: str) -> None:
    with pytest.raises(HotDiceError) as caught:
        open_bot(name)
    assert caught.value.code == code
    assert words in str(caught.value)


def test_a_file_that_is_no_program(tmp_path: Path) -> None:
    file = tmp_path / "mybot"
    file.write_text("no program")
    file.chmod(0o755)
    with pytest.raises(BotFailure, match="exec format error") as caught:
        open_bot(f"exec:{file}").game(0)
    assert caught.value.code == "bot/start"


def test_programs_on_seats_keep_their_case_and_commas(tmp_path: Path) -> None:
    path = program(tmp_path, LAST, "MyBot").removeprefix("exec:")
    text = f"O'Neil, BOT:Exec:{path} 'a,  b' c\\,d ,bot:exec:perl -w Deep.pl , bot:BOLD"
    seats = read_seats(text)
    assert seats == (
        "O'Neil",
        f"BOT:Exec:{path} 'a,  b' c\\,d",
        "bot:exec:perl -w Deep.pl",
        "bot:BOLD",
    )
    assert names((*seats, seats[1])) == ("O'Neil", "MyBot", "Deep", "BOLD", "MyBot 2")
    assert names(["bot:exec:'./my bot.py' 1", "bot:exec:./my'"]) == ("my bot", "my'")
    assert names(["bot:exec:env perl", "bot:exec:-x", "bot:exec:./" + "x" * 99]) == (
        "perl",
        "-x",
        "x" * 24,
    )
    for wrong in ("Ann,bot:exec:perl 'a,Bob", "bot:exec:perl " + "x" * 1000, "bot:exec:\x1b"):
        with pytest.raises(HotDiceError):
            read_seats(wrong)


def hotdice(folder: Path, *words: str, answers: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "hotdice", "play", *words],
        input=answers,
        capture_output=True,
        text=True,
        env=os.environ | {"XDG_DATA_HOME": str(folder)},
        timeout=300,
    )


def test_a_program_plays_at_the_terminal(tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    words = ["--seats", f"bot:{PERL},bot:cautious", "--record", str(record)]
    done = hotdice(tmp_path, "greed", *words)
    assert (done.returncode, done.stderr) == (0, "")
    assert "bot_program rolled" in done.stdout
    assert read(str(record)).seats == (f"bot:{PERL}", "bot:cautious")


def test_a_failing_program_is_one_line_and_the_game_stays(tmp_path: Path) -> None:
    count = tmp_path / "count"
    code = f"""
        import os, sys
        lines = iter(sys.stdin)
        if not os.path.exists({str(count)!r}):
            for line in [next(lines), next(lines)]:
                pass
            print('{{"action": "roll"}}', flush=True)
            next(lines)
            open({str(count)!r}, "w").close()
            sys.exit("out of ideas")
    """
    name = program(tmp_path, dedent(code) + dedent(LAST).replace("in sys.stdin", "in lines"))
    done = hotdice(tmp_path, "greed", "--seats", f"bot:{name},bot:bold", "--seed", "2")
    assert done.returncode == 2
    assert done.stderr == (
        f"hotdice: {name} ended with exit code 1; its last line was: out of ideas; "
        "a program has to run until its input ends\n"
    )
    (saved,) = (tmp_path / "hotdice" / "games" / "unfinished").iterdir()
    assert str(saved) in done.stdout
    assert len(read(str(saved)).steps) >= 1
    copy = tmp_path / "copy.jsonl"
    copy.write_bytes(saved.read_bytes())
    again = hotdice(tmp_path, "--resume", str(saved))
    assert (again.returncode, again.stderr) == (0, "")
    assert "wins with" in again.stdout
    for answers, wins in (("", False), ("no\n", False), ("yes\n", True)):
        foreign = hotdice(tmp_path, "--resume", str(copy), answers=answers)
        assert (foreign.returncode, foreign.stderr) == (0, "")
        assert "starts programs on this computer" in foreign.stdout
        assert ("wins with" in foreign.stdout) == wins


def test_a_program_that_fails_at_once_leaves_no_game(tmp_path: Path) -> None:
    name = program(tmp_path, "raise SystemExit(1)")
    done = hotdice(tmp_path, "--seats", f"bot:{name}")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert list((tmp_path / "hotdice" / "games" / "unfinished").iterdir()) == []


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A package that brings bots, as if it were installed."""
    (tmp_path / "their_bots.py").write_text(
        dedent("""
            from hotdice import Bank, Roll

            class Roller:
                def __init__(self, key):
                    self.key = key

                def choose(self, state):
                    return Roll()

            def banker(key):
                roller = Roller(key)
                roller.choose = lambda state: Bank()
                return roller

            def broken(key):
                raise LookupError(key)
        """)
    )
    info = tmp_path / "their_bots-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: their-bots\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        "[hotdice.bots]\n"
        "Roller = their_bots:Roller\n"
        "banker = their_bots:banker\n"
        "broken = their_bots:broken\n"
        "absent = their_bots:absent\n"
        "missing = no_such_module:bot\n"
        "bold = their_bots:Roller\n"
    )
    monkeypatch.syspath_prepend(tmp_path)


@pytest.mark.usefixtures("packages")
def test_installed_bots_are_found_by_name() -> None:
    source = open_bot("Roller")
    assert source.name == "Roller"
    assert source.game(7).choose(START) == Roll()
    source.close()
    assert type(make("bold", 0)).__module__ == "hotdice.bots.players"
    assert read_seats("Ann,bot:Roller") == ("Ann", "bot:Roller")
    with pytest.raises(HotDiceError, match="threshold:N, Roller, absent, banker, broken, missing"):
        open_bot("hal")
    with pytest.raises(BotFailure, match="banker answered bank: cannot bank") as caught:
        make("banker", 0).choose(START)
    assert (caught.value.name, caught.value.code) == ("banker", "bot/nonsense")
    with pytest.raises(BotFailure, match="broken raised LookupError: 9") as caught:
        make("broken", 9)
    assert caught.value.code == "bot/raised"


@pytest.mark.usefixtures("packages")
@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("absent", "absent cannot be used: their_bots:absent does not load (AttributeError"),
        ("missing", "no_such_module:bot does not load (ModuleNotFoundError"),
    ],
)
def test_installed_bots_that_do_not_load(name: str, words: str) -> None:
    with pytest.raises(HotDiceError) as caught:
        open_bot(name)
    assert caught.value.code == "bot/import"
    assert words in str(caught.value)


class Odd:
    """Answers what it was given, or raises it."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def choose(self, state: State) -> Any:
        """The answer."""
        if isinstance(self.answer, BaseException):
            raise self.answer
        return self.answer


class Unspeakable:
    """Cannot even be shown."""

    def __repr__(self) -> str:
        raise ValueError


@pytest.mark.parametrize(
    ("answer", "code", "words"),
    [
        (ZeroDivisionError("by\nzero"), "bot/raised", r"odd raised ZeroDivisionError: by\nzero"),
        (SystemExit(3), "bot/raised", "odd raised SystemExit: 3"),
        (Bank(), "bot/nonsense", "odd answered bank: cannot bank: there are no turn points yet"),
        (Keep((1,)), "bot/nonsense", "odd answered keep 1: cannot keep: there is no roll"),
        ("roll", "bot/nonsense", "odd answered 'roll': 'roll' is not an action; legal: roll"),
        (None, "bot/nonsense", "odd answered None: None is not an action"),
        (Unspeakable(), "bot/nonsense", "Unspeakable instance"),
    ],
)
def test_objects_that_fail_are_named_too(answer: Any, code: str, words: str) -> None:
    with pytest.raises(BotFailure) as caught:
        Guarded("odd", Odd(answer)).choose(START)
    assert (caught.value.name, caught.value.code) == ("odd", code)
    assert words in str(caught.value)


def test_objects_that_do_well_are_let_through() -> None:
    assert Guarded("odd", Odd(Roll())).choose(START) == Roll()
    chosen = Guarded("odd", Odd(Keep((1,)))).choose(ROLLED)
    assert isinstance(chosen, Keep)
    assert chosen.points == 100
    with pytest.raises(KeyboardInterrupt):
        Guarded("odd", Odd(KeyboardInterrupt())).choose(START)
    with pytest.raises(BotFailure, match="other did not answer"):
        Guarded("odd", Odd(BotFailure("other", "bot/late", limit=1))).choose(START)


def test_a_program_may_take_over() -> None:
    state = State.parse("basic+piggyback=true 1000,0 p2 t0 d6 o1000:3")
    line = question_line(state).decode()
    assert line.endswith(
        '"actions":[{"action":"roll"},{"action":"take","points":1000,"left":3}]}\n'
    )
    assert read_answer(b'{"action": "take"}', state) == TAKE
    with pytest.raises(IllegalAction, match="nothing is offered now"):
        read_answer(b'{"action": "take"}', State.parse("basic 1000,0 p2 t0 d6"))
