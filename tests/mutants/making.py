"""Mutants: small mistakes put into a function, one at a time.

Changes: comparisons, `and` and `or`, `not`, arithmetic, whole numbers by one, True and False, the code of a refusal or
the predicate asked for it, the result of a boolean function, conditions (always, never), `min` and `max`, `any` and
`all`, and statements with an effect (removed). Only code inside functions is changed: tables and constants of a module,
default values and decorators are evaluated at import, before a mutant is installed.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Final

OPPOSITES: Final[dict[type[ast.AST], type[ast.AST]]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
CALLS: Final = {"min": "max", "max": "min", "any": "all", "all": "any"}
FUNCTIONS: Final = (ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(slots=True)
class Slot:
    """A replaceable place in the tree."""

    parent: ast.AST
    name: str
    index: int | None = None

    def get(self) -> ast.AST:
        found = getattr(self.parent, self.name)
        return found if self.index is None else found[self.index]

    def put(self, new: ast.AST | str) -> None:
        if self.index is None:
            setattr(self.parent, self.name, new)
        else:
            getattr(self.parent, self.name)[self.index] = new


@dataclass(slots=True)
class Mutant:
    """One mistake, identified by file, function, text of the line and change, so that lines may move."""

    file: str
    function: str
    text: str
    change: str
    line: int
    lines: frozenset[int]  # of the statement's head and of the change: tests that run any of them may notice
    within: range  # lines of the whole statement, including nested ones
    refuses: bool
    slot: Slot = field(repr=False)
    new: ast.AST | str = field(repr=False)
    module: Module = field(repr=False)

    @property
    def key(self) -> tuple[str, str, str, str]:
        return self.file, self.function, self.text, self.change

    @property
    def sample_key(self) -> str:
        """Hash that determines the sample; stable between runs."""
        return sha256("\n".join(self.key).encode()).hexdigest()

    def compile_module(self) -> ast.Module:
        """The module with the mistake; the tree stays changed."""
        self.slot.put(self.new)
        return ast.fix_missing_locations(self.module.tree)


class Module:
    """A module's source and its possible mutants."""

    def __init__(self, path: Path, name: str) -> None:
        self.path, self.name = path, name
        source = path.read_text(encoding="utf-8")
        self.lines = source.splitlines()
        self.tree = ast.parse(source)

    def mutants(self) -> list[Mutant]:
        """Every mutant, in source order."""
        found = [
            each for name, function in _functions(self.tree, "") for each in self._function_mutants(name, function)
        ]
        seen: Counter[tuple[str, str, str, str]] = Counter()
        for each in found:
            seen[each.key] += 1
            if seen[each.key] > 1:
                each.change += f" (no. {seen[each.key]})"
        return found

    def _function_mutants(self, name: str, function: ast.FunctionDef) -> Iterator[Mutant]:
        refuses = _is_refusal(function)
        for statement in _statements(function):
            for slot, new, shown in _changes(statement, function):
                before, old = _text(shown), slot.get()
                slot.put(new)
                after = _text(new if slot.parent is not shown and isinstance(new, ast.AST) else shown)
                slot.put(old)
                whole = shown if isinstance(shown, ast.stmt) else statement
                line: int = getattr(shown, "lineno", whole.lineno)
                last = line if shown is statement else getattr(shown, "end_lineno", line)
                lines = frozenset({whole.lineno, *range(line, last + 1)})
                text, change = self.lines[line - 1].strip(), f"{before} -> {after}"
                within = range(whole.lineno, (whole.end_lineno or line) + 1)
                yield Mutant(self.name, name, text, change, line, lines, within, refuses, slot, new, self)


def _functions(node: ast.AST, prefix: str) -> Iterator[tuple[str, ast.FunctionDef]]:
    """The outermost functions, by qualified name."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef):
            yield prefix + child.name, child
        elif isinstance(child, ast.ClassDef):
            yield from _functions(child, f"{prefix}{child.name}.")


def _is_refusal(function: ast.FunctionDef) -> bool:
    """True if a function returns the code of a refusal."""
    if not (isinstance(function.returns, ast.Name) and function.returns.id == "str"):
        return False
    if "refusal" in function.name:
        return True
    values = [node.value for node in ast.walk(function) if isinstance(node, ast.Return)]
    return any(isinstance(value, ast.Constant) and value.value == "" for value in values)


def _statements(node: ast.AST) -> Iterator[ast.stmt]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.stmt):
            yield child
        yield from _statements(child)


def _text(node: ast.AST) -> str:
    if isinstance(node, ast.If | ast.While):
        return f"{type(node).__name__.lower()} {ast.unparse(node.test)}"
    if isinstance(node, ast.IfExp):
        return f"... if {ast.unparse(node.test)} else ..."
    return " ".join(ast.unparse(node).split())


Change = tuple[Slot, "ast.AST | str", ast.AST]  # place, replacement, and the node described in the report


def _changes(statement: ast.stmt, function: ast.FunctionDef) -> Iterator[Change]:
    """Possible changes of a statement, without its nested statements."""
    yield from _removals(statement, function)
    if isinstance(statement, ast.Return) and statement.value is not None:
        yield from _return_changes(Slot(statement, "value"), function)
    for node in _own_nodes(statement):
        yield from _operators(node)
        yield from _conditions(node)
        for slot in _slots(node):
            yield from _node_changes(slot)


def _own_nodes(node: ast.AST) -> Iterator[ast.AST]:
    """A statement and its expressions, without annotations, decorators and default values."""
    yield node
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "args") and not isinstance(node, ast.Call):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not isinstance(child, ast.stmt | ast.JoinedStr):
                yield from _own_nodes(child)


def _slots(node: ast.AST) -> Iterator[Slot]:
    for name, value in ast.iter_fields(node):
        if isinstance(value, ast.expr):
            yield Slot(node, name)
        elif isinstance(value, list):
            yield from (Slot(node, name, at) for at, child in enumerate(value) if isinstance(child, ast.expr))


def _operators(node: ast.AST) -> Iterator[Change]:
    if isinstance(node, ast.Compare):
        for at, operator in enumerate(node.ops):
            yield Slot(node, "ops", at), OPPOSITES[type(operator)](), node
    elif isinstance(node, ast.BoolOp | ast.BinOp | ast.AugAssign) and type(node.op) in OPPOSITES:
        yield Slot(node, "op"), OPPOSITES[type(node.op)](), node
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CALLS:
        yield Slot(node.func, "id"), CALLS[node.func.id], node


def _conditions(node: ast.AST) -> Iterator[Change]:
    if isinstance(node, ast.If | ast.IfExp):
        yield Slot(node, "test"), ast.Constant(True), node
        yield Slot(node, "test"), ast.Constant(False), node
    elif isinstance(node, ast.While):
        yield Slot(node, "test"), ast.Constant(False), node
    elif isinstance(node, ast.comprehension):
        for at, test in enumerate(node.ifs):
            yield Slot(node, "ifs", at), ast.Constant(True), test


def _node_changes(slot: Slot) -> Iterator[Change]:
    node = slot.get()
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield slot, node.operand, node
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield slot, ast.copy_location(ast.Constant(not node.value), node), node
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        yield slot, ast.copy_location(ast.Constant(node.value + 1), node), node
        if node.value and not isinstance(slot.parent, ast.UnaryOp):  # the last of a stack is often also its first
            yield slot, ast.copy_location(ast.Constant(node.value - 1), node), node


def _return_changes(slot: Slot, function: ast.FunctionDef) -> Iterator[Change]:
    """The negated result of a boolean function; the empty code of a refusal."""
    node, kind = slot.get(), getattr(function.returns, "id", "")
    if isinstance(node, ast.IfExp):
        yield from _return_changes(Slot(node, "body"), function)
        yield from _return_changes(Slot(node, "orelse"), function)
    elif kind == "str" and not (isinstance(node, ast.Constant) and node.value == ""):
        yield slot, ast.copy_location(ast.Constant(""), node), node
    elif kind == "bool" and isinstance(node, ast.Call | ast.Name | ast.Attribute | ast.Subscript):
        yield slot, ast.copy_location(ast.UnaryOp(ast.Not(), node), node), node


def _removals(statement: ast.stmt, function: ast.FunctionDef) -> Iterator[Change]:
    """Nested statements that can be removed: their effect is lost, but no name becomes undefined."""
    for name in ("body", "orelse", "finalbody"):
        body = getattr(statement, name, None)
        for at, child in enumerate(body if isinstance(body, list) else ()):
            if isinstance(child, ast.stmt) and _has_effect(child, function):
                yield Slot(statement, name, at), ast.copy_location(ast.Pass(), child), child
    if statement is function.body[0]:
        for at, child in enumerate(function.body):
            if _has_effect(child, function):
                yield Slot(function, "body", at), ast.copy_location(ast.Pass(), child), child


def _has_effect(statement: ast.stmt, function: ast.FunctionDef) -> bool:
    if isinstance(statement, ast.Expr):
        return not isinstance(statement.value, ast.Constant)
    if isinstance(statement, ast.Assign):
        return all(not isinstance(target, ast.Name) or _is_defined(target, function) for target in statement.targets)
    if isinstance(statement, ast.Return):
        return statement.value is None
    return isinstance(statement, ast.AugAssign | ast.Continue | ast.Break | ast.Raise | ast.Delete)


def _is_defined(name: ast.Name, function: ast.FunctionDef) -> bool:
    """True if a name had a value before."""
    if name.id in {each.arg for each in function.args.args}:
        return True
    stores = (each for each in ast.walk(function) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store))
    return any(each.id == name.id and each.lineno < name.lineno for each in stores)
