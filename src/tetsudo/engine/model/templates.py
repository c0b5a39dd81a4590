"""Sentences as data: an English template, and what fills its gaps. Who tells one looks its template up by the English.

Templates are written as literals in `Phrase("...")`, `Listed("...")` and `sentence = "..."`, where a collector of
texts finds them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple, TypeAlias


class Value(NamedTuple):
    """A value, or several of them, told as their form is: "money", "hex", "company" ..."""

    form: str
    value: object


class Phrase:
    """A template with its gaps filled; "" tells nothing."""

    __slots__ = ("parts", "template")

    def __init__(self, template: str, **parts: Part) -> None:
        self.template = template
        self.parts: Mapping[str, Part] = parts

    def of(self, **parts: Part) -> Phrase:
        """The same template with its gaps filled."""
        return Phrase(self.template, **parts)


class Listed:
    """Parts with a word between them, such as " or "."""

    __slots__ = ("between", "parts")

    def __init__(self, between: str, *parts: Part) -> None:
        self.between = between
        self.parts = parts


Part: TypeAlias = "Value | Phrase | Listed"

NOTHING: Final = Phrase("")
