"""Test coverage of the clauses of a title's rules.

Tests name clauses with `@pytest.mark.rule("1889-OR-07", ...)`. The test files are parsed,
not run, so neither pytest nor the tests' dependencies need to be installed.
A test of several editions may name a clause of all of them at once, as in
"1888*-OR-07". The text of a clause is in the title's data; see `titles.loader`.
"""

from __future__ import annotations

import ast
import fnmatch
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tetsudo.core.errors import BadInput
from tetsudo.titles.loader import Clause

MARK: Final = "rule"

TestId = str
"""Test as pytest names it, relative to the folder above the tests: tests/test_a.py::test_b."""


@dataclass(frozen=True, slots=True)
class Coverage:
    """Counted clauses, in order, each with its tests; and marks that name no clause."""

    tests: dict[str, tuple[TestId, ...]]
    unknown: dict[str, tuple[TestId, ...]]

    @property
    def missing(self) -> tuple[str, ...]:
        """Clauses without a test."""
        return tuple(clause for clause, tests in self.tests.items() if not tests)

    @property
    def percent(self) -> float:
        """Percentage of counted clauses that have a test; 100 only if all have one."""
        shown = len(self.tests) - len(self.missing)
        return 100 * shown / len(self.tests) if self.tests else 100.0


def measure_coverage(clauses: Iterable[Clause], tests: Path, prefix: str = "") -> Coverage:
    """Match a title's clauses with the tests; marks that begin with `prefix` must be clauses."""
    every = tuple(clauses)
    known = {clause.id for clause in every}
    found = _expand_marks(clause_tests(tests), known)
    return Coverage(
        tests={clause.id: found.get(clause.id, ()) for clause in counted_clauses(every)},
        unknown={name: where for name, where in found.items() if name.startswith(prefix) and name not in known},
    )


def _expand_marks(found: Mapping[str, tuple[TestId, ...]], known: Iterable[str]) -> dict[str, tuple[TestId, ...]]:
    """Tests by clause, with marks for several editions expanded; marks that match no clause are kept."""
    spread: dict[str, tuple[TestId, ...]] = {}
    for name, where in found.items():
        meant = fnmatch.filter(known, name) if "*" in name else []
        for each in meant or [name]:
            spread[each] = (*spread.get(each, ()), *where)
    return spread


def folder_of_tests() -> Path | None:
    """Folder of Tetsudo's own tests, beside its source; None if it is installed without them."""
    folder = Path(__file__).parents[4] / "tests"
    return folder if (folder / "clauses").is_dir() else None


def counted_clauses(clauses: Iterable[Clause]) -> tuple[Clause, ...]:
    """Clauses that need a test."""
    return tuple(clause for clause in clauses if clause.counts)


def clause_tests(tests: Path) -> dict[str, tuple[TestId, ...]]:
    """Tests by the clause id that marks them, in the order of files and lines."""
    found: dict[str, list[TestId]] = {}
    for file in sorted(tests.rglob("test_*.py")):
        name = file.relative_to(tests.parent).as_posix()
        try:
            text = file.read_text("utf-8")
            if f".{MARK}(" not in text:
                continue
            module = ast.parse(text, filename=str(file))
        except (SyntaxError, UnicodeDecodeError) as error:
            raise BadInput(f"cannot be read as Python: {error}", name) from None
        for clause, test in _marks(module, name, name, ()):
            listed = found.setdefault(clause, [])
            if test not in listed:
                listed.append(test)
    return {clause: tuple(listed) for clause, listed in sorted(found.items())}


def _marks(
    scope: ast.Module | ast.ClassDef, file: str, prefix: TestId, outer: tuple[str, ...]
) -> Iterator[tuple[str, TestId]]:
    """Yield each clause with each test of a module or class; `outer` applies to all of them."""
    for node in scope.body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value and _is_pytestmark(node):
            outer += tuple(_marked_clauses(node.value, file))
    for node in scope.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test"):
            for clause in (*outer, *_decorator_clauses(node, file)):
                yield clause, f"{prefix}::{node.name}"
        elif isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
            yield from _marks(node, file, f"{prefix}::{node.name}", (*outer, *_decorator_clauses(node, file)))


def _is_pytestmark(node: ast.Assign | ast.AnnAssign) -> bool:
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    return any(isinstance(target, ast.Name) and target.id == "pytestmark" for target in targets)


def _decorator_clauses(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef, file: str) -> Iterator[str]:
    for decorator in node.decorator_list:
        yield from _marked_clauses(decorator, file)


def _marked_clauses(expression: ast.expr, file: str) -> Iterator[str]:
    """Clauses named in an expression, also within lists and `pytest.param(marks=...)`."""
    for node in ast.walk(expression):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == MARK:
            for argument in node.args:
                if not (isinstance(argument, ast.Constant) and isinstance(argument.value, str)):
                    raise BadInput("a rule mark spells out the ids of its clauses", f"{file}:{node.lineno}")
                yield argument.value
