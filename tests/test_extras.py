"""A missing extra is reported in one sentence, and the engine needs only msgspec."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tetsudo.core.extras import MissingExtra, require

PROGRAM = """
import random, sys
import tetsudo
game, chance = tetsudo.new("1889", ["Ann", "Bo", "Cy"], seed=7), random.Random(7)
while offers := game.legal_actions():
    game.apply(chance.choice(offers).example())
assert tetsudo.load(game.record().to_json()).result() == game.result()
from tetsudo.bots import SimplePlayer
from tetsudo.draw import map_svg
map_svg(game)
others = {"click", "django", "joblib", "rich", "starlette", "typer", "uvicorn"} & set(sys.modules)
assert not others, others
"""

LAB = "from tetsudo.lab import simulate, table; list(simulate.simulate(table.Table('1889', 3), 2, 1, 2))"


def run(python: Path | str, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(python), *words], capture_output=True, text=True, timeout=300, check=False, env=dict(os.environ)
    )


def test_a_game_needs_none_of_them() -> None:
    """It imports none of them even if they are all installed."""
    done = run(sys.executable, "-c", PROGRAM)
    assert done.returncode == 0, done.stderr


def test_what_is_missing_is_told() -> None:
    with pytest.raises(MissingExtra, match=r'^The moon needs more than the engine: pip install "tetsudo\[moon\]"$'):
        require("moon", "The moon", "os", "no_such_module")
    with pytest.raises(ImportError):
        require("moon", "The moon", "no_such_module")
    require("moon", "The moon", "os")


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of a new environment with Tetsudo and its declared dependencies."""
    folder = tmp_path_factory.mktemp("bare")
    venv.create(folder, with_pip=True)
    python = folder / "bin" / "python"
    done = run(python, "-m", "pip", "install", "--quiet", "--editable", str(ROOT))
    if done.returncode:
        pytest.skip(f"nothing can be installed here: {done.stderr[-300:]}")
    return python


@pytest.mark.long
def test_the_engine_is_installed_with_msgspec_alone(bare: Path) -> None:
    listed = run(bare, "-m", "pip", "list", "--format=freeze").stdout.split()
    assert {line.partition("=")[0] for line in listed} - {"pip", "setuptools", "wheel"} == {"msgspec", "tetsudo"}
    done = run(bare, "-c", PROGRAM)
    assert done.returncode == 0, done.stderr


@pytest.mark.long
@pytest.mark.parametrize(
    ("words", "extra"),
    [
        (("-m", "tetsudo", "titles"), "cli"),
        (("-m", "tetsudo", "serve"), "cli"),
        (("-c", "import tetsudo.web.settings"), "site"),
        (("-c", LAB), "lab"),
    ],
    ids=lambda value: value if isinstance(value, str) else value[-1],
)
def test_a_missing_extra_is_told_in_one_sentence(bare: Path, words: tuple[str, ...], extra: str) -> None:
    done = run(bare, *words)
    assert done.returncode != 0
    last = done.stderr.splitlines()[-1]
    assert last.endswith(f'pip install "tetsudo[{extra}]"')
    if words[0] == "-m":
        assert done.stderr.splitlines() == [last], "at the command line nothing but the sentence"


@pytest.mark.long
def test_the_command_line_tells_of_the_site(bare: Path) -> None:
    """With the command line installed but not the site."""
    done = run(bare, "-m", "pip", "install", "--quiet", "--editable", f"{ROOT}[cli]")
    if done.returncode:
        pytest.skip(f"nothing can be installed here: {done.stderr[-300:]}")
    assert run(bare, "-m", "tetsudo", "titles").returncode == 0
    told = run(bare, "-m", "tetsudo", "serve")
    assert (told.returncode, told.stderr) == (2, 'The site needs more than the engine: pip install "tetsudo[site]"\n')
    assert run(bare, "-m", "tetsudo", "simulate", "1889", "--games", "1").returncode == 0
