"""Cancellation of tasks, which ask if their answer is still wanted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

_cancel_check: Final[ContextVar[Callable[[], bool]]] = ContextVar("asked", default=lambda: False)


def is_cancelled() -> bool:
    """True if the answer of the running task is no longer wanted."""
    return _cancel_check.get()()


@contextmanager
def cancellable(check: Callable[[], bool]) -> Iterator[None]:
    """Run a task that is cancelled as soon as `check` returns True."""
    before = _cancel_check.set(check)
    try:
        yield
    finally:
        _cancel_check.reset(before)
