"""Garbage collection in a server: rare full passes, as each stops every request.

The games in memory are hundreds of thousands of objects, and hardly any of them is part of a cycle. With 500 tables in
use, Python would look through all of them every minute or two, for a quarter of a second each time.
"""

from __future__ import annotations

import gc
import threading
import time
from typing import Final

FULL_PASS_SECONDS: Final = 1800.0
"""Seconds between full passes: cycles that have lived long are freed that late."""

NEVER: Final = 1 << 30
"""Threshold that no process reaches."""


def begin() -> None:
    """Leave full passes to a thread. Modules and titles, which are permanent, are never looked at again."""
    gc.freeze()
    young, middle, _old = gc.get_threshold()
    gc.set_threshold(young, middle, NEVER)
    threading.Thread(target=_work, name="garbage", daemon=True).start()


def _work() -> None:
    while True:
        time.sleep(FULL_PASS_SECONDS)
        gc.collect()
