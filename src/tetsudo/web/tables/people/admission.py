"""Admission to tables without an invitation link: listed tables admit everyone, private ones whom a group admits.

The tables know no groups: `clubs` adds the rule for tables of a club.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from tetsudo.web.tables.models import Guest, Table

Rule: TypeAlias = Callable[[Table, Guest], bool]

_rules: Final[list[Rule]] = []


def add_rule(rule: Rule) -> None:
    """Add a rule that may admit a guest to a private table."""
    if rule not in _rules:
        _rules.append(rule)


def is_open_to(table: Table, guest: Guest | None) -> bool:
    """True if a guest may take an open seat without its link."""
    return table.is_listed or (guest is not None and any(rule(table, guest) for rule in _rules))
