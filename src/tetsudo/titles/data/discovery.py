"""Discovery of titles: folders of this package, of other packages, and of the user.

Another package offers a title as an entry point of the group `tetsudo.titles`: its name, and the package
whose folder holds the data. A user's own folder is given by path when creating a game or on the command
line, or in the environment variable TETSUDO_TITLES for the whole process.
"""

from __future__ import annotations

import itertools
import os
import re
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Final

from tetsudo.core.errors import BadData, BadInput
from tetsudo.titles.data.toml_table import MistakeList

if TYPE_CHECKING:  # otherwise imported once a title is looked for, since they import much else
    from importlib.metadata import EntryPoint
    from importlib.resources.abc import Traversable

ENTRY_POINT_GROUP: Final = "tetsudo.titles"
TITLES_PACKAGE: Final = "tetsudo.titles"
"""Package with the folders of Tetsudo's own titles."""

TITLES_VARIABLE: Final = "TETSUDO_TITLES"
"""Environment variable with folders, separated by the system's path separator."""

FOLDER_PREFIX: Final = "t"
"""Folder prefix of a title whose name begins with a digit: t1889. Package names cannot begin with a digit."""

MAIN_FILE: Final = "title.toml"
"""File that makes a folder a title."""

NAME_PATTERN: Final = re.compile(r"[A-Za-z0-9_-]{1,40}")
MAX_SHOWN_LENGTH: Final = 200


@dataclass(frozen=True)
class Folder:
    """Location of a title's files."""

    files: Traversable
    package: str = ""  # for imports of its code; "": code is loaded from its file
    path: str = ""  # for a folder outside any package
    mistakes: MistakeList | None = None  # of a draft: they are noted, not raised

    @property
    def name(self) -> str:
        """Name of the folder in error messages."""
        return self.files.name

    def load_module(self, name: str) -> ModuleType:
        """Import a module of the folder."""
        if self.package:
            return import_module(f"{self.package}.{name}")
        spec = spec_from_file_location(f"{FOLDER_PREFIX}_{self.name}_{name}", Path(self.path) / f"{name}.py")
        assert spec is not None
        assert spec.loader is not None
        module = module_from_spec(spec)
        sys.modules[spec.name] = module  # needed to resolve the annotations of its classes
        spec.loader.exec_module(module)
        return module


def find(title: str) -> Folder | None:
    """Folder of a title, by its exact name."""
    if not title:
        return None
    if title in _drafts:
        return _drafts[title]
    # The titles of other packages are looked for last: that imports importlib.metadata.
    return _added_titles.get(title) or _own_titles().get(title) or _installed_titles().get(title)


def names() -> tuple[str, ...]:
    """Names of all known titles."""
    return (*_installed_titles(), *_added_titles)


def is_path(typed: str | os.PathLike[str]) -> bool:
    """True if the input is a path rather than a name."""
    separators = (os.sep, os.altsep or os.sep)
    if isinstance(typed, str):
        return typed.startswith(".") or any(each in typed for each in separators)
    return isinstance(typed, os.PathLike)


def register_folder(path: str | os.PathLike[str]) -> str:
    """Register the title in a folder and return its name; raise `BadInput` if the folder holds no title."""
    folder = Path(path).expanduser().resolve()
    if not (folder / MAIN_FILE).is_file():
        raise BadInput(f"there is no {MAIN_FILE} in {str(path)[:MAX_SHOWN_LENGTH]}", "title")
    name = _name_of(folder)
    known = find(name)
    if known is None:
        _added_titles[name] = Folder(folder, path=str(folder))
    elif known.path != str(folder):
        raise BadInput(f"there is a title {name!r} already, so the folder {folder} needs another name", "title")
    return name


def plain_name(folder: str) -> str:
    """Name of the title in a folder of this name: without the prefix of names that begin with a digit."""
    return folder.removeprefix(FOLDER_PREFIX) if folder[1:2].isdigit() else folder


def _name_of(folder: Path) -> str:
    name = plain_name(folder.name)
    if not NAME_PATTERN.fullmatch(name):
        raise BadInput(f"a title's folder is named by letters, digits, - and _, not {folder.name!r}", "title")
    return name


_added_titles: dict[str, Folder] = {}
"""Titles added by path."""

_drafts: dict[str, Folder] = {}
"""Drafts that are being checked, by their internal names. They are in no list of titles."""

_draft_numbers = itertools.count()

DRAFT_MARK: Final = "#"
"""Separates a draft's name from its number. No name of a title contains it."""


def public_name(title: str) -> str:
    """Name of a title as its data have it: that of a draft without its number."""
    return title.partition(DRAFT_MARK)[0]


@contextmanager
def draft(name: str, folder: Folder) -> Iterator[str]:
    """Register a folder under an internal name of its own, so that nothing read before is taken for it."""
    internal = f"{name}{DRAFT_MARK}{next(_draft_numbers)}"
    _drafts[internal] = folder
    try:
        yield internal
    finally:
        del _drafts[internal]


def package_files(package: str) -> Traversable:
    """Folder of a package."""
    from importlib.resources import files

    return files(package)


@cache
def _own_titles() -> dict[str, Folder]:
    """Titles of this package."""
    root = package_files(TITLES_PACKAGE)
    return {
        folder.name.removeprefix(FOLDER_PREFIX): Folder(folder, f"{TITLES_PACKAGE}.{folder.name}")
        for folder in sorted(root.iterdir(), key=lambda folder: folder.name)
        if folder.name.startswith(FOLDER_PREFIX) and folder.is_dir() and folder.joinpath(MAIN_FILE).is_file()
    }


@cache
def _installed_titles() -> dict[str, Folder]:
    """Titles of this package, then of other packages, then of the environment variable."""
    from importlib.metadata import entry_points

    found = dict(_own_titles())
    for entry in entry_points(group=ENTRY_POINT_GROUP):
        folder = _package_folder(entry)
        if folder is not None:
            found.setdefault(entry.name, folder)
    for path in filter(None, os.environ.get(TITLES_VARIABLE, "").split(os.pathsep)):
        own = Path(path).expanduser().resolve()
        if not (own / MAIN_FILE).is_file():
            raise BadData(f"there is no {MAIN_FILE} in {path[:MAX_SHOWN_LENGTH]}", TITLES_VARIABLE)
        found.setdefault(_name_of(own), Folder(own, path=str(own)))
    return found


def _package_folder(entry: EntryPoint) -> Folder | None:
    """Folder of another package's title; None, with a warning, if it is broken, so that other titles stay playable."""
    try:
        folder = package_files(entry.value)
        if NAME_PATTERN.fullmatch(entry.name) and folder.joinpath(MAIN_FILE).is_file():
            return Folder(folder, entry.value)
        reason = f"there is no {MAIN_FILE} in {entry.value}"
    except Exception as error:  # importing another package may raise anything
        reason = f"{type(error).__name__}: {error}"
    warnings.warn(f"The title {entry.name!r} of {entry.value} is left out: {reason}", stacklevel=2)
    return None
