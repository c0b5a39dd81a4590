"""Puzzles that are shipped, one compressed file per title, and the puzzle of the day.

Files are read when they are first needed.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable
from datetime import date
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Final

from tetsudo.core.errors import BadInput
from tetsudo.review.puzzles.puzzle import Puzzle
from tetsudo.titles.title_names import find_name

DATA: Final = Path(__file__).parent / "data"
SUFFIX: Final = ".json.gz"


def titles() -> tuple[str, ...]:
    """Titles with puzzles."""
    return tuple(sorted(path.name.removesuffix(SUFFIX) for path in DATA.glob(f"*{SUFFIX}")))


def puzzles_of(title: str) -> tuple[Puzzle, ...]:
    """Puzzles of a title, in any spelling; `BadInput` if it has none."""
    name = find_name(title)
    if name not in titles():
        raise BadInput("{title} has no puzzles. `tetsudo puzzles mine` makes some.", title=name)
    return _read(name)


@cache
def _read(title: str) -> tuple[Puzzle, ...]:
    return tuple(read(DATA / f"{title}{SUFFIX}"))


def puzzle(id: str) -> Puzzle:
    """Puzzle by id; `BadInput` if there is none."""
    title = id.rpartition(":")[0].rpartition(":")[0]
    found = {each.id: each for each in _read(title)} if title in titles() else {}
    if id not in found:
        raise BadInput("There is no puzzle {id}.", id=id)
    return found[id]


def daily(day: date, title: str | None = None) -> str:
    """Id of the puzzle of a day, of one title or of all: the same everywhere, and none twice before all have come.

    Raises `BadInput` if there are no puzzles.
    """
    ids = _mixed((find_name(title),) if title else tuple(titles()))
    if not ids:
        raise BadInput("No puzzles are installed. `tetsudo puzzles mine` makes some.")
    return ids[day.toordinal() % len(ids)]


@cache
def _mixed(names: tuple[str, ...]) -> list[str]:
    """Ids of the puzzles of some titles, in an order that mixes titles and kinds."""
    ids = sorted(each.id for name in names for each in puzzles_of(name))
    return sorted(ids, key=lambda id: blake2b(id.encode(), digest_size=8).digest())


def pack(puzzles: Iterable[Puzzle]) -> bytes:
    """Content of a file of puzzles; the same puzzles give the same bytes."""
    rows = [
        [each.id, each.kind, each.level, each.position, each.question, each.choices, each.answer] for each in puzzles
    ]
    plain = json.dumps(rows, ensure_ascii=False, separators=(",", ":")).encode()
    return gzip.compress(plain, compresslevel=9, mtime=0)


def read(path: Path) -> list[Puzzle]:
    """Puzzles of a file."""
    rows = json.loads(gzip.decompress(path.read_bytes()))
    return [
        Puzzle(id, id.split(":")[0], kind, level, position, question, tuple(choices), tuple(answer))
        for id, kind, level, position, question, choices, answer in rows
    ]
