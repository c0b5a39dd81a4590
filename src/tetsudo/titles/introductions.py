"""Introduction of a title for newcomers: length, weight, special features, a first game and glossary links.

It is read from the title's optional `guide.toml`. The keys are described in docs/notation.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from tetsudo.core.unknown_names import hint
from tetsudo.titles.data import toml_files
from tetsudo.titles.data.clauses import read_clauses
from tetsudo.titles.data.discovery import MAIN_FILE
from tetsudo.titles.data.toml_files import GUIDE_FILE, TITLES_CACHED
from tetsudo.titles.data.toml_table import TomlTable

MAX_WEIGHT: Final = 5
"""Maximum weight. The minimum is 1, a good first 18xx game."""

ANY_PLAYERS: Final = 0
"""Key in `hours` for a length that applies to any number of players."""


@dataclass(frozen=True, slots=True)
class FirstGame:
    """Recommended first game: variants and total number of players."""

    variants: tuple[str, ...]
    players: int


@dataclass(frozen=True, slots=True)
class Guide:
    """Introduction of a title in one scenario. Fields without data are empty.

    `hours` maps a number of players (`ANY_PLAYERS`: any number) to the minimum and maximum length in hours. `source` is
    the source of these figures.
    """

    hours: Mapping[int, tuple[float, float]] = field(default_factory=dict)
    source: str = ""
    weight: int = 0
    special: tuple[str, ...] = ()
    first_game: FirstGame | None = None
    terms: Mapping[str, str] = field(default_factory=dict)  # glossary words and their clauses
    lessons: Mapping[str, str] = field(default_factory=dict)  # additions to lessons of the guide, by lesson name


EMPTY_GUIDE: Final = Guide()

SOURCES: Final = ("estimate", "rulebook")


@lru_cache(TITLES_CACHED)
def guide_of(title: str, scenario: str = "") -> Guide:
    """Introduction of a title; raise BadData if it names an unknown clause."""
    if not any(toml_files.has_file(each, GUIDE_FILE) for each in toml_files.lineage(title)):
        return EMPTY_GUIDE
    table = toml_files.table_of(title, GUIDE_FILE, toml_files.read(title, GUIDE_FILE))
    scenarios = table.table("scenarios", optional=True)
    for name in scenarios.raw:
        if name not in toml_files.read(title, MAIN_FILE).get("scenarios", {}):
            scenarios.refuse(
                f"is no scenario{hint(name, toml_files.read(title, MAIN_FILE).get('scenarios', {}))}", name
            )
    apart = scenarios.table(scenario, optional=True)
    found = Guide(
        hours=_hours((apart if "hours" in apart else table).table("hours", optional=True)),
        source=table.one_of("source", SOURCES, SOURCES[0]),
        weight=_weight(apart if "weight" in apart else table),
        special=(apart if "special" in apart else table).texts("special", ()),
        first_game=_first_game(table),
        terms=_terms(title, table.table("terms", optional=True)),
        lessons=_lessons(table.table("lessons", optional=True)),
    )
    for key in ("hours", "weight", "special"):
        _mark_read(table, key)
        _mark_read(apart, key)
    apart.check_all_read()
    table.check_all_read()
    return found


def _mark_read(table: TomlTable, key: str) -> None:
    """Mark a key as read although another table overrides it, so that `check_all_read()` accepts it."""
    if key in table:
        table.value(key)


def _hours(table: TomlTable) -> dict[int, tuple[float, float]]:
    return {_players(table, key): _hours_range(table, key) for key in table.raw}


def _players(table: TomlTable, key: str) -> int:
    if key != "any" and not key.isdecimal():
        table.refuse("must be a number of players, or any", key)
    return int(key) if key.isdecimal() else ANY_PLAYERS


def _hours_range(table: TomlTable, key: str) -> tuple[float, float]:
    words = table.words(key)
    try:
        low, high = (float(word) for word in words)
    except ValueError:
        if words:
            table.refuse("must be the least and the most hours, with a space between", key)
        return 0, 0
    if not 0 < low <= high:
        table.refuse("must not be more than the most hours", key)
    return low, high


def _weight(table: TomlTable) -> int:
    weight = table.number("weight", 0)
    if weight > MAX_WEIGHT:
        table.refuse(f"must be at most {MAX_WEIGHT}", "weight")
    return weight


def _first_game(table: TomlTable) -> FirstGame | None:
    if "first_game" not in table:
        return None
    line = table.table("first_game")
    found = FirstGame(line.words("variants", ""), line.number("players"))
    line.check_all_read()
    return found


def _terms(title: str, table: TomlTable) -> dict[str, str]:
    clauses = read_clauses(title)
    found = {term: toml_files.own_clause(title, table.text(term)) for term in table.raw}
    for term, clause in found.items():
        if clause not in clauses:
            table.refuse(f"there is no clause {clause!r}{hint(clause, clauses)}", term)
    return found


def _lessons(table: TomlTable) -> dict[str, str]:
    return {name: table.text(name) for name in table.raw}


def check_guide(title: str) -> None:
    """Read a title's introduction in every scenario; raise BadData on any error."""
    for scenario in ("", *toml_files.read(title, MAIN_FILE).get("scenarios", {})):
        guide_of(title, scenario)
    first = guide_of(title).first_game
    variants = toml_files.read(title, MAIN_FILE).get("variants", {})
    table = toml_files.table_of(title, GUIDE_FILE, {})
    for variant in first.variants if first is not None else ():
        if variant not in variants:
            table.refuse(f"{variant!r} is no variant{hint(variant, variants)}", "first_game.variants")
