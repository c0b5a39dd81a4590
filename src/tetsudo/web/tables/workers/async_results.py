"""Questions that may be expensive: asked once, answered in the pool, and the answer cached. No page waits long.

A page asks, and gets the answer, or `PENDING` and asks again later.
"""

from __future__ import annotations

import math
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, Final

from django.conf import settings

from tetsudo.web.tables.workers.process_pool import BUSY, DROPPED, Job, Outcome, Pool

PENDING: Final = Outcome("pending")
"""Outcome of a question without an answer yet."""

MAX_CACHED_ANSWERS: Final = 2000
"""Maximum number of cached answers about tables, a few hundred bytes each."""

MAX_CACHED_FILES: Final = 20
"""Maximum number of cached files that were read or written, up to a few megabytes each."""

MAX_CACHED_BOARDS: Final = 200
"""Maximum number of cached answers about sandbox boards, up to some 20 kB each."""


class _Question:
    """A question that was asked: its callbacks, and its answer once it is there."""

    def __init__(self, key: Hashable) -> None:
        self.key = key
        self.answer: Outcome | None = None
        self.is_there = threading.Event()
        self.callbacks: list[Callable[[], None]] = []
        self.job: Job | None = None
        self.is_dropped = False


class Questions:
    """Queue of questions, with a cache of their answers."""

    def __init__(self, pool: Pool, patience: float, kept: int) -> None:
        """`patience`: seconds for which the first caller waits; `kept`: number of questions kept, the latest ones."""
        self._kept = kept
        self._pool = pool
        self._patience = patience
        self._questions: OrderedDict[Hashable, _Question] = OrderedDict()
        self._under_way: dict[Hashable, list[_Question]] = {}
        self._lock = threading.Lock()

    def ask(
        self,
        key: Hashable,
        group: Hashable,
        task: Callable[..., Any],
        args: Callable[[], tuple[Any, ...]],
        *,
        budget: float | None = None,
        callback: Callable[[], None] | None = None,
        is_dear: bool = False,
    ) -> Outcome:
        """Answer to a question, or `PENDING`. With `callback`, return at once; it is called when the answer is there.

        `task(*args())` answers it. Questions of one group wait for each other, and expensive ones for all others.
        """
        with self._lock:
            found = self._questions.get(key)
            is_new = found is None
            if found is None:
                found = self._questions[key] = _Question(key)
                self._make_room()
            self._questions.move_to_end(key)
            if found.answer is not None:
                return found.answer
            if callback:
                found.callbacks.append(callback)
            is_alone = group not in self._under_way  # otherwise it has to wait for the others
            if is_new:
                self._under_way.setdefault(group, []).append(found)
        if not is_new:
            return PENDING
        limit = settings.WORKER_TIMEOUT_SECONDS if budget is None else budget
        try:
            job = Job(group, task, args(), limit, lambda outcome: self._set_answer(group, found, outcome), is_dear)
            found.job = job
            is_taken = self._pool.submit(job)
        except BaseException:
            self._give_up(group, found)
            raise
        if not is_taken:
            self._give_up(group, found)
            return Outcome(BUSY)
        if found.is_dropped:  # cancelled meanwhile
            self._pool.drop(job)
        if not callback and is_alone:
            found.is_there.wait(self._patience)
        return found.answer or PENDING

    def peek(self, key: Hashable) -> Outcome | None:
        """Answer to a question that was asked, or `PENDING`; None if it was not asked, or was forgotten."""
        with self._lock:
            found = self._questions.get(key)
            return None if found is None else found.answer or PENDING

    def forget(self, key: Hashable) -> None:
        """Remove a question from the cache."""
        with self._lock:
            self._questions.pop(key, None)

    def drop(self, group: Hashable, but: Hashable = None) -> None:
        """Cancel the unanswered questions of a group, except `but`; their callbacks are not called."""
        with self._lock:
            found = [question for question in self._under_way.get(group, ()) if question.key != but]
            for question in found:
                question.is_dropped = True
                if self._questions.get(question.key) is question:
                    del self._questions[question.key]
        for question in found:
            if question.job:
                self._pool.drop(question.job)

    def clear(self) -> None:
        """Empty the cache."""
        with self._lock:
            self._questions.clear()

    def _make_room(self) -> None:
        while len(self._questions) > self._kept:
            self._questions.popitem(last=False)

    def _give_up(self, group: Hashable, question: _Question) -> None:
        self.forget(question.key)
        with self._lock:
            self._remove_pending(group, question)

    def _remove_pending(self, group: Hashable, question: _Question) -> None:
        self._under_way[group].remove(question)
        if not self._under_way[group]:
            del self._under_way[group]

    def _set_answer(self, group: Hashable, question: _Question, outcome: Outcome) -> None:
        with self._lock:
            self._remove_pending(group, question)
            question.answer = outcome
            callbacks, question.callbacks = question.callbacks, []
        question.is_there.set()
        for each in callbacks if outcome.how != DROPPED else ():
            each()


pool = Pool(settings.WORKERS)
questions = Questions(pool, settings.PAGE_WAIT_SECONDS, MAX_CACHED_ANSWERS)
bot_questions = Questions(
    Pool(settings.BOT_WORKERS, math.inf, settings.MAX_BOT_MEMORY_BYTES), settings.PAGE_WAIT_SECONDS, MAX_CACHED_ANSWERS
)
"""Decisions of slow bots, in separate processes, so that no page's question waits for them."""

writer_questions = Questions(Pool(0), settings.PAGE_WAIT_SECONDS, MAX_CACHED_ANSWERS)
"""Long writes to the database, one after another in a thread."""

files = Questions(pool, settings.PAGE_WAIT_SECONDS, MAX_CACHED_FILES)
boards = Questions(pool, settings.PAGE_WAIT_SECONDS, MAX_CACHED_BOARDS)
