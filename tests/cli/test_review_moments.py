"""`tetsudo review --moments`: text, JSON and page, and results that are kept."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.test_commands import run
from tests.review.planted import Players
from tetsudo.game import record
from tetsudo.lab.table_spec import Table
from tetsudo.review.moments import Search


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A finished game; what is kept goes into a folder of the test."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    path = tmp_path / "game.json"
    path.write_bytes(record.write(Players("rules", 1).play(Table("1889", 3).game(seed=3), 3)).to_json())
    return path


def test_moments_as_text_json_and_page_are_searched_once(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run(monkeypatch, capsys, "review", file, "--playouts", "100")
    assert (code, err) == (0, "")
    assert "Own decisions" in out
    assert len(list((file.parent / "cache" / "tetsudo" / "reviews").iterdir())) == 1

    def refused(*_asked: object) -> None:
        raise AssertionError("it is known already")

    monkeypatch.setattr(Search, "play", refused)
    code, out, err = run(monkeypatch, capsys, "review", file, "--playouts", "100", "--json")
    found = json.loads(out)["moments"]
    assert found["playouts"] >= 100
    assert {each["player"] for each in found["changes"]} == {0, 1, 2}
    page = file.parent / "review.html"
    assert run(monkeypatch, capsys, "review", file, "--playouts", "100", "--html", page)[0] == 0
    assert page.read_text().count("What decisions cost, by kind") == 3


@pytest.mark.long
def test_several_processes_find_the_same(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = []
    for number in ("1", "2"):
        monkeypatch.setenv("XDG_CACHE_HOME", str(file.parent / number))
        code, out, err = run(monkeypatch, capsys, "review", file, "--playouts", "100", "--jobs", number, "--json")
        assert code == 0, err
        found.append(json.loads(out)["moments"])
    assert found[0] == found[1]


def test_damaged_results_and_a_folder_that_cannot_be_written_are_no_fault(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (file.parent / "cache").write_text("a file where the folder should be")
    assert run(monkeypatch, capsys, "review", file, "--playouts", "100")[0] == 0


def test_without_the_option_there_are_no_moments(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, _err = run(monkeypatch, capsys, "review", file, "--json")
    assert code == 0
    assert "moments" not in json.loads(out)
