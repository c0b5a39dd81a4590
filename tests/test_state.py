"""The rows of the state are indexed only in its own modules and in the inner loops named in the manual."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.conftest import ROOT
from tetsudo.engine.state.state import ROWS

PACKAGE = ROOT / "src" / "tetsudo"
VERBS = {
    "engine/state/rows.py",
    "engine/state/state.py",
    "engine/state/ownership.py",
    "engine/state/board.py",
    "engine/state/bids.py",
}


def is_state(value: ast.expr) -> bool:
    """True if an expression is a `State`, judging by its name: `state`, `game.state`, `copy.state`."""
    name = value.attr if isinstance(value, ast.Attribute) else getattr(value, "id", "")
    return name in ("state", "_state")


def states_of(function: ast.AST) -> set[str]:
    """Parameters of a function annotated as `State`, and copies of one."""
    given = {each.arg for each in ast.walk(function) if isinstance(each, ast.arg) and _word(each.annotation) == "State"}
    made = {
        target.id
        for each in ast.walk(function)
        if isinstance(each, ast.Assign) and re.search(r"\bState\(|\.clone\(\)$", ast.unparse(each.value))
        for target in each.targets
        if isinstance(target, ast.Name) and "Game" not in ast.unparse(each.value)
    }
    return given | made


def _word(annotation: ast.expr | None) -> str:
    return "" if annotation is None else ast.unparse(annotation)


def indexing(path: Path) -> Iterator[str]:
    """Functions of a module that use a row of the state."""
    for function in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(function, ast.FunctionDef):
            names = states_of(function)
            for each in ast.walk(function):
                if isinstance(each, ast.Attribute) and each.attr in ROWS:
                    if is_state(each.value) or (isinstance(each.value, ast.Name) and each.value.id in names):
                        yield function.name
                        break


@cache
def found() -> set[tuple[str, str]]:
    """Every module and function that uses a row of the state, except the state's own modules."""
    return {
        (str(path.relative_to(PACKAGE)), name)
        for path in PACKAGE.rglob("*.py")
        if str(path.relative_to(PACKAGE)) not in VERBS
        for name in indexing(path)
    }


def named() -> set[tuple[str, str]]:
    """Entries of the manual's table of inner loops: functions, or all of a module's functions."""
    text = (ROOT / "docs" / "engine.md").read_text("utf-8")
    table = text.split("| also indexed in |")[1].split("\n\n")[0]
    every: set[tuple[str, str]] = set()
    for module, functions in re.findall(r"^\| `([\w/]+\.py)`([^|]*)\|", table, re.M):
        names = re.findall(r"`(\w+)`", functions) or indexing(PACKAGE / module)
        every |= {(module, name) for name in names}
    return every


def test_only_named_inner_loops_index_the_rows_of_the_state() -> None:
    assert found() - named() == set()


def test_what_the_manual_names_does_so() -> None:
    assert len(named()) > 10
    assert named() - found() == set()
