"""Path of the site's database: a file set by `--database` or the environment, or one in the user's data folder."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Final

import dj_database_url

from tetsudo.core.errors import BadInput

MEMORY: Final = ":memory:"
"""In-memory database, for tests."""


def database() -> dict[str, Any]:
    """Database for Django's settings; BadInput for an unsupported kind."""
    home = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "tetsudo"
    url = os.environ.get("TETSUDO_DATABASE") or f"sqlite:///{home}/tetsudo.db"
    scheme, colon, _file = url.partition("://")
    if scheme != "sqlite":  # the rest is not shown: it may contain a password
        said = f", not {scheme}://" if colon else ""
        raise BadInput(f"must be sqlite:///FILE: other databases are not supported yet{said}", "--database")
    found: dict[str, Any] = dict(dj_database_url.parse(url))
    return {**found, "NAME": str(Path(found["NAME"]).expanduser())}


def file() -> Path:
    """File of the database; BadInput for an in-memory one, which would differ in each thread of the site."""
    name = database()["NAME"]
    if name == MEMORY:
        raise BadInput("must be sqlite:///FILE: what is in memory only is not kept", "--database")
    return Path(name)
