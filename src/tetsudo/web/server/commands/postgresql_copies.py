"""Copies of a PostgreSQL database, by its own programs: pg_dump, pg_restore and psql."""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote, urlencode

from tetsudo.core.errors import BadInput
from tetsudo.web.common.database import location, shared
from tetsudo.web.server.commands.copies import Copier, new_file

VARIABLES: Final = {
    "HOST": "PGHOST",
    "PORT": "PGPORT",
    "USER": "PGUSER",
    "PASSWORD": "PGPASSWORD",
    "NAME": "PGDATABASE",
}
"""Variables by which PostgreSQL's programs are told of a database: others could read a command line."""

DUMP: Final = ("pg_dump", "--format=custom", "--no-password", "--no-owner", "--no-privileges")
TRANSIENT: Final = (shared.CACHE_TABLE, shared.COUNTER_TABLE)
"""Tables whose rows are not copied."""

IN_USE: Final = """
SELECT count(*) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name = 'tetsudo'
"""
PSQL: Final = ("psql", "--quiet", "--no-psqlrc", "--no-password")
PUT: Final = (
    *(*PSQL, "--single-transaction", "--set=ON_ERROR_STOP=1", "--output=/dev/null"),
    *("--command=DROP SCHEMA public CASCADE", "--command=CREATE SCHEMA public", "--file=-"),
)


class PostgresqlCopier(Copier):
    """Copier of a database on a PostgreSQL server."""

    ending = ".dump"

    def __init__(self) -> None:
        base = location.key_base()
        assert base is not None, "only a database in memory has none"
        self.base = base
        self._database = location.database()

    def exists(self) -> bool:
        """Tell whether there are tables of a site."""
        return bool(self._psql("SELECT to_regclass('public.tables_table') IS NOT NULL") == "t")

    def copy(self, copy: Path) -> None:
        """Copy the database; see `Copier`."""
        left_out = [f"--exclude-table-data=public.{table}" for table in TRANSIENT]
        with new_file(copy) as made:
            self._run([*DUMP, *left_out, f"--file={made}"], str(copy))

    def check(self, copy: Path) -> None:
        """Raise BadInput for a file that is no whole copy of a site's database."""
        listed = self._run(["pg_restore", "--list", str(copy)], str(copy), "is no copy of a database")
        if " TABLE public tables_table " not in listed:
            raise BadInput("is no copy of a site's database", str(copy))
        with open(os.devnull, "w") as nowhere:
            self._run(["pg_restore", "--file=-", str(copy)], str(copy), "is damaged", stdout=nowhere)

    @contextmanager
    def scratch(self, copy: Path) -> Iterator[str]:
        """Make a database from a copy on the same server, to be removed afterwards; its URL."""
        name = f"tetsudo_scratch_{secrets.token_hex(6)}"
        remedy = "no scratch database can be made: ALTER ROLE … CREATEDB, or leave the check out (--no-verify)"
        self._run([*PSQL, "-c", f"CREATE DATABASE {name}"], "--database", remedy)
        try:
            self._put(copy, name)
            yield self._url(name)
        finally:
            self._run([*PSQL, "-c", f"DROP DATABASE {name} WITH (FORCE)"], "--database")

    def check_unused(self) -> None:
        """Raise BadInput if other processes use the database."""
        if self._psql(IN_USE) != "0":
            raise BadInput("other processes use this database: stop them first", "--database")

    def replace(self, copy: Path) -> None:
        """Put a copy in the database's place; see `Copier`."""
        self.check_unused()
        self._put(copy, self._database["NAME"])

    def _put(self, copy: Path, name: str) -> None:
        """Replace all that is in a database by a copy that has been checked, in one transaction."""
        reading = ["pg_restore", "--file=-", "--no-owner", "--schema=public", str(copy)]
        environment = _environment({**self._database, "NAME": name})
        with (
            tempfile.TemporaryFile() as faults,
            subprocess.Popen(reading, stdout=subprocess.PIPE, stderr=faults) as read,
            subprocess.Popen(PUT, stdin=subprocess.PIPE, stderr=faults, env=environment) as write,
        ):
            assert read.stdout
            assert write.stdin
            with contextlib.suppress(BrokenPipeError):
                shutil.copyfileobj(read.stdout, write.stdin)
                if read.wait():
                    write.kill()  # before its input ends, at which it would commit what has come so far
                write.stdin.close()
            read.stdout.close()
            failed = bool(write.wait() or read.wait())
            faults.seek(0)
            said = faults.read().decode(errors="replace")
        if failed:
            raise BadInput(f"cannot be restored: {_first_line(said)}", str(copy))

    def _psql(self, sql: str) -> str:
        return self._run([*PSQL, "-Atc", sql], "--database").strip()

    def _run(self, command: list[str], where: str, said: str = "cannot be read", stdout: Any = subprocess.PIPE) -> str:
        """Output of a program. Raises BadInput about `where` if it fails or is not installed."""
        try:
            done = subprocess.run(
                command, stdout=stdout, stderr=subprocess.PIPE, text=True, env=_environment(self._database), check=False
            )
        except FileNotFoundError:
            raise BadInput(f"{command[0]} is not installed: apt-get install postgresql-client", "--database") from None
        if done.returncode:
            raise BadInput(f"{said}: {_first_line(done.stderr)}", where)
        return done.stdout or ""

    def _url(self, name: str) -> str:
        """URL of another database on the same server."""
        found = {key: quote(str(self._database[key] or ""), safe="") for key in ("USER", "PASSWORD", "HOST", "PORT")}
        who = f"{found['USER']}:{found['PASSWORD']}" if found["PASSWORD"] else found["USER"]
        place = f"{found['HOST']}:{found['PORT']}" if found["PORT"] else found["HOST"]
        options = urlencode(self._database["OPTIONS"])
        return f"postgresql://{who}{'@' if who else ''}{place}/{name}{f'?{options}' if options else ''}"


def _environment(found: Mapping[str, Any]) -> dict[str, str]:
    chosen = {name: str(found[key]) for key, name in VARIABLES.items() if found.get(key)}
    tls = {location.TLS_OPTIONS[name]: str(value) for name, value in found["OPTIONS"].items()}
    return {**os.environ, **chosen, **tls, "PGAPPNAME": "tetsudo-copy"}


def _first_line(text: str) -> str:
    lines = [line for line in text.strip().splitlines() if line]
    return lines[0] if lines else "no reason given"
