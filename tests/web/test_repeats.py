"""Repeated log lines are counted, and errors not caused by the site take one line."""

from __future__ import annotations

import asyncio
import errno
import logging
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.exceptions import DisallowedHost

from tetsudo.web.server import log_dedup
from tetsudo.web.server.log_dedup import DedupFilter
from tetsudo.web.server.logs import MAX_VISITOR_TEXT_LENGTH, TextFormatter


class Clock:
    """A clock that is advanced by hand, with its timers."""

    def __init__(self) -> None:
        self.now = 1000.0
        self._due: list[tuple[float, Callable[[], None]]] = []

    def monotonic(self) -> float:
        """The current time."""
        return self.now

    def timer(self, seconds: float, do: Callable[[], None]) -> Any:
        """Replacement for `threading.Timer`."""
        return SimpleNamespace(start=lambda: self._due.append((self.now + seconds, do)))

    def passes(self, seconds: float) -> None:
        """Advance the clock and run due timers."""
        self.now += seconds
        due = [do for when, do in self._due if when <= self.now]
        self._due = [(when, do) for when, do in self._due if when > self.now]
        for do in due:
            do()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(log_dedup, "time", made)
    monkeypatch.setattr(log_dedup, "Timer", made.timer)
    return made


@pytest.fixture
def lines(clock: Clock) -> Iterator[list[str]]:
    """Output of a test logger, with a limit of three similar lines in 20 s."""
    written: list[str] = []

    class Kept(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            written.append(self.format(record))

    handler = Kept()
    handler.addFilter(DedupFilter(written=3, window=20))
    handler.setFormatter(TextFormatter())
    names = ("tetsudo.test", "django.security.DisallowedHost", "asyncio")
    for name in names:
        logging.getLogger(name).addHandler(handler)
    yield written
    for name in names:
        logging.getLogger(name).removeHandler(handler)


def say(what: str) -> None:
    logging.getLogger("tetsudo.test").error("accept: %s", what)


def test_the_first_lines_are_written_and_the_others_counted(lines: list[str], clock: Clock) -> None:
    for number in range(1000):
        say(f"too many open files {number}")
    logging.getLogger("tetsudo.test").error("another line")
    assert lines == [*(f"accept: too many open files {number}" for number in range(3)), "another line"]
    clock.passes(19)
    assert len(lines) == 4
    clock.passes(1)
    assert lines[4:] == ["997 more like this within 20 s: accept: too many open files 3"]
    say("again")
    assert lines[5:] == ["accept: again"]
    clock.passes(21)
    for _ in range(4):
        say("and again")
    assert lines[6:] == ["accept: and again"] * 3


def test_a_site_without_descriptors_says_so_in_a_few_lines(lines: list[str]) -> None:
    """asyncio logs it again for each waiting connection, every second: 56 MB in a minute."""
    loop = asyncio.new_event_loop()
    for _ in range(2048):
        fault = OSError(errno.EMFILE, "Too many open files")
        loop.call_exception_handler({"message": "socket.accept() out of system resource", "exception": fault})
    loop.call_exception_handler({"message": "something else went wrong"})
    loop.close()
    assert len(lines) == 4
    assert "something else went wrong" in lines


def test_what_strangers_make_is_one_line_of_bounded_length(lines: list[str]) -> None:
    try:
        raise DisallowedHost(f"Invalid HTTP_HOST header: 'a\n{'b' * 5000}'")
    except DisallowedHost as error:
        logging.getLogger("django.security.DisallowedHost").error(str(error), exc_info=True)
    assert len(lines) == 1
    assert "\n" not in lines[0]
    assert len(lines[0]) <= MAX_VISITOR_TEXT_LENGTH


def test_a_fault_of_ours_keeps_its_traceback(lines: list[str]) -> None:
    try:
        raise RuntimeError("no idea")
    except RuntimeError:
        logging.getLogger("tetsudo.test").exception("it failed")
    assert lines[0].startswith("it failed\nTraceback")
