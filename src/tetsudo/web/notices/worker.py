"""Workers that send notices: threads of `serve`, or the command `tetsudo worker`, any number at once.

Each channel has a thread, so that a slow webhook delays no mail.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import close_old_connections, transaction
from django.db.models import Exists, F, OuterRef
from django.utils import timezone

from tetsudo.web.notices import channels, outbox, presence
from tetsudo.web.notices.models import CHANNELS, Notice, Recipient
from tetsudo.web.tables import events
from tetsudo.web.tables.models import Seat, Table
from tetsudo.web.tables.people.announcements import DATE, DEADLINE, Announcement, announce
from tetsudo.web.tables.seats import leave

logger = logging.getLogger(__name__)

POLL_SECONDS: Final = 3.0
"""Seconds between two looks at the outbox. Moves do not wake its workers: that would cost each move as much again."""

COLLECT_SECONDS: Final = 0.3
"""Seconds for which moves are collected before pages are informed."""

PROMPT: Final = 20
"""A lease that is older than this part of it is renewed before anything is sent, so that it lasts until the sending is
over.
"""

FAILURE_SECONDS: Final = 10.0
"""Seconds before the next look after a failure, such as a locked database."""

SCAN_SECONDS: Final = 300.0
"""Seconds between two looks at deadlines and at old notices."""

REMINDER: Final = timedelta(hours=1)
"""Time before the date of a game at which its players are reminded."""

KEEP: Final = timedelta(days=30)
"""Time for which settled notices are kept, for the page of what was sent."""


def work(now: datetime, used: Sequence[str] = CHANNELS) -> bool:
    """Plan what is new, and send one notice; False if there is nothing more to do."""
    began = time.monotonic()

    def present() -> datetime:
        return now + timedelta(seconds=time.monotonic() - began)

    count = outbox.plan()
    held = outbox.lease(now, used)
    if held is None:
        return count == outbox.BATCH
    while present() - held.at > outbox.LEASE / PROMPT:  # the database or the machine stood still
        held = outbox.renew(held, present())
        if held is None:  # another worker has taken over
            return True
    outbox.settle(held, channels.send(held), present())
    return True


# Deadlines and old notices


def scan(now: datetime) -> None:
    """Announce deadlines and dates that are near, and remove what was settled long ago."""
    for seat in _seats_with_deadline():
        end = leave.deadline_of(seat)
        if end is not None and end - warning_time(seat.table.deadline) <= now < end:
            _announce_deadline(seat)
    for table in Table.objects.filter(starts_at__gt=now, starts_at__lte=now + REMINDER):
        _announce_date(table)
    Notice.objects.filter(done__lt=now - KEEP).delete()


def warning_time(days: int) -> timedelta:
    """Time before a deadline at which its player is warned: a quarter of it, at most a day."""
    return min(timedelta(days=days) / 4, timedelta(days=1))


def _seats_with_deadline() -> list[Seat]:
    """Seats in turn, at tables with deadlines, of guests who want notices."""
    wanted = Recipient.objects.filter(guest=OuterRef("guest"), is_active=True)
    found = Seat.objects.filter(Exists(wanted), table__status=Table.Status.RUNNING, table__deadline__gt=0)
    return list(found.filter(number=F("table__to_act")).select_related("table"))


def _announce_deadline(seat: Seat) -> None:
    """Announce a deadline, unless that was done for this turn."""
    table = seat.table
    known = Notice.objects.filter(guest=seat.guest_id, table=table, kind=DEADLINE, version=table.version)
    with transaction.atomic():  # also the question: other workers wait
        if not known.exists():
            announce(Announcement(table, DEADLINE, table.version, guests=[seat.guest_id or 0]))


def _announce_date(table: Table) -> None:
    """Remind all players of a game's date, once for each date."""
    assert table.starts_at is not None
    date = table.starts_at.isoformat()
    with transaction.atomic():
        if not Notice.objects.filter(table=table, kind=DATE, about=date).exists():
            announce(Announcement(table, DATE, 0, about=date, facts={"date": date}))


# Threads


class Worker:
    """Worker that repeats a task in a thread until it is stopped. `task` returns True if there is more to do."""

    def __init__(self, name: str, task: Callable[[], bool], seconds: float) -> None:
        self._task = task
        self._seconds = seconds
        self._woken = threading.Event()
        self._is_stopped = False
        self._thread = threading.Thread(target=self._work, name=f"notices-{name}", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def wake(self) -> None:
        """Let it look at once."""
        self._woken.set()

    def stop(self) -> None:
        """Let it end after its current task, and wait for that."""
        self._is_stopped = True
        self.wake()
        self._thread.join()

    @property
    def is_alive(self) -> bool:
        """True if the thread is running."""
        return self._thread.is_alive()

    def _work(self) -> None:
        while not self._is_stopped:
            wait = self._seconds
            try:
                close_old_connections()
                if self._task():
                    wait = 0.0
            except Exception:
                logger.exception("Notices could not be worked on; it is tried again")
                wait = FAILURE_SECONDS
            if wait:
                close_old_connections()
                self._woken.wait(wait)
                self._woken.clear()


def workers() -> list[Worker]:
    """Workers for all channels, and one for deadlines."""
    sending = [Worker(each, _task(each), POLL_SECONDS) for each in CHANNELS]
    return [*sending, Worker("deadlines", _scan, SCAN_SECONDS)]


def _task(channel: str) -> Callable[[], bool]:
    return lambda: work(timezone.now(), [channel])


def _scan() -> bool:
    scan(timezone.now())
    return False


_started: Final[list[Worker]] = []
"""Workers of this process."""

_waiting_tables: Final[set[int]] = set()
_lock: Final = threading.Lock()


def start() -> None:
    """Start the site's own threads: what keeps pages informed, and the workers unless the host runs them apart."""
    pages = Worker("pages", _inform_pages, presence.WRITE_SECONDS)
    found = [pages, *(workers() if settings.NOTICE_WORKERS else [])]
    _started.extend(found)

    def handle_event(table: int, kind: str) -> None:
        if kind == events.MOVE:
            with _lock:
                _waiting_tables.add(table)
            pages.wake()

    events.watch(handle_event, elsewhere=True)
    for each in found:
        each.start()


def are_alive() -> bool:
    """True if every worker that was started in this process is still running."""
    return all(worker.is_alive for worker in _started)


def run() -> None:
    """Work until interrupted, as a process of its own."""
    found = workers()
    for worker in found:
        worker.start()
    try:
        while all(worker.is_alive for worker in found):
            time.sleep(1)
    except KeyboardInterrupt:
        for worker in found:
            worker.stop()


_written: list[float] = [0.0]
"""Time of the last write of who is present."""


def _inform_pages() -> bool:
    """Tell the open pages of guests which table waits for them now, and write down who is present."""
    time.sleep(COLLECT_SECONDS)
    with _lock:
        tables = set(_waiting_tables)
        _waiting_tables.clear()
    if tables and (present := events.present_guests()):
        asked = Seat.objects.filter(table__in=tables, guest__in=present, number=F("table__to_act"))
        for table, guest in asked.values_list("table", "guest"):
            events.notify_guest(guest or 0, table)
    if time.monotonic() - _written[0] >= presence.WRITE_SECONDS:
        presence.write(timezone.now())
        _written[0] = time.monotonic()
    return False
