"""Drafts of titles and their mistakes: a folder or texts in memory, read afresh under an internal name."""

from __future__ import annotations

import os
import re
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from io import BytesIO
from pathlib import Path
from typing import Final

from tetsudo.core.errors import BadData
from tetsudo.titles.data import discovery, toml_files
from tetsudo.titles.data.discovery import Folder
from tetsudo.titles.data.toml_table import MISSING, MistakeList

DRAFT_NAME: Final = "draft"
"""Name of a draft that is in no folder."""

FILE_ORDER: Final = ("title", "companies", "map", "market", "tiles", "clauses", "guide")
"""Order of a title's files in lists of mistakes; any other comes last."""

DATA_SUFFIX: Final = ".toml"
CODE_SUFFIX: Final = ".py"

_KEY: Final = r"""(?:[\w-]+|"[^"]*"|'[^']*')"""
_KEYS: Final = rf"{_KEY}(?:\s*\.\s*{_KEY})*"
_SAID_LINE: Final = re.compile(r"\(at line (\d+), column \d+\)")
_HEADING: Final = re.compile(rf"\s*\[\s*({_KEYS})\s*\]\s*(?:#.*)?")
_PAIR: Final = re.compile(rf"\s*({_KEYS})\s*=\s*(.*)")
_ITEM: Final = re.compile(r"""\s*[{"'].*""")
_OPEN_LIST: Final = re.compile(r"\[\s*(?:#.*)?")


@dataclass(frozen=True, slots=True)
class Mistake:
    """A mistake in a title's data."""

    file: str  # "map.toml"
    key: str  # "hexes.K4.track"; "" for the whole file
    sentence: str
    line: int = 0  # in the file, from 1; 0 if unknown

    def __str__(self) -> str:
        return ": ".join(part for part in (self.file, self.key, self.sentence) if part)


def mistakes(draft: AbstractContextManager[str], survey: Callable[[str], None]) -> tuple[Mistake, ...]:
    """Mistakes that a survey notes in a draft, in the order of its files and lines."""
    with draft as name:
        survey(name)
        found = toml_files.mistakes_of(name)
        assert found is not None, name
        texts = {file: _text(name, file) for file in {_file_name(error) for error in found.found}}
    lines = {file: line_numbers(text) for file, text in texts.items()}
    listed = []
    for error in found.found:
        file = _file_name(error)
        line = line_of(lines[file], error.key) if error.key else _said_line(error.sentence, texts[file])
        listed.append(Mistake(file, error.key, error.sentence, line))
    return tuple(sorted(listed, key=_place))


def _said_line(sentence: str, text: str) -> int:
    """Line that the parser names where a text is no TOML; 0 if it names none."""
    if sentence.endswith("(at end of document)"):
        return len(text.splitlines())
    said = _SAID_LINE.search(sentence)
    return int(said[1]) if said else 0


def summary(found: Sequence[Mistake], error: BadData) -> BadData:
    """First mistake, with the number of the others; the error itself if there is no list of them."""
    if not found:
        return error
    folder = error.file.rpartition("/")[0]
    first = found[0]
    more = len(found) - 1
    noun = "mistake" if more == 1 else "mistakes"
    rest = f" ({more} more {noun}: `tetsudo titles {folder}` lists them)" if more else ""
    return BadData(first.sentence + rest, f"{folder}/{first.file}" if folder else first.file, first.key)


def _place(mistake: Mistake) -> tuple[int, str, bool, int, bool]:
    """Sort key: by file and line; what is missing in a line comes after it, and what is missing in a file last."""
    is_unplaced = bool(mistake.key) and not mistake.line
    return _file_rank(mistake.file), mistake.file, is_unplaced, mistake.line, mistake.sentence.startswith(MISSING)


def _file_name(error: BadData) -> str:
    return error.file.rpartition("/")[2]


def _file_rank(file: str) -> int:
    stem = file.removesuffix(DATA_SUFFIX)
    return FILE_ORDER.index(stem) if stem in FILE_ORDER else len(FILE_ORDER)


def _text(title: str, file: str) -> str:
    """Text of a draft's file; "" if it has none that can be read."""
    folder = discovery.find(title)
    try:
        return folder.files.joinpath(file).read_text("utf-8") if folder else ""
    except (OSError, UnicodeDecodeError):
        return ""


@contextmanager
def reopened(title: str, folder: Folder) -> Iterator[str]:
    """Internal name of a known title that is read once more as a draft."""
    with discovery.draft(title, replace(folder, mistakes=MistakeList())) as name:
        yield name


@contextmanager
def opened(files: str | os.PathLike[str] | Mapping[str, str], folder: str | os.PathLike[str] = "") -> Iterator[str]:
    """Internal name of a draft, valid within the context.

    `files`: a title's folder, or its files in memory, text by name. `folder` has the files that are not in memory.
    Code is only taken from a folder, never from a text in memory.
    """
    if not isinstance(files, Mapping):
        own = Path(files).expanduser().resolve()
        with discovery.draft(name_of(own), Folder(own, path=str(own), mistakes=MistakeList())) as name:
            yield name
        return
    place = Path(folder).expanduser().resolve() if folder else None
    with _archive(files, place) as archive:
        found = Folder(zipfile.Path(archive), path=str(place or ""), mistakes=MistakeList())
        with discovery.draft(name_of(place), found) as name:
            yield name


def name_of(place: Path | None) -> str:
    """Name of the title in a folder, as clauses and errors have it."""
    return discovery.plain_name(place.name) if place else DRAFT_NAME


def _archive(texts: Mapping[str, str], place: Path | None) -> zipfile.ZipFile:
    """Files of a draft in an archive in memory, which can be read like a folder."""
    written = BytesIO()
    with zipfile.ZipFile(written, "w") as archive:
        for name, text in texts.items():
            if name.endswith(DATA_SUFFIX):
                archive.writestr(name, text)
        for path in sorted(place.iterdir()) if place and place.is_dir() else ():
            if path.suffix in (DATA_SUFFIX, CODE_SUFFIX) and path.is_file() and path.name not in archive.namelist():
                archive.writestr(path.name, path.read_bytes())
    archive = zipfile.ZipFile(written)
    archive.filename = place.name if place else DRAFT_NAME
    return archive


# Lines of keys in a text, which the parser of TOML does not tell


def line_numbers(text: str) -> dict[str, int]:
    """Line of each key, from 1: tables, the keys in them, and the items of lists that have a line each."""
    found: dict[str, int] = {}
    table = items = ""
    count = 0
    for number, line in enumerate(text.splitlines(), 1):
        if heading := _HEADING.fullmatch(line):
            table = _plain(heading[1])
            found.setdefault(table, number)
        elif pair := _PAIR.fullmatch(line):
            key = f"{table}.{_plain(pair[1])}" if table else _plain(pair[1])
            found.setdefault(key, number)
            items, count = (key, 0) if _OPEN_LIST.fullmatch(pair[2]) else ("", 0)
        elif items and _ITEM.fullmatch(line):
            found.setdefault(f"{items}[{count}]", number)
            count += 1
    return found


def line_of(lines: Mapping[str, int], key: str) -> int:
    """Line of a key, or of the nearest table that it is in; 0 if there is none."""
    key = _spelling(key)
    while key and key not in lines:
        key = key[: max(key.rfind("."), key.rfind("["), 0)]
    return lines.get(key, 0)


def _plain(key: str) -> str:
    """Dotted key without quotes and spaces."""
    return _spelling(".".join(part.strip("\"'") for part in re.findall(_KEY, key)))


def _spelling(key: str) -> str:
    """One spelling for all: colours may be written Gray."""
    return key.casefold().replace("gray", "grey")
