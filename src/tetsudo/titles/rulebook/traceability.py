"""Places in code and data that implement a clause of the rules.

A clause is implemented wherever its id is written: beside the predicate or effect in code, or in a title's
data. A clause that data name for a refusal is also implemented wherever code returns the refusal's code.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from tetsudo.titles.data import discovery
from tetsudo.titles.data.clauses import Clause, clauses_by_code, read_clauses
from tetsudo.titles.data.toml_files import CLAUSES_FILE, GUIDE_FILE, clause_prefix, lineage

PACKAGE: Final = Path(__file__).parents[2]
SEARCHED_FOLDERS: Final = ("core", "engine", "game", "language", "titles")
"""Folders of the package that are read."""

EXAMPLE_MODULES: Final = ("titles/rulebook/coverage.py", "titles/rulebook/traceability.py")
"""Modules that mention ids only as examples."""

REFUSALS_FILE: Final = PACKAGE / "engine" / "rules" / "refusals.py"
"""Table of refusals, which implements none of them."""

ID_PATTERN: Final = re.compile(
    r"\b18\d\d[A-Z]?\*?-(?=[A-Z\d])"
    r"(?:[A-Z]{2,4}-\d+|(?:Intro|[IV]+|[A-D])?\.?\d*(?:\.\d+)*(?:-[a-z]{1,2})?)"
    r"(?![\w-]|\.\d)"
)
"""Ids such as 1889-OR-07, 1888*-TRK-07 for both editions, 1890-C.8.2-a, 1890-14-g, 1890-V-k."""


class Place(NamedTuple):
    """A line, with its function, class or table; "" for none."""

    file: str  # relative to the package's folder
    line: int
    within: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}" + f"  {self.within}" * bool(self.within)


class _Text(NamedTuple):
    """A file of the package: its lines, their functions or tables, and its string literals with line numbers."""

    path: Path
    lines: Sequence[str]
    within: Sequence[str]
    strings: Sequence[tuple[str, int]]

    @property
    def name(self) -> str:
        """Path relative to the package's folder."""
        return self.path.relative_to(PACKAGE).as_posix()


def places_of(title: str, clause: Clause) -> tuple[Place, ...]:
    """Places that implement a clause of a title, or the clause that it restates.

    If an edition's clause has the same text as its base's, the base's places count too.
    """
    id = clause.restates or clause.id
    found = {
        *places(id, [code for code, behind in clauses_by_code(title).items() if behind == id]),
        *_places_in_folder(title, id),
    }
    rest = id.removeprefix(clause_prefix(title))
    text = read_clauses(title)[id].text
    for base in lineage(title)[1:]:
        other = read_clauses(base).get(clause_prefix(base) + rest)
        if other is not None and other.text == text:
            found.update(places(other.id))
    return tuple(sorted(found))


def places(clause: str, codes: Iterable[str] = ()) -> tuple[Place, ...]:
    """Places with a clause's id, or with a refusal code that it is behind, in file order."""
    ids, given = _places_by_id(), _places_by_code()
    found = {*ids.get(clause, ()), *ids.get(_all_editions_id(clause), ())}
    for code in codes:
        found.update(given.get(code, ()))
    return tuple(sorted(found))


def _places_in_folder(title: str, id: str) -> Iterator[Place]:
    """Places of an id in the folder of a title outside this package."""
    folder = discovery.find(title)
    path = Path(str(folder.files)) if folder is not None else PACKAGE
    if path.is_relative_to(PACKAGE):
        return
    wanted = re.compile(rf"(?<![\w-]){re.escape(id)}(?![\w-]|\.\d)")
    for text in _read_files(path.glob("*.*")):
        for number, line in enumerate(text.lines):
            if wanted.search(line):
                at = _commented_line(text.lines, number)
                yield Place(f"{path.name}/{text.path.name}", at + 1, text.within[at])


def written_ids() -> frozenset[str]:
    """All clause ids in code or data, with those for several editions as written."""
    return frozenset(_places_by_id())


def _all_editions_id(clause: str) -> str:
    """Id as written for all editions of a game: 1888*-TRK-07 for 1888N-TRK-07."""
    title, _, rest = clause.partition("-")
    return f"{title[:4]}*-{rest}"


@cache
def _places_by_id() -> Mapping[str, Sequence[Place]]:
    """Places of every id."""
    found: dict[str, list[Place]] = {}
    for text in _texts():
        for number, line in enumerate(text.lines):
            for id in dict.fromkeys(ID_PATTERN.findall(line)):
                at = _commented_line(text.lines, number)
                found.setdefault(id, []).append(Place(text.name, at + 1, text.within[at]))
    return found


def _commented_line(lines: Sequence[str], number: int) -> int:
    """Line that a comment above it refers to; the line itself if it is no comment."""
    at = number
    while at < len(lines) and lines[at].lstrip().startswith("#"):
        at += 1
    return at if at < len(lines) and lines[at].strip() else number


@cache
def _places_by_code() -> Mapping[str, Sequence[Place]]:
    """Places of strings that may be refusal codes, only in files that can refuse; elsewhere they mean other things."""
    found: dict[str, list[Place]] = {}
    for text in _texts():
        if _may_refuse(text) and text.path != REFUSALS_FILE:
            for string, line in text.strings:
                found.setdefault(string, []).append(Place(text.name, line, text.within[line - 1]))
    return found


def _may_refuse(text: _Text) -> bool:
    """True for the rules, the routes and a title's own powers."""
    return text.name.startswith(("engine/rules/", "engine/routes/")) or text.path.match("titles/t*/powers.py")


@cache
def _texts() -> tuple[_Text, ...]:
    """Code of the engine and data of the titles, without the clauses themselves."""
    paths = (path for floor in SEARCHED_FOLDERS for path in (PACKAGE / floor).rglob("*.*"))
    return tuple(_read_files(path for path in paths if path.relative_to(PACKAGE).as_posix() not in EXAMPLE_MODULES))


def _read_files(paths: Iterable[Path]) -> Iterator[_Text]:
    """Read the code and data files among some paths, without clauses and guides."""
    for path in sorted(paths):
        if path.suffix in (".py", ".toml") and path.name not in (CLAUSES_FILE, GUIDE_FILE):
            yield _read(path)


def _read(path: Path) -> _Text:
    text = path.read_text("utf-8")
    lines = text.splitlines()
    if path.suffix != ".py":
        return _Text(path, lines, _tables(lines), ())
    tree = ast.parse(text)
    return _Text(path, lines, _names(tree, len(lines)), tuple(_strings(tree)))


def _names(tree: ast.Module, count: int) -> list[str]:
    """Qualified name of the innermost function or class on each line."""
    names = [""] * count
    for name, node in _definitions(tree, ""):
        assert node.end_lineno is not None
        names[node.lineno - 1 : node.end_lineno] = [name] * (node.end_lineno - node.lineno + 1)
    return names


def _strings(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """Yield every string literal with its line."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value, node.lineno


def _definitions(
    scope: ast.AST, outer: str
) -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef]]:
    """Yield functions and classes, outer ones first."""
    for node in ast.iter_child_nodes(scope):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            name = f"{outer}.{node.name}".lstrip(".")
            yield name, node
            yield from _definitions(node, name)


def _tables(lines: Sequence[str]) -> list[str]:
    """Name of the TOML table on each line."""
    names, table = [], ""
    for line in lines:
        if line.startswith("["):
            table = line[1:].partition("]")[0]
        names.append(table)
    return names
