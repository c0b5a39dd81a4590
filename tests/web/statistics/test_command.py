"""The archive command on a database of its own, as a host runs it."""

from __future__ import annotations

import gzip
import json
import sqlite3
from pathlib import Path

import pytest

from tests.web.filling import TableSpec, fill
from tests.web.host_commands import command
from tests.web.statistics.builders import played


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """File of a site's database with two finished tables, one of them listed."""
    file = tmp_path / "site.db"
    fill(file, TableSpec(people=("Zebedee",), record=json.loads(played().to_json()), count=2))
    with sqlite3.connect(file) as database:
        database.execute("UPDATE tables_table SET is_listed = 1 WHERE id = 1")
    return file


def test_it_writes_the_public_games_and_again_the_same(site: Path, tmp_path: Path) -> None:
    folder, url = tmp_path / "games", f"sqlite:///{site}"
    code, said = command("archive", str(folder), "--database", url)
    assert (code, said.count("Traceback")) == (0, 0), said
    assert "1 games have ended since the last count." in said
    assert f"1 games, {len(played().actions):,} actions," in " ".join(said.split())
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert gzip.decompress(before["games.jsonl.gz"]).count(b"\n") == 1
    code, said = command("archive", str(folder), "--database", url)
    assert "0 games have ended since the last count." in said
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_it_refuses_in_one_sentence(site: Path, tmp_path: Path) -> None:
    for words, sentence in (
        (["archive", str(tmp_path), "--database", f"sqlite:///{site}"], "is there already and is no archive"),
        (["archive", str(tmp_path / "games"), "--database", f"sqlite:///{tmp_path}/missing.db"], "there is no"),
        (
            ["archive", str(tmp_path / "games"), "--database", f"sqlite:///{site}", "--terms", "missing.txt"],
            "missing.txt",
        ),
    ):
        code, said = command(*words)
        assert code == 2
        assert sentence in " ".join(said.split())
        assert "Traceback" not in said
