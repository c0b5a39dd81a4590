"""A title's tables with the changes of its scenario and variants, and the resulting option defaults."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

from tetsudo.core.errors import BadInput
from tetsudo.engine.model.options import OptionValue
from tetsudo.titles.data import options, toml_files
from tetsudo.titles.data.discovery import MAIN_FILE
from tetsudo.titles.data.options import OptionInfo
from tetsudo.titles.data.tiles import tile_tables
from tetsudo.titles.data.toml_files import Raw, TomlTable

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
    return TomlTable(toml_files.read(title, TITLE_FILE), toml_files.path_of(title, TITLE_FILE))


def changed_table(title: str, scenario: str, variants: tuple[str, ...], name: str) -> TomlTable:
    """One of the tables of `FILE_OF`, with the changes applied."""
    key = "" if name in WHOLE_FILES else name
    return TomlTable(_sections(title, scenario, variants)[name], toml_files.path_of(title, FILE_OF[name]), key)


@lru_cache(maxsize=64)
def _sections(title: str, scenario: str, variants: tuple[str, ...]) -> dict[str, Raw]:
    main = toml_files.read(title, TITLE_FILE)
    sections = {name: _section(title, name) for name in FILE_OF}
    changes = _scenario_changes(main, scenario)
    for variant in variants:
        changes += _variant_changes(main, variant, scenario)
    path = toml_files.path_of(title, TITLE_FILE)
    for where, change in changes:
        sections = {
            name: toml_files.merge_strictly(raw, change.get(name, {}), f"{where}.{name}", path)
            for name, raw in sections.items()
        }
    return {name: toml_files.strip_dropped(raw) for name, raw in sections.items()}


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


def _section(title: str, name: str) -> Raw:
    if name == "tiles":
        return tile_tables(title)
    raw = toml_files.read(title, FILE_OF[name])
    if name in WHOLE_FILES:
        return raw
    file = TomlTable(raw, toml_files.path_of(title, FILE_OF[name]))
    if FILE_OF[name] != TITLE_FILE:
        _check_names(file, FILE_OF[name])
    return dict(file.table(name, optional=name in OPTIONAL_TABLES).raw)


def _check_names(file: TomlTable, name: str) -> None:
    """Raise BadData if the file contains a table that belongs to another file."""
    for key in file.raw:
        if FILE_OF.get(key) != name:
            raise file.error("is not a table that belongs here", key)


@lru_cache(maxsize=64)
def options_of(title: str, scenario: str, variants: tuple[str, ...]) -> tuple[OptionInfo, ...]:
    """All options, including fixed rules, with their defaults under a scenario and variants."""
    rules = changed_table(title, scenario, variants, "rules")
    rows = [(int(key), row) for key, row in changed_table(title, scenario, variants, "players").tables()]
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
            raise rules.error("is missing", option.name)
        return option if option.shared else replace(option, fixed=True)
    by_players = {players: _default(option, row) for players, row in rows}
    return replace(option, default=None, by_players=by_players)


def _default(option: OptionInfo, table: TomlTable) -> OptionValue:
    value: OptionValue = table.value(option.name)
    try:
        return options.validate_option(option, value)
    except BadInput as error:
        raise table.error(error.sentence, option.name) from None
