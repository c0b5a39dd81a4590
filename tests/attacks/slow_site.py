"""The site with slow route searches, whatever the engine's speed; started like `tetsudo serve`."""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tetsudo.core.open_actions import Wish


def run(text: str, language: str, wishes: Sequence[Wish]) -> Any:
    """Wait for a minute, or until the file `SLOW_UNTIL` exists, then answer."""
    from tetsudo.web.tables.workers import tasks

    until, file = time.monotonic() + 60, Path(os.environ.get("SLOW_UNTIL", "/nowhere"))
    while time.monotonic() < until and not file.exists():
        sum(range(1000))
    return tasks.run(text, language, wishes)  # replaces the site's own function in the worker process


def _main() -> None:
    from tetsudo.web.server import run as serve

    parser = argparse.ArgumentParser()
    for name in ("--database", "--host", "--port"):
        parser.add_argument(name)
    given = parser.parse_args()
    serve.prepare(given.database)
    from tetsudo.web.tables.workers import tasks  # this import needs the site's settings

    tasks.run = run
    serve.serve(given.database, given.host, int(given.port), opens_browser=False)


if __name__ == "__main__":
    _main()
