"""The line-by-line game as people play it: through a pipe, and at a real terminal."""

import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from support.lengths import cases
from support.terminal import Terminal, run

from hotdice import Keep, Roll, Rules, State
from hotdice.game.actions import ROLL
from hotdice.game.driver import Step
from hotdice.game.records import read
from hotdice.rules.files import preset_names
from hotdice.terminal.plain.person import Person, Quit, Undo, choices, parse_action, prompt
from hotdice.terminal.text.columns import columns
from hotdice.terminal.text.narration import step_lines


def test_a_newcomer_plays_a_whole_game_with_the_enter_key(
    tmp_path: Path, terminals: list[Terminal]
) -> None:
    """Enter takes every default; only roll or bank is a word, and the prompt says so."""
    terminal = Terminal([sys.executable, "-m", "hotdice"], tmp_path)
    terminals.append(terminal)
    terminal.until("or a number:")
    terminal.type("doubling")
    terminal.until("or type who:")
    terminal.type("help")
    terminal.until("or type who:")
    terminal.type("")
    while True:
        match terminal.until("(y/n)", "Enter for all:", "):", "dice:", "die:"):
            case "(y/n)":
                break
            case "):":
                terminal.type("bank")
            case _:
                terminal.type("")
    assert re.search(r"(wins|share the win) with [\d,]+\s*Play again", terminal.seen)
    assert "Key moments" in terminal.seen
    terminal.type("")
    terminal.until()
    assert "What scores" in terminal.seen
    assert terminal.process.wait() == 0
    saved = list((tmp_path / "hotdice" / "games").glob("*.jsonl"))
    assert len(saved) == 1
    assert read(str(saved[0])).state.over
    assert list((tmp_path / "hotdice" / "games" / "unfinished").iterdir()) == []


def test_play_again_with_one_key_and_somebody_else_begins(
    tmp_path: Path, terminals: list[Terminal]
) -> None:
    record = tmp_path / "first.jsonl"
    words = ["--seats", "Ann,Bob,bot:bold", "--set", "target=50", "--seed", "7"]
    command = [sys.executable, "-m", "hotdice", "play", "greed", *words, "--record", str(record)]
    terminal = Terminal(command, tmp_path)
    terminals.append(terminal)
    games = 0
    while games < 2:
        match terminal.until("(y/n)", "):", "dice:", "die:"):
            case "(y/n)":
                games += 1
                terminal.type("perhaps")
                terminal.until("(y/n)")
                terminal.type("y" if games == 1 else "n")
            case "):":
                terminal.type("bank")
            case _:
                terminal.type("")
    terminal.until()
    assert terminal.process.wait() == 0
    assert "Bob begins this time" in terminal.seen
    assert "Bold begins this time" in terminal.seen
    assert "perhaps is not understood here" in terminal.seen
    assert "Key moments" not in terminal.seen  # these rules are not solved
    (saved,) = (tmp_path / "hotdice" / "games").glob("*.jsonl")
    first, second = read(str(record)), read(str(saved))
    assert second.seats == ("Bob", "bot:bold", "Ann")
    assert (first.seed, second.seed) == (7, 8)
    assert second.state.over
    assert second.start.rules == first.start.rules


def test_kill_9_and_go_on(tmp_path: Path, terminals: list[Terminal]) -> None:
    """The window is gone in mid-turn; the next start offers the game, at the same roll."""
    first = Terminal([sys.executable, "-m", "hotdice", "play", "basic", "--seats", "Ann"], tmp_path)
    terminals.append(first)
    first.until("to roll 6 dice:")
    first.type("")
    while first.until("to roll 6 dice:", "Enter for all:", "):") == "to roll 6 dice:":
        first.type("")
    first.process.send_signal(signal.SIGKILL)
    first.process.wait()
    rolled = re.findall(r"Ann rolled ([\d ]+)\.", first.seen)[-1]
    (saved,) = (tmp_path / "hotdice" / "games" / "unfinished").iterdir()
    last = [step.dice for step in read(str(saved)).steps if step.dice][-1]
    assert last == tuple(map(int, rolled.split()))
    second = Terminal([sys.executable, "-m", "hotdice"], tmp_path)
    terminals.append(second)
    second.until("or delete 1:")
    assert "Ann" in second.seen
    second.type("maybe")
    second.until("or delete 1:")
    second.type("")
    second.until("Enter for all:", "):")
    assert "turn points" in second.seen
    second.type("quit")
    second.until()
    assert str(saved) in second.seen.replace("\r\n", "")
    third = Terminal([sys.executable, "-m", "hotdice"], tmp_path)
    terminals.append(third)
    third.until("or delete 1:")
    third.type("new")
    third.until("or a number:")
    third.type("quit")
    third.until()
    assert saved.exists()


def test_a_saved_game_that_cannot_be_read_is_left_alone(
    tmp_path: Path, terminals: list[Terminal]
) -> None:
    folder = tmp_path / "hotdice" / "games" / "unfinished"
    folder.mkdir(parents=True)
    broken = folder / "broken.jsonl"
    broken.write_text("not a record\n")
    terminal = Terminal([sys.executable, "-m", "hotdice"], tmp_path)
    terminals.append(terminal)
    terminal.until("or a number:")
    assert "broken.jsonl:1" in terminal.seen.replace("\r\n", "")  # lines are folded
    assert "Traceback" not in terminal.seen
    assert broken.read_text() == "not a record\n"


def test_prompts_take_all_the_words(tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    words = ["--seats", "Ann", "--set", "target=100000", "--seed", "1", "--record", str(record)]
    answers = ["help", "bank", "jump", "roll", "roll", "9 9", "2 2 2 2", "undo", "all", "undo"]
    done = run(tmp_path, "basic", *words, answers=[*answers, "all", "quit"])
    assert (done.returncode, done.stderr) == (0, "")
    for said in (
        "What scores",
        "cannot bank: there are no turn points yet",
        "jump is not understood here",
        "cannot roll: keep at least one",
        "9 is not a roll",
        "cannot keep 2 2 2 2: they are not all in 1 1 2 5 6 6",
        "On the table: 1 1 2 5 6 6.",
        "nothing to undo",
        "Undone.",
        "The game is saved",
    ):
        assert said in done.stdout, said
    state = read(str(record)).state
    assert state.turn_points > 0
    assert not state.rolled


def test_plain_asks_on_any_input(tmp_path: Path) -> None:
    done = run(tmp_path, "--plain", answers=["greed", "Ann,Bob", "", "quit"])
    assert (done.returncode, done.stderr) == (0, "")
    assert "Which rules?" in done.stdout
    assert "Ann rolled" in done.stdout
    (saved,) = (tmp_path / "hotdice" / "games" / "unfinished").iterdir()
    record = read(str(saved))
    assert (record.start.rules.name, record.seats) == ("greed", ("Ann", "Bob"))
    again = run(tmp_path, "--plain", answers=["1", "quit"])
    assert "Resume which game?" in again.stdout
    kept = run(tmp_path, "--plain", answers=["delete 1", "no", "delete 7", "quit"])
    assert (kept.returncode, saved.exists()) == (0, True)
    gone = run(tmp_path, "--plain", answers=["delete 1", "y", "quit"])
    assert (gone.returncode, saved.exists()) == (0, False)
    assert f"{saved.stem} was deleted." in gone.stdout
    assert "Which rules?" in gone.stdout
    closed = f"XDG_DATA_HOME={tmp_path} {sys.executable} -m hotdice play --plain <&-"
    done = subprocess.run(closed, shell=True, capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stdout) == (2, "")
    assert "nobody can be asked" in done.stderr


def test_the_end_of_the_input_saves_the_game(tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    done = run(tmp_path, "--seats", "Ann,Bob", "--record", str(record), answers=[""])
    assert done.returncode == 0
    assert str(record) in done.stdout
    assert len(read(str(record)).steps) >= 1
    again = run(tmp_path, "--resume", str(record), answers=[])
    assert again.returncode == 0
    assert "already exists" in run(tmp_path, "--seats", "A", "--record", str(record)).stderr


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    place = tmp_path / "none" / "game.jsonl"
    done = run(tmp_path, "--seats", "bot:bold,bot:bold", "--record", str(place))
    assert (done.returncode, done.stdout) == (2, "")
    assert f"there is no folder {place.parent}" in done.stderr
    assert "no such file" not in done.stderr


def test_the_farewell_says_how_to_go_on(tmp_path: Path) -> None:
    """A game outside the data folder is offered by nobody, so only its file is named."""
    record = tmp_path / "my game.jsonl"
    words = ["basic", "--seats", "Ann,Bob"]
    elsewhere = run(tmp_path, *words, "--record", str(record), answers=[""]).stdout
    assert elsewhere.splitlines()[-1] == f"hotdice play --resume '{record}'"
    assert "play again" not in elsewhere
    kept = run(tmp_path, *words, answers=[""]).stdout
    (saved,) = (tmp_path / "hotdice" / "games" / "unfinished").iterdir()
    assert "Resume it with hotdice play" in kept
    assert kept.splitlines()[-1] == str(saved)


def test_real_dice_are_typed_in(tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    words = ["--seats", "Ann", "--dice", "mine", "--set", "target=1000", "--record", str(record)]
    answers = ["1 1 1", "help", "111 23x", "", "111 236", "undo", "111 235", "1 1 1", "bank"]
    done = run(tmp_path, "basic", *words, answers=answers)
    assert done.stdout.splitlines()[-1] == "Ann reached the target in 1 turn, with 1,000 points."
    assert "3 dice were typed (1 1 1), but 6 were thrown" in done.stdout
    assert [step.dice for step in read(str(record)).steps if step.dice] == [(1, 1, 1, 2, 3, 5)]


SOME = ("basic", "greed", "pig", "thousand", "zilch")


@pytest.mark.parametrize("name", cases(preset_names(), lambda name: name in SOME))
def test_bots_finish_every_preset_and_replay_tells_the_same(name: str, tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    seats = "bot:cautious,bot:bold,bot:threshold:500"
    done = run(tmp_path, name, "--seats", seats, "--seed", "8", "--record", str(record))
    assert done.returncode == 0
    replayed = subprocess.run(
        [sys.executable, "-m", "hotdice", "replay", str(record)], capture_output=True, text=True
    )
    assert replayed.stdout.splitlines()[-1] == done.stdout.splitlines()[-1]
    assert replayed.stdout.strip() in done.stdout
    assert all(len(line) < 80 for line in done.stdout.splitlines())


def test_a_bot_alone_has_one_name(tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    words = ["--seats", "bot:bold", "--set", "target=100", "--record", str(record)]
    done = run(tmp_path, "basic", *words)
    command = [sys.executable, "-m", "hotdice", "replay", str(record)]
    replayed = subprocess.run(command, capture_output=True, text=True, timeout=300)
    for said in (done.stdout, replayed.stdout):
        assert re.match(r"Bold reached the target in \d+ turn", said.splitlines()[-1])
        assert "bot:bold" not in said


@pytest.mark.parametrize(
    ("position", "words"),
    [
        ("basic 0,0 p1 t0 d6", "press Enter to roll 6 dice"),
        ("basic 0,0 p1 t350 d2", "roll (2 dice, 44 % farkle) or bank (350, total 350)"),
        ("greed 0,0 p1 t250 d2", "bank (250 records nothing: 50 more to get on the board)"),
        ("basic 0,0 p1 t0 d6 r111555", "keep which?"),
    ],
)
def test_each_prompt_says_what_is_possible_and_why(position: str, words: str) -> None:
    assert words in prompt(State.parse(position), "Ann")


@pytest.mark.parametrize(
    ("position", "words"),
    [
        (
            "thousand 0,0 p1 t350 d2",
            "You have 350 turn points and need 650 more to get on the board.",
        ),
        ("thousand 5000,0 p1 t350 d6", "you must roll all of them once more"),
        ("zilch 0,0 p1 t250 d1", "need 50 more to bank"),
    ],
)
def test_a_forced_roll_says_why(position: str, words: str) -> None:
    told: list[str] = []
    assert Person("Ann", lambda _: "", told.append, False).choose(State.parse(position)) == Roll()
    assert words in "\n".join(told)


def test_what_is_no_choice_is_not_asked() -> None:
    def ask(question: str) -> str:
        raise AssertionError(question)

    person = Person("Ann", ask, print, True)
    assert person.choose(State.parse("pig 0,0 p1 t0 d1 r3")) == Keep((3,))
    assert person.choose(State.parse("basic 0,0 p1 t0 d6")) == Roll()


def test_with_real_dice_everything_can_be_corrected(tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    words = ["--seats", "Ann,Bob", "--dice", "mine", "--record", str(record)]
    answers = ["111 235", "111", "bank", "223344", "155 234", "undo", "undo", "undo", "undo"]
    done = run(tmp_path, "basic", *words, answers=[*answers, "undo", "undo", "112 234", "quit"])
    assert "there is nothing to undo" in done.stdout
    assert record.read_text().splitlines()[1:] == ['{"roll":[1,1,2,2,3,4]}']


def test_with_real_dice_the_end_can_be_corrected(tmp_path: Path, terminals: list[Terminal]) -> None:
    """The last roll was typed wrongly: from the end back to it, and on."""
    words = ["--seats", "Ann,Bob", "--dice", "mine", "--plain", "--set", "target=1000"]
    terminal = Terminal([sys.executable, "-m", "hotdice", "play", "basic", *words], tmp_path)
    terminals.append(terminal)
    for typed in ("111 234", "111", "bank", "223 446"):
        terminal.until("them:", "all:", "):")
        terminal.type(typed)
    terminal.until("(y/n)")
    assert "Ann wins with 1,000" in terminal.seen
    assert "Type undo to correct the dice." in terminal.seen
    terminal.type("u")
    terminal.until("them:")
    assert terminal.seen.count("Undone.") == 1
    for typed in ("111 556", "11155", "bank"):
        terminal.type(typed)
        terminal.until("all:", "):", "(y/n)")
    terminal.type("n")
    terminal.until()
    assert terminal.process.wait() == 0
    assert "Bob wins with 1,100" in terminal.seen
    (saved,) = (tmp_path / "hotdice" / "games").glob("*.jsonl")
    assert read(str(saved)).state.totals == (1000, 1100)


def test_dice_that_the_program_has_thrown_stay(tmp_path: Path) -> None:
    words = ["--seats", "Ann,Bob", "--set", "dice=2", "--set", "hot_dice=end", "--seed", "1"]
    record = tmp_path / "game.jsonl"
    done = run(tmp_path, "basic", *words, "--record", str(record), answers=["", "undo", "quit"])
    assert "there is nothing to undo" in done.stdout
    assert len(record.read_text().splitlines()) == 2


def test_real_dice_are_still_real_after_a_break(tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    words = ["--seats", "Ann", "--dice", "mine", "--record", str(record)]
    run(tmp_path, "basic", *words, answers=["111 235", "quit"])
    again = run(tmp_path, "--resume", str(record), answers=["111", "roll", "quit"])
    assert "throw 3 dice and type them" in again.stdout


def test_a_game_in_which_nothing_happened_is_not_kept(tmp_path: Path) -> None:
    run(tmp_path, "--seats", "Ann", answers=["quit"])
    assert list((tmp_path / "hotdice" / "games" / "unfinished").iterdir()) == []


def test_a_game_that_is_open_elsewhere_is_not_offered(
    tmp_path: Path, terminals: list[Terminal]
) -> None:
    first = Terminal([sys.executable, "-m", "hotdice", "play", "--seats", "Ann"], tmp_path)
    terminals.append(first)
    first.until("or a number:")
    first.type("")
    first.until("to roll 6 dice:")
    first.type("")
    first.until("all:", "):", "dice:")
    second = Terminal([sys.executable, "-m", "hotdice"], tmp_path)
    terminals.append(second)
    second.until("or a number:")
    assert "Unfinished" not in second.seen


def test_many_keeps_are_cut_short_with_a_count() -> None:
    state = State.parse("basic 0,0 p1 t0 d6 r111555")
    lines = choices(state)
    assert len(lines) == 9
    assert f"{len(state.actions()) - 8} more" in lines[-1]


@pytest.mark.parametrize(("words", "signal_kind"), [("q", Quit), ("UNDO", Undo)])
def test_short_words(words: str, signal_kind: type[Exception]) -> None:
    with pytest.raises(signal_kind):
        parse_action(words, State.parse("basic 0,0 p1 t350 d2"))


@pytest.mark.parametrize(("total", "lost"), [(0, 0), (100, 100), (900, 500)])
def test_a_penalty_tells_what_it_took(total: int, lost: int) -> None:
    penalty = {"farkles": 1, "points": 500, "floor": 0}
    start = State.start(Rules.load("basic", penalty=penalty), totals=(total, 0))
    farkle = (2, 2, 3, 3, 4, 6)
    lines = list(step_lines(Step(start, ROLL, farkle, start.roll(farkle)), ("Ann", "Bob")))
    costs = [line for line in lines if "costs" in line]
    told = f"The farkle costs Ann {lost} points: total {total - lost}."
    assert costs == ([told] if lost else [])


def test_a_home_that_cannot_be_written_suggests_record(tmp_path: Path) -> None:
    place = tmp_path / "file"
    place.write_text("")  # nobody can make a folder below a file, not even root
    done = run(place, "--plain", "--seats", "Ann,Bob", answers=[""])
    assert done.returncode == 2
    assert "name another place: --record game.jsonl" in done.stderr
    assert done.stderr.count("\n") == 1


def test_the_folder_of_games_is_told_before_it_is_made(tmp_path: Path) -> None:
    told = f"Games are saved in a new folder: {tmp_path}/hotdice/games\n"
    game = ("greed", "--plain", "--seats", "Ann,Bob")
    assert told in run(tmp_path, *game, answers=["", "quit"]).stdout
    assert "new folder" not in run(tmp_path, *game, answers=["", "quit"]).stdout


@pytest.mark.parametrize("width", [30, 40, 60])
def test_a_narrow_terminal_has_whole_words(tmp_path: Path, width: int) -> None:
    seats = "bot:bold,bot:cautious,bot:human:1,bot:human:1,bot:threshold:300"
    game = ("greed", "--plain", "--set", "target=300", "--seats", seats, "--seed", "3")
    done = run(tmp_path, *game, COLUMNS=str(width))
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert max(columns(line) for line in lines if "/" not in line) < width  # but for paths
    assert "points" in done.stdout.split()
    tables = [line for line in lines if line.split()[:1] == ["round"]]
    assert len(tables) == {30: 2, 40: 2, 60: 1}[width]
