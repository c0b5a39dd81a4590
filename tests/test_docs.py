"""Code blocks of the manual are correct: Python runs, TOML parses, commands exist with their options."""

from __future__ import annotations

import doctest
import json
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
import typer

import tetsudo
from tests.conftest import ROOT
from tests.test_readme import README, run_page
from tetsudo.cli.commands import app

PAGES: Final = (README, *sorted((ROOT / "docs").glob("*.md")))
FENCE: Final = re.compile(r"^```([^\n`]+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINE: Final = re.compile(r"^(?:\$ )?(?:\.venv/bin/)?tetsudo (.*)$")
INLINE: Final = re.compile(r"`tetsudo ([a-z][^`\n]*)`")
SHOWN: Final = frozenset({"text", "nginx", "{toctree}", "{eval-rst}"})
"""Languages of blocks that are not checked."""


def blocks(*languages: str) -> Iterator[tuple[Path, str]]:
    for page in PAGES:
        for fence in FENCE.finditer(page.read_text("utf-8")):
            if fence[1] in languages:
                yield page, fence[2]


def test_every_block_is_of_a_language_that_is_looked_at() -> None:
    languages = {fence[1] for page in PAGES for fence in FENCE.finditer(page.read_text("utf-8"))}
    assert languages <= SHOWN | {"python", "toml", "json", "sh", "console"}


@pytest.mark.parametrize(("page", "text"), list(blocks("toml")), ids=lambda each: getattr(each, "stem", ""))
def test_data_can_be_read(page: Path, text: str) -> None:
    assert tomllib.loads(text), page


@pytest.mark.parametrize("text", [text for _, text in blocks("json")])
def test_a_record_that_is_shown_is_one(text: str) -> None:
    game = tetsudo.load(text)
    assert game.length == text.count('"type"')
    assert json.loads(text) == json.loads(game.record().to_json())


def test_no_code_stands_outside_of_blocks() -> None:
    """Indented code would not be tested."""
    for page in PAGES:
        plain = FENCE.sub("", page.read_text("utf-8"))
        assert not re.search(r"^(?:    |\t)\S", plain, re.MULTILINE), page.name


def python_pages() -> list[Path]:
    """Pages with Python that no other test runs."""
    elsewhere = (README, ROOT / "docs" / "python.md")
    return sorted({page for page, _ in blocks("python") if page not in elsewhere})


@pytest.mark.parametrize("page", python_pages(), ids=lambda page: page.stem)
def test_python_runs_as_it_stands(page: Path, tmp_path: Path) -> None:
    """As one program, or as a prompt session with its output."""
    text = "\n".join(block for place, block in blocks("python") if place == page)
    if ">>>" in text:
        example = doctest.DocTestParser().get_doctest(text, {}, page.stem, str(page), 0)
        assert doctest.DocTestRunner().run(example).failed == 0
    else:
        done = run_page(page, tmp_path)
        assert done.returncode == 0, done.stderr


def commands() -> set[str]:
    """All commands that start with `tetsudo`, in blocks and in the text."""
    lines = [line for _, text in blocks("sh", "console") for line in text.replace("\\\n", " ").splitlines()]
    found = {match[1] for line in lines if (match := LINE.match(line))}
    return found | {match[1] for page in PAGES for match in INLINE.finditer(page.read_text("utf-8"))}


def test_commands_are_there_with_their_options() -> None:
    group = typer.main.get_command(app)
    assert isinstance(group, typer.core.TyperGroup)
    context = group.make_context("tetsudo", ["--help"], resilient_parsing=True)
    said = commands()
    assert len(said) > 20
    for words in said:
        name, *arguments = shlex.split(words, comments=True)
        command = group.get_command(context, name)
        if isinstance(command, typer.core.TyperGroup):
            command = command.get_command(context, arguments[0])
        assert command is not None, words
        options = {option for parameter in command.params for option in parameter.opts}
        assert {word for word in arguments if word.startswith("-")} <= options | {"-h", "--help"}, words


def test_targets_of_make_are_there() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    said = {match for page in PAGES for match in re.findall(r"(?:`|^)make ([a-z-]+)", page.read_text("utf-8"), re.M)}
    assert said <= targets
    assert "docs" in targets


def test_pages_link_to_pages_that_are_there() -> None:
    for page in PAGES:
        for target in re.findall(r"\]\((?!https?:|#)([^)#]+)", page.read_text("utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


@pytest.mark.long
def test_the_manual_is_made(tmp_path: Path) -> None:
    """With its API reference, and without warnings."""
    done = subprocess.run(
        [sys.executable, "-m", "sphinx", "-q", "-E", "-W", "-b", "html", ROOT / "docs", tmp_path],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "BuyShare" in (tmp_path / "api.html").read_text("utf-8")
