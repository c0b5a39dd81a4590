"""Workers and sites killed with -9: no notice is lost, and none comes twice within its cool-down."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.server import ROOT
from tests.web.notices import site_killing


@pytest.mark.long
def test_killed_twenty_times(tmp_path: Path) -> None:
    """In a process of its own, with a database on the disk."""
    command = [sys.executable, "-m", "tests.web.notices.killing", "--kills", "20"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=900, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "lost: 0, doubled: 0" in done.stdout


@pytest.mark.long
def test_the_site_killed_while_moves_are_posted(tmp_path: Path) -> None:
    """A move and its notice are written together, or neither is."""
    found = site_killing.torment(tmp_path, kills=8)
    assert found.moves > 20
    assert (found.missing, found.doubled) == (0, 0)
