"""`tetsudo serve` on a machine whose clock is wrong by the seconds in the file `CLOCK_AHEAD`, which may change."""

from __future__ import annotations

import os
import sys
import time
from datetime import datetime, timedelta
from pathlib import Path

from django.utils import timezone

from tetsudo.__main__ import main

PROGRAM = ("tests.web.postgresql.jumping_clock",)
FILE = "CLOCK_AHEAD"

_seconds, _now = time.time, timezone.now


def _ahead() -> float:
    return float(Path(os.environ[FILE]).read_text() or 0)


def _jumped_seconds() -> float:
    return _seconds() + _ahead()


def _jumped_now() -> datetime:
    return _now() + timedelta(seconds=_ahead())


if __name__ == "__main__":
    time.time, timezone.now = _jumped_seconds, _jumped_now
    sys.argv[1:1] = ["serve"]
    main()
