"""The workspace: undo and redo, atomic saving of what changed, conflicts with changes on disk."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.design.workbench import fill, title_texts
from tetsudo.core.errors import BadInput
from tetsudo.lab.design import Conflict, Plan, Workspace, new_title

VALLEY = ROOT / "tests" / "titles" / "valley"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of Four Valleys."""
    return fill(tmp_path / "valley", title_texts(VALLEY))


def test_undo_and_redo(folder: Path) -> None:
    work = Workspace(folder)
    first = work.text("map.toml")
    work.change({"map.toml": "1 = 1"})
    work.change({"map.toml": "2 = 2"})
    work.change({"map.toml": "2 = 2"})  # nothing changes, so nothing is there to undo
    work.undo()
    assert work.text("map.toml") == "1 = 1"
    work.undo()
    assert (work.text("map.toml"), work.can_undo, work.changed_files) == (first, False, ())
    work.undo()
    work.redo()
    work.redo()
    work.redo()
    assert (work.text("map.toml"), work.can_redo) == ("2 = 2", False)
    work.undo()
    work.change({"map.toml": "3 = 3"})
    assert not work.can_redo


def test_only_changed_files_are_written(folder: Path) -> None:
    untouched = {path.name: path.stat().st_mtime_ns for path in folder.iterdir()}
    work = Workspace(folder)
    work.change({"map.toml": work.text("map.toml") + "# more\n"})
    assert work.changed_files == ("map.toml",)
    assert work.save() == ("map.toml",)
    now = {path.name: path.stat().st_mtime_ns for path in folder.iterdir()}
    assert {name for name in now if now[name] != untouched.get(name)} == {"map.toml"}
    assert (folder / "map.toml").read_text("utf-8").endswith("# more\n")
    assert not work.save()


def test_line_ends_and_permissions_stay(folder: Path) -> None:
    path = folder / "map.toml"
    path.write_bytes(b"[hexes]\r\nA2 = {}\r\n")
    path.chmod(0o640)
    work = Workspace(folder)
    work.change({"map.toml": work.text("map.toml") + "A4 = {}\r\n"})
    work.save()
    assert path.read_bytes() == b"[hexes]\r\nA2 = {}\r\nA4 = {}\r\n"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_link_stays_a_link(folder: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "shared.toml"
    (folder / "map.toml").rename(elsewhere)
    (folder / "map.toml").symlink_to(elsewhere)
    work = Workspace(folder)
    work.change({"map.toml": "# mine\n"})
    work.save()
    assert (folder / "map.toml").is_symlink()
    assert elsewhere.read_text("utf-8") == "# mine\n"


def test_a_change_on_disk_is_told_and_not_overwritten(folder: Path) -> None:
    work = Workspace(folder)
    work.change({"map.toml": "# mine\n", "tiles.toml": "# mine too\n"})
    (folder / "map.toml").write_text("# theirs\n", "utf-8")
    assert work.changes_on_disk() == ("map.toml",)
    with pytest.raises(Conflict, match=r"map\.toml changed on disk"):
        work.save()
    assert (folder / "map.toml").read_text("utf-8") == "# theirs\n"
    assert (folder / "tiles.toml").read_text("utf-8") != "# mine too\n"  # nothing is saved by halves
    work.reload()
    assert work.text("map.toml") == "# theirs\n"
    work.undo()
    assert work.text("map.toml") == "# mine\n"
    assert work.save() == ("map.toml", "tiles.toml")  # their version is known now


def test_it_is_overwritten_if_that_is_wanted(folder: Path) -> None:
    work = Workspace(folder)
    work.change({"map.toml": "# mine\n"})
    (folder / "map.toml").write_text("# theirs\n", "utf-8")
    assert work.save(overwrite=True) == ("map.toml",)
    assert (folder / "map.toml").read_text("utf-8") == "# mine\n"


def test_a_change_of_another_file_on_disk_is_no_conflict(folder: Path) -> None:
    work = Workspace(folder)
    work.change({"map.toml": "# mine\n"})
    (folder / "tiles.toml").write_text("# theirs\n", "utf-8")
    assert work.save() == ("map.toml",)


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="needs permissions that hold")
def test_a_failed_save_leaves_the_file_whole(folder: Path) -> None:
    before = (folder / "map.toml").read_text("utf-8")
    work = Workspace(folder)
    work.change({"map.toml": "# mine\n"})
    folder.chmod(0o500)
    with pytest.raises(OSError, match="denied"):
        work.save()
    folder.chmod(0o700)
    assert (folder / "map.toml").read_text("utf-8") == before
    assert work.changed_files == ("map.toml",)


def test_no_temporary_file_stays_if_replacing_fails(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*given: object) -> None:
        raise OSError("disk full")

    names = {path.name for path in folder.iterdir()}
    work = Workspace(folder)
    work.change({"map.toml": "# mine\n"})
    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(OSError, match="disk full"):
        work.save()
    assert {path.name for path in folder.iterdir()} == names


def test_a_new_title_is_written_when_it_is_saved(tmp_path: Path) -> None:
    work = Workspace(tmp_path / "new" / "coal")
    assert work.is_new
    work.change(new_title(Plan("Coal")))
    assert not (tmp_path / "new").exists()
    assert len(work.save()) == 5
    assert not Workspace(tmp_path / "new" / "coal").is_new


@pytest.mark.parametrize("name", ["../map.toml", "powers.py", "/etc/passwd", "map.toml/..", ""])
def test_other_files_are_refused(folder: Path, name: str) -> None:
    work = Workspace(folder)
    with pytest.raises(BadInput, match="is no file of a title"):
        work.change({name: "x"})
    assert work.changed_files == ()


def test_a_file_is_no_folder(folder: Path) -> None:
    with pytest.raises(BadInput, match="is not a folder"):
        Workspace(folder / "map.toml")


def test_a_file_that_is_no_text_is_told(folder: Path) -> None:
    (folder / "map.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(BadInput, match="no UTF-8 text"):
        Workspace(folder)
