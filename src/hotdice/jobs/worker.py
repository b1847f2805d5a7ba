"""The loop of a worker process: block after block until its pipe closes."""

import pickle
import traceback
from contextlib import suppress
from multiprocessing.connection import Connection

from hotdice.jobs.parcel import Parcel
from hotdice.texts import HotDiceError


def serve(pipe: "Connection[bytes, bytes]", parcel: Parcel) -> None:
    """Answer every block with its result or its error."""
    with pipe, suppress(EOFError, OSError):  # the parent process is gone
        while True:
            pipe.send_bytes(_answer(parcel, pipe.recv_bytes()))


def _answer(parcel: Parcel, block: bytes) -> bytes:
    try:
        return pickle.dumps((True, parcel(block)))
    except Exception as error:
        error.add_note(traceback.format_exc())  # for debugging
        return _sendable(error)


def _sendable(error: Exception) -> bytes:
    """The error itself, or a description of one that cannot be pickled."""
    with suppress(Exception):
        data = pickle.dumps((False, error))
        pickle.loads(data)
        return data
    text = f"{type(error).__name__}: {error}"
    return pickle.dumps((False, HotDiceError("jobs/failed", error=text)))
