"""Blocks of work in threads, processes and on a real Dask cluster, and all that can go wrong."""

import os
import pickle
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, overload

import pytest
from distributed.comm.tcp import TCP
from support import blocks
from support.dask_cluster import SOURCES, DaskCluster, dask_cluster

from hotdice import HotDiceError
from hotdice.jobs import Cluster, Place, Processes, Threads, dask_client
from hotdice.jobs.parcel import Parcel

PLACES: list[Place | None] = [Threads(1), Threads(3), Processes(2), None]  # None: the cluster


@pytest.fixture(scope="module")
def dask() -> Iterator[DaskCluster]:
    """Two workers that all tests of clusters share."""
    with dask_cluster(workers=2) as cluster:
        yield cluster


@pytest.fixture(params=PLACES, ids=lambda place: repr(place or Cluster("dask")))
def place(request: pytest.FixtureRequest) -> Place:
    """Each place once."""
    found: Place = request.param or Cluster(request.getfixturevalue("dask").address)
    return found


def alive(pid: int) -> bool:
    """Whether there is such a process that is not a mere zombie."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


def gone(pids: set[int], seconds: float = 60.0) -> bool:
    """Whether all of them end in time."""
    deadline = time.monotonic() + seconds
    while any(map(alive, pids)):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


def threads() -> list[str]:
    """The threads that a run could leave behind; Dask's common pool stays, idle."""
    return [t.name for t in threading.enumerate() if t.name.startswith(("hotdice", "IO loop"))]


# what every place does


def test_every_block_comes_exactly_once_with_the_same_result(place: Place) -> None:
    work = partial(blocks.root, b"x" * 100_000)
    results = list(place.run(work, range(60)))
    assert sorted(number for number, _ in results) == list(range(60))
    assert dict(results) == {block: work(block) for block in range(60)}
    assert threads() == []


def test_no_blocks_no_results(place: Place) -> None:
    assert list(place.run(abs, [])) == []


def test_a_block_may_be_anything_that_pickles(place: Place) -> None:
    odd = [("a", 1), None, {"k": [1]}, b"bytes", "text"]
    assert sorted(place.run(repr, odd)) == list(enumerate(map(repr, odd)))


class Counting(Sequence[int]):
    """Blocks that know how many of them were asked for."""

    asked = 0

    def __len__(self) -> int:
        return 100_000

    @overload
    def __getitem__(self, index: int) -> int: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[int]: ...
    def __getitem__(self, index: Any) -> Any:
        self.asked += 1
        return index


def test_only_a_few_blocks_are_under_way(place: Place) -> None:
    counting = Counting()
    results = place.run(partial(blocks.slow_root, 0.001), counting)
    for _ in range(10):
        next(results)
    results.close()
    assert counting.asked <= 10 + 4 * 3


def test_an_error_comes_as_itself_and_ends_the_rest(place: Place, tmp_path: Path) -> None:
    with pytest.raises(HotDiceError) as caught:
        list(place.run(partial(blocks.note_and_fail, str(tmp_path)), range(1000)))
    assert type(caught.value) is HotDiceError
    assert caught.value.code == "dice/number"
    assert caught.value.data == {"count": 3, "rules": "basic", "most": 6}
    begun = len(list(tmp_path.iterdir()))
    assert begun < 40
    time.sleep(0.1)
    assert len(list(tmp_path.iterdir())) <= begun + 4  # a cluster ends what it has begun
    assert threads() == []


def test_leaving_the_loop_leaves_nothing_behind(place: Place) -> None:
    for _ in place.run(partial(blocks.slow_root, 0.01), range(100_000)):
        break
    assert threads() == []
    with pytest.raises(KeyboardInterrupt):
        stop_after_one(place)
    assert threads() == []


def stop_after_one(place: Place) -> None:
    """Ctrl-C between two results."""
    for _ in place.run(partial(blocks.slow_root, 0.01), range(100_000)):
        raise KeyboardInterrupt


@pytest.mark.parametrize("kind", [Threads, Processes])
@pytest.mark.parametrize("count", [0, -1])
def test_there_is_at_least_one_worker(kind: Any, count: int) -> None:
    with pytest.raises(HotDiceError) as caught:
        kind(count)
    assert caught.value.code == "jobs/count"
    assert str(count) in str(caught.value)


def test_one_thread_is_the_callers_own() -> None:
    assert dict(Threads(1).run(lambda block: threading.get_ident(), "ab")) == {
        0: threading.get_ident(),
        1: threading.get_ident(),
    }


# processes


def test_processes_in_the_middle_of_long_work_are_ended_at_once() -> None:
    results = Processes(2).run(blocks.pid_then_sleep, range(10))
    workers = {next(results)[1], next(results)[1]}
    begin = time.monotonic()
    results.close()
    assert time.monotonic() - begin < 300
    assert not any(map(alive, workers))


def test_processes_are_gone_when_the_work_is_done() -> None:
    results = list(Processes(2).run(partial(blocks.pid, 0.05), range(8)))
    workers = {pid for _, pid in results}
    assert os.getpid() not in workers
    assert 1 <= len(workers) <= 2
    assert not any(map(alive, workers))


def test_a_killed_process_is_one_sentence() -> None:
    results = Processes(2).run(partial(blocks.pid, 0.05), range(1000))
    os.kill(next(results)[1], signal.SIGKILL)
    begin = time.monotonic()
    with pytest.raises(HotDiceError) as caught:
        list(results)
    assert time.monotonic() - begin < 300
    assert caught.value.code == "jobs/died"
    assert "killed" in str(caught.value)


def test_errors_that_do_not_pickle_are_told() -> None:
    with pytest.raises(HotDiceError, match="Stubborn: one and two") as caught:
        list(Processes(1).run(blocks.stubborn, [0]))
    assert caught.value.code == "jobs/failed"


def test_an_error_in_a_process_tells_where_it_happened() -> None:
    with pytest.raises(HotDiceError) as caught:
        list(Processes(1).run(partial(blocks.fail_at, 0), [0]))
    assert "blocks.py" in "".join(caught.value.__notes__)


def test_work_that_does_not_pickle_is_told_before_anything_starts() -> None:
    with pytest.raises((AttributeError, pickle.PicklingError)):
        list(Processes(1).run(lambda block: block, [0]))


ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, SOURCES))}


def python(*words: str) -> subprocess.CompletedProcess[str]:
    """A program to its end."""
    return subprocess.run(
        [sys.executable, *words], env=ENVIRONMENT, capture_output=True, text=True, timeout=300
    )


def test_a_script_that_starts_work_when_imported_is_told(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "from hotdice.jobs import Processes\n"
        "from hotdice import HotDiceError\n"
        "try:\n"
        "    list(Processes(2).run(abs, [1, 2]))\n"
        "except HotDiceError as error:\n"
        "    print(error.code, error)\n"
    )
    run = python(str(script))
    assert run.stdout.startswith("jobs/no-start a worker process could not start")
    assert "__main__" in run.stdout


PROGRAM = """
import sys
from functools import partial
from support import blocks
from hotdice.jobs import Cluster, Processes, Threads
place = {place}
try:
    for number, pid in place.run(partial(blocks.pid, 0.1), range(100_000)):
        print(pid, flush=True)
except KeyboardInterrupt:
    print("stopped", flush=True)
"""


def program(place: str) -> subprocess.Popen[str]:
    """A program of its own, as if at a terminal of its own."""
    return subprocess.Popen(
        [sys.executable, "-X", "dev", "-c", PROGRAM.format(place=place)],
        env=ENVIRONMENT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def first_pids(running: subprocess.Popen[str], count: int = 8) -> set[int]:
    """The processes that did the first blocks."""
    assert running.stdout is not None
    return {int(running.stdout.readline()) for _ in range(count)}


def test_ctrl_c_is_quick_and_quiet(place: Place) -> None:
    with program(repr(place)) as running:
        try:
            workers = first_pids(running)
            os.killpg(running.pid, signal.SIGINT)  # what a terminal does
            output, errors = running.communicate(timeout=300)
        finally:
            running.kill()
    assert output.endswith("stopped\n")
    assert errors == ""
    assert running.returncode == 0
    assert isinstance(place, Cluster) or not any(map(alive, workers))


def test_processes_never_hear_ctrl_c() -> None:
    results = Processes(2).run(partial(blocks.pid, 0.05), range(20))
    workers = {pid for _, pid in (next(results) for _ in range(8))}
    for pid in workers:
        os.kill(pid, signal.SIGINT)
    assert len(list(results)) == 12


def test_ctrl_c_while_processes_start_is_quiet() -> None:
    with program("Processes(4)") as running:
        try:
            children = Path(f"/proc/{running.pid}/task/{running.pid}/children")
            while len(children.read_text().split()) < 3:  # the tracker and the first workers
                time.sleep(0.001)
            workers = set(map(int, children.read_text().split()))
            os.killpg(running.pid, signal.SIGINT)
            output, errors = running.communicate(timeout=300)
        finally:
            running.kill()
    assert output.endswith("stopped\n")
    assert errors == ""
    assert gone(workers)


def test_processes_end_when_whoever_started_them_is_killed() -> None:
    with program("Processes(2)") as running:
        try:
            workers = first_pids(running)
        finally:
            running.kill()
    assert gone(workers)


# a Dask cluster


def test_results_kept_half_read_let_the_program_end(dask: DaskCluster) -> None:
    program = (
        "import functools; from support import blocks; from hotdice.jobs import Cluster;"
        f"results = {Cluster(dask.address)!r}.run(functools.partial(blocks.pid, 0.05), range(99));"
        "print(next(results)[0])"
    )
    run = python("-X", "dev", "-c", program)
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout.strip().isdigit()


def test_a_killed_worker_changes_nothing(dask: DaskCluster) -> None:
    [victim] = dask.add_workers()
    work = partial(blocks.slow_root, 0.02)
    results = {}
    for number, result in Cluster(dask.address).run(work, range(120)):
        assert number not in results
        results[number] = result
        if len(results) == 40:
            victim.kill()
            victim.wait()
    assert results == dict(Threads(1).run(work, range(120)))


def test_a_cluster_does_work_that_stands_in_no_module(dask: DaskCluster) -> None:
    assert dict(Cluster(dask.address).run(lambda block: block + 1, [1, 2])) == {0: 2, 1: 3}


def test_work_is_sent_once_and_a_block_costs_little(
    dask: DaskCluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[int] = []
    write: Any = TCP.write

    async def noted(self: TCP, *words: Any, **more: Any) -> int:
        sent.append(await write(self, *words, **more))
        return sent[-1]

    monkeypatch.setattr(TCP, "write", noted)
    work = partial(blocks.root, os.urandom(20_000_000))
    assert len(list(Cluster(dask.address).run(work, range(200)))) == 200
    assert 20_000_000 < sum(sent) < 21_000_000


@pytest.mark.parametrize(
    "address",
    ["", "nonsense", "tcp://host:abc", "http://127.0.0.1:80", "127.0.0.1:1", "127.0.0.1:99999"],
)
def test_an_address_that_does_not_answer(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask_client, "ANSWER", 0.5)
    with pytest.raises(HotDiceError) as caught:
        list(Cluster(address).run(abs, [1]))
    assert caught.value.code == "jobs/unreachable"
    assert caught.value.data == {"address": address}
    assert threads() == []


def test_an_address_that_only_listens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask_client, "ANSWER", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        place = Cluster(f"tcp://127.0.0.1:{listening.getsockname()[1]}")
        with pytest.raises(HotDiceError) as caught:
            list(place.run(abs, [1]))
    assert caught.value.code == "jobs/unreachable"
    assert threads() == []


def test_a_module_that_workers_lack(
    dask: DaskCluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "only_here.py").write_text("def double(block):\n    return 2 * block\n")
    monkeypatch.syspath_prepend(tmp_path)
    double = __import__("only_here").double
    assert dict(Processes(1).run(double, [4])) == {0: 8}
    with pytest.raises(HotDiceError) as caught:
        list(Cluster(dask.address).run(double, [4]))
    assert caught.value.code == "jobs/lacks"
    assert caught.value.data == {"address": dask.address, "module": "only_here"}


def test_another_version_refuses_the_work() -> None:
    with pytest.raises(HotDiceError) as caught:
        Parcel(pickle.dumps(abs), version="0.0.0")(pickle.dumps(-1))
    assert caught.value.code == "jobs/version"


def test_a_cluster_that_falls_apart_is_told_in_one_sentence() -> None:
    with dask_cluster(workers=1, DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES="0") as dask:
        place = Cluster(dask.address, patience=1.0)
        with pytest.raises(HotDiceError) as caught:
            list(Cluster(dask.address).run(blocks.leave, range(3)))
        assert caught.value.code == "jobs/crashes"
        with pytest.raises(HotDiceError) as caught:
            list(place.run(abs, range(3)))
        assert caught.value.code == "jobs/no-workers"
        dask.add_workers()
        results = place.run(partial(blocks.slow_root, 0.05), range(1000))
        next(results)
        dask.scheduler.kill()
        with pytest.raises(HotDiceError) as caught:
            list(results)
        assert caught.value.code == "jobs/lost"
        assert threads() == []
