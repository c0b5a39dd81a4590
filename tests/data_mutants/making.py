"""Mutants of the shipped titles' data: one small change to one file, reproducible by number.

The changes resemble an author's slip or a careless edit: a line or key is missing, a number is wrong, a reference names
something else, a key or a power is in the wrong place.
"""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Any, Final, NamedTuple

from tetsudo.titles.data import toml_files
from tetsudo.titles.data.discovery import find

Raw = dict[str, Any]
Path = tuple[str | int, ...]

TITLES: Final = ("1888", "1888n", "1889", "1890")
FILES: Final = {
    "title.toml": 10,
    "companies.toml": 10,
    "map.toml": 4,
    "market.toml": 3,
    "tiles.toml": 4,
    "guide.toml": 1,
}
"""Files to change, with weights."""

TEXT_KEYS: Final = {"name", "help", "native", "letter", "pace", "source", "place", "icons", "designer", "publisher"}
"""Keys without effect on play."""
RARE_TABLES: Final = {"reasons"}
"""Tables with many similar lines."""
RARE_WEIGHT: Final = 0.1

NUMBERS: Final = (0, -1, 1, 2, 3, 7, 99, 1000, 1_000_000)
NONSENSE: Final = "XX"


class DataMutant(NamedTuple):
    """A title with one file changed."""

    number: int
    title: str
    file: str
    path: Path
    """Key path of the change; empty for a line."""
    change: str
    text: str

    def __str__(self) -> str:
        place = ".".join(map(str, self.path))
        return f"{self.number}: {self.title}/{self.file} {place} {self.change}"


def mutant(number: int) -> DataMutant:
    """The mutant with a number."""
    random = Random(f"data mutant {number}")
    title = TITLES[number % len(TITLES)]
    here = {name: weight for name, weight in FILES.items() if toml_files.has_file(title, name)}
    while True:
        file = random.choices(list(here), list(here.values()))[0]
        change = random.choices(list(CHANGES), list(CHANGES.values()))[0]
        found = _drop_line(title, file, random) if change is None else _apply_change(title, file, change, random)
        if found is not None:
            return DataMutant(number, title, file, *found)


MutatedText = tuple[Path, str, str]
"""Key path of the change, its description, and the new text of the file."""


def _drop_line(title: str, file: str, random: Random) -> MutatedText:
    lines = _text(title, file).splitlines()
    at = random.choice([at for at, line in enumerate(lines) if line.strip() and not line.lstrip().startswith("#")])
    return (), f"without line {at + 1}: {lines[at][:60]!r}", "\n".join([*lines[:at], *lines[at + 1 :]])


def _apply_change(title: str, file: str, change: Change, random: Random) -> MutatedText | None:
    raw = copy.deepcopy(_raw(title, file))
    paths = list(_paths(raw))
    path = random.choices(paths, [_weight(path) for path in paths])[0]
    before = copy.deepcopy(raw)
    said = change(title, raw, path, random)
    return (path, said, to_toml(raw)) if said and repr(raw) != repr(before) else None


def _weight(path: Path) -> float:
    return RARE_WEIGHT if path[0] in RARE_TABLES or path[-1] in TEXT_KEYS else 1


# The original data


@cache
def _text(title: str, file: str) -> str:
    folder = find(title)
    return folder.files.joinpath(file).read_text("utf-8") if folder and toml_files.has_file(title, file) else ""


@cache
def _raw(title: str, file: str) -> Raw:
    return toml_files.parse(_text(title, file), file)


@cache
def _title_chain(title: str) -> tuple[str, ...]:
    """A title and the titles it is based on."""
    return toml_files.lineage(title)


def _paths(value: Any, path: Path = ()) -> Iterator[Path]:
    """Paths of all values in a table, at any depth."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in pairs:
        yield (*path, key)
        yield from _paths(each, (*path, key))


def _value_at(raw: Raw, path: Path) -> Any:
    value: Any = raw
    for key in path:
        value = value[key]
    return value


@cache
def _values(title: str) -> dict[str, list[Any]]:
    """All values of a title by the last key of their paths."""
    found: dict[str, list[Any]] = {}
    for each in _title_chain(title):
        for file in FILES:
            raw = _raw(each, file)
            for path in _paths(raw):
                words = [word for word in path if isinstance(word, str)]
                found.setdefault(words[-1], []).append(_value_at(raw, path))
    return found


@cache
def _tables(title: str) -> dict[str, list[Raw]]:
    """The tables of a title by the name of the parent table: all trains, all hexes, all powers."""
    found: dict[str, list[Raw]] = {}
    for each in _title_chain(title):
        for file in FILES:
            raw = _raw(each, file)
            for path in _paths(raw):
                value = _value_at(raw, path)
                if isinstance(value, dict):
                    found.setdefault(_parent_name(path), []).append(value)
    return found


def _parent_name(path: Path) -> str:
    """The name of the table or list that contains a value."""
    words = [word for word in path[:-1] if isinstance(word, str)]
    return words[-1] if words else ""


@cache
def _ids(title: str) -> list[str]:
    """Names of the hexes, tiles, companies, privates, trains and phases of a title."""
    found = []
    for each in _title_chain(title):
        main, lines = _raw(each, "title.toml"), _raw(each, "companies.toml")
        tables = [main.get("trains"), main.get("phases"), lines.get("companies"), lines.get("privates")]
        tables += [_raw(each, "map.toml").get("hexes"), *_raw(each, "tiles.toml").values()]
        found += [name for table in tables for name in table or ()]
    return sorted(set(found))


# Changes: each edits a table in place at a path and returns a description; "" if it does not apply

Change = Callable[[str, Raw, Path, Random], str]


def _drop(title: str, raw: Raw, path: Path, random: Random) -> str:
    del _value_at(raw, path[:-1])[path[-1]]
    return "dropped"


def _change_number(title: str, raw: Raw, path: Path, random: Random) -> str:
    """Change a number, alone or within a text."""
    old = _value_at(raw, path)
    if isinstance(old, int) and not isinstance(old, bool):
        return _set_value(raw, path, _other_number(old, random))
    found = list(re.finditer("[0-9]+", old)) if isinstance(old, str) else []
    if not found:
        return ""
    at = random.choice(found)
    return _set_value(raw, path, f"{old[: at.start()]}{_other_number(int(at[0]), random)}{old[at.end() :]}")


def _other_number(old: int, random: Random) -> int:
    return random.choice((old + 1, old - 1, old + 10, old - 10, old * 2, old // 2, old * 10, *NUMBERS))


def _flip_flag(title: str, raw: Raw, path: Path, random: Random) -> str:
    old = _value_at(raw, path)
    return _set_value(raw, path, not old) if isinstance(old, bool) else ""


def _change_word(title: str, raw: Raw, path: Path, random: Random) -> str:
    """Delete, double or replace a word: with a value of the same key, any id, or nonsense."""
    old = _value_at(raw, path)
    words = old.split() if isinstance(old, str) else []
    if not words:
        return ""
    place = random.randrange(len(words))
    alike = [word for value in _values(title)[_key(path)] if isinstance(value, str) for word in value.split()]
    new = random.choices(
        ([], [words[place]] * 2, [random.choice(alike)], [random.choice(_ids(title))], [NONSENSE]), (2, 1, 6, 3, 1)
    )[0]
    return _set_value(raw, path, " ".join([*words[:place], *new, *words[place + 1 :]]))


def _key(path: Path) -> str:
    return [word for word in path if isinstance(word, str)][-1]


def _replace_value(title: str, raw: Raw, path: Path, random: Random) -> str:
    """Replace a value with another one of the same key."""
    return _set_value(raw, path, copy.deepcopy(random.choice(_values(title)[_key(path)])))


def _add_key(title: str, raw: Raw, path: Path, random: Random) -> str:
    """Add a key from another table of the same kind."""
    table = _value_at(raw, path)
    if not isinstance(table, dict):
        return ""
    other = random.choice(_tables(title)[_parent_name(path)])
    keys = [key for key in other if key not in table]
    if not keys:
        return ""
    key = random.choice(keys)
    table[key] = copy.deepcopy(other[key])
    return f"with {key} = {table[key]!r}"


def _add_power(title: str, raw: Raw, path: Path, random: Random) -> str:
    """Add a power of another private, company or title."""
    table = _value_at(raw, path)
    of = raw.get("companies", {}).values(), raw.get("privates", {}).values()
    if not any(table is each for lines in of for each in lines) or not isinstance(table.get("powers", []), list):
        return ""
    power = copy.deepcopy(random.choice(_tables(random.choice(TITLES))["powers"]))
    if "kind" not in power:
        return ""
    if "company" in power or random.random() < 0.2:
        power["company"] = random.choice(sorted(raw.get("companies", {"AR": ""})))
    if path[0] == "companies":
        power.pop("owner", None)
    else:
        power["owner"] = random.choice(("player", "company", "any"))
    table["powers"] = [*table.get("powers", []), power]
    return f"with the power {power}"


def _swap(title: str, raw: Raw, path: Path, random: Random) -> str:
    """Swap the values of two keys of one table."""
    table = _value_at(raw, path[:-1])
    keys = list(table) if isinstance(table, dict) else list(range(len(table)))
    other = random.choice(keys)
    table[path[-1]], table[other] = table[other], table[path[-1]]
    return f"swapped with {other}"


def _rename(title: str, raw: Raw, path: Path, random: Random) -> str:
    """Rename a key in place."""
    table = _value_at(raw, path[:-1])
    if not isinstance(table, dict):
        return ""
    key = random.choice((NONSENSE, random.choice(_ids(title))))
    lines = [(key if old == path[-1] else old, value) for old, value in table.items()]
    table.clear()
    table.update(lines)
    return f"renamed {key}"


def _move_line(title: str, raw: Raw, path: Path, random: Random) -> str:
    """Move a line of a table to the front."""
    table = _value_at(raw, path[:-1])
    if not isinstance(table, dict):
        return ""
    lines = [(path[-1], table[path[-1]]), *((key, value) for key, value in table.items() if key != path[-1])]
    table.clear()
    table.update(lines)
    return "first"


def _change_type(title: str, raw: Raw, path: Path, random: Random) -> str:
    """Replace a value with one of another type."""
    return _set_value(raw, path, random.choice(("", "x", 5, True, [], ["x"], [5], {}, {"x": 5}, 1.5)))


def _set_value(raw: Raw, path: Path, new: Any) -> str:
    _value_at(raw, path[:-1])[path[-1]] = new
    return f"= {new!r}"


CHANGES: Final[dict[Change | None, int]] = {
    None: 2,
    _drop: 4,
    _change_number: 8,
    _flip_flag: 3,
    _change_word: 8,
    _replace_value: 3,
    _add_key: 6,
    _add_power: 20,
    _swap: 2,
    _rename: 2,
    _move_line: 2,
    _change_type: 1,
}
"""Changes with their weights; None drops a line of the text. Most attempts of `_add_power` do not apply."""


# Writing


def to_toml(raw: Raw) -> str:
    """The data as TOML, one line for each inner table."""
    lines: list[str] = []
    for key, value in raw.items():
        if not isinstance(value, dict):
            lines.append(f"{_quoted(key)} = {_toml_value(value)}")
    for key, value in raw.items():
        if isinstance(value, dict):
            lines.append(f"[{_quoted(key)}]")
            lines += [f"{_quoted(name)} = {_toml_value(each)}" for name, each in value.items()]
    return "\n".join(lines) + "\n"


def _toml_value(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_quoted(key)} = {_toml_value(each)}" for key, each in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml_value, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def _quoted(key: str) -> str:
    return json.dumps(key, ensure_ascii=False)
