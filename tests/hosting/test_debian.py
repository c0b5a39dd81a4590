"""The manual's chapter for hosts, followed word by word on an empty Debian; and parts of that which need no Debian."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.hosting import chapter, debian


@pytest.mark.long
def test_a_host_follows_the_manual(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A site with HTTPS, PostgreSQL and mail: the first organiser signs up and plays, a copy is restored, and the site
    upgraded.
    """
    if reason := debian.missing():
        pytest.skip(reason)
    with capsys.disabled():
        seconds = debian.run(tmp_path)
    assert set(seconds) >= {step.heading for step in chapter.steps()}


def test_the_chapter_goes_from_packages_to_an_upgrade() -> None:
    headings = [step.heading for step in chapter.steps()]
    assert (headings[0], headings[-1]) == ("Packages", "Upgrade")
    whole = "".join(step.commands for step in chapter.steps())
    for word in ("tetsudo host init", "tetsudo check", "tetsudo restore", "tetsudo upgrade", "tetsudo-backup.service"):
        assert word in whole


@pytest.mark.parametrize("step", chapter.steps(), ids=lambda step: step.heading)
def test_its_commands_are_a_shell_s(step: chapter.Step) -> None:
    done = subprocess.run(["sh", "-n", "-c", step.commands], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_without_root_it_says_why_not() -> None:
    """As a program, too."""
    script = "import os; os.geteuid = lambda: 1000; from tests.hosting import debian; debian.main()"
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, "needs root, for a chroot\n")
