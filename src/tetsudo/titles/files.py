"""Reading data files: which titles there are, and tables whose errors name file and key.

Nothing here knows what the data mean; see `loader` for that.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Final

from tetsudo.errors import BadData

Raw = dict[str, Any]
"""What a TOML table holds. Shared by every reader, so never changed."""

PREFIX: Final = "t"
"""A title's folder is this and its name: t1889."""


@cache
def folders() -> tuple[str, ...]:
    """The names of all titles, in order."""
    root = files(__package__)
    return tuple(sorted(folder.name.removeprefix(PREFIX) for folder in root.iterdir() if _is_title(folder)))


def _is_title(folder: Traversable) -> bool:
    return folder.name.startswith(PREFIX) and folder.is_dir() and folder.joinpath("title.toml").is_file()


@cache
def read(title: str, name: str) -> Raw:
    """One file of a title ("title.toml"); with no title, one that all titles share."""
    folder = files(__package__)
    if title:
        folder = folder.joinpath(PREFIX + title)
    path = path_of(title, name)
    try:
        return parse(folder.joinpath(name).read_text("utf-8"), path)
    except FileNotFoundError:
        raise BadData(f"{path}: there is no such file") from None


def has(title: str, name: str) -> bool:
    """Whether a title has a file of the name."""
    return files(__package__).joinpath(PREFIX + title).joinpath(name).is_file()


def path_of(title: str, name: str) -> str:
    """A file as errors name it."""
    return f"{PREFIX}{title}/{name}" if title else name


def parse(text: str, path: str) -> Raw:
    """The tables of a TOML text; BadData names the line of an error."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadData(f"{path}: {error}") from None


def merged(base: Mapping[str, Any], change: Mapping[str, Any]) -> Raw:
    """A copy of `base` in which `change` replaces values; tables are merged key by key."""
    result = dict(base)
    for key, value in change.items():
        old = result.get(key)
        both = isinstance(old, Mapping) and isinstance(value, Mapping)
        result[key] = merged(old, value) if both else value  # type: ignore[arg-type]
    return result


class Table:
    """A table of a file, read key by key; `done()` refuses the keys that nobody read."""

    __slots__ = ("_unread", "key", "path", "raw")

    def __init__(self, raw: Mapping[str, Any], path: str, key: str = "") -> None:
        self.raw = raw
        self.path = path
        self.key = key
        self._unread = set(raw)

    def bad(self, sentence: str, name: str = "") -> BadData:
        """An error that names file and key."""
        where = ".".join(part for part in (self.key, name) if part)
        return BadData(f"{self.path}: {where}: {sentence}" if where else f"{self.path}: {sentence}")

    def __contains__(self, name: str) -> bool:
        return name in self.raw

    def value(self, name: str) -> Any:
        """Whatever stands under a key; BadData if nothing does."""
        self._unread.discard(name)
        if name not in self.raw:
            raise self.bad("is missing", name)
        return self.raw[name]

    def text(self, name: str, default: str | None = None) -> str:
        """A text."""
        if default is not None and name not in self.raw:
            return default
        value = self.value(name)
        if not isinstance(value, str):
            raise self.bad(f"must be a text, not {value!r}", name)
        return value

    def number(self, name: str, default: int | None = None, *, minimum: int = 0) -> int:
        """A whole number, not below `minimum`."""
        if default is not None and name not in self.raw:
            return default
        value = self.value(name)
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.bad(f"must be a whole number, not {value!r}", name)
        if value < minimum:
            raise self.bad(f"must be at least {minimum}, not {value}", name)
        return value

    def flag(self, name: str, default: bool | None = None) -> bool:
        """True or false."""
        if default is not None and name not in self.raw:
            return default
        value = self.value(name)
        if not isinstance(value, bool):
            raise self.bad(f"must be true or false, not {value!r}", name)
        return value

    def one_of(self, name: str, choices: tuple[str, ...], default: str | None = None) -> str:
        """One of some words."""
        value = self.text(name, default)
        if value not in choices:
            raise self.bad(f"must be one of {', '.join(choices)}, not {value!r}", name)
        return value

    def texts(self, name: str, default: tuple[str, ...] | None = None) -> tuple[str, ...]:
        """A list of texts."""
        if default is not None and name not in self.raw:
            return default
        value = self.value(name)
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise self.bad(f"must be a list of texts, not {value!r}", name)
        return tuple(value)

    def words(self, name: str, default: str | None = None) -> tuple[str, ...]:
        """A text of words with spaces between."""
        return tuple(self.text(name, default).split())

    def numbers(self, name: str, default: str | None = None) -> tuple[int, ...]:
        """A text of whole numbers with spaces between."""
        words = self.words(name, default)
        if not all(word.isdigit() for word in words):
            raise self.bad(f"must be whole numbers with spaces between, not {' '.join(words)!r}", name)
        return tuple(int(word) for word in words)

    def table(self, name: str, *, optional: bool = False) -> Table:
        """A table within; an empty one if it is optional and missing."""
        value = {} if optional and name not in self.raw else self.value(name)
        if not isinstance(value, Mapping):
            raise self.bad(f"must be a table, not {value!r}", name)
        return Table(value, self.path, f"{self.key}.{name}" if self.key else name)

    def tables(self) -> Iterator[tuple[str, Table]]:
        """Every key with the table under it, in the order of the file."""
        for name in self.raw:
            yield name, self.table(name)

    def list_of_tables(self, name: str) -> tuple[Table, ...]:
        """A list of tables; empty if it is missing."""
        value = self.value(name) if name in self.raw else []
        if not isinstance(value, list) or not all(isinstance(item, Mapping) for item in value):
            raise self.bad("must be a list of tables", name)
        key = f"{self.key}.{name}" if self.key else name
        return tuple(Table(item, self.path, f"{key}[{index}]") for index, item in enumerate(value))

    def done(self) -> None:
        """Refuse what nobody asked for: most likely a slip of the pen."""
        if self._unread:
            name = min(self._unread)
            raise self.bad("is not a key that belongs here", name)
