"""The app at a real terminal, killed at any moment: what was seen is there, and it goes on."""

import os
import random
import sys
from pathlib import Path

from support.pty_screen import PtyScreen

from hotdice import Keep
from hotdice.game.record import Record
from hotdice.game.records import read
from hotdice.terminal.text.move_log import MoveLog
from hotdice.texts.say import grouped

TIMES = 200 if os.environ.get("HOTDICE_LONG") else 3
PLAY = [sys.executable, "-m", "hotdice", "play"]
KEYS = ("r", "\t", "r", "\t", "b", "1", "2", "3", "w", "a", "\x1b")
LOG = 20  # the line below which the log stands, for two players


def told(screen: PtyScreen) -> list[str]:
    """What stands in the log."""
    lines = [line.strip() for line in screen.lines[LOG:]]
    return [line for line in lines if line.startswith(("Ann  ", "Bold  "))]


def stands(screen: PtyScreen, record: Record) -> bool:
    """Whether a screen shows where a game stands."""
    state, text = record.state, " ".join(screen.text.split())  # long sentences are wrapped
    names = ("Ann", "Bold")
    totals = all(
        any(name in line and grouped(total) in line for line in screen.lines[:6])
        for name, total in zip(names, state.totals, strict=True)
    )
    last = MoveLog(names, record.steps).lines[-1:]
    sentence = not last or " ".join(last[0].split()) in text
    only = state.actions()[0] if state.rolled and len(state.actions()) == 1 else None
    picked = only.points if isinstance(only, Keep) else 0  # where there is no choice
    points = state.fresh or f"turn points {grouped(state.turn_points + picked)}" in text
    return totals and sentence and points


def test_a_game_that_is_killed_goes_on_where_it_was(tmp_path: Path) -> None:
    chance = random.Random(5)
    path = tmp_path / "game.jsonl"
    new = [*PLAY, "basic", "--seats", "Ann,bot:bold", "--record", str(path)]
    before: tuple[object, ...] = ()
    times = 0
    while times < TIMES or not before:
        times += 1
        begun = path.exists()
        screen = PtyScreen([*PLAY, "--resume", str(path)] if begun else new, tmp_path)
        if begun:  # where a bot is to move it goes on at once
            screen.until(lambda screen: stands(screen, read(str(path))))
        else:
            screen.until(lambda screen: "Ann to roll" in screen.text)
        for _ in range(chance.randrange(1, 12)):
            screen.type(chance.choice(KEYS))
            screen.read(chance.random() * 0.15)
        seen = told(screen)
        screen.kill()
        record = read(str(path))
        written = MoveLog(("Ann", "Bold"), record.steps).lines  # a keep may have joined its roll
        assert all(any(line.startswith(each) for line in written) for each in seen), seen
        assert record.steps[: len(before)] == before
        before = record.steps
        if record.state.over:
            path.unlink()
            before = ()


def test_a_window_that_is_closed_ends_the_program_and_keeps_the_game(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    command = [*PLAY, "basic", "--seats", "Ann,Bob", "--fast", "--seed", "3"]
    command += ["--record", str(path)]
    screen = PtyScreen(command, tmp_path)
    screen.until(lambda screen: "Ann to roll" in screen.text)
    screen.type("r")
    screen.until(lambda screen: "worth 0" in screen.text)
    os.close(screen.near)
    screen.process.wait(300)
    assert len(read(str(path)).steps) == 1
