"""A title's tables with the changes of its scenario and variants, and the resulting option defaults."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final

from tetsudo.core.errors import BadData, BadInput
from tetsudo.core.unknown_names import hint
from tetsudo.engine.model.options import OptionValue
from tetsudo.titles.data import options, toml_files
from tetsudo.titles.data.discovery import MAIN_FILE
from tetsudo.titles.data.options import OptionInfo
from tetsudo.titles.data.tiles import tile_tables
from tetsudo.titles.data.toml_table import Raw, TomlTable

TITLE_FILE: Final = MAIN_FILE
FILE_OF: Final = {
    "players": TITLE_FILE,
    "rules": TITLE_FILE,
    "trains": TITLE_FILE,
    "phases": TITLE_FILE,
    "powers": TITLE_FILE,
    "draws": TITLE_FILE,
    "companies": "companies.toml",
    "privates": "companies.toml",
    "tiles": "tiles.toml",
    "map": "map.toml",
    "market": "market.toml",
}
"""Tables that scenarios and variants may change, with the file of each."""

OPTIONAL_TABLES: Final = ("powers", "draws")
"""Tables that a title may leave out."""

WHOLE_FILES: Final = ("tiles", "map", "market")
"""Tables that fill a whole file."""


def main_table(title: str) -> TomlTable:
    """Content of a title's `title.toml`, unchanged."""
    return toml_files.table_of(title, TITLE_FILE, toml_files.read(title, TITLE_FILE))


def changed_table(title: str, scenario: str, variants: tuple[str, ...], name: str) -> TomlTable:
    """One of the tables of `FILE_OF`, with the changes applied."""
    key = "" if name in WHOLE_FILES else name
    return toml_files.table_of(title, FILE_OF[name], _sections(title, scenario, variants)[name], key)


@lru_cache(maxsize=64)
def _sections(title: str, scenario: str, variants: tuple[str, ...]) -> dict[str, Raw]:
    main = toml_files.read(title, TITLE_FILE)
    sections = {name: _section(title, name) for name in FILE_OF}
    changes = _scenario_changes(main, scenario)
    for variant in variants:
        changes += _variant_changes(main, variant, scenario)
    for where, change in changes:
        sections = {
            name: _changed_section(title, raw, change.get(name, {}), f"{where}.{name}")
            for name, raw in sections.items()
        }
    return {name: toml_files.strip_dropped(raw) for name, raw in sections.items()}


def _changed_section(title: str, raw: Raw, change: Raw, where: str) -> Raw:
    with toml_files.noting(title):
        toml_files.check_drops(raw, change, where, toml_files.path_of(title, TITLE_FILE))
    return toml_files.merge(raw, change)


def _scenario_changes(main: Raw, scenario: str) -> list[tuple[str, Raw]]:
    """Changes of a scenario, each with its key: first those of its `like` scenario and of its own variants."""
    if not scenario:
        return []
    change = main["scenarios"][scenario]
    changes = _scenario_changes(main, change.get("like", ""))
    for variant in change.get("variants", "").split():
        changes += _variant_changes(main, variant, scenario)
    return [*changes, (f"scenarios.{scenario}", change)]


def _variant_changes(main: Raw, variant: str, scenario: str) -> list[tuple[str, Raw]]:
    """Changes of a variant, each with its key, then its extra changes for the scenario and its `like` scenario."""
    where, change = f"variants.{variant}", main["variants"][variant]
    apart = change.get("in", {})
    like = main["scenarios"][scenario].get("like", "") if scenario else ""
    return [(where, change), *((f"{where}.in.{each}", apart[each]) for each in (like, scenario) if each in apart)]


@contextmanager
def noting_origins(title: str, scenario: str, variants: tuple[str, ...]) -> Iterator[None]:
    """Note a draft's mistakes where they are written: also in the changes of a scenario or a variant."""
    found = toml_files.mistakes_of(title)
    before = len(found.found) if found else 0
    with toml_files.noting(title):
        yield
    if found is None:
        return
    for error in found.found[before:]:
        found.replace(error, _origin(title, scenario, variants, error))


def _origin(title: str, scenario: str, variants: tuple[str, ...], error: BadData) -> BadData:
    """Error in the last change that contains its key; the same error if there is none."""
    main = toml_files.read(title, TITLE_FILE)
    changes = _scenario_changes(main, scenario)
    for variant in variants:
        changes += _variant_changes(main, variant, scenario)
    for where, change in reversed(changes):
        for name, raw in change.items():
            key = _key_within(name, raw, error) if FILE_OF.get(name) == error.file.rpartition("/")[2] else None
            if key is not None:
                return BadData(error.sentence, toml_files.path_of(title, TITLE_FILE), f"{where}.{name}{key}")
    return error


def _key_within(name: str, raw: Raw, error: BadData) -> str | None:
    """Key of an error within a table that a change contains, with its dot; None if the error is not in its lines."""
    if name in WHOLE_FILES:
        key = error.key.partition(".")[2] if name == "tiles" and "." in error.key else error.key
    elif error.key == name:
        return ""
    else:
        key = error.key.removeprefix(f"{name}.")
    is_within = key != error.key or name in WHOLE_FILES
    return f".{key}" if is_within and _contains(raw, key) else None


def _contains(raw: Any, key: str) -> bool:
    """True if a table contains a dotted key. Items of lists are not told apart: a change may name them by kind."""
    if not key or key.startswith("["):
        return True
    names = [name for name in raw if key == name or key.startswith((f"{name}.", f"{name}["))]
    return any(_contains(raw[name], key[len(name) :].removeprefix(".")) for name in names)


def _section(title: str, name: str) -> Raw:
    if name == "tiles":
        return tile_tables(title)
    raw = toml_files.read(title, FILE_OF[name])
    if name in WHOLE_FILES:
        return raw
    file = toml_files.table_of(title, FILE_OF[name], raw)
    if FILE_OF[name] != TITLE_FILE:
        _check_names(file, FILE_OF[name])
    return dict(file.table(name, optional=name in OPTIONAL_TABLES).raw)


def _check_names(file: TomlTable, name: str) -> None:
    """Raise BadData if the file contains a table that belongs to another file."""
    for key in file.raw:
        if FILE_OF.get(key) != name:
            known = [section for section, where in FILE_OF.items() if where == name and section not in file.raw]
            file.refuse(f"is not a table that belongs here{hint(key, known, listed=False)}", key)


@lru_cache(maxsize=64)
def options_of(title: str, scenario: str, variants: tuple[str, ...]) -> tuple[OptionInfo, ...]:
    """All options, including fixed rules, with their defaults under a scenario and variants."""
    rules = changed_table(title, scenario, variants, "rules")
    lines = changed_table(title, scenario, variants, "players").tables()
    rows = [(int(key), row) for key, row in lines if key.isdecimal()]
    sections = _sections(title, scenario, variants)
    known = tuple(_with_default(option, sections, rules, rows) for option in options.known_options())
    rules.check_all_read()
    for _, row in rows:
        row.text("privates", "")
        row.check_all_read()
    return known


def _with_default(
    option: OptionInfo, sections: Mapping[str, Raw], rules: TomlTable, rows: Sequence[tuple[int, TomlTable]]
) -> OptionInfo:
    if option.column:
        return replace(option, default=options.column_text(sections, option.column))
    if option.name in rules:
        return replace(option, default=_default(option, rules))
    if not any(option.name in row for _, row in rows):
        if option.default is None:
            return replace(option, default=_default(option, rules))  # refuses that it is missing
        return option if option.shared else replace(option, fixed=True)
    by_players = {players: _default(option, row) for players, row in rows}
    return replace(option, default=None, by_players=by_players)


def _default(option: OptionInfo, table: TomlTable) -> OptionValue:
    value: OptionValue | None = table.value(option.name, options.wanted_value(option))
    if value is None:
        return options.placeholder(option)
    try:
        return options.validate_option(option, value)
    except BadInput as error:
        table.refuse(error.sentence, option.name)
        return options.placeholder(option)
