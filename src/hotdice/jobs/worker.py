"""What a worker process does: block after block until its pipe closes."""

import pickle
import traceback
from contextlib import suppress
from multiprocessing.connection import Connection

from hotdice.jobs.parcel import Parcel
from hotdice.texts import HotDiceError


def serve(pipe: "Connection[bytes, bytes]", parcel: Parcel) -> None:
    """Answer every block with its result or its error."""
    with pipe, suppress(EOFError, OSError):  # whoever wanted the results is gone
        while True:
            pipe.send_bytes(_answer(parcel, pipe.recv_bytes()))


def _answer(parcel: Parcel, block: bytes) -> bytes:
    try:
        return pickle.dumps((True, parcel(block)))
    except Exception as error:
        error.add_note(traceback.format_exc())  # where it happened, for whoever looks into it
        return _sendable(error)


def _sendable(error: Exception) -> bytes:
    """The error itself, or what can be told of one that does not survive the way."""
    with suppress(Exception):
        data = pickle.dumps((False, error))
        pickle.loads(data)
        return data
    text = f"{type(error).__name__}: {error}"
    return pickle.dumps((False, HotDiceError("jobs/failed", error=text)))
