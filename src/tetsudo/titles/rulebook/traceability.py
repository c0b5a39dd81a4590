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

from tetsudo.titles.data import discovery
from tetsudo.titles.data.clauses import Clause, read_clauses, reasons
from tetsudo.titles.data.toml_files import CLAUSES, GUIDE, clause_prefix, lineage

PACKAGE: Final = Path(__file__).parents[2]
FLOORS: Final = ("core", "engine", "game", "language", "titles")
"""The folders of the package that are read."""

EXAMPLES: Final = ("titles/rulebook/coverage.py", "titles/rulebook/traceability.py")
"""Modules that speak of ids, and carry nothing out."""

SENTENCES: Final = PACKAGE / "engine" / "rules" / "refusals.py"
"""The table of refusals, which carries out none of them."""

IDS: Final = re.compile(
    r"\b18\d\d[A-Z]?\*?-(?=[A-Z\d])"
    r"(?:[A-Z]{2,4}-\d+|(?:Intro|[IV]+|[A-D])?\.?\d*(?:\.\d+)*(?:-[a-z]{1,2})?)"
    r"(?![\w-]|\.\d)"
)
"""1889-OR-07, 1888*-TRK-07 for both editions, 1890-C.8.2-a, 1890-14-g, 1890-V-k."""


class Place(NamedTuple):
    """A line, and the function, class or table in which it stands; "" for none."""

    file: str  # from the package's folder
    line: int
    within: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}" + f"  {self.within}" * bool(self.within)


class _Text(NamedTuple):
    """A file of the package: its lines, in what each stands, and in code the line of every string."""

    path: Path
    lines: Sequence[str]
    within: Sequence[str]
    strings: Sequence[tuple[str, int]]

    @property
    def name(self) -> str:
        """Its path from the package's folder."""
        return self.path.relative_to(PACKAGE).as_posix()


def places_of(title: str, clause: Clause) -> tuple[Place, ...]:
    """Where a clause of a title is carried out; one that restates another, where that is.

    What an edition has word for word from another stands where that one's does, too.
    """
    id = clause.restates or clause.id
    found = {*places(id, [code for code, behind in reasons(title).items() if behind == id]), *_in_folder(title, id)}
    rest = id.removeprefix(clause_prefix(title))
    text = read_clauses(title)[id].text
    for base in lineage(title)[1:]:
        other = read_clauses(base).get(clause_prefix(base) + rest)
        if other is not None and other.text == text:
            found.update(places(other.id))
    return tuple(sorted(found))


def places(clause: str, codes: Iterable[str] = ()) -> tuple[Place, ...]:
    """Where a clause's id is written, or the code of a refusal that it is behind, in the order of files."""
    ids, given = _ids(), _codes()
    found = {*ids.get(clause, ()), *ids.get(_of_all_editions(clause), ())}
    for code in codes:
        found.update(given.get(code, ()))
    return tuple(sorted(found))


def _in_folder(title: str, id: str) -> Iterator[Place]:
    """Where an id stands in the folder of a title that comes from elsewhere."""
    folder = discovery.find(title)
    path = Path(str(folder.files)) if folder is not None else PACKAGE
    if path.is_relative_to(PACKAGE):
        return
    wanted = re.compile(rf"(?<![\w-]){re.escape(id)}(?![\w-]|\.\d)")
    for text in _readable(path.glob("*.*")):
        for number, line in enumerate(text.lines):
            if wanted.search(line):
                at = _commented(text.lines, number)
                yield Place(f"{path.name}/{text.path.name}", at + 1, text.within[at])


def written() -> frozenset[str]:
    """Every id of a clause that stands in code or data, those of several editions as they are written."""
    return frozenset(_ids())


def _of_all_editions(clause: str) -> str:
    """An id as it is written for all editions of a game: 1888*-TRK-07 for 1888N-TRK-07."""
    title, _, rest = clause.partition("-")
    return f"{title[:4]}*-{rest}"


@cache
def _ids() -> Mapping[str, Sequence[Place]]:
    """The places of every id that is written."""
    found: dict[str, list[Place]] = {}
    for text in _texts():
        for number, line in enumerate(text.lines):
            for id in dict.fromkeys(IDS.findall(line)):
                at = _commented(text.lines, number)
                found.setdefault(id, []).append(Place(text.name, at + 1, text.within[at]))
    return found


def _commented(lines: Sequence[str], number: int) -> int:
    """The line of which a comment speaks, if it stands above one; else the line itself."""
    at = number
    while at < len(lines) and lines[at].lstrip().startswith("#"):
        at += 1
    return at if at < len(lines) and lines[at].strip() else number


@cache
def _codes() -> Mapping[str, Sequence[Place]]:
    """The places of every string that may be a refusal's code; elsewhere the same words mean other things."""
    found: dict[str, list[Place]] = {}
    for text in _texts():
        if _may_refuse(text) and text.path != SENTENCES:
            for string, line in text.strings:
                found.setdefault(string, []).append(Place(text.name, line, text.within[line - 1]))
    return found


def _may_refuse(text: _Text) -> bool:
    """The rules, and a title's own powers."""
    return text.name.startswith(("engine/rules/", "engine/routes/")) or text.path.match("titles/t*/powers.py")


@cache
def _texts() -> tuple[_Text, ...]:
    """Code of the engine and data of the titles, but for the clauses themselves."""
    paths = (path for floor in FLOORS for path in (PACKAGE / floor).rglob("*.*"))
    return tuple(_readable(path for path in paths if path.relative_to(PACKAGE).as_posix() not in EXAMPLES))


def _readable(paths: Iterable[Path]) -> Iterator[_Text]:
    """Those of some files that are code or data, and no clauses."""
    for path in sorted(paths):
        if path.suffix in (".py", ".toml") and path.name not in (CLAUSES, GUIDE):
            yield _read(path)


def _read(path: Path) -> _Text:
    text = path.read_text("utf-8")
    lines = text.splitlines()
    if path.suffix != ".py":
        return _Text(path, lines, _tables(lines), ())
    tree = ast.parse(text)
    return _Text(path, lines, _names(tree, len(lines)), tuple(_strings(tree)))


def _names(tree: ast.Module, count: int) -> list[str]:
    """The innermost function or class of each line, with those that it is in."""
    names = [""] * count
    for name, node in _definitions(tree, ""):
        assert node.end_lineno is not None
        names[node.lineno - 1 : node.end_lineno] = [name] * (node.end_lineno - node.lineno + 1)
    return names


def _strings(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """Every string that stands for itself, with its line."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value, node.lineno


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
