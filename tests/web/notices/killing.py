"""Workers killed with -9 at random moments: `python -m tests.web.notices.killing --kills 500`.

The notices go by webhook to a receiver in this process, which writes down when each arrived. Each worker is a forked
process, so that a kill takes a tenth of a second. Minutes are shortened, so that a cool-down is over in seconds.
"""

from __future__ import annotations

import argparse
import os
import signal
import tempfile
import threading
import time
import traceback
from collections import defaultdict
from collections.abc import Callable, Sequence
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

COOL_DOWN_SECONDS: Final = 5.0
LEASE_SECONDS: Final = 2.0
CLOCK_SECONDS: Final = 0.05
"""Cool-down and lease of the workers, and what two clocks may differ by."""
PLACES: Final = 40
AT_ONCE: Final = 4
"""Number of tables, and of notices written before each kill."""

FAILURES: Final = 0.1
"""Share of requests that the receiver answers with 503."""


class Report(NamedTuple):
    """Result: notices, kills, those that hit an attempt, arrivals, notices lost, and notices doubled too early."""

    notices: int
    kills: int
    interrupted: int
    arrivals: int
    lost: int
    doubled: int


class Receiver:
    """A receiver that takes its time, fails now and then, and writes down what arrived when."""

    def __init__(self, chance: Random) -> None:
        self.arrivals: defaultdict[str, list[float]] = defaultdict(list)
        arrivals, lock = self.arrivals, threading.Lock()

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                self.rfile.read(int(self.headers["Content-Length"]))
                with lock:
                    is_refused, delay = chance.random() < FAILURES, chance.uniform(0, 0.02)
                    if not is_refused:
                        arrivals[self.headers["Idempotency-Key"]].append(time.monotonic())
                time.sleep(delay)
                try:
                    self.send_response(429 if is_refused else 200)
                    self.send_header("Content-Length", "0")
                    self.end_headers()
                except OSError:
                    pass  # killed meanwhile

            def log_message(self, format: str, *args: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_address[1]}/"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def wait_for(self, requests: int) -> None:
        """Wait for a number of further arrivals, at most a second: the workers are busy then."""
        until, before = time.monotonic() + 1, self.count
        while self.count < before + requests and time.monotonic() < until:
            time.sleep(0.002)

    @property
    def count(self) -> int:
        """Number of arrivals."""
        return sum(map(len, list(self.arrivals.values())))


def prepare(folder: Path) -> None:
    """Set up Django with a database of its own, and shorten minutes."""
    os.environ["TETSUDO_DATABASE"] = f"sqlite:///{folder / 'site.db'}"
    os.environ["TETSUDO_WEBHOOK_NETWORKS"] = "127.0.0.0/8"
    os.environ["DJANGO_SETTINGS_MODULE"] = "tetsudo.web.settings"
    from tetsudo.web.server import run

    run.prepare()
    from tetsudo.web.notices import outbox, rules

    vars(rules)["MINUTE"] = timedelta(seconds=COOL_DOWN_SECONDS / 10)  # the usual cool-down is ten minutes
    vars(rules)["FIRST_RETRY"] = timedelta(seconds=0.2)
    vars(outbox)["LEASE"] = timedelta(seconds=LEASE_SECONDS)


def open_tables(receiver: Receiver) -> list[tuple[int, int]]:
    """Guests and tables, some with several tables."""
    from tetsudo.web.notices.models import Recipient
    from tetsudo.web.tables.models import Guest, Table

    found = []
    for number in range(8):
        guest = Guest.objects.create(name=f"guest {number}")
        hook = {"webhook": "always", "hook_address": receiver.address, "is_active": True}
        Recipient.objects.create(guest=guest, **hook)
        for _table in range(PLACES // 8):
            found.append((guest.pk, Table.objects.create(owner=guest, title="1889").pk))
    return found


def write_notices(places: list[tuple[int, int]], version: int) -> None:
    """Recorded events, one for each guest and table, each of a kind that does not end."""
    from django.utils import timezone

    from tetsudo.web.notices.models import Notice

    now = timezone.now()
    rows = [
        Notice(guest_id=guest, table_id=table, kind="over", version=version, created=now, not_before=now)
        for guest, table in places
    ]
    Notice.objects.bulk_create(rows)


def start_worker() -> int:
    """Fork a worker; returns its process id."""
    from django.db import connections

    connections.close_all()
    process = os.fork()
    if process:
        return process
    try:
        from django.utils import timezone

        from tetsudo.web.notices import worker

        while True:
            try:
                is_busy = worker.work(timezone.now())
            except Exception:  # as in `worker.Worker`: a locked database, for example
                traceback.print_exc()
                is_busy = False
            if not is_busy:
                time.sleep(0.01)
    finally:
        os._exit(1)


def kill(process: int) -> None:
    """Kill a worker as a power cut does."""
    os.kill(process, signal.SIGKILL)
    os.waitpid(process, 0)


def torment(folder: Path, kills: int, seed: int = 1) -> Report:
    """Kill workers, two at a time, while notices come in; then let one finish."""
    prepare(folder)
    from tetsudo.web.notices.models import Notice

    chance = Random(seed)
    receiver = Receiver(Random(seed + 1))
    places = open_tables(receiver)
    interrupted = 0
    running = [start_worker(), start_worker()]
    for number in range(kills):
        write_notices(chance.sample(places, AT_ONCE), number)
        receiver.wait_for(chance.randrange(3))
        time.sleep(chance.uniform(0, 0.03))
        kill(running.pop(0))
        interrupted = max(interrupted, Notice.objects.filter(state="sending").count())
        running.append(start_worker())
    written = kills * AT_ONCE
    deadline = time.monotonic() + 60 + 3 * COOL_DOWN_SECONDS * written / len(places)
    while Notice.objects.filter(state__in=("new", "due", "sending")).exists() and time.monotonic() < deadline:
        time.sleep(0.1)
    for process in running:
        kill(process)
    receiver.server.shutdown()
    return report(receiver, kills, written, interrupted)


def report(receiver: Receiver, kills: int, written: int, interrupted: int) -> Report:
    """Compare what was written with what arrived."""
    from tetsudo.web.notices.models import Notice

    places: defaultdict[tuple[int, int], list[float]] = defaultdict(list)
    lost = written - Notice.objects.filter(state="sent").count()
    for notice in Notice.objects.all():
        arrived = receiver.arrivals.get(f"{notice.key}.{notice.pk}", [])
        lost += notice.state == "sent" and not arrived
        places[notice.guest_id, notice.table_id or 0] += arrived
    times = [sorted(each) for each in places.values()]
    gaps = [later - earlier for each in times for earlier, later in pairwise(each)]
    doubled = sum(gap < COOL_DOWN_SECONDS - CLOCK_SECONDS for gap in gaps)
    return Report(written, kills, interrupted, sum(map(len, times)), lost, doubled)


def main(torment: Callable[[Path, int, int], Any], faults: Sequence[str]) -> None:
    """Run `torment(folder, kills, seed)` as a program, and print its report; `faults` are the fields that must be 0."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = torment(Path(folder), asked.kills, asked.seed)
    print(", ".join(f"{name}: {value}" for name, value in found._asdict().items()))
    raise SystemExit(any(getattr(found, name) for name in faults))


if __name__ == "__main__":
    main(torment, ("lost", "doubled"))
