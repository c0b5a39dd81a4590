"""Checks of settings that are valid each, but do not fit together or are not for a public site."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.http.request import validate_host

from tetsudo.web.common import file_permissions
from tetsudo.web.common.database import location
from tetsudo.web.server.commands.checks.findings import Finding, Part

SETTINGS: Final = Part("settings")
FILES: Final = Part("files")

MIN_FREE_BYTES: Final = 16_000_000
FEW_FREE_BYTES: Final = 1_000_000_000
"""Free bytes of a disk: below the first the site refuses changes, below the second the host should act."""


def addresses() -> Iterator[Finding]:
    """Check the site's address, its host names, and the proxies in front of it."""
    if settings.DEBUG:
        yield SETTINGS.wrong("Error pages show code and settings to visitors: remove debug (TETSUDO_DEBUG).")
    if "*" in settings.ALLOWED_HOSTS:
        yield SETTINGS.hint("The site answers to any host name: set hosts (TETSUDO_HOSTS) to its own.")
    if not settings.SITE_URL:
        yield SETTINGS.hint(
            "The site does not know its address: set site_url (TETSUDO_SITE_URL), for links in notices."
        )
        return
    parts = urlsplit(settings.SITE_URL)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        yield SETTINGS.wrong(f"site_url must be like https://games.example.org, not {settings.SITE_URL!r}.")
        return
    if not validate_host(parts.hostname, settings.ALLOWED_HOSTS):
        yield SETTINGS.wrong(f"{parts.hostname} of site_url is not one of hosts (TETSUDO_HOSTS): add it there.")
    else:
        yield SETTINGS.ok(f"The site is {settings.SITE_URL}.")
    if parts.scheme == "https" and not settings.PROXIES:
        yield SETTINGS.wrong(
            "No proxy is believed, so that all visitors count as one: set proxies (TETSUDO_PROXIES) to the address of"
            " the one that speaks HTTPS."
        )
    if parts.scheme == "http" and parts.hostname != "localhost":
        yield SETTINGS.hint(
            "Passwords cross the network unencrypted: put a proxy with HTTPS in front (docs/hosting.md)."
        )


def push_keys() -> Iterator[Finding]:
    """Check the keys of push messages."""
    from tetsudo.web.notices.channels import push_keys as keys

    if keys.private_key():
        yield SETTINGS.ok("There are keys for push messages.")
    else:
        yield SETTINGS.hint("Browsers cannot be notified yet: `tetsudo push-keys` makes the keys.")


def files() -> Iterator[Finding]:
    """Check that files are private, and folders can be written and have room."""
    base = location.key_base()
    if base is None:
        return
    for file in file_permissions.fix_permissions(base):
        yield FILES.wrong(f"Others can read {file}, which belongs to another user: chmod 600 it.")
    own = base.absolute().parent
    used = not location.is_shared() or own.is_dir()  # beside PostgreSQL only keys need it, if they have no other place
    for folder in dict.fromkeys(filter(None, (own if used else None, _folder(settings.BACKUPS)))):
        yield _folder_finding(folder)


def _folder(name: str) -> Path | None:
    return Path(name).absolute() if name else None


def _folder_finding(folder: Path) -> Finding:
    if not folder.is_dir():
        return FILES.wrong(f"There is no folder {folder}: make it, for the user who runs the site.")
    if not os.access(folder, os.W_OK | os.X_OK):
        return FILES.wrong(f"This user cannot write in {folder}: give it to the user who runs the site (chown).")
    status = os.statvfs(folder) if hasattr(os, "statvfs") else None
    free = status.f_bavail * status.f_frsize if status else FEW_FREE_BYTES
    said = f"{free / 1e9:,.1f} GB are free in {folder}"
    if free < MIN_FREE_BYTES:
        return FILES.wrong(f"The disk of {folder} is full: the site refuses changes until you make room.")
    return FILES.hint(f"Only {said}: make room.") if free < FEW_FREE_BYTES else FILES.ok(f"{said}.")
