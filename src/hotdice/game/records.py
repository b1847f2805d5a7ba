"""Records on disk: read back, and written as a game is played.

Each line is on disk before the game goes on, and only one process at a time writes a game.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from hotdice.game.driver import Step
from hotdice.game.record import Record, RecordError, line_of, parse, whole_lines
from hotdice.rules.files import reason, write_new, write_over
from hotdice.rules.locks import open_locked

MOST_BYTES = 1 << 26


class Journal:
    """A record on disk that grows with the game."""

    def __init__(self, path: str, file: int, ends: list[int]) -> None:
        self.path = path
        self._file = file
        self._ends = ends

    @staticmethod
    def create(path: str, record: Record) -> "Journal":
        """A new file with everything played so far; it is complete or not there at all."""
        folder = os.path.dirname(path) or "."
        if not os.path.isdir(folder):
            raise RecordError(path, None, "record/no-folder", folder=folder)
        with _told(path):
            write_new(path, record.text().encode())
        return Journal.reopen(path)[0]

    @staticmethod
    def reopen(path: str) -> tuple["Journal", Record]:
        """A record to be continued; a last line that was cut off is removed."""
        with _told(path):
            file = open_locked(path)
        try:
            with os.fdopen(os.dup(file), "rb") as copy:
                data = copy.read()
            record = parse(data, path)
            lines = whole_lines(data)
            ends = [0]
            for line in lines:
                ends.append(ends[-1] + len(line))
            journal = Journal(path, file, ends)
            if len(data) != ends[-1]:
                journal._write(ends[-2], lines[-1])
        except BaseException:
            os.close(file)
            raise
        return journal, record

    def append(self, step: Step) -> None:
        """Write one step; when this returns it is on disk, and if it raises it is not there."""
        line = line_of(step).encode()
        self._write(self._ends[-1], line)
        self._ends.append(self._ends[-1] + len(line))

    def undo(self) -> None:
        """Undo the last step, on disk as well."""
        self._write(self._ends[-2], b"")
        self._ends.pop()

    def discard(self) -> None:
        """Delete the file of a game in which nothing has happened."""
        with suppress(FileNotFoundError):
            os.unlink(self.path)

    def instead(self, record: Record) -> "Journal":
        """The same file with another record in it, written completely; this journal is closed."""
        with _told(self.path):
            write_over(os.path.realpath(self.path), record.text().encode())
        self.close()
        return Journal.reopen(self.path)[0]

    def close(self) -> None:
        """Close the file."""
        os.close(self._file)

    def _write(self, at: int, line: bytes) -> None:
        with _told(self.path):
            os.ftruncate(self._file, at)
            try:
                done = 0
                while done < len(line):
                    done += os.pwrite(self._file, line[done:], at + done)
            except OSError:
                os.ftruncate(self._file, at)
                raise
            os.fsync(self._file)


def read(path: str) -> Record:
    """The record in a file."""
    return parse(load(path), path)


def load(path: str) -> bytes:
    """The contents of a record file."""
    try:
        with open(path, "rb") as file:
            data = file.read(MOST_BYTES + 1)
    except FileNotFoundError:
        raise RecordError(path, None, "file/missing") from None
    except OSError as error:
        raise RecordError(path, None, "file/unreadable", reason=reason(error)) from None
    if len(data) > MOST_BYTES:
        raise RecordError(path, None, "file/large", most=MOST_BYTES)
    return data


def remove(path: str) -> None:
    """Delete a record permanently, unless it is being written."""
    with _told(path):
        file = open_locked(path, os.O_RDONLY)
        try:
            os.unlink(path)
        finally:
            os.close(file)


def in_use(path: str) -> bool:
    """Whether this record is being written at the moment."""
    try:
        os.close(open_locked(path, os.O_RDONLY))
    except BlockingIOError:
        return True
    except OSError:  # reading it will tell
        return False
    return False


@contextmanager
def _told(path: str) -> Iterator[None]:
    """Errors of the operating system as user errors that name the file."""
    try:
        yield
    except FileNotFoundError:
        raise RecordError(path, None, "file/missing") from None
    except FileExistsError:
        raise RecordError(path, None, "record/exists") from None
    except BlockingIOError:
        raise RecordError(path, None, "record/locked") from None
    except OSError as error:
        raise RecordError(path, None, "record/unwritable", reason=reason(error)) from None
