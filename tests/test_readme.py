"""The examples of README and tutorial run: Python blocks in order, console commands with exit code 0."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"
PAGES = (README, ROOT / "docs" / "python.md")
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(language: str, page: Path = README) -> Iterator[str]:
    """The code blocks of one language, in order, padded so that errors name the page's line."""
    text = page.read_text(encoding="utf-8")
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
    """Working folder of the examples."""
    return tmp_path_factory.mktemp("readme")


@pytest.fixture(scope="module")
def examples(folder: Path) -> subprocess.CompletedProcess[str]:
    """The Python examples, run as one program; the commands may read the files it writes."""
    return run_page(README, folder)


def run_page(page: Path, folder: Path) -> subprocess.CompletedProcess[str]:
    program = "\n".join(f"exec(compile({block!r}, {str(page)!r}, 'exec'))" for block in blocks("python", page))
    return run(["-c", program], folder)


def run(words: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *words],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_python_examples_run(examples: subprocess.CompletedProcess[str]) -> None:
    assert any(blocks("python"))
    assert examples.returncode == 0, examples.stderr


@pytest.mark.parametrize("page", PAGES[1:], ids=lambda page: page.stem)
def test_the_tutorial_runs(page: Path, folder: Path) -> None:
    assert any(blocks("python", page))
    done = run_page(page, folder)
    assert done.returncode == 0, done.stderr


@pytest.mark.usefixtures("examples")
@pytest.mark.parametrize("command", list(commands()))
def test_commands_succeed(command: str, folder: Path) -> None:
    done = run(["-m", "tetsudo", *shlex.split(command, comments=True)], folder)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Traceback" not in done.stderr


def test_an_index_page_has_no_pictures_and_links_of_this_folder() -> None:
    """The build drops them from the long description."""
    data = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    text = README.read_text("utf-8")
    for change in data["tool"]["hatch"]["metadata"]["hooks"]["fancy-pypi-readme"]["substitutions"]:
        text = re.sub(change["pattern"], change["replacement"], text)
    assert "![" not in text
    assert re.findall(r"\]\((?!https?:|#)", text) == []
    assert "MIT licence" in text
