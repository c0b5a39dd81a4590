"""The site with searches for runs that take long, however fast the engine is; started as `tetsudo serve` is."""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Sequence
from typing import Any

from tetsudo.actions import Wish
from tetsudo.web.tables import tasks


def run(text: str, native: bool, wishes: Sequence[Wish]) -> Any:
    """Reckons for a minute, or for `SLOW_SECONDS`, before it answers."""
    until = time.monotonic() + float(os.environ.get("SLOW_SECONDS", "60"))
    while time.monotonic() < until:
        sum(range(1000))
    return tasks.run(text, native, wishes)  # in the pool's process, where it is the site's own


def _main() -> None:
    from tetsudo.web import serve

    parser = argparse.ArgumentParser()
    for name in ("--database", "--host", "--port"):
        parser.add_argument(name)
    given = parser.parse_args()
    serve.prepare(given.database)
    tasks.run = run
    serve.serve(given.database, given.host, int(given.port), opens_browser=False)


if __name__ == "__main__":
    _main()
