"""Interrupts of long runs: what was played is summed up and kept, and the same command plays the rest."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from pyarrow import parquet

from tests.cli.test_commands import run
from tetsudo.cli.lab import arena as arena_command
from tetsudo.cli.lab import simulate as simulate_command
from tetsudo.cli.lab.progress import collect
from tetsudo.lab.simulate import simulate


def interrupted(found: Iterator[Any], after: int) -> Iterator[Any]:
    """The first results, then Ctrl-C."""
    yield from islice(found, after)
    raise KeyboardInterrupt


def test_results_before_an_interrupt_are_kept() -> None:
    kept: list[int] = []
    collected = collect(interrupted(iter(range(9)), 4), 9, keep=kept.append)
    assert collected.found == kept == [0, 1, 2, 3]
    assert collected.text == "Interrupted after 4 of 9 games."
    with pytest.raises(KeyboardInterrupt):
        collected.end()


def test_a_whole_run_ends_as_usual() -> None:
    collected = collect(iter(range(3)), None)
    assert (collected.found, collected.is_interrupted) == ([0, 1, 2], False)
    collected.end()


def test_an_interrupted_simulation_sums_up_and_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "games.parquet"
    command = ("simulate", "1889", "--players", "3", "--games", "3", "--bots", "random", "--out", path)
    with monkeypatch.context() as broken:
        broken.setattr(simulate_command, "simulate", lambda *words, **more: interrupted(simulate(*words, **more), 2))
        code, said, _ = run(monkeypatch, capsys, *command)
    assert code == 130
    assert said.startswith("2 games,")
    assert said.endswith("Interrupted after 2 of 3 games. The same command plays the rest.\n")
    assert parquet.read_table(path).num_rows == 2
    code, said, _ = run(monkeypatch, capsys, *command)
    assert (code, said.startswith("1 games,")) == (0, True)
    assert parquet.read_table(path).num_rows == 3


def test_an_interrupt_before_the_first_game_has_nothing_to_say(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(simulate_command, "simulate", lambda *words, **more: interrupted(iter(()), 0))
    assert run(monkeypatch, capsys, "simulate", "1889", "--games", "3") == (130, "", "")


def test_an_interrupted_contest_has_a_summary(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "games.jsonl"

    def broken(work: Any, numbers: list[int], *_rest: object, **_more: object) -> Iterator[Any]:
        return interrupted(map(work, numbers), 2)

    monkeypatch.setattr(arena_command, "results", broken)
    words = ("arena", "1889", "--players", "2", "--games", "4", "--bots", "simple,random", "--seed", "1")
    code, said, _ = run(monkeypatch, capsys, *words, "--json", path)
    assert code == 130
    assert "Interrupted after 2 of 4 games." in said
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert ["summary" in line for line in lines] == [False, False, True]
