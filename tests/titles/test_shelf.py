"""Titles from other places: a folder given by name, another package, the environment variable."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

import tetsudo
from tests.conftest import ROOT
from tetsudo.cli import arguments
from tetsudo.cli.commands import app
from tetsudo.core.errors import BadData, BadInput
from tetsudo.language.power_sentences import sentences
from tetsudo.titles import loader
from tetsudo.titles.data import discovery
from tetsudo.titles.data.clauses import read_clauses
from tetsudo.titles.rulebook.traceability import places_of
from tetsudo.web.reference.title_card import reference

POWER = """
from __future__ import annotations

from typing import Annotated

from tetsudo.engine.model.power_spec import Amount, Key
from tetsudo.engine.rules.ruleset.power import Power


class Growing(Power):
    kind = "growing"
    help = "The private pays more from turn to turn."
    sentence = "It pays {amount} more from turn to turn."

    amount: Annotated[Amount, Key("how much more", minimum=1)] = 10

    def private_income(self, state, income):
        return income + self.amount * state.turn


POWERS = (Growing,)
"""


def edition(folder: Path, name: str) -> Path:
    """The folder of an edition of 1890 in which one private pays more each turn."""
    made = folder / name
    made.mkdir(parents=True)
    (made / "title.toml").write_text(f'base = "1889"\nname = "Growth {name}"\n')
    (made / "companies.toml").write_text('[privates.TR]\npowers = [{ kind = "growing", owner = "any" }]\n')
    (made / "powers.py").write_text(POWER)
    return made


@pytest.fixture(autouse=True)
def forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """Titles registered by a test are unknown to the next."""
    monkeypatch.setattr(discovery, "_added_titles", {})


def run(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    path = f"{ROOT / 'src'}{os.pathsep}{environment.pop('PYTHONPATH', '')}"
    return subprocess.run(
        [sys.executable, *words],
        env={**os.environ, "PYTHONPATH": path, **environment},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_a_title_comes_from_a_path_with_its_powers(tmp_path: Path) -> None:
    folder = edition(tmp_path, "growth1")
    game = tetsudo.new(str(folder), ["Ann", "Bo"])
    assert (game.setup.title, game.setup.name) == ("growth1", "Growth growth1")
    assert repr(game).startswith("<Game of growth1: ")
    assert tetsudo.new(folder, ["Ann", "Bo"]).setup is game.setup
    assert "growth1" in [info.name for info in tetsudo.titles()]
    (power,) = [each for each in game.ruleset.powers.all if type(each).__name__ == "Growing"]
    game.state.turn = 3
    assert power.private_income(game.state, 5) == 35
    loader.check("growth1")


def test_its_powers_are_told_and_held_to_their_keys(tmp_path: Path) -> None:
    """On the title's card, by the command for authors, and by the loader."""
    folder = edition(tmp_path, "growth11")
    game = tetsudo.new(folder, ["Ann", "Bo"])
    (told,) = sentences(game.setup.privates[0], game.setup)
    assert told == "It pays ¥10 more from turn to turn."
    listed = CliRunner().invoke(app, ["titles", str(folder), "--powers"]).output
    assert "growing  private or company" in listed
    assert "amount (amount; 10): how much more" in listed
    assert reference("growth11").privates[0].powers == (told,)
    wrong = edition(tmp_path, "growth12")
    line = '{ kind = "growing", owner = "any", amuont = 5 }'
    (wrong / "companies.toml").write_text(f"[privates.TR]\npowers = [{line}]\n")
    with pytest.raises(BadData, match=r"^growth12/companies\.toml: privates\.TR\.powers\[0\]\.amuont: is not a key"):
        tetsudo.new(wrong, ["Ann", "Bo"])


def test_its_clauses_lead_into_its_folder_and_to_what_it_has_from_another(tmp_path: Path) -> None:
    made = edition(tmp_path, "growth")
    (made / "companies.toml").write_text("[privates.TR]\n# growth-PRV-01\nincome = 10\n")
    name = loader.add_title(made).name
    found = {(place.file, place.line) for place in places_of(name, read_clauses(name)["growth-PRV-01"])}
    assert ("growth/companies.toml", 3) in found
    rusting = {place.file for place in places_of(name, read_clauses(name)["growth-PHS-06"])}
    assert rusting == {"engine/rules/trains/depot.py"}


def test_its_records_and_positions_are_read_where_it_is_known(tmp_path: Path) -> None:
    game = tetsudo.new(edition(tmp_path, "growth2"), ["Ann", "Bo"])
    game.apply(game.parse("buy TR"))
    record, position = game.record().to_json(), game.position()
    assert tetsudo.load(record).digest() == tetsudo.game.position.read(position).digest() == game.digest()
    discovery._added_titles.clear()
    with pytest.raises(BadInput, match=r"^title: is 'growth2', a title that is not installed here"):
        tetsudo.load(record)
    with pytest.raises(BadInput, match="There is no title growth2"):
        tetsudo.game.position.read(position)
    tetsudo.add_title(tmp_path / "growth2")
    assert tetsudo.load(record).digest() == game.digest()


def test_a_record_never_opens_a_folder(tmp_path: Path) -> None:
    """Records are untrusted, and a folder may contain code."""
    folder = edition(tmp_path, "growth3")
    record = tetsudo.new("1889", ["Ann", "Bo"]).record()
    record.title = str(folder)
    with pytest.raises(BadInput, match="a title that is not installed here"):
        tetsudo.load(record)
    with pytest.raises(BadInput, match="There is no title"):
        loader.setup(str(folder), 2)
    assert discovery._added_titles == {}


def test_a_name_goes_before_a_folder_of_that_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    edition(tmp_path, "1889")
    edition(tmp_path, "growth4")
    monkeypatch.chdir(tmp_path)
    assert tetsudo.new("1889", ["Ann", "Bo"]).setup.name == "Shikoku 1889"
    assert tetsudo.new("growth4", ["Ann", "Bo"]).setup.name == "Growth growth4"
    with pytest.raises(BadInput, match="there is a title '1889' already"):
        tetsudo.new("./1889", ["Ann", "Bo"])


def test_what_is_no_title_is_told() -> None:
    with pytest.raises(BadInput, match=r"there is no title\.toml in /nowhere/at/all"):
        tetsudo.new("/nowhere/at/all", ["Ann", "Bo"])
    with pytest.raises(BadInput, match="There is no title tests"):
        tetsudo.new("tests", ["Ann", "Bo"])


def test_a_folder_has_a_name_that_can_be_said(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="a title's folder is named by letters"):
        tetsudo.add_title(edition(tmp_path, "my title"))
    assert tetsudo.add_title(edition(tmp_path, "t1846")).name == "1846"


def test_errors_name_its_folder(tmp_path: Path) -> None:
    folder = edition(tmp_path, "growth5")
    (folder / "companies.toml").write_text("[privates.TR]\npowers = 5\n")
    with pytest.raises(BadData, match=r"^growth5/companies\.toml: privates\.TR\.powers: must be a list of tables"):
        tetsudo.new(folder, ["Ann", "Bo"])
    other = edition(tmp_path, "growth9")
    (other / "title.toml").write_bytes(b'name = "\xff"')
    with pytest.raises(BadData, match=r"^growth9/title\.toml: is no UTF-8 text"):
        tetsudo.new(other, ["Ann", "Bo"])


@pytest.mark.parametrize(
    "words",
    [("titles",), ("simulate", "--games", "1"), ("perft", "--depth", "1"), ("rules",)],
    ids=lambda words: words[0],
)
def test_wherever_a_title_is_named_a_path_may_stand(words: tuple[str, ...], tmp_path: Path) -> None:
    folder = edition(tmp_path, "growth6")
    done = CliRunner().invoke(app, [words[0], str(folder), *words[1:]])
    assert (done.exit_code, done.exception) == (0, None)


def test_other_processes_know_the_path(tmp_path: Path) -> None:
    table = arguments.table(str(edition(tmp_path, "growth8")), 2)
    done = run("-c", f"from tetsudo.lab.table_spec import Table; print({table!r}.game())")
    assert done.stdout.startswith("<Game of growth8: "), done.stderr


def test_files_are_read_with_the_variable(tmp_path: Path) -> None:
    folder = edition(tmp_path, "growth7")
    game = tetsudo.new(folder, ["Ann", "Bo"])
    game.apply(game.parse("buy TR"))
    file = tmp_path / "game.json"
    file.write_bytes(game.record().to_json())
    assert run("-m", "tetsudo", "replay", str(file), TETSUDO_TITLES=str(folder)).returncode == 0
    unknown = run("-m", "tetsudo", "replay", str(file), TETSUDO_TITLES="")
    assert unknown.returncode == 2
    assert "'growth7', a title that is not installed here" in unknown.stderr.replace("\n", " ")
    assert "Traceback" not in unknown.stderr


def test_a_variable_that_names_no_title_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TETSUDO_TITLES", "/nowhere")
    with pytest.raises(BadData, match=r"^TETSUDO_TITLES: there is no title\.toml in /nowhere"):
        discovery._installed_titles.__wrapped__()


def package(site: Path, name: str, package: str) -> None:
    """Install a package that offers a title."""
    info = site / f"{package}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[tetsudo.titles]\n{name} = {package}\n")


def test_a_title_comes_from_another_package(tmp_path: Path) -> None:
    edition(tmp_path, "growing_pack")
    (tmp_path / "growing_pack" / "__init__.py").write_text("")
    package(tmp_path, "growth", "growing_pack")
    program = "import tetsudo; print(tetsudo.new('growth', ['Ann', 'Bo']).setup.name, len(tetsudo.titles()))"
    done = run("-c", program, PYTHONPATH=str(tmp_path))
    assert (done.stdout, done.stderr) == (f"Growth growing_pack {len(tetsudo.titles()) + 1}\n", "")


def test_a_package_that_is_broken_is_left_out(tmp_path: Path) -> None:
    package(tmp_path, "growth", "not_there_at_all")
    done = run("-c", "import tetsudo; print(len(tetsudo.titles()))", PYTHONPATH=str(tmp_path))
    assert done.stdout == f"{len(tetsudo.titles())}\n"
    assert "The title 'growth' of not_there_at_all is left out" in done.stderr


@pytest.mark.parametrize("listed", ['{"growing": Growing}', "()", "(Growing, Power)", "(Growing, 5)", "None"])
def test_what_its_powers_list_is_held_to_be_kinds(tmp_path: Path, listed: str) -> None:
    folder = edition(tmp_path, f"growth{len(listed) + 20}")
    (folder / "powers.py").write_text(POWER.replace("(Growing,)", listed))
    with pytest.raises(BadData, match=r"^growth\d+/powers\.py: POWERS must list classes of powers, each with its kind"):
        tetsudo.new(folder, ["Ann", "Bo"])
