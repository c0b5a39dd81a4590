"""Version of the static files, which is a part of their addresses."""

from __future__ import annotations

from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parents[1] / "static"
DIGITS: Final = 12
LIBRARIES: Final = ("django-htmx", "django-allauth", "django-ninja")
"""Libraries with static files of their own."""


def static_version() -> str:
    """Hexadecimal digits that change with the content of any static file, or with the version of a library."""
    digest = blake2b("".join(map(version, LIBRARIES)).encode())
    for path in sorted(FOLDER.rglob("*")):
        if path.is_file():
            digest.update(path.relative_to(FOLDER).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:DIGITS]
