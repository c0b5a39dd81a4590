"""A site on PostgreSQL whose configuration has its key, so that nothing has made a folder for keys yet."""

from __future__ import annotations

import json
from pathlib import Path

from tests.web.host_commands import command
from tests.web.postgresql.conftest import NewSite
from tests.web.visitor import Visitor

KEY = "four-tiny-green-ferries-" * 3
ANSWERS = {"part": "database", "state": "ok", "sentence": "The database answers, and is of this version."}


def test_it_needs_no_folder_of_keys_until_there_are_some(database: str, serve: NewSite, tmp_path: Path) -> None:
    """Then the folder is made."""
    file = tmp_path / "tetsudo.toml"
    file.write_text(f"secret_key = {json.dumps(KEY)}\n")
    with serve(database, TETSUDO_SECRET_KEY=KEY) as server:
        answer = Visitor(server.address).get("/healthz")
    assert (answer.status, answer.data["disk"]) == (200, "ok")
    code, said = command("check", "--offline", "--json", "--config", str(file), "--database", database)
    assert code == 0, said
    assert ANSWERS in json.loads(said)
    assert not (tmp_path / "data").exists()
    code, said = command("push-keys", "--config", str(file), "--database", database)
    assert code == 0, said
    assert list((tmp_path / "data").rglob("*.push-key"))
