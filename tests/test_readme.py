"""The README's examples run: Python blocks one after another, console commands to exit 0."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

README = Path(__file__).resolve().parent.parent / "README.md"
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(language: str) -> Iterator[str]:
    """The code blocks of one language, in order, padded so that errors name the README's line."""
    text = README.read_text(encoding="utf-8")
    for fence in FENCE.finditer(text):
        if fence[1] == language:
            yield "\n" * text[: fence.start(2)].count("\n") + fence[2]


def commands() -> Iterator[str]:
    """The commands that console blocks show after a dollar sign."""
    for block in blocks("console"):
        for line in block.splitlines():
            if line.startswith("$ tetsudo "):
                yield line.removeprefix("$ tetsudo ")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the Python examples have run, with the files that they wrote."""
    folder = tmp_path_factory.mktemp("readme")
    program = "\n".join(f"exec(compile({block!r}, {str(README)!r}, 'exec'))" for block in blocks("python"))
    (folder / "examples.py").write_text(program, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "examples.py"], cwd=folder, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    return folder


def test_python_examples_run(folder: Path) -> None:
    assert list(blocks("python"))
    assert folder.is_dir()


@pytest.mark.parametrize("command", list(commands()))
def test_commands_succeed(command: str, folder: Path) -> None:
    words = shlex.split(command, comments=True)
    done = subprocess.run(
        [sys.executable, "-m", "tetsudo", *words],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
