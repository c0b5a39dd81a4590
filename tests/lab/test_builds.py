"""The compiled build has the same source, so it plays the same games and lists the same actions."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PURE, COMPILED = ROOT / "src", ROOT / "build" / "compiled"
MISSING = "needs the engine compiled from the present source: make compiled"

PLAYED = """
import sys
from hashlib import blake2b
from random import Random
from tetsudo.engine.state import state
from tetsudo.lab.random_play import random_action
from tetsudo.lab.table_spec import Table

print("compiled" if not state.__file__.endswith(".py") else "pure", file=sys.stderr)
for number in range(3):
    for players in (3, 4):
        game, mind, told = Table(sys.argv[1], players).game(number), Random(number), blake2b()
        while not game.is_over:
            told.update(f"{game.digest()} {game.legal_actions()}".encode())
            game.apply(random_action(game, mind))
        print(number, players, game.length, told.hexdigest(), game.result())
        for _ in range(50):
            game.undo()
        print(game.position(), game.clone().digest())
"""
"""Random games: digests of positions and legal actions, results, and positions after undo."""


def is_compiled() -> bool:
    """True if there is a build of the current source."""
    built = COMPILED / "tetsudo"
    files = [file for file in (PURE / "tetsudo").rglob("*.py") if "web" not in file.parts]
    there = [built / file.relative_to(PURE / "tetsudo") for file in files]
    return all(
        copy.is_file() and copy.read_bytes() == file.read_bytes() for copy, file in zip(there, files, strict=True)
    )


def played(build: Path, title: str) -> tuple[str, str]:
    """The build that played, and the output of its games."""
    ran = subprocess.run(
        [sys.executable, "-P", "-c", PLAYED, title],
        env={**os.environ, "PYTHONPATH": str(build), "PYTHONHASHSEED": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    return ran.stderr.strip(), ran.stdout


@pytest.mark.skipif(not is_compiled(), reason=MISSING)
@pytest.mark.parametrize("title", ["1888", "1888-N", "1889", "1890"])
def test_both_builds_play_the_same_games(title: str) -> None:
    pure, games = played(PURE, title)
    compiled, same = played(COMPILED, title)
    assert (pure, compiled) == ("pure", "compiled")
    assert same == games
    assert len(games.splitlines()) == 12
