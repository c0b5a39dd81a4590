"""Pool of worker processes for long jobs, so that no page's thread waits for them.

Threads would not do: Python runs one at a time, so a search in one would delay all pages. Each job has
a time budget, after which its process is killed and replaced; the same goes for a process that crashed
or has grown too large. (Not concurrent.futures, where one dead process breaks the whole pool; nor
Pebble, whose processes outlive a killed server.)

Jobs wait in queues, one for each group (mostly a table), which take turns. A new job is first tried for
a short time. If it is not done by then, it is queued again behind all jobs that may be short, and so are
later jobs of its group. So many expensive questions do not delay cheap ones. If processes cannot be
started, a thread does the work, without a time budget.

Unwanted jobs are cancelled: a waiting job is removed; a running job can notice it (`is_cancelled`) and
return, or its process is killed.
"""

from __future__ import annotations

import atexit
import logging
import multiprocessing
import os
import signal
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from functools import partial
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, Final, NamedTuple

from tetsudo.core.errors import BadInput, IllegalAction, TetsudoError
from tetsudo.core.garbage import collect_rarely
from tetsudo.web.tables.workers.cancellation import cancellable

try:
    import resource
except ImportError:  # not available on Windows
    resource = None  # type: ignore[assignment]

logger = logging.getLogger(__name__)

FIRST_TRY_SECONDS: Final = 1.0
"""Seconds for the first try of a job."""

MAX_GROUP_WAITING: Final = 6
"""Maximum number of waiting jobs of one group; more are refused."""

MAX_WAITING: Final = 400
"""Maximum number of waiting jobs of all groups."""

EXPENSIVE_SECONDS: Final = 600.0
"""Seconds for which a group counts as expensive after a slow job."""

MAX_MEMORY_BYTES: Final = 2_000_000_000
"""Limit of a process's address space in bytes; a job that needs more fails."""

MAX_MEMORY_SHARE: Final = 0.5
"""Share of the memory limit above which a process is replaced after its job, before caches make jobs fail."""

MAX_HELD_SHARE: Final = 0.25
"""The same for the memory that it holds, before its caches fill the machine."""

START_TIMEOUT_SECONDS: Final = 60.0
"""Timeout for the start of a process, in seconds."""

NICENESS: Final = 15
"""Niceness of a process: pages go first, and another program on this machine leaves it a thirtieth of a core."""

CANCEL_POLL_SECONDS: Final = 0.1
CANCEL_GRACE_SECONDS: Final = 2.0
"""Seconds within which a process is told of a cancellation, and seconds that it then has to return by itself."""

DONE: Final = "done"
REFUSED: Final = "refused"
TIMED_OUT: Final = "late"
FAILED: Final = "failed"
BUSY: Final = "busy"
DROPPED: Final = "dropped"
"""Outcomes of a job: a value; an error that is its answer; a timeout; a fault; not accepted, because too many jobs
wait; cancelled."""


class Outcome(NamedTuple):
    """Outcome of a job, with its value or error."""

    how: str
    value: Any = None


@dataclass(eq=False)
class Job:
    """A job: `task(*args)`, within `budget` seconds of running time; `done` is called with its outcome.

    `is_dear`: an expensive job, queued behind those that are not.
    """

    group: Hashable
    task: Callable[..., Any]
    args: tuple[Any, ...]
    budget: float
    done: Callable[[Outcome], None]
    is_dear: bool = False
    cancelled: threading.Event = field(default_factory=threading.Event)


class Pool:
    """Pool of processes, each managed by a thread. They start with the first job."""

    def __init__(self, workers: int, first_try: float = FIRST_TRY_SECONDS, memory: int = MAX_MEMORY_BYTES) -> None:
        """`workers`: number of processes; 0 for one thread instead. `first_try`: seconds after which an unfinished job
        is queued again, behind those that may be short. `memory`: bytes of address space of a process."""
        self._workers = workers
        self._first_try = first_try
        self._memory = memory
        self._has_begun = False
        self._over = threading.Event()
        self._changed = threading.Condition()
        self._lanes: tuple[OrderedDict[Hashable, deque[Job]], ...] = (OrderedDict(), OrderedDict())
        self._dear: OrderedDict[Hashable, float] = OrderedDict()
        self._busy: set[Hashable] = set()

    def submit(self, job: Job) -> bool:
        """Queue a job; `job.done` is called in another thread. False if too many jobs of its group, or in all, are
        waiting already."""
        with self._changed:
            queues = [queue for lane in self._lanes for queue in lane.values()]
            waiting = sum(len(lane.get(job.group, ())) for lane in self._lanes)
            if waiting >= MAX_GROUP_WAITING or sum(map(len, queues)) >= MAX_WAITING:
                return False
            job.is_dear = job.is_dear or time.monotonic() < self._dear.get(job.group, 0.0)
            self._put(job)
        self.begin()
        return True

    def waiting(self) -> int:
        """Number of jobs in the queues."""
        with self._changed:
            return sum(len(queue) for lane in self._lanes for queue in lane.values())

    def drop(self, job: Job) -> None:
        """Cancel a job, unless it is done; `job.done` gets the outcome `DROPPED`."""
        job.cancelled.set()
        with self._changed:
            has_waited = self._take_out(job)
        if has_waited:
            job.done(Outcome(DROPPED))

    def _take_out(self, job: Job) -> bool:
        """Remove a job from the queues; True if it was waiting."""
        for lane in self._lanes:
            jobs = lane.get(job.group)
            if jobs and job in jobs:
                jobs.remove(job)
                if not jobs:
                    del lane[job.group]
                return True
        return False

    def _put(self, job: Job) -> None:
        self._lanes[job.is_dear].setdefault(job.group, deque()).append(job)
        self._changed.notify_all()

    def begin(self) -> None:
        """Start the threads and processes, unless they are running."""
        with self._changed:
            if self._has_begun:
                return
            self._has_begun = True
        atexit.register(self._over.set)  # before multiprocessing ends the processes
        for number in range(self._workers or 1):
            # The first worker takes only jobs that may be short, if there are others.
            lanes = (0,) if number == 0 and self._workers > 1 else (0, 1)
            threading.Thread(target=self._serve, args=(lanes,), name=f"pool-{number}", daemon=True).start()

    def _serve(self, lanes: tuple[int, ...]) -> None:
        worker = _Worker(self._over, self._memory) if self._workers else None
        if worker:
            if hasattr(signal, "pthread_sigmask"):  # inherited by the process: Ctrl+C is for the server
                signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
        while not self._over.is_set():
            if worker:
                worker.begin()
            job = self._wait_for_job(lanes)
            budget = job.budget if job.is_dear else min(self._first_try, job.budget)
            outcome = worker.do(job, budget) if worker else _run_task(job.task, job.args, job.cancelled.is_set)
            if not self._over.is_set():
                self._end(job, outcome, budget)

    def _wait_for_job(self, lanes: tuple[int, ...]) -> Job:
        """Wait for the next job: groups take turns, with one running job each."""
        with self._changed:
            while True:
                for lane in lanes:
                    job = self._take_job(self._lanes[lane])
                    if job:
                        self._busy.add(job.group)
                        return job
                self._changed.wait()

    def _take_job(self, lane: OrderedDict[Hashable, deque[Job]]) -> Job | None:
        group = next((each for each in lane if each not in self._busy), None)
        if group is None:
            return None
        jobs = lane.pop(group)
        job = jobs.popleft()
        if jobs:
            lane[group] = jobs  # behind the others
        return job

    def _end(self, job: Job, outcome: Outcome, budget: float) -> None:
        with self._changed:
            self._busy.discard(job.group)
            if job.cancelled.is_set():
                outcome = Outcome(DROPPED)
            again = outcome.how == TIMED_OUT and budget < job.budget
            if outcome.how == TIMED_OUT:
                self._dear[job.group] = time.monotonic() + EXPENSIVE_SECONDS
                self._dear.move_to_end(job.group)
                while len(self._dear) > MAX_WAITING:
                    self._dear.popitem(last=False)
            if again:
                job.is_dear = True
                self._put(job)
            self._changed.notify_all()
        if not again:
            try:
                job.done(outcome)
            except Exception:
                logger.exception("What waited for %s failed", job.task.__name__)


class _Worker:
    """A worker process that does one job after another, replaced when it is too large, killed or crashed."""

    def __init__(self, over: threading.Event, memory: int) -> None:
        self._over = over
        self._memory = memory
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None

    def do(self, job: Job, budget: float) -> Outcome:
        """Run a job within a time budget."""
        if not self.begin():
            return _run_task(job.task, job.args, job.cancelled.is_set)
        assert self._pipe
        try:
            self._pipe.send((job.task, job.args))
            if not _wait_for_answer(self._pipe, job, budget):
                self._stop()
                return Outcome(TIMED_OUT)
            how, value, is_spent = self._pipe.recv()
            if is_spent:
                self._stop()
            return Outcome(how, value.error() if how == REFUSED else value)
        except Exception as error:  # anything may come from a process that was cut off
            if not self._over.is_set():
                logger.warning("A process ended while it did %s: %r", job.task.__name__, error)
                self._stop()
            return Outcome(FAILED)

    def begin(self) -> bool:
        """Start the process unless it is running; False if that fails."""
        try:
            if self._process is None or not self._process.is_alive():
                self._start()
        except (EOFError, OSError, RuntimeError) as error:
            if not self._over.is_set():
                logger.warning("No process can be had (%r): a thread does its work", error)
            return False
        return True

    def _start(self) -> None:
        self._stop()
        context = multiprocessing.get_context("spawn")
        here, there = context.Pipe()
        self._process = context.Process(target=_work, args=(there, self._memory), name="tetsudo-work", daemon=True)
        self._process.start()
        there.close()
        self._pipe = here
        if not here.poll(START_TIMEOUT_SECONDS) or here.recv() != "ready":
            self._stop()
            raise RuntimeError("it did not begin")

    def _stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._process.close()
        if self._pipe is not None:
            self._pipe.close()
        self._process = self._pipe = None


def _wait_for_answer(pipe: Connection, job: Job, budget: float) -> bool:
    """True if a process answers within its budget. A cancelled job is told so, and gets `CANCEL_GRACE_SECONDS`."""
    end, is_told = time.monotonic() + budget, False
    while not pipe.poll(max(0.0, min(CANCEL_POLL_SECONDS, end - time.monotonic()))):
        if time.monotonic() >= end:
            return False
        if job.cancelled.is_set() and not is_told:
            pipe.send(None)
            end, is_told = min(end, time.monotonic() + CANCEL_GRACE_SECONDS), True
    return True


def _run_task(task: Callable[..., Any], args: tuple[Any, ...], cancelled: Callable[[], bool]) -> Outcome:
    """Outcome of a task, which can ask if it is cancelled."""
    with cancellable(cancelled):
        try:
            return Outcome(DONE, task(*args))
        except TetsudoError as error:
            return Outcome(REFUSED, error)
        except Exception:
            logger.exception("%s failed", task.__name__)
            return Outcome(FAILED)


# In the worker process


def _work(pipe: Connection, memory: int) -> None:
    """Run the jobs that arrive, until the server is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the server
    threading.Thread(target=_end_with_server, daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    if resource is not None:
        hard = resource.getrlimit(resource.RLIMIT_AS)[1]
        most = memory if hard == resource.RLIM_INFINITY else min(memory, hard)
        resource.setrlimit(resource.RLIMIT_AS, (most, hard))
    import tetsudo.web.tables.workers.tasks  # noqa: F401 (so that the first job need not wait for it)

    pipe.send("ready")
    with collect_rarely():  # also between decisions: what one leaves is the next one's pause
        _answer_jobs(pipe, memory)


def _answer_jobs(pipe: Connection, memory: int) -> None:
    """Run jobs until the pipe is closed."""
    while True:
        try:
            asked = pipe.recv()
        except EOFError:
            return
        if asked is None:  # a cancellation that arrived after the answer
            continue
        task, args = asked
        how, value = _run_task(task, args, partial(pipe.poll, 0.0))
        pipe.send((how, PackedError.of(value) if how == REFUSED else value, _has_grown(memory)))


def _has_grown(memory: int, pages: str = "/proc/self/statm") -> bool:
    """True if this process has taken or holds too much of its memory limit; False if unknown (known on Linux only).

    `pages`: file in which Linux tells both.
    """
    try:
        with open(pages) as told:
            taken, held = (int(number) * os.sysconf("SC_PAGE_SIZE") for number in told.read().split()[:2])
    except OSError:
        return False
    return taken > MAX_MEMORY_SHARE * memory or held > MAX_HELD_SHARE * memory


def _end_with_server() -> None:
    """Exit with the server: one that is killed cannot end its processes."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


class PackedError(NamedTuple):
    """An error in a form that can be pickled, unlike exceptions with constructors of their own."""

    kind: str
    values: tuple[str, ...]
    facts: Mapping[str, object] = {}

    @classmethod
    def of(cls, error: TetsudoError) -> PackedError:
        """Pack an error."""
        if isinstance(error, IllegalAction):
            return cls("illegal", (error.code, error.sentence, error.clause, error.remedy))
        if isinstance(error, BadInput):
            return cls("input", (error.template, error.where), error.facts)
        return cls("input", (str(error),))

    def error(self) -> TetsudoError:
        """Unpack the error."""
        if self.kind == "illegal":
            return IllegalAction(*self.values)
        sentence, *where = self.values
        return BadInput(sentence, "".join(where), **self.facts)
