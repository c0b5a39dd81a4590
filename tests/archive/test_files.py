"""Files of an archive: whole or not at all, the same bytes from the same games, and without names."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from pyarrow import parquet

import tetsudo
from tests.cli.test_commands import run
from tetsudo.core import events
from tetsudo.core.errors import BadInput
from tetsudo.game import record
from tetsudo.lab.archive.card import TERMS_FILE
from tetsudo.lab.archive.events import COLUMNS
from tetsudo.lab.archive.folder import FILES, write_archive
from tetsudo.lab.archive.games import ArchivedGame, anonymous
from tetsudo.lab.arena import entrants
from tetsudo.lab.simulate import play_bots
from tetsudo.lab.table_spec import Table

NAMES = ("Zebedee", "Quentin")


@pytest.fixture(scope="module")
def played() -> bytes:
    """A game of people with names of their own."""
    said = play_bots(Table("1889", 2), 1, entrants("rules", ""), 0, recorded=True).record.decode()
    for number, name in enumerate(NAMES, 1):
        said = said.replace(f'"Player {number}"', f'"{name}"')
    return said.encode()


def archived(played: bytes, id: str = "g1") -> ArchivedGame:
    read = record.read(played)
    game = record.initial_game(read)
    said = anonymous(game, read.actions)
    return ArchivedGame(id, said, "2026-01-01", "2026-01-03", 50.5, ("person", "rules"), (500, 400), "bank")


def write(folder: Path, *games: ArchivedGame, terms: Path | None = None) -> None:
    for _tally in write_archive(folder, games, terms):
        pass


def games_in(folder: Path) -> bytes:
    return gzip.decompress((folder / "games.jsonl.gz").read_bytes())


def test_an_archive_has_games_events_a_card_and_terms(played: bytes, tmp_path: Path) -> None:
    write(tmp_path / "archive", archived(played), archived(played, "g2"))
    folder = tmp_path / "archive"
    assert {path.name for path in folder.iterdir()} == FILES
    lines = [json.loads(line) for line in games_in(folder).splitlines()]
    assert [line["game"] for line in lines] == ["g1", "g2"]
    game = tetsudo.load(lines[0]["record"])
    assert game.is_over
    rows = parquet.read_table(folder / "events.parquet").to_pylist()
    assert [row["kind"] for row in rows if row["game"] == "g1"] == [event.kind for event in game.events]
    bought = next(row for row in rows if row["kind"] == "share_bought")
    assert bought["player"] in (1, 2)
    assert bought["source"] in ("ipo", "market")
    card = (folder / "README.md").read_text()
    assert f"2 games, {2 * game.length:,} actions, {len(rows):,} events" in card
    assert "| 1889 | 2 | 2026-01-03 | 2026-01-03 |" in card
    assert "CC BY 4.0" in (folder / TERMS_FILE).read_text()


def test_no_name_is_in_it(played: bytes, tmp_path: Path) -> None:
    write(tmp_path / "archive", archived(played))
    for path in (tmp_path / "archive").iterdir():
        content = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
        if path.suffix == ".parquet":
            content = str(parquet.read_table(path).to_pylist()).encode()
        assert not any(name.encode() in content for name in NAMES), path.name


def test_the_same_games_give_the_same_bytes(played: bytes, tmp_path: Path) -> None:
    for name in ("one", "two"):
        write(tmp_path / name, archived(played))
    assert [(tmp_path / "one" / name).read_bytes() for name in sorted(FILES)] == [
        (tmp_path / "two" / name).read_bytes() for name in sorted(FILES)
    ]


def test_an_interrupted_archive_leaves_the_old_one(played: bytes, tmp_path: Path) -> None:
    folder = tmp_path / "archive"
    write(folder, archived(played))
    before = {path.name: path.read_bytes() for path in folder.iterdir()}

    def broken() -> Iterator[ArchivedGame]:
        yield archived(played, "g9")
        raise RuntimeError

    with pytest.raises(RuntimeError):
        list(write_archive(folder, broken()))
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before
    assert [path.name for path in tmp_path.iterdir()] == ["archive"]
    write(folder, archived(played, "g9"))
    assert b'"game":"g9"' in games_in(folder)


def test_a_folder_with_other_files_is_refused(played: bytes, tmp_path: Path) -> None:
    (tmp_path / "diary.txt").write_text("mine")
    with pytest.raises(BadInput, match="is no archive: name a new folder"):
        write(tmp_path, archived(played))
    assert (tmp_path / "diary.txt").read_text() == "mine"


def test_terms_of_the_host_replace_the_usual_ones(played: bytes, tmp_path: Path) -> None:
    (tmp_path / "ours.txt").write_text("Ask us first.")
    write(tmp_path / "archive", archived(played), terms=tmp_path / "ours.txt")
    assert (tmp_path / "archive" / TERMS_FILE).read_text() == "Ask us first."
    with pytest.raises(BadInput, match="cannot be read"):
        write(tmp_path / "other", archived(played), terms=tmp_path / "missing.txt")
    assert not (tmp_path / "other").exists()


def test_a_game_that_no_longer_replays_is_left_out_and_counted(played: bytes, tmp_path: Path) -> None:
    wrong = archived(played, "g2")
    wrong.record.actions = [{"type": "pass", "player": "Player 2"}] * 3
    write(tmp_path / "archive", archived(played), wrong)
    card = (tmp_path / "archive" / "README.md").read_text()
    assert "do not replay to their end: 1" in card.replace("\n", " ")
    assert b"g2" not in games_in(tmp_path / "archive")


def test_every_field_of_an_event_has_a_column() -> None:
    fields = {name for kind in events.KINDS.values() for name in events.fields_of(kind)}
    assert fields <= {column.name for column in COLUMNS}


def test_statistics_read_an_archive(
    played: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path / "archive", *(archived(played, f"g{number}") for number in range(10)))
    for path in (tmp_path / "archive", tmp_path / "archive" / "games.jsonl.gz"):
        assert "1889: 10 games." in run(monkeypatch, capsys, "statistics", "1889", path)[1]
