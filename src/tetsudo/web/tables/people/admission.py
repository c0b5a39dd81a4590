"""Admission to tables without an invitation link: listed tables admit everyone, private ones whom a group admits.

The tables know no groups: `clubs` adds the rule for tables of a club, and closes those of a tournament to the public.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from tetsudo.web.tables.models import Guest, Table

Rule: TypeAlias = Callable[[Table, Guest], bool]

Closing: TypeAlias = Callable[[Table], bool]

_closings: Final[list[Closing]] = []
_rules: Final[list[Rule]] = []


def add_rule(rule: Rule) -> None:
    """Add a rule that may admit a guest to a private table."""
    if rule not in _rules:
        _rules.append(rule)


def is_open_to(table: Table, guest: Guest | None) -> bool:
    """True if a guest may take an open seat without its link."""
    return table.is_listed or (guest is not None and any(rule(table, guest) for rule in _rules))


def add_closing(closing: Closing) -> None:
    """Add a rule by which a table is closed to all but its players."""
    if closing not in _closings:
        _closings.append(closing)


def is_closed(table: Table) -> bool:
    """True if no one but its players may see a table's game yet."""
    return any(closing(table) for closing in _closings)
