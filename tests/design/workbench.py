"""The workbench as designers run it: `tetsudo design FOLDER` in its own process."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx

from tests.conftest import ROOT


@dataclass
class Workbench:
    """A running workbench; `address` has its secret part."""

    process: subprocess.Popen[str]
    address: str
    folder: Path

    @property
    def origin(self) -> str:
        """Scheme, host and port."""
        return self.address.rsplit("/", 2)[0]

    def get(self, path: str = "", **headers: str) -> httpx.Response:
        """Page below the secret address."""
        return httpx.get(self.address + path, headers=headers, timeout=60, follow_redirects=True)

    def post(self, path: str, values: dict[str, str], **headers: str) -> httpx.Response:
        """Answer to a form, sent as a page of the workbench sends it."""
        return httpx.post(self.address + path, data=values, headers={"origin": self.origin, **headers}, timeout=60)


@contextmanager
def started(folder: Path) -> Iterator[Workbench]:
    """Workbench for a folder, until the context ends."""
    ours = ("DJANGO_SETTINGS_MODULE", "DISPLAY", "WAYLAND_DISPLAY")
    kept = {name: value for name, value in os.environ.items() if name not in ours}
    process = subprocess.Popen(
        [sys.executable, "-m", "tetsudo", "design", str(folder), "--no-browser"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**kept, "PYTHONPATH": str(ROOT / "src"), "PYTHONUNBUFFERED": "1"},
    )
    try:
        assert process.stdout
        found = re.search(r"http://\S+", process.stdout.readline())
        assert found, process.stdout.read()
        yield Workbench(process, found[0], folder)
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(20)


def title_texts(folder: Path) -> dict[str, str]:
    """Texts of a title's files."""
    return {path.name: path.read_text("utf-8") for path in sorted(folder.glob("*.toml"))}


def fill(folder: Path, texts: dict[str, str]) -> Path:
    """Folder with the texts of a title's files."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        (folder / name).write_text(text, "utf-8")
    return folder
