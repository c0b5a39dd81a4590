"""Values on a table's page, marked if they changed since the viewer's last move.

Like values (all players' cash, all companies' prices) are not marked if nearly all of them changed, as in every
operating round: marking everything says nothing. The recap lists each change.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeVar

from tetsudo.language.labels import Labels

Row = TypeVar("Row", bound=Any)
"""Named tuple with values."""


class Value(NamedTuple):
    """A text, with a flag if it differs from the position compared with."""

    text: str
    is_changed: bool = False
    is_president: bool = False

    @property
    def mark(self) -> str:
        """CSS class for changed values."""
        return " changed" if self.is_changed else ""

    def __str__(self) -> str:
        return self.text


class Chip(NamedTuple):
    """One of several possessions, such as a train."""

    text: str
    is_new: bool = False
    times: int = 1  # how many of the same kind

    @property
    def mark(self) -> str:
        """CSS class for new items."""
        return " changed" if self.is_new else ""


MAX_MARKED_FRACTION: Final = 2 / 3
"""Largest fraction of like values that keep their marks; one or two marks are always kept."""


def drop_common_marks(values: Sequence[Value]) -> list[Value]:
    """Like values, with the marks removed if nearly all of them have one."""
    marked, shown = sum(value.is_changed for value in values), sum(bool(value.text) for value in values)
    if marked <= 2 or marked <= MAX_MARKED_FRACTION * shown:
        return list(values)
    return [value._replace(is_changed=False) for value in values]


def drop_common_row_marks(rows: Sequence[Row], columns: Sequence[str]) -> list[Row]:
    """Rows, with the marks removed in those `columns` in which nearly all values have one."""
    shown = [drop_common_marks([getattr(row, column) for row in rows]) for column in columns]
    return [row._replace(**dict(zip(columns, values, strict=True))) for row, *values in zip(rows, *shown, strict=True)]


def money(labels: Labels, now: int, before: int) -> Value:
    """An amount of the title's currency."""
    return Value(labels.money(now), now != before)


def percent(now: Mapping[str, int], before: Mapping[str, int], name: str, *, is_president: bool = False) -> Value:
    """Percentage of a company; empty for zero."""
    had, has = before.get(name, 0), now.get(name, 0)
    return Value(f"{has}%" if has else "", has != had, is_president)


def chips(now: Iterable[Any], before: Iterable[Any]) -> list[Chip]:
    """Items in their order, new ones marked."""
    left, found = list(before), []
    for each in now:
        is_new = each not in left
        if not is_new:
            left.remove(each)
        found.append(Chip(str(each), is_new))
    return found
