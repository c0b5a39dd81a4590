"""The configuration file: its keys are the variables' names, the environment wins, and mistakes are named."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from tests.server import TIMEOUT_SECONDS, Server, launch
from tests.web.host_commands import command
from tests.web.test_hosting import ROWS
from tetsudo.core.errors import BadInput
from tetsudo.web.server.commands.hosting import configuration
from tetsudo.web.server.commands.hosting.setting_names import KINDS, variable


def written(folder: Path, text: str) -> Path:
    file = folder / "tetsudo.toml"
    file.write_text(text)
    file.chmod(0o644)
    return file


def refusal(folder: Path, text: str) -> str:
    with pytest.raises(BadInput) as caught:
        configuration.read(written(folder, text))
    return str(caught.value).removeprefix(f"{folder}/")


def test_each_documented_variable_has_a_key() -> None:
    assert {variable(key) for key in KINDS} == set(ROWS) - {configuration.VARIABLE}


def test_values_become_variables_and_the_environment_wins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = written(tmp_path, 'hosts = ["a.example", "b.example"]\nmax_streams = 30\nhttps = true\ntidy = false\n')
    monkeypatch.setenv("TETSUDO_MAX_STREAMS", "40")
    assert configuration.load(str(file)) == file
    read = {name: os.environ[f"TETSUDO_{name}"] for name in ("HOSTS", "MAX_STREAMS", "HTTPS", "TIDY")}
    assert read == {"HOSTS": "a.example,b.example", "MAX_STREAMS": "40", "HTTPS": "1", "TIDY": "0"}


def test_a_variable_under_its_old_name_wins_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TETSUDO_STREAMS", "40")
    configuration.load(str(written(tmp_path, "max_streams = 30\n")))
    assert "TETSUDO_MAX_STREAMS" not in os.environ


def test_the_file_in_this_folder_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    written(tmp_path, "port = 8123\n")
    assert configuration.load() == Path("tetsudo.toml")
    assert os.environ["TETSUDO_PORT"] == "8123"


def test_another_users_file_is_read_only_if_it_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    file = written(tmp_path, "port = 8123\n")
    if file.stat().st_uid == 0:
        os.chown(file, 12345, -1)
    monkeypatch.setattr(os, "geteuid", lambda: 54321)
    assert configuration.load() is None
    assert "TETSUDO_PORT" not in os.environ
    said = f"{file} is another user's and is not read. --config tetsudo.toml reads it.\n"
    assert capsys.readouterr().err == said
    assert configuration.load("tetsudo.toml") == Path("tetsudo.toml")
    assert os.environ["TETSUDO_PORT"] == "8123"


def test_an_empty_variable_stands_for_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TETSUDO_CONFIG", "")
    written(tmp_path, "port = 8123\n")
    assert configuration.load() is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("databse = 'x'", "tetsudo.toml: There is no key databse. Did you mean database?"),
        ("max_streams = 'many'", "tetsudo.toml: max_streams: must be a number without quotes, not 'many'"),
        ("max_streams = true", "tetsudo.toml: max_streams: must be a number without quotes, not True"),
        ("https = 1", "tetsudo.toml: https: must be true or false, not 1"),
        ("hosts = [1]", 'tetsudo.toml: hosts: must be a list of texts, such as ["one", "two"], not [1]'),
        ("port = ", "tetsudo.toml: is no TOML: Invalid value"),
    ],
)
def test_a_mistake_is_named_with_its_key(tmp_path: Path, text: str, said: str) -> None:
    assert refusal(tmp_path, text).startswith(said)


def test_only_its_owner_reads_a_file_with_secrets(tmp_path: Path) -> None:
    file = written(tmp_path, "port = 8000\n")
    configuration.read(file)
    assert stat.S_IMODE(file.stat().st_mode) == 0o644
    configuration.read(written(tmp_path, 'secret_key = "x"\n'))
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    code, said = command("tidy", "--config", str(tmp_path / "no.toml"))
    assert (code, said) == (2, f"{tmp_path}/no.toml: is not there; `tetsudo host init` writes one\n")


def test_a_refused_value_is_named_by_its_place_in_the_file(tmp_path: Path) -> None:
    file = written(tmp_path, f'sign_up = "all"\ndatabase = "sqlite:///{tmp_path}/site.db"\n')
    process = launch("", "--config", str(file))
    said = process.communicate(timeout=TIMEOUT_SECONDS)[0]
    assert said == f"{file}: sign_up: must be closed, invitation or open, not 'all'\n"


def test_the_site_is_served_as_the_file_says(tmp_path: Path) -> None:
    """Its database and its access log; options win over the file."""
    file = written(tmp_path, f'database = "sqlite:///{tmp_path}/mine.db"\naccess_log = true\nport = 1\n')
    with Server.start("", "--config", str(file)) as server:
        assert server.port > 1
        assert (tmp_path / "mine.db").exists()
