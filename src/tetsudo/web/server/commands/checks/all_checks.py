"""The check of a whole site, part by part; one that fails does not keep the others from being looked at."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from functools import partial

from tetsudo.core.errors import BadInput
from tetsudo.web.server.commands.checks.findings import Finding, Part
from tetsudo.web.server.commands.hosting import configuration
from tetsudo.web.server.run import prepare


def findings(database: str, *, is_offline: bool = False, resolver: str = "") -> Iterator[Finding]:
    """Findings about a site. `is_offline`: ask nothing over the network, this machine's site included."""
    file = os.environ.get(configuration.VARIABLE)
    if file:
        yield Part("settings").ok(f"{file} is right.")
    try:
        prepare(database, makes=False, checks=False)
    except BadInput as error:
        yield _refusal(error)
        return
    for name, check in _checks(is_offline, resolver):
        yield from _run(name, check)


def _refusal(error: BadInput) -> Finding:
    """Finding about settings or a database with which nothing can be started."""
    if error.where == "--database":
        remedy = "see that it runs, and that database (TETSUDO_DATABASE) is right; starting the site makes a new one"
        return Part("database").wrong(f"{error.sentence}. Remedy: {remedy}.")
    return Part("settings").wrong(f"{configuration.place(error.where)}: {error.sentence}")


def _checks(is_offline: bool, resolver: str) -> Iterator[tuple[str, Callable[[], Iterator[Finding]]]]:
    """Checks by the part that they are about; they need the settings."""
    from tetsudo.web.server.commands.checks import database_checks, mail_checks, settings_checks, site_checks

    yield "settings", settings_checks.addresses
    yield "files", settings_checks.files
    yield "database", database_checks.version
    yield "notices", database_checks.notices
    yield "settings", settings_checks.push_keys
    yield "backups", database_checks.backups
    if is_offline:
        return
    yield "site", site_checks.running
    yield "https", site_checks.reachable
    yield "mail", mail_checks.server
    yield "mail", partial(mail_checks.records, resolver)


def _run(name: str, check: Callable[[], Iterator[Finding]]) -> Iterator[Finding]:
    """Findings of one check; a failure of the database or the disk is one, too."""
    from django.db import DatabaseError

    try:
        yield from check()
    except (DatabaseError, OSError, BadInput) as error:
        yield Part(name).wrong(f"{name} could not be looked at: {str(error).splitlines()[0]}")
