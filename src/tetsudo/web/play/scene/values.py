"""A value of a table's page, and whether it has changed since who looks moved.

Of like values (the cash of all players, the prices of all companies) none is marked where nearly all have changed, as
each operating round does it: a mark on everything says nothing. What each has changed by, the recap tells.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeVar

from tetsudo.language.labels import Labels

Row = TypeVar("Row", bound=Any)
"""A named tuple with values."""


class Value(NamedTuple):
    """A text, and whether it is another one than in the position with which this one is compared."""

    text: str
    is_changed: bool = False
    is_president: bool = False

    @property
    def mark(self) -> str:
        """The class that marks what was changed."""
        return " changed" if self.is_changed else ""

    def __str__(self) -> str:
        return self.text


class Chip(NamedTuple):
    """One of several things that somebody has, like a train."""

    text: str
    is_new: bool = False
    times: int = 1  # of several that are alike

    @property
    def mark(self) -> str:
        """The class that marks what was not there then."""
        return " changed" if self.is_new else ""


MOST_MARKED: Final = 2 / 3
"""Of like values; where there are no more than two, both may be."""


def telling(values: Sequence[Value]) -> list[Value]:
    """Like values, without marks where nearly all of them have one."""
    marked, shown = sum(value.is_changed for value in values), sum(bool(value.text) for value in values)
    if marked <= 2 or marked <= MOST_MARKED * shown:
        return list(values)
    return [value._replace(is_changed=False) for value in values]


def telling_rows(rows: Sequence[Row], columns: Sequence[str]) -> list[Row]:
    """Rows, without marks in those of some columns of like values in which nearly all have one."""
    shown = [telling([getattr(row, column) for row in rows]) for column in columns]
    return [row._replace(**dict(zip(columns, values, strict=True))) for row, *values in zip(rows, *shown, strict=True)]


def money(labels: Labels, now: int, before: int) -> Value:
    """An amount of the title's currency."""
    return Value(labels.money(now), now != before)


def percent(now: Mapping[str, int], before: Mapping[str, int], name: str, *, is_president: bool = False) -> Value:
    """A share of a company; nothing is left empty."""
    had, has = before.get(name, 0), now.get(name, 0)
    return Value(f"{has}%" if has else "", has != had, is_president)


def chips(now: Iterable[Any], before: Iterable[Any]) -> list[Chip]:
    """Things in their order, new ones marked."""
    left, found = list(before), []
    for each in now:
        is_new = each not in left
        if not is_new:
            left.remove(each)
        found.append(Chip(str(each), is_new))
    return found
