"""Readers of data files: tables whose errors name file and key.

This module does not interpret the data; see `titles.loader` for that.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from types import ModuleType
from typing import Any, Final

from tetsudo.core.errors import BadData
from tetsudo.core.units import NOBODY
from tetsudo.titles.data import discovery
from tetsudo.titles.data.discovery import FOLDER_PREFIX, MAIN_FILE

Raw = dict[str, Any]
"""Content of a TOML table. Shared by all readers, so never changed."""

CLAUSES_FILE: Final = "clauses.toml"
GUIDE_FILE: Final = "guide.toml"
"""Files for people only: they do not affect play."""

MAX_NUMBER: Final = 100_000
"""Maximum of any number in data, money included."""
NUMBER_PATTERN: Final = re.compile("[0-9]{1,12}")
MAX_SHOWN_LENGTH: Final = 80
"""Characters of a value shown in errors."""

TITLES_CACHED: Final = 128
FILES_CACHED: Final = 1024
"""Numbers of titles and files that are kept. Drafts push each other out."""

DEFAULT_ORDER: Final = 1000
"""Default `order` of a title."""


def sorted_titles() -> tuple[str, ...]:
    """Names of all titles, sorted by `order`, then by name."""
    return tuple(sorted(discovery.names(), key=lambda name: (_order(name), name)))


@lru_cache(TITLES_CACHED)  # each page asks some ten times
def _order(title: str) -> int:
    """Sort key of a title."""
    return TomlTable(_read_own(title, MAIN_FILE) or {}, path_of(title, MAIN_FILE)).number("order", DEFAULT_ORDER)


@lru_cache(FILES_CACHED)
def read(title: str, name: str) -> Raw:
    """Read one file of a title ("title.toml"); with no title, one shared by all titles.

    A title with a `base` contains only differences from that title, file by file, and marks removed parts as `dropped`.
    """
    own = _read_own(title, name)
    base = base_of(title)
    if base:
        return strip_dropped(merge_strictly(read(base, name), own or {}, "", path_of(title, name)))
    if own is None:
        raise BadData("there is no such file", path_of(title, name))
    return own


def strip_dropped(raw: Raw) -> Raw:
    """Copy of a table without the tables, at any depth, that an edition, a scenario or a variant has `dropped`."""
    return {key: _strip_value(value) for key, value in raw.items() if key != "dropped" and not _is_dropped(value)}


def _strip_value(value: Any) -> Any:
    if isinstance(value, list):
        return [_strip_value(each) for each in value if not _is_dropped(each)]
    return strip_dropped(value) if isinstance(value, dict) else value


def _is_dropped(value: object) -> bool:
    return isinstance(value, dict) and bool(value.get("dropped", False))


@lru_cache(TITLES_CACHED)
def base_of(title: str) -> str:
    """Title on which this edition is based; "" if there is none."""
    main = _read_own(title, MAIN_FILE) if title else None
    base = str((main or {}).get("base", ""))
    if base:
        _check_base(title, base)
    return base


def _check_base(title: str, base: str) -> None:
    """Raise BadData if the base is unknown or based on this title."""
    seen = [title]
    while base:
        if base in seen or discovery.find(base) is None:
            sentence = "is based on itself" if base in seen else f"there is no title {format_value(base)}"
            raise BadData(sentence, path_of(title, MAIN_FILE), "base")
        seen.append(base)
        base = str((_read_own(base, MAIN_FILE) or {}).get("base", ""))


@lru_cache(FILES_CACHED)
def _read_own(title: str, name: str) -> Raw | None:
    """File from the title's own folder; None if it is missing."""
    found = discovery.find(title)
    if title and found is None:
        return None
    folder = found.files if found else discovery.package_files(discovery.TITLES_PACKAGE)
    try:
        return parse(folder.joinpath(name).read_text("utf-8"), path_of(title, name))
    except FileNotFoundError:
        return None
    except UnicodeDecodeError as error:
        raise BadData(f"is no UTF-8 text: {error.reason}", path_of(title, name)) from None


def has_file(title: str, name: str) -> bool:
    """True if the title's own folder has the file."""
    found = discovery.find(title)
    return found is not None and found.files.joinpath(name).is_file()


def load_module(title: str, name: str) -> ModuleType:
    """Import a module from a title's own folder."""
    found = discovery.find(title)
    assert found is not None, title
    return found.load_module(name)


def lineage(title: str) -> tuple[str, ...]:
    """A title followed by the titles that it is based on."""
    base = base_of(title)
    return (title, *lineage(base)) if base else (title,)


def clause_prefix(title: str) -> str:
    """Prefix of a title's clause ids: its name by default."""
    main = _read_own(title, MAIN_FILE) or {}
    return str(main.get("clauses", discovery.public_name(title)))


def own_clause(title: str, id: str) -> str:
    """Clause id of a title or of its base, with the title's own prefix.

    The same rule has the same suffix in every edition.
    """
    prefixes = [clause_prefix(each) for each in lineage(title)]
    for prefix in prefixes[1:]:
        if id.startswith(prefix + "-"):
            return prefixes[0] + id.removeprefix(prefix)
    return id


@lru_cache(TITLES_CACHED)
def read_clauses(title: str) -> Raw:
    """Clauses of a title by id, including those of its base that it has not `dropped`."""
    own = _read_own(title, CLAUSES_FILE) or {}
    base = base_of(title)
    if not base:
        return own
    inherited = {own_clause(title, id): _inherited_clause(title, line) for id, line in read_clauses(base).items()}
    return strip_dropped(merge_strictly(inherited, own, "", path_of(title, CLAUSES_FILE)))


def _inherited_clause(title: str, line: Raw) -> Raw:
    """Inherited clause whose `restates` refers to the title's own clause."""
    restates = line.get("restates")
    return {**line, "restates": own_clause(title, restates)} if isinstance(restates, str) else line


def path_of(title: str, name: str) -> str:
    """Path of a file for error messages."""
    found = discovery.find(title)
    return f"{found.name if found else FOLDER_PREFIX + title}/{name}" if title else name


def parse(text: str, path: str) -> Raw:
    """Parse TOML text; raise BadData with the line of an error."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadData(str(error), path) from None


def merge(base: Mapping[str, Any], change: Mapping[str, Any]) -> Raw:
    """Copy of `base` with the values of `change`. Tables are merged key by key, lists of powers by kind."""
    return {**base, **{key: _merge_value(base.get(key), value) for key, value in change.items()}}


def _merge_value(old: Any, value: Any) -> Any:
    if isinstance(value, Mapping) and isinstance(old, Mapping):
        return merge(old, value)
    if isinstance(value, Mapping) and _have_kinds(old) and _are_tables(value.values()):
        return _merge_by_kind(old, value)
    return value


def _are_tables(values: Iterable[object]) -> bool:
    return all(isinstance(value, Mapping) for value in values)


def _have_kinds(lines: object) -> bool:
    return isinstance(lines, list) and all(isinstance(line, Mapping) and "kind" in line for line in lines)


def _merge_by_kind(lines: list[Raw], change: Mapping[str, Raw]) -> list[Raw]:
    """Merge changes into a list of tables by kind; a new kind is added."""
    there = [line["kind"] for line in lines]
    added = {kind: line for kind, line in change.items() if kind not in there}
    return [*(merge(line, change.get(line["kind"], {})) for line in lines), *_kind_list(added)]


def _kind_list(tables: Mapping[str, Raw]) -> list[Raw]:
    """List of tables from tables under their kinds."""
    return [{"kind": kind, **table} for kind, table in tables.items()]


def merge_strictly(base: Mapping[str, Any], change: Mapping[str, Any], where: str, path: str) -> Raw:
    """Merge like `merge`, but raise BadData if `change` drops a table that `base` does not have."""
    vain = _invalid_drop(base, change)
    if vain:
        raise BadData("there is nothing to drop", path, ".".join(part for part in (where, vain) if part))
    return merge(base, change)


def _invalid_drop(base: Mapping[str, Any], change: Mapping[str, Any]) -> str:
    """Key of a dropped table that does not exist; "" if there is none."""
    for key, value in change.items():
        if not isinstance(value, Mapping):
            continue
        old = base.get(key)
        if old is None and value.get("dropped", False):
            return key
        below = _invalid_drop(_tables_in(old), value)
        if below:
            return f"{key}.{below}"
    return ""


def _tables_in(value: object) -> Mapping[str, Any]:
    """Tables by key, or by kind if the value is a list of tables with kinds."""
    if isinstance(value, list) and _have_kinds(value):
        return {line["kind"]: line for line in value}
    return value if isinstance(value, Mapping) else {}


def format_value(value: object) -> str:
    """Value for an error message, shortened if it is long."""
    text = repr(value)
    return text if len(text) <= MAX_SHOWN_LENGTH else f"{text[: MAX_SHOWN_LENGTH - 3]}..."


class TomlTable:
    """A table of a file, read key by key; `check_all_read()` refuses unread keys."""

    __slots__ = ("_unread", "key", "path", "raw")

    def __init__(self, raw: Mapping[str, Any], path: str, key: str = "") -> None:
        self.raw = raw
        self.path = path
        self.key = key
        self._unread = set(raw)

    def error(self, sentence: str, name: str = "") -> BadData:
        """Error that names file and key."""
        where = ".".join(part for part in (self.key, name) if part)
        return BadData(sentence, self.path, where)

    def __contains__(self, name: str) -> bool:
        return name in self.raw

    def value(self, name: str) -> Any:
        """Raw value of a key; raise BadData if it is missing."""
        self._unread.discard(name)
        if name not in self.raw:
            raise self.error("is missing", name)
        return self.raw[name]

    def text(self, name: str, default: str | None = None) -> str:
        """Text of a key."""
        if default is not None and name not in self.raw:
            return default
        value = self.value(name)
        if not isinstance(value, str):
            raise self.error(f"must be a text, not {format_value(value)}", name)
        return value

    def number(self, name: str, default: int | None = None, *, minimum: int = 0, maximum: int = MAX_NUMBER) -> int:
        """Whole number from `minimum` to `maximum`."""
        if default is not None and name not in self.raw:
            return default
        value = self.value(name)
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.error(f"must be a whole number, not {format_value(value)}", name)
        if value < minimum:
            raise self.error(f"must be at least {minimum}, not {value}", name)
        if value > maximum:
            raise self.error(f"must be at most {maximum}, not {value}", name)
        return value

    def flag(self, name: str, default: bool | None = None) -> bool:
        """Boolean value of a key."""
        if default is not None and name not in self.raw:
            return default
        value = self.value(name)
        if not isinstance(value, bool):
            raise self.error(f"must be true or false, not {format_value(value)}", name)
        return value

    def one_of(self, name: str, choices: tuple[str, ...], default: str | None = None) -> str:
        """One of the given words."""
        value = self.text(name, default)
        if value not in choices:
            raise self.error(f"must be one of {', '.join(choices)}, not {format_value(value)}", name)
        return value

    def texts(self, name: str, default: tuple[str, ...] | None = None) -> tuple[str, ...]:
        """List of texts."""
        if default is not None and name not in self.raw:
            return default
        value = self.value(name)
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise self.error(f"must be a list of texts, not {format_value(value)}", name)
        return tuple(value)

    def words(self, name: str, default: str | None = None) -> tuple[str, ...]:
        """Words separated by spaces."""
        return tuple(self.text(name, default).split())

    def words_among(self, name: str, choices: tuple[str, ...], default: str | None = None) -> tuple[str, ...]:
        """Words separated by spaces, all from `choices`."""
        words = self.words(name, default)
        if not set(words) <= set(choices):
            raise self.error(f"must be among {', '.join(choices)}", name)
        return words

    def numbers(self, name: str, default: str | None = None) -> tuple[int, ...]:
        """Whole numbers separated by spaces."""
        words = self.words(name, default)
        if not all(NUMBER_PATTERN.fullmatch(word) for word in words):
            raise self.error(f"must be whole numbers with spaces between, not {format_value(' '.join(words))}", name)
        numbers = tuple(int(word) for word in words)
        if any(number > MAX_NUMBER for number in numbers):
            raise self.error(f"must be numbers up to {MAX_NUMBER}, not {format_value(' '.join(words))}", name)
        return numbers

    def id(self, names: Mapping[str, int], name: str, what: str, default: str | None = None) -> int:
        """Id of a name; NOBODY if the key is optional and missing."""
        word = self.text(name, default)
        if word == "" and default == "":
            return NOBODY
        if word not in names:
            raise self.error(f"{word!r} is no {what}", name)
        return names[word]

    def ids(self, names: Mapping[str, int], name: str, what: str, default: str | None = None) -> tuple[int, ...]:
        """Ids of names separated by spaces."""
        words = self.words(name, default)
        for word in words:
            if word not in names:
                raise self.error(f"{word!r} is no {what}", name)
        self._check_distinct(name, words)
        return tuple(names[word] for word in words)

    def names(self, name: str, default: str | None = None) -> tuple[str, ...]:
        """Distinct words separated by spaces."""
        words = self.words(name, default)
        self._check_distinct(name, words)
        return words

    def _check_distinct(self, name: str, words: tuple[str, ...]) -> None:
        twice = [word for place, word in enumerate(words) if word in words[:place]]
        if twice:
            raise self.error(f"names {twice[0]} twice", name)

    def table(self, name: str, *, optional: bool = False) -> TomlTable:
        """Nested table; empty if it is optional and missing."""
        value = {} if optional and name not in self.raw else self.value(name)
        if not isinstance(value, Mapping):
            raise self.error(f"must be a table, not {format_value(value)}", name)
        return TomlTable(value, self.path, f"{self.key}.{name}" if self.key else name)

    def tables(self) -> Iterator[tuple[str, TomlTable]]:
        """Yield each key with its table, in file order."""
        for name in self.raw:
            yield name, self.table(name)

    def list_of_tables(self, name: str) -> tuple[TomlTable, ...]:
        """List of tables, also from tables keyed by kind; empty if missing."""
        value = self.value(name) if name in self.raw else []
        if isinstance(value, Mapping) and _are_tables(value.values()):
            value = _kind_list(value)
        if not isinstance(value, list) or not all(isinstance(item, Mapping) for item in value):
            raise self.error("must be a list of tables", name)
        key = f"{self.key}.{name}" if self.key else name
        return tuple(TomlTable(item, self.path, f"{key}[{index}]") for index, item in enumerate(value))

    def check_all_read(self) -> None:
        """Raise BadData if a key is left unread: most likely a typo."""
        if self._unread:
            name = min(self._unread)
            raise self.error("is not a key that belongs here", name)
