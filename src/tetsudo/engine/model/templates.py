"""Sentences as data: an English template and the parts for its gaps. Translations are looked up by the template.

Templates are written as literals in `Phrase("...")`, `JoinedParts("...")` and `sentence = "..."`, so that message
extraction finds them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple, TypeAlias


class Value(NamedTuple):
    """Value, or several values, formatted by its form: "money", "hex", "company" ..."""

    form: str
    value: object


class Phrase:
    """Template with its gaps filled; "" is an empty sentence."""

    __slots__ = ("parts", "template")

    def __init__(self, template: str, **parts: Part) -> None:
        self.template = template
        self.parts: Mapping[str, Part] = parts

    def of(self, **parts: Part) -> Phrase:
        """Same template with its gaps filled."""
        return Phrase(self.template, **parts)


class JoinedParts:
    """Parts with a word between them, such as " or "."""

    __slots__ = ("between", "parts")

    def __init__(self, between: str, *parts: Part) -> None:
        self.between = between
        self.parts = parts


Part: TypeAlias = "Value | Phrase | JoinedParts"

EMPTY_PHRASE: Final = Phrase("")
