"""Where a clause of the rules stands in code and data.

A clause is carried out where its id is written: beside the predicate or the effect in code, or in a title's
data. What data name as the clause behind a refusal is carried out, too, where the refusal's code is given.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

PACKAGE: Final = Path(__file__).parent
FLOORS: Final = ("board", "model", "routes", "rules", "titles")
"""The folders that are read, besides the modules of the package itself."""

SENTENCES: Final = PACKAGE / "rules" / "reasons" / "reasons.py"
"""The table of refusals, which carries out none of them."""

IDS: Final = re.compile(
    r"\b18\d\d[A-Z]?\*?-(?=[A-Z\d])"
    r"(?:[A-Z]{2,4}-\d+|(?:Intro|[IV]+|[A-D])?\.?\d*(?:\.\d+)*(?:-[a-z]{1,2})?)"
    r"(?![\w-]|\.\d)"
)
"""1889-OR-07, 1888*-TRK-07 for both editions, 1890-C.8.2-a, 1890-14-g, 1890-V-k."""

WORDS: Final = re.compile(r'"(\w+)"')
"""What may be the code of a refusal."""


class Place(NamedTuple):
    """A line, and the function, class or table in which it stands; "" for none."""

    file: str  # from the package's folder
    line: int
    within: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}" + f"  {self.within}" * bool(self.within)


class _Text(NamedTuple):
    """A file of the package: its lines, and in what each stands."""

    path: Path
    lines: Sequence[str]
    within: Sequence[str]


def places(clause: str, codes: Iterable[str] = ()) -> tuple[Place, ...]:
    """Where a clause's id is written, or the code of a refusal that it is behind, in the order of files."""
    ids, given = _ids(), _codes()
    found = {*ids.get(clause, ()), *ids.get(_of_all_editions(clause), ())}
    for code in codes:
        found.update(given.get(code, ()))
    return tuple(sorted(found))


def written() -> frozenset[str]:
    """Every id of a clause that stands in code or data, those of several editions as they are written."""
    return frozenset(_ids())


def _of_all_editions(clause: str) -> str:
    """An id as it is written for all editions of a game: 1888*-TRK-07 for 1888N-TRK-07."""
    title, _, rest = clause.partition("-")
    return f"{title[:4]}*-{rest}"


@cache
def _ids() -> Mapping[str, list[Place]]:
    """The places of every id that is written."""
    return _found(_texts(), IDS)


@cache
def _codes() -> Mapping[str, list[Place]]:
    """The places of every word that may be a refusal's code; in other files the same words mean other things."""
    refusing = (text for text in _texts() if text.path.suffix == ".py" and _floor(text.path) in ("rules", "routes"))
    return _found((text for text in refusing if text.path != SENTENCES), WORDS)


def _found(texts: Iterable[_Text], wanted: re.Pattern[str]) -> dict[str, list[Place]]:
    """By what a pattern finds, where."""
    found: dict[str, list[Place]] = {}
    for text in texts:
        name = text.path.relative_to(PACKAGE).as_posix()
        for number, line in enumerate(text.lines):
            for word in dict.fromkeys(wanted.findall(line)):
                found.setdefault(word, []).append(Place(name, number + 1, text.within[number]))
    return found


def _floor(path: Path) -> str:
    """The folder of the package in which a file lies."""
    return path.relative_to(PACKAGE).parts[0]


@cache
def _texts() -> tuple[_Text, ...]:
    """Code of the engine and data of the titles, but for the clauses themselves."""
    paths = sorted(path for floor in FLOORS for path in (PACKAGE / floor).rglob("*.*"))
    paths += sorted(PACKAGE.glob("*.py"))
    wanted = [path for path in paths if path.suffix in (".py", ".toml") and path.name != "clauses.toml"]
    return tuple(_read(path) for path in wanted)


def _read(path: Path) -> _Text:
    text = path.read_text("utf-8")
    lines = text.splitlines()
    return _Text(path, lines, _names(text, len(lines)) if path.suffix == ".py" else _tables(lines))


def _names(text: str, count: int) -> list[str]:
    """The innermost function or class of each line, with those that it is in."""
    names = [""] * count
    for name, node in _definitions(ast.parse(text), ""):
        assert node.end_lineno is not None
        names[node.lineno - 1 : node.end_lineno] = [name] * (node.end_lineno - node.lineno + 1)
    return names


def _definitions(
    scope: ast.AST, outer: str
) -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef]]:
    """Functions and classes, the outer ones first."""
    for node in ast.iter_child_nodes(scope):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            name = f"{outer}.{node.name}".lstrip(".")
            yield name, node
            yield from _definitions(node, name)


def _tables(lines: Sequence[str]) -> list[str]:
    """The table of a TOML file in which each line stands."""
    names, table = [], ""
    for line in lines:
        if line.startswith("["):
            table = line[1:].partition("]")[0]
        names.append(table)
    return names
