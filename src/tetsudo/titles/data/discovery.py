"""Discovery of titles: folders of this package, of other packages, and of the user.

Another package offers a title as an entry point of the group `tetsudo.titles`: its name, and the package
whose folder holds the data. A user's own folder is given by path when creating a game or on the command
line, or in the environment variable TETSUDO_TITLES for the whole process.
"""

from __future__ import annotations

import os
import re
import sys
import warnings
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Final

from tetsudo.core.errors import BadData, BadInput

GROUP: Final = "tetsudo.titles"
OWN: Final = "tetsudo.titles"
"""Package with the folders of Tetsudo's own titles."""

VARIABLE: Final = "TETSUDO_TITLES"
"""Environment variable with folders, separated by the system's path separator."""

PREFIX: Final = "t"
"""Folder prefix of a title whose name begins with a digit: t1889. Package names cannot begin with a digit."""

MAIN: Final = "title.toml"
"""File that makes a folder a title."""

NAME: Final = re.compile(r"[A-Za-z0-9_-]{1,40}")
SHOWN: Final = 200


@dataclass(frozen=True)
class Folder:
    """Location of a title's files."""

    files: Traversable
    package: str = ""  # for imports of its code; "": code is loaded from its file
    path: str = ""  # for a folder outside any package

    @property
    def name(self) -> str:
        """Name of the folder in error messages."""
        return self.files.name

    def module(self, name: str) -> ModuleType:
        """Import a module of the folder."""
        if self.package:
            return import_module(f"{self.package}.{name}")
        spec = spec_from_file_location(f"{PREFIX}_{self.name}_{name}", Path(self.path) / f"{name}.py")
        assert spec is not None
        assert spec.loader is not None
        module = module_from_spec(spec)
        sys.modules[spec.name] = module  # needed to resolve the annotations of its classes
        spec.loader.exec_module(module)
        return module


def find(title: str) -> Folder | None:
    """Folder of a title, by its exact name."""
    return _named.get(title) or _installed().get(title)


def names() -> tuple[str, ...]:
    """Names of all known titles."""
    return (*_installed(), *_named)


def is_path(typed: str | os.PathLike[str]) -> bool:
    """True if the input is a path rather than a name."""
    separators = (os.sep, os.altsep or os.sep)
    if isinstance(typed, str):
        return typed.startswith(".") or any(each in typed for each in separators)
    return isinstance(typed, os.PathLike)


def add(path: str | os.PathLike[str]) -> str:
    """Register the title in a folder and return its name; raise `BadInput` if the folder holds no title."""
    folder = Path(path).expanduser().resolve()
    if not (folder / MAIN).is_file():
        raise BadInput(f"there is no {MAIN} in {str(path)[:SHOWN]}", "title")
    name = _name_of(folder)
    known = find(name)
    if known is None:
        _named[name] = Folder(folder, path=str(folder))
    elif known.path != str(folder):
        raise BadInput(f"there is a title {name!r} already, so the folder {folder} needs another name", "title")
    return name


def _name_of(folder: Path) -> str:
    name = folder.name.removeprefix(PREFIX) if folder.name[1:2].isdigit() else folder.name
    if not NAME.fullmatch(name):
        raise BadInput(f"a title's folder is named by letters, digits, - and _, not {folder.name!r}", "title")
    return name


_named: dict[str, Folder] = {}
"""Titles added by path."""


@cache
def _installed() -> dict[str, Folder]:
    """Titles of this package, then of other packages, then of the environment variable."""
    root = files(OWN)
    found = {
        folder.name.removeprefix(PREFIX): Folder(folder, f"{OWN}.{folder.name}")
        for folder in sorted(root.iterdir(), key=lambda folder: folder.name)
        if folder.name.startswith(PREFIX) and folder.is_dir() and folder.joinpath(MAIN).is_file()
    }
    for entry in entry_points(group=GROUP):
        folder = _of_package(entry)
        if folder is not None:
            found.setdefault(entry.name, folder)
    for path in filter(None, os.environ.get(VARIABLE, "").split(os.pathsep)):
        own = Path(path).expanduser().resolve()
        if not (own / MAIN).is_file():
            raise BadData(f"{VARIABLE}: there is no {MAIN} in {path[:SHOWN]}")
        found.setdefault(_name_of(own), Folder(own, path=str(own)))
    return found


def _of_package(entry: EntryPoint) -> Folder | None:
    """Folder of another package's title; None, with a warning, if it is broken, so that other titles stay playable."""
    try:
        folder = files(entry.value)
        if NAME.fullmatch(entry.name) and folder.joinpath(MAIN).is_file():
            return Folder(folder, entry.value)
        reason = f"there is no {MAIN} in {entry.value}"
    except Exception as error:  # importing another package may raise anything
        reason = f"{type(error).__name__}: {error}"
    warnings.warn(f"The title {entry.name!r} of {entry.value} is left out: {reason}", stacklevel=2)
    return None
