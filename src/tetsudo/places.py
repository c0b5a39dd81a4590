"""Where a clause of the rules stands in code and data.

A clause is carried out where its id is written: beside the predicate or the effect in code, or in a title's
data. What data name as the clause behind a refusal is carried out, too, where the refusal's code is given.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

PACKAGE: Final = Path(__file__).parent
SENTENCES: Final = PACKAGE / "rules" / "reasons" / "reasons.py"
"""The table of refusals, which carries out none of them."""


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
    of_id, of_codes = _id_pattern(clause), [re.compile(f'"{code}"') for code in codes]
    found: list[Place] = []
    for text in _texts():
        wanted = [of_id, *of_codes] if _refuses(text.path) else [of_id]
        for number, line in enumerate(text.lines):
            if any(pattern.search(line) for pattern in wanted):
                name = text.path.relative_to(PACKAGE).as_posix()
                found.append(Place(name, number + 1, text.within[number]))
    return tuple(found)


def _refuses(path: Path) -> bool:
    """Whether a file may give the codes of refusals; elsewhere the same words mean other things."""
    return path.suffix == ".py" and path != SENTENCES and path.relative_to(PACKAGE).parts[0] in ("rules", "routes")


def written() -> set[str]:
    """Every id of a clause that stands in the code, those of several editions as they are written."""
    return {id for text in _texts() if text.path.suffix == ".py" for line in text.lines for id in IDS.findall(line)}


IDS: Final = re.compile(r"\b18\d\d[A-Z]?\*?-(?:[A-Z]{2,4}-\d+|(?:[A-Z]\.)?\d+(?:\.\d+)*(?:-[a-z])?)(?![\w-]|\.\d)")
"""1889-OR-07, 1888*-TRK-07, 1890 C.8.2, 1890-14-g."""


def _id_pattern(clause: str) -> re.Pattern[str]:
    """Finds a clause's id, also as that of several editions: 1888N-TRK-07 as 1888*-TRK-07."""
    title, _, rest = clause.partition("-")
    return re.compile(rf"\b{re.escape(title[:4])}(?:{re.escape(title[4:])}|\*)-{re.escape(rest)}(?![\w-]|\.\d)")


@cache
def _texts() -> tuple[_Text, ...]:
    """Code of the engine and data of the titles, but for the clauses themselves."""
    floors = ("board", "routes", "rules", "titles")
    paths = sorted(path for floor in floors for path in (PACKAGE / floor).rglob("*.*"))
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
            table = line.strip("[] \n")
        names.append(table)
    return names
