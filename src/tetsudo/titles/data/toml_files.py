"""Readers of data files, with those of the title that an edition is based on.

This module does not interpret the data; see `titles.loader` for that.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from types import ModuleType
from typing import Any, Final

from tetsudo.core.errors import BadData
from tetsudo.core.unknown_names import hint
from tetsudo.titles.data import discovery
from tetsudo.titles.data.discovery import FOLDER_PREFIX, MAIN_FILE
from tetsudo.titles.data.toml_table import (
    MistakeList,
    Raw,
    TomlTable,
    are_tables,
    format_value,
    kind_list,
)

CLAUSES_FILE: Final = "clauses.toml"
GUIDE_FILE: Final = "guide.toml"
"""Files for people only: they do not affect play."""

TITLES_CACHED: Final = 128
FILES_CACHED: Final = 1024
"""Numbers of titles and files that are kept. Drafts push each other out."""

DEFAULT_ORDER: Final = 1000
"""Default `order` of a title."""


def sorted_titles() -> tuple[str, ...]:
    """Names of all titles, sorted by `order`, then by name."""
    return tuple(sorted(discovery.names(), key=lambda name: (_order(name), name)))


def mistakes_of(title: str) -> MistakeList | None:
    """List in which mistakes of a draft are noted; None if they are raised."""
    folder = discovery.find(title)
    return folder.mistakes if folder else None


@contextmanager
def noting(title: str) -> Iterator[None]:
    """Note a mistake that ends the reading of a part of a draft; other titles' are raised."""
    found = mistakes_of(title)
    try:
        yield
    except BadData as error:
        if found is None:
            raise
        found.note(error)


def table_of(title: str, name: str, raw: Mapping[str, Any], key: str = "") -> TomlTable:
    """Table of one of a title's files."""
    return TomlTable(raw, path_of(title, name), key, mistakes_of(title))


@lru_cache(TITLES_CACHED)  # each page asks some ten times
def _order(title: str) -> int:
    """Sort key of a title."""
    return table_of(title, MAIN_FILE, _read_own(title, MAIN_FILE) or {}).number("order", DEFAULT_ORDER)


@lru_cache(FILES_CACHED)
def read(title: str, name: str) -> Raw:
    """Read one file of a title ("title.toml"); with no title, one shared by all titles.

    A title with a `base` contains only differences from that title, file by file, and marks removed parts as `dropped`.
    A file of a draft that cannot be read is empty.
    """
    own = _read_own(title, name)
    base = base_of(title)
    if base:
        whole = read(base, name)
        with noting(title):
            check_drops(_without_changes(whole), _without_changes(own or {}), "", path_of(title, name))
        return _strip_edition(merge(whole, own or {}))
    if own is None:
        table_of(title, name, {}).refuse("there is no such file")
    return own or {}


CHANGES: Final = ("scenarios", "variants")
"""Tables of changes. What a scenario or a variant drops is not dropped by an edition that has it."""


def _without_changes(raw: Raw) -> Raw:
    """Copy of a file in which each scenario and variant only says whether it is dropped itself."""
    return {**raw, **{key: _strip_to_dropped(raw[key]) for key in CHANGES if isinstance(raw.get(key), Mapping)}}


def _strip_to_dropped(lines: Mapping[str, Any]) -> Raw:
    return {name: {"dropped": True} if _is_dropped(line) else {} for name, line in lines.items()}


def _strip_edition(raw: Raw) -> Raw:
    """Copy of an edition's file without what the edition has dropped."""
    kept = {key: raw[key] for key in CHANGES if isinstance(raw.get(key), Mapping)}
    kept = {key: {name: line for name, line in lines.items() if not _is_dropped(line)} for key, lines in kept.items()}
    return {**strip_dropped(raw), **kept}


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
            meant = hint(base, discovery.names(), listed=False)
            sentence = "is based on itself" if base in seen else f"there is no title {format_value(base)}{meant}"
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
        text = folder.joinpath(name).read_text("utf-8")
    except FileNotFoundError:
        return None
    except UnicodeDecodeError as error:
        table_of(title, name, {}).refuse(f"is no UTF-8 text: {error.reason}")
        return {}
    raw: Raw = {}
    with noting(title):
        raw = parse(text, path_of(title, name))
    return raw


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
    with noting(title):
        check_drops(inherited, own, "", path_of(title, CLAUSES_FILE))
    return strip_dropped(merge(inherited, own))


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
    if isinstance(value, Mapping) and _have_kinds(old) and are_tables(value.values()):
        return _merge_by_kind(old, value)
    return value


def _have_kinds(lines: object) -> bool:
    return isinstance(lines, list) and all(isinstance(line, Mapping) and "kind" in line for line in lines)


def _merge_by_kind(lines: list[Raw], change: Mapping[str, Raw]) -> list[Raw]:
    """Merge changes into a list of tables by kind; a new kind is added."""
    there = [line["kind"] for line in lines]
    added = {kind: line for kind, line in change.items() if kind not in there}
    return [*(merge(line, change.get(line["kind"], {})) for line in lines), *kind_list(added)]


def check_drops(base: Mapping[str, Any], change: Mapping[str, Any], where: str, path: str) -> None:
    """Raise BadData if `change` drops a table that `base` does not have."""
    vain = _invalid_drop(base, change)
    if vain:
        raise BadData("there is nothing to drop", path, ".".join(part for part in (where, vain) if part))


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
