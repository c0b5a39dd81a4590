"""The site with searches for runs that go on and on, however fast the engine is; started as `tetsudo serve` is."""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from typing import Any

from tetsudo.actions import Wish


def run(text: str, native: bool, wishes: Sequence[Wish]) -> Any:
    """Reckons for a minute."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        sum(range(1000))


def _main() -> None:
    from tetsudo.web import serve

    parser = argparse.ArgumentParser()
    for name in ("--database", "--host", "--port"):
        parser.add_argument(name)
    given = parser.parse_args()
    serve.prepare(given.database)
    from tetsudo.web.tables import tasks

    tasks.run = run
    serve.serve(given.database, given.host, int(given.port), opens_browser=False)


if __name__ == "__main__":
    _main()
