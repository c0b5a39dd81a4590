"""Commands of a host in tests, run as from a shell."""

from __future__ import annotations

import os
import subprocess
import sys

from tests.conftest import ROOT


def command(*words: str) -> tuple[int, str]:
    """Exit code and output of a `tetsudo` command."""
    kept = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
    path = os.pathsep.join((str(ROOT / "src"), os.environ.get("PYTHONPATH", "")))
    done = subprocess.run(
        [sys.executable, "-m", "tetsudo", *words],
        env={**kept, "PYTHONPATH": path},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    return done.returncode, done.stdout + done.stderr
