"""Datasets: the rows of each game, its id on each row, whole games only, and little memory."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow
import pytest
from pyarrow import parquet

import tetsudo
from tests.cli.test_commands import run
from tetsudo.analysis.rows import TABLES
from tetsudo.core.errors import BadInput, UnknownName
from tetsudo.game.game import Game
from tetsudo.lab import datasets
from tetsudo.lab.arena import entrants
from tetsudo.lab.files import row_file
from tetsudo.lab.simulate import simulate
from tetsudo.lab.table_spec import Table

TABLE = Table("1889", 3)
BOTS = entrants("rules")


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folder with the records of two games."""
    folder = tmp_path_factory.mktemp("games")
    for outcome in simulate(TABLE, 2, seed=1, bots=BOTS, recorded=True):
        (folder / f"game-{outcome.number}.json").write_bytes(outcome.record)
    return folder


def loaded(games: Path) -> dict[str, Game]:
    return {path.stem: tetsudo.load(path) for path in sorted(games.iterdir())}


def as_written(rows: list[dict[str, Any]], columns: list[str]) -> list[dict[str, Any]]:
    """Rows with every column, as a file has them."""
    return [{name: row.get(name) for name in columns} for row in rows]


@pytest.mark.parametrize("name", TABLES)
def test_a_frame_has_the_rows_of_every_game_with_its_id(name: str, games: Path) -> None:
    frame = datasets.to_frame(datasets.games_in(games), name)
    columns = [column.name for column in datasets.columns_of(name)]
    assert frame.column_names == columns
    for id, game in loaded(games).items():
        wanted = as_written(game.rows(name), columns[1:])
        found = [row for row in frame.to_pylist() if row.pop("game") == id]
        assert found == wanted


def test_files_are_the_frames(games: Path, tmp_path: Path) -> None:
    counts = list(datasets.write(tmp_path / "data", datasets.games_in(games), tuple(TABLES)))
    assert counts == [1, 2]
    for name, frame in datasets.frames(datasets.games_in(games), tuple(TABLES)).items():
        assert parquet.read_table(tmp_path / "data" / f"{name}.parquet").equals(frame)


def test_simulated_games_are_those_of_simulate(games: Path) -> None:
    """Also from several processes; the ids are their numbers."""
    found = datasets.frames(datasets.simulated(TABLE, 2, seed=1, bots=BOTS, jobs=2), ("games", "players"))
    assert found["games"]["game"].to_pylist() == ["0", "1"]
    worths = [game.rows("games")[0]["worths"] for game in loaded(games).values()]
    assert found["games"]["worths"].to_pylist() == worths
    assert sum(found["players"]["win"].to_pylist()) == pytest.approx(2)


def test_games_without_ids_are_numbered(games: Path) -> None:
    frame = datasets.to_frame(loaded(games).values(), "games")
    assert frame["game"].to_pylist() == ["1", "2"]


def test_an_archive_and_its_folder_are_read_by_id_and_title(games: Path, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl.gz"
    with gzip.open(file, "wt") as lines:
        for id, game in zip(("g7", "g9"), loaded(games).values(), strict=True):
            lines.write(json.dumps({"game": id, "record": json.loads(game.record().to_json())}) + "\n")
    for path in (file, tmp_path):
        assert [each.id for each in datasets.games_in(path)] == ["g7", "g9"]
        assert list(datasets.games_in(path, title="1890")) == []


def test_an_interrupted_run_keeps_whole_games_in_every_table(games: Path, tmp_path: Path) -> None:
    def interrupted() -> Iterator[Game]:
        yield from loaded(games).values()
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        list(datasets.write(tmp_path / "data", interrupted()))
    for name in datasets.DEFAULT_TABLES:
        frame = parquet.read_table(tmp_path / "data" / f"{name}.parquet")
        assert set(frame["game"].to_pylist()) == {"1", "2"}
    assert {path.suffix for path in (tmp_path / "data").iterdir()} == {".parquet"}


def test_a_run_without_games_leaves_the_old_files(games: Path, tmp_path: Path) -> None:
    list(datasets.write(tmp_path, datasets.games_in(games), ("games",)))
    before = (tmp_path / "games.parquet").read_bytes()
    assert list(datasets.write(tmp_path, [], ("games",))) == []
    assert [path.name for path in tmp_path.iterdir()] == ["games.parquet"]
    assert (tmp_path / "games.parquet").read_bytes() == before


def test_rows_are_written_in_groups(games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither the parts nor the groups change the content."""
    whole = datasets.to_frame(datasets.games_in(games), "events")
    monkeypatch.setattr(row_file, "PART_ROWS", 70)
    monkeypatch.setattr(row_file, "BATCH_ROWS", 700)
    list(datasets.write(tmp_path, datasets.games_in(games), ("events",)))
    file = parquet.ParquetFile(tmp_path / "events.parquet")
    assert file.num_row_groups > 1
    assert file.read().equals(whole)
    assert pyarrow.Table.equals(datasets.to_frame(datasets.games_in(games), "events"), whole)


def test_bad_choices_are_refused_before_anything_is_read(games: Path, tmp_path: Path) -> None:
    with pytest.raises(UnknownName, match=r"There is no table prices\."):
        datasets.to_frame(datasets.games_in(games), "prices")
    with pytest.raises(BadInput, match="name at least one table"):
        datasets.frames([], ())
    with pytest.raises(BadInput, match="there is no such file"):
        list(datasets.games_in(tmp_path / "missing.json"))
    with pytest.raises(BadInput, match=r"has no \.json file and is no archive"):
        list(datasets.games_in(tmp_path))
    rows = datasets.simulated(TABLE, 1, tables=("games",))
    with pytest.raises(BadInput, match="the table runs was not made"):
        datasets.to_frame(rows, "runs")


def test_the_command_writes_files_and_lists_them(
    games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, said, _ = run(monkeypatch, capsys, "dataset", games, "--out", tmp_path, "--table", "runs")
    assert (code, said.startswith("2 games in")) == (0, True)
    rows = parquet.read_table(tmp_path / "runs.parquet").num_rows
    assert said.splitlines()[-1].split()[:2] == ["runs.parquet", f"{rows:,}"]
    assert [path.name for path in tmp_path.iterdir()] == ["runs.parquet"]
    code, said, _ = run(monkeypatch, capsys, "dataset", games, "--out", tmp_path, "--title", "1890")
    assert (code, said) == (0, "There is no such game in these files.\n")
