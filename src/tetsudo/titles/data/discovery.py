"""Where titles are: folders of this package, of other packages, and those that somebody names.

Another package offers a title as an entry point of the group `tetsudo.titles`: its name, and the package
whose folder holds the data. A folder of one's own is named by its path, where a game is begun or at the
command line, or in the variable TETSUDO_TITLES for everything that this process does.
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
"""The package in whose folders the titles of Tetsudo itself are."""

VARIABLE: Final = "TETSUDO_TITLES"
"""Names folders, with the system's separator of paths between them."""

PREFIX: Final = "t"
"""A title whose name begins with a digit has a folder with this before it, as packages have: t1889."""

MAIN: Final = "title.toml"
"""The file that makes a folder a title."""

NAME: Final = re.compile(r"[A-Za-z0-9_-]{1,40}")
SHOWN: Final = 200


@dataclass(frozen=True)
class Folder:
    """Where the files of a title are."""

    files: Traversable
    package: str = ""  # as which its code is imported; "": from its file
    path: str = ""  # of a folder that belongs to no package

    @property
    def name(self) -> str:
        """What errors call it."""
        return self.files.name

    def module(self, name: str) -> ModuleType:
        """A module of the folder."""
        if self.package:
            return import_module(f"{self.package}.{name}")
        spec = spec_from_file_location(f"{PREFIX}_{self.name}_{name}", Path(self.path) / f"{name}.py")
        assert spec is not None
        assert spec.loader is not None
        module = module_from_spec(spec)
        sys.modules[spec.name] = module  # where what its classes are annotated with is looked up
        spec.loader.exec_module(module)
        return module


def find(title: str) -> Folder | None:
    """The folder of a title, by its exact name."""
    return _named.get(title) or _installed().get(title)


def names() -> tuple[str, ...]:
    """The names of all titles that are known."""
    return (*_installed(), *_named)


def is_path(typed: str | os.PathLike[str]) -> bool:
    """Whether a path is meant, and no name."""
    separators = (os.sep, os.altsep or os.sep)
    if isinstance(typed, str):
        return typed.startswith(".") or any(each in typed for each in separators)
    return isinstance(typed, os.PathLike)


def add(path: str | os.PathLike[str]) -> str:
    """The name of the title in a folder, which is known by it from now on; `BadInput` if it holds none."""
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
"""The titles that somebody named by a path."""


@cache
def _installed() -> dict[str, Folder]:
    """Those of this package, then those of other packages, then those of the variable."""
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
    """The folder of another package's title. One that is broken is left out, and told of: the others can be played."""
    try:
        folder = files(entry.value)
        if NAME.fullmatch(entry.name) and folder.joinpath(MAIN).is_file():
            return Folder(folder, entry.value)
        reason = f"there is no {MAIN} in {entry.value}"
    except Exception as error:  # whatever another package does while it is imported
        reason = f"{type(error).__name__}: {error}"
    warnings.warn(f"The title {entry.name!r} of {entry.value} is left out: {reason}", stacklevel=2)
    return None
