"""Changes to TOML text that keep everything else as it is: comments, order, spacing and unknown keys.

A line is one entry of a table, such as `K4 = { place = "Takamatsu" }`. Reading is tomllib's; changes are made with
tomlkit, which keeps what it does not touch.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Mapping, MutableMapping, Sequence
from functools import lru_cache
from typing import Any, Final

import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import Item

from tetsudo.core.errors import BadInput

Raw = dict[str, Any]
"""Content of a table."""

BARE_KEY: Final = re.compile(r"[A-Za-z0-9_-]+")
LINE_START: Final = re.compile(r"(\s*)([^\s=#\[]+)(\s*)=\s*\{")
"""Start of an entry with a table: indent, key and gap."""


@lru_cache(maxsize=64)
def read(text: str) -> Raw:
    """Content of a file; empty if it is not TOML, so that a page can still be drawn. Shared, so never change it."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return {}


def value_text(value: object) -> str:
    """Value on one line, as the titles of Tetsudo write it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, Mapping):
        inside = ", ".join(f"{key_text(key)} = {value_text(each)}" for key, each in value.items())
        return f"{{ {inside} }}" if inside else "{}"
    if isinstance(value, Sequence):
        return f"[{', '.join(value_text(each) for each in value)}]"
    return str(value)


def key_text(key: str) -> str:
    """Key, quoted if necessary."""
    return key if BARE_KEY.fullmatch(key) else value_text(key)


def line_text(name: str, raw: Mapping[str, Any]) -> str:
    """Line of a table: `B5 = {}`."""
    return f"{key_text(name)} = {value_text(raw)}"


def parse_line(text: str) -> tuple[str, Raw]:
    """Name and content of a line; raise BadInput if it is not one entry with a table."""
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"this is not a line of TOML: {error}") from None
    if len(found) != 1:
        raise BadInput("write exactly one line, such as K4 = { cost = 80 }")
    name, raw = next(iter(found.items()))
    if not isinstance(raw, dict):
        raise BadInput(f"write braces after the equals sign, such as {name} = {{}}")
    return name, raw


def with_lines(
    text: str, table: str, changes: Mapping[str, Raw | None], order: Callable[[str], Any] | None = None
) -> str:
    """Text in which some lines of a table have new content, or are gone (None).

    With an `order`, new lines stand where that sorts them among the others; otherwise they end the table. Raises
    BadInput if the text is not TOML.
    """
    known = list(_table(_document(text), table) or ())
    added = [name for name, raw in changes.items() if raw is not None and name not in known]
    for name in added if order else ():
        placed = _inserted(text, table, name, changes[name] or {}, known, order)
        text = placed or text
        known += [name] if placed else []
    document = _document(text)
    lines = _table(document, table)
    if lines is None and added:
        lines = document[table] = tomlkit.table()
    for name, raw in changes.items():
        if raw is not None:
            if not (name in added and name in known):
                lines[name] = _item(raw)
        elif lines is not None:
            lines.pop(name, None)
    return tomlkit.dumps(document)


def with_value(text: str, path: Sequence[str], value: object) -> str:
    """Text in which a key has a new value, or is gone if that is None; tables on the way must exist."""
    document = _document(text)
    table: Any = document
    for key in path[:-1]:
        if not isinstance(table, MutableMapping) or key not in table:
            raise BadInput(f"there is no {'.'.join(path[:-1])}")
        table = table[key]
    if not isinstance(table, MutableMapping):
        raise BadInput(f"{'.'.join(path[:-1])} is not a table, so repair it under Files first")
    if value is None:
        table.pop(path[-1], None)
    else:
        table[path[-1]] = _value_item(value)
    return tomlkit.dumps(document)


def _document(text: str) -> tomlkit.TOMLDocument:
    try:
        return tomlkit.parse(text)
    except TOMLKitError as error:
        raise BadInput(f"the file is not TOML, so repair it under Files first: {error}") from None


def _table(document: tomlkit.TOMLDocument, name: str) -> Any:
    """Table of a file, None if it is missing; raise BadInput if something else has its name."""
    found = document.get(name)
    if found is not None and not isinstance(found, Mapping):
        raise BadInput(f"{name} is not a table, so repair it under Files first")
    return found


def _item(raw: Mapping[str, Any]) -> Item:
    return _value_item(raw)


def _value_item(value: object) -> Item:
    item = tomlkit.parse(f"x = {value_text(value)}")["x"]
    assert isinstance(item, Item)
    return item


def _inserted(
    text: str, table: str, name: str, raw: Raw, known: Sequence[str], order: Callable[[str], Any] | None
) -> str | None:
    """Text with a new line beside the one that sorts next to it, aligned with that; None if there is no such line."""
    assert order is not None
    before = [each for each in known if order(each) < order(name)]
    beside = max(before, key=order) if before else min(known, key=order, default="")
    lines = text.splitlines(keepends=True)
    at = _line_of(lines, table, beside)
    if at is None:
        return None
    indent, key, gap = re.match(LINE_START, lines[at]).groups()  # type: ignore[union-attr]
    ending = "\r\n" if lines[at].endswith("\r\n") else "\n"
    added = f"{indent}{key_text(name):{len(key) + len(gap) - 1}} = {value_text(raw)}{ending}"
    if not lines[at].endswith("\n"):
        lines[at] += ending
    lines.insert(at + 1 if before else at, added)
    return "".join(lines)


def _line_of(lines: Sequence[str], table: str, name: str) -> int | None:
    """Index of a line of a table that is one entry by itself."""
    at = ""
    for index, line in enumerate(lines):
        header = re.match(r"\s*\[+\s*([^\[\]{}=]*?)\s*\]+\s*(?:#.*)?$", line)
        at = header[1].strip("\"'") if header else at
        found = re.match(LINE_START, line)
        if found and at == table and found[2].strip("\"'") == name and _is_whole(line):
            return index
    return None


def _is_whole(line: str) -> bool:
    """True if a line is an entry by itself, and does not continue on the next one."""
    try:
        tomllib.loads(line)
    except tomllib.TOMLDecodeError:
        return False
    return True
