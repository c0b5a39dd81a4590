"""Location of the site's database: a SQLite file, or a PostgreSQL server that several processes share.

It is set by `--database` or the environment; by default it is a file in the user's data folder.
"""

from __future__ import annotations

import importlib.util
import os
import re
from pathlib import Path
from typing import Any, Final

import dj_database_url

from tetsudo.core.errors import BadInput

MEMORY: Final = ":memory:"
"""In-memory database, for tests."""

SCHEMES: Final = ("sqlite", "postgresql", "postgres")
"""Kinds of databases in a URL."""

ENGINE: Final = "tetsudo.web.common.database.postgresql"
"""Django's driver for PostgreSQL, in which writers wait in line."""

MAIN_OPTIONS: Final = {"host": "HOST", "port": "PORT", "user": "USER", "password": "PASSWORD", "dbname": "NAME"}
"""Options of a URL that say what its beginning may also say."""

TLS_OPTIONS: Final = {
    "sslmode": "PGSSLMODE",
    "sslrootcert": "PGSSLROOTCERT",
    "sslcert": "PGSSLCERT",
    "sslkey": "PGSSLKEY",
}
"""Other options of a URL, and the variables by which PostgreSQL's programs know them."""

CONNECT_SECONDS: Final = 3
"""Timeout of a connection's start, in seconds."""

UNANSWERED_SECONDS: Final = 10
"""Seconds after which a PostgreSQL server that does not answer counts as gone."""


def database(url: str = "") -> dict[str, Any]:
    """Database for Django's settings, by its URL ("": the one in use); BadInput for an unsupported kind."""
    url = url or _used()
    scheme, colon, _rest = url.partition("://")
    if scheme not in SCHEMES:  # the rest is not shown: it may contain a password
        said = f", not {scheme}://" if colon else ""
        raise BadInput(f"must be sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME{said}", "--database")
    try:
        found: dict[str, Any] = dict(dj_database_url.parse(url))
    except ValueError:
        raise BadInput("is no URL of a database: write special characters as %40", "--database") from None
    if scheme == "sqlite":
        return {**found, "NAME": str(Path(found["NAME"]).expanduser())}
    found = _without_options(found)
    if not found["NAME"]:
        raise BadInput("must name a database: postgresql://USER:PASSWORD@HOST/NAME", "--database")
    if importlib.util.find_spec("psycopg") is None:
        raise BadInput('needs psycopg: pip install "tetsudo[postgres]"', "--database")
    return {**found, "ENGINE": ENGINE}


def _without_options(found: dict[str, Any]) -> dict[str, Any]:
    """Database whose place and account are not among the options of its URL. BadInput for an unknown option."""
    options = dict(found.get("OPTIONS", {}))
    moved = {key: str(options.pop(name)) for name, key in MAIN_OPTIONS.items() if options.get(name)}
    if unknown := sorted(options.keys() - TLS_OPTIONS.keys()):
        raise BadInput(f"has an unknown option: {unknown[0]}. There are {', '.join(TLS_OPTIONS)}", "--database")
    return {**found, **moved, "OPTIONS": options}


def shown(url: str = "") -> str:
    """URL of a database ("": the one in use) without its password."""
    said = re.sub(r"(://[^/@:]*):[^/]*@", r"\1:…@", url or _used())
    return re.sub(r"(password=)[^&]*", r"\1…", said)


def _used() -> str:
    return os.environ.get("TETSUDO_DATABASE") or f"sqlite:///{_data_folder()}/tetsudo.db"


def is_shared(url: str = "") -> bool:
    """True for a database ("": the one in use) that several processes of the site may use at once."""
    return bool(database(url)["ENGINE"] == ENGINE)


def file() -> Path:
    """File of the database; BadInput for one that has none, and for an in-memory one, which each thread has anew."""
    if is_shared():
        raise BadInput("must be sqlite:///FILE for this", "--database")
    name = database()["NAME"]
    if name == MEMORY:
        raise BadInput("must be sqlite:///FILE: what is in memory only is not kept", "--database")
    return Path(name)


def key_base(url: str = "") -> Path | None:
    """Beginning of the names of the files with the keys of a site ("": this one); None for a database in memory.

    For PostgreSQL they are in the user's data folder: several machines need the same keys in their environment.
    """
    found = database(url)
    if found["ENGINE"] != ENGINE:
        return None if found["NAME"] == MEMORY else Path(found["NAME"])
    place = "-".join(str(found[key]) for key in ("HOST", "PORT", "NAME") if found[key])
    return _data_folder() / f"postgresql-{re.sub(r'[^A-Za-z0-9_.-]', '_', place)}"


def _data_folder() -> Path:
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "tetsudo"
