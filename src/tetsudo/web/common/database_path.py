"""Where the site keeps its database: a file that `--database` or the environment names, or one of the user's own."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Final

import dj_database_url

from tetsudo.core.errors import BadInput

MEMORY: Final = ":memory:"
"""A database that is gone when its process ends; for tests."""


def database() -> dict[str, Any]:
    """The database as Django's settings have it; BadInput if it is of a kind that is not supported."""
    home = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "tetsudo"
    url = os.environ.get("TETSUDO_DATABASE") or f"sqlite:///{home}/tetsudo.db"
    scheme, colon, _file = url.partition("://")
    if scheme != "sqlite":  # the rest is not repeated: there may be a password in it
        said = f", not {scheme}://" if colon else ""
        raise BadInput(f"must be sqlite:///FILE: other databases are not supported yet{said}", "--database")
    found: dict[str, Any] = dict(dj_database_url.parse(url))
    return {**found, "NAME": str(Path(found["NAME"]).expanduser())}


def file() -> Path:
    """The database's file; BadInput if it has none, for each thread of the site would have a database of its own."""
    name = database()["NAME"]
    if name == MEMORY:
        raise BadInput("must be sqlite:///FILE: what is in memory only is not kept", "--database")
    return Path(name)
