"""Work in separate processes: time limits, fair turns, crashes, and a killed server."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.web import dear
from tetsudo.core.errors import BadInput, IllegalAction
from tetsudo.web.tables.workers import process_pool as pools
from tetsudo.web.tables.workers.async_results import PENDING, Questions
from tetsudo.web.tables.workers.process_pool import BUSY, DONE, FAILED, REFUSED, TIMED_OUT, Job, Outcome, Pool


class Desk:
    """A pool and the outcomes of its jobs, in order of completion."""

    def __init__(self, workers: int, memory: int = pools.MAX_MEMORY_BYTES) -> None:
        self.pool = Pool(workers, memory=memory)
        self.done: list[tuple[Any, Outcome]] = []
        self.jobs: dict[Any, Job] = {}
        self._changed = threading.Condition()

    def give(self, name: Any, task: Any, *args: Any, budget: float = 20.0) -> bool:
        """Submit a job; the first letter of its name is its group."""

        def heard(outcome: Outcome) -> None:
            with self._changed:
                self.done.append((name, outcome))
                self._changed.notify_all()

        self.jobs[name] = Job(name[0], task, args, budget, heard)
        return self.pool.submit(self.jobs[name])

    def wait(self, count: int) -> list[tuple[Any, Outcome]]:
        """Outcomes, once `count` jobs are done."""
        with self._changed:
            assert self._changed.wait_for(lambda: len(self.done) >= count, 60)
            return self.done


@pytest.fixture(scope="module", params=[2, 0], ids=["processes", "a thread"])
def desk(request: pytest.FixtureRequest) -> Desk:
    return Desk(request.param)


@pytest.fixture(autouse=True)
def _empty(request: pytest.FixtureRequest) -> Iterator[None]:
    yield
    if "desk" in request.fixturenames:
        request.getfixturevalue("desk").done.clear()


def test_answers_and_refusals_come_back(desk: Desk) -> None:
    desk.give("a", dear.echo, 5)
    assert desk.wait(1)[0] == ("a", Outcome(DONE, 5))
    desk.give("a", dear.raise_refusal)
    how, error = desk.wait(2)[1][1]
    assert (how, type(error), error.clause, error.remedy) == (REFUSED, IllegalAction, "1889-RUN-01", "Do that.")
    desk.give("a", dear.raise_bad_input)
    assert desk.wait(3)[2][1].how == REFUSED
    assert isinstance(desk.done[2][1].value, BadInput)
    desk.give("a", dear.raise_error)
    assert desk.wait(4)[3][1].how == FAILED


def test_what_takes_too_long_is_ended_and_the_next_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pools, "FIRST_TRY_SECONDS", 0.2)
    desk = Desk(1)
    desk.give("a", dear.echo, 0)
    desk.wait(1)
    begun = time.monotonic()
    desk.give("a", dear.run_forever, budget=0.5)
    desk.give("b", dear.echo, 1)
    done = desk.wait(3)
    assert [each for each in done if each[0] == "a"][1][1].how == TIMED_OUT
    assert ("b", Outcome(DONE, 1)) in done
    assert time.monotonic() - begun < 20


@pytest.mark.long
def test_dear_work_does_not_hold_up_what_is_short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pools, "FIRST_TRY_SECONDS", 0.2)
    desk = Desk(2)
    for group in "abcde":
        desk.give(group, dear.run_forever, budget=3.0)
    for number in range(3):
        desk.give("z", dear.echo, number)
    first = [name for name, _outcome in desk.wait(3)[:3]]
    assert first == ["z", "z", "z"]


def test_groups_take_turns_and_one_has_only_so_much_waiting() -> None:
    desk, held = Desk(0), threading.Event()
    desk.give("x", held.wait, 20)
    taken = [desk.give("a", dear.echo, number) for number in range(pools.MAX_GROUP_WAITING + 2)]
    assert taken == [True] * pools.MAX_GROUP_WAITING + [False] * 2
    desk.give("b", dear.echo, 0)
    held.set()
    names = [name for name, _outcome in desk.wait(pools.MAX_GROUP_WAITING + 2)]
    assert names.index("b") <= 2


def test_a_process_that_crashes_is_replaced() -> None:
    desk = Desk(1)
    desk.give("a", dear.kill_process)
    desk.give("a", dear.echo, 3)
    assert [outcome.how for _name, outcome in desk.wait(2)] == [FAILED, DONE]


@pytest.mark.skipif(sys.platform != "linux", reason="a process's memory is told and held by Linux alone")
def test_a_process_that_has_taken_most_of_its_memory_is_replaced() -> None:
    """Two such jobs fit into two processes, not into one; a job too large for any fails, without affecting others."""
    desk = Desk(1, memory=900_000_000)
    for size in (500_000_000, 500_000_000, 3_000_000_000, 500_000_000):
        desk.give("a", dear.allocate, size)
    done = [outcome for _name, outcome in desk.wait(4)]
    assert sorted(outcome.how for outcome in done) == [DONE, DONE, DONE, FAILED]
    assert len({outcome.value for outcome in done}) == 4


@pytest.mark.skipif(sys.platform != "linux", reason="a process's memory is told by Linux alone")
def test_a_process_that_grows_is_replaced_before_work_fails_in_it() -> None:
    desk = Desk(1, memory=1_000_000_000)
    for group in "abcd":
        desk.give(group, dear.allocate, 150_000_000)
        desk.give(group, dear.process_id)
    done = [outcome for _name, outcome in desk.wait(8)]
    assert {outcome.how for outcome in done} == {DONE}
    assert 1 < len({outcome.value for outcome in done}) < 5


@pytest.mark.parametrize(
    ("taken", "held", "grown"), [(900, 400, False), (1100, 400, True), (900, 600, True), (400, 400, False)]
)
def test_a_process_has_grown_if_it_takes_half_or_holds_a_quarter(
    taken: int, held: int, grown: bool, tmp_path: Path
) -> None:
    """Megabytes of a limit of 2,000."""
    pages = tmp_path / "statm"
    page = os.sysconf("SC_PAGE_SIZE")
    pages.write_text(f"{taken * 1_000_000 // page} {held * 1_000_000 // page} 1 1 0 1 0\n")
    assert pools._has_grown(2_000_000_000, str(pages)) == grown
    assert not pools._has_grown(1, str(tmp_path / "none"))


def test_where_no_process_begins_a_thread_does_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*args: Any) -> Any:
        raise OSError("no process")

    monkeypatch.setattr(multiprocessing, "get_context", none)
    desk = Desk(2)
    desk.give("a", dear.echo, 7)
    assert desk.wait(1) == [("a", Outcome(DONE, 7))]


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_processes_end_with_a_server_that_is_killed() -> None:
    import subprocess

    server = subprocess.Popen(
        [sys.executable, "-m", "tests.web.dear"], stdout=subprocess.PIPE, text=True, cwd=os.getcwd()
    )
    assert server.stdout
    worker = int(server.stdout.readline())
    server.send_signal(signal.SIGKILL)
    server.wait()
    deadline = time.monotonic() + 20
    while _lives(worker) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not _lives(worker)


def _lives(process: int) -> bool:
    try:
        with open(f"/proc/{process}/stat") as stat:
            return stat.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


# Questions


def test_a_question_is_reckoned_once_and_nobody_waits_longer_than_the_patience() -> None:
    asked: list[int] = []
    held = threading.Event()

    def slow() -> int:
        asked.append(1)
        held.wait(20)
        return 9

    questions = Questions(Pool(0), 0.05, 10)
    begun = time.monotonic()
    for _ in range(20):
        assert questions.ask("key", "group", slow, tuple) is PENDING
    assert time.monotonic() - begun < 8  # one second; without the limit each would wait for 10 s
    held.set()
    deadline = time.monotonic() + 20
    while questions.peek("key") is PENDING and time.monotonic() < deadline:
        time.sleep(0.01)
    assert questions.ask("key", "group", slow, tuple) == Outcome(DONE, 9)
    assert len(asked) == 1


def test_who_asks_for_it_is_told_when_the_answer_is_there() -> None:
    heard = threading.Event()
    questions = Questions(Pool(0), 5, 10)
    assert questions.ask("key", "group", dear.echo, lambda: (4,), callback=heard.set) in (PENDING, Outcome(DONE, 4))
    assert heard.wait(20)
    assert questions.peek("key") == Outcome(DONE, 4)


def test_a_group_with_too_much_waiting_is_told_so_and_may_ask_again() -> None:
    held = threading.Event()
    questions = Questions(Pool(0), 0, 100)
    answers = [
        questions.ask(number, "group", held.wait, lambda: (20,)) for number in range(pools.MAX_GROUP_WAITING + 3)
    ]
    assert answers[-1].how == BUSY
    assert questions.peek(pools.MAX_GROUP_WAITING + 2) is None
    held.set()
