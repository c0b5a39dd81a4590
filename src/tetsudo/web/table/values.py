"""A value of a table's page, and whether the last action changed it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from tetsudo.names import Labels


class Value(NamedTuple):
    """A text, and whether it is another one than before the last action."""

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
        """The class that marks what came with the last action."""
        return " changed" if self.is_new else ""


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
