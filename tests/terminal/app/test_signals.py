"""The app at a real terminal that ends or stops it: the terminal is as it was, and it goes on."""

import os
import signal
import sys
import termios
from pathlib import Path

import pytest
from support.pty_screen import PtyScreen

from hotdice.game.records import read

PLAY = [sys.executable, "-m", "hotdice", "play"]
GAME = [*PLAY, "basic", "--seats", "Ann,Bob", "--fast", "--seed", "3"]
ON = (b"\x1b[?1049h", b"\x1b[?1003h", b"\x1b[?2004h", b"\x1b[?25l", b"\x1b[?1004h")
OFF = (b"\x1b[?1049l", b"\x1b[?1003l", b"\x1b[?2004l", b"\x1b[?25h", b"\x1b[?1004l")


def as_before(screen: PtyScreen) -> bool:
    """Whether all that was switched on for the game is off again: the mouse, the other page."""
    last = screen.raw.rfind
    return all(last(off) > last(on) for on, off in zip(ON, OFF, strict=True))


@pytest.mark.parametrize("during", ["table", "popup", "menu"])
def test_a_game_that_is_told_to_end_leaves_the_terminal_as_it_was(
    tmp_path: Path, during: str
) -> None:
    path = tmp_path / "game.jsonl"
    command = PLAY if during == "menu" else [*GAME, "--record", str(path)]
    screen = PtyScreen(command, tmp_path)
    before = termios.tcgetattr(screen.near)
    if during == "menu":
        screen.until(lambda screen: "Play with these rules" in screen.text)
    else:
        screen.until(lambda screen: "Ann to roll" in screen.text)
        screen.type("r")
        screen.until(lambda screen: "worth 0" in screen.text)
        screen.type("?" if during == "popup" else "")
        screen.until(lambda screen: during != "popup" or "What scores" in screen.text)
    assert termios.tcgetattr(screen.near) != before
    screen.process.send_signal(signal.SIGTERM)
    screen.until(as_before)
    assert screen.process.wait(300) == 128 + signal.SIGTERM
    assert termios.tcgetattr(screen.near) == before
    if during != "menu":
        screen.until(lambda screen: "The game is saved" in screen.text)
        assert len(read(str(path)).steps) == 1
    screen.kill()


@pytest.mark.parametrize("by", ["alone", "make"])
def test_ctrl_z_goes_to_the_shell_and_fg_back_to_the_game(tmp_path: Path, by: str) -> None:
    """Also where another program has started it, as make does: both stop, both go on."""
    if by == "make":
        (tmp_path / "Makefile").write_text(f"play:\n\t@{' '.join(GAME)}\n")
    shell = ["bash", "--norc", "--noprofile", "--noediting", "-i"]
    screen = PtyScreen(shell, tmp_path, jobs=True, PS1="$ ", HISTFILE="")
    screen.until(lambda screen: "$" in screen.text)
    command = f"make -C {tmp_path} play" if by == "make" else " ".join(GAME)
    screen.type(f"{command}\n")
    screen.until(lambda screen: "Ann to roll" in screen.text)
    screen.type("\x1a")
    screen.until(lambda screen: "Stopped" in screen.text)
    assert as_before(screen)
    screen.type("echo still $((6 * 7)) here\n")
    screen.until(lambda screen: "still 42 here" in screen.text)
    screen.type("fg\n")
    screen.until(lambda screen: "Ann to roll" in screen.text and "42" not in screen.text)
    screen.type("r")
    screen.until(lambda screen: "worth 0" in screen.text)
    screen.type("q")
    screen.until(lambda screen: "The game is saved" in screen.text)
    screen.type("exit\n")
    screen.process.wait(300)
    screen.kill()


def test_ctrl_z_without_a_shell_does_not_stop_for_ever(tmp_path: Path) -> None:
    screen = PtyScreen(GAME, tmp_path)
    screen.until(lambda screen: "Ann to roll" in screen.text)
    screen.type("\x1a")
    screen.type("r")
    screen.until(lambda screen: "worth 0" in screen.text)
    assert os.waitid(os.P_PID, screen.process.pid, os.WSTOPPED | os.WNOHANG) is None
    screen.kill()
