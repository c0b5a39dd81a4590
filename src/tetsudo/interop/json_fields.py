"""Typed access to the fields of untrusted JSON objects; errors name the path."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tetsudo.core.errors import BadInput

MAX_NUMBER = 1_000_000_000
"""Upper limit of numbers in a game file, including user and game ids of 18xx.games."""


class Fields:
    """JSON object with its path."""

    __slots__ = ("raw", "where")

    def __init__(self, raw: object, where: str) -> None:
        if not isinstance(raw, dict):
            raise BadInput("must be an object, not {value}", where or "file", value=_type_name(raw))
        self.raw: dict[str, Any] = raw
        self.where = where

    def __contains__(self, key: str) -> bool:
        return self.raw.get(key) is not None

    def path(self, key: str) -> str:
        """Path of a field, for errors."""
        return f"{self.where}.{key}" if self.where else key

    def error(self, sentence: str, key: str) -> BadInput:
        """Error about a field."""
        return BadInput(sentence, self.path(key))

    def text(self, key: str, default: str | None = None) -> str:
        """Text; a number counts as text, since ids may be written either way."""
        value = self.raw.get(key)
        if value is None and default is not None:
            return default
        if isinstance(value, int) and not isinstance(value, bool) and abs(value) <= MAX_NUMBER:
            return str(value)
        if not isinstance(value, str):
            raise self.error(f"must be a text, not {_type_name(value)}", key)
        return value

    def number(self, key: str, default: int | None = None) -> int:
        """Whole number within the limit."""
        value = self.raw.get(key)
        if value is None and default is not None:
            return default
        if not isinstance(value, int) or isinstance(value, bool):
            raise self.error(f"must be a whole number, not {_type_name(value)}", key)
        if abs(value) > MAX_NUMBER:
            raise self.error("is too large a number", key)
        return value

    def items(self, key: str, default: list[Any] | None = None, most: int = 100_000) -> list[Any]:
        """List."""
        value = self.raw.get(key)
        if value is None and default is not None:
            return default
        if not isinstance(value, list):
            raise self.error(f"must be a list, not {_type_name(value)}", key)
        if len(value) > most:
            raise self.error(f"has more than {most} entries", key)
        return value

    def texts(self, key: str, default: list[Any] | None = None, most: int = 1000) -> list[str]:
        """List of texts."""
        values = self.items(key, default, most)
        for at, value in enumerate(values):
            if not isinstance(value, str):
                raise self.error(f"must be a text, not {_type_name(value)}", f"{key}[{at}]")
        return values

    def objects(self, key: str, default: list[Any] | None = None, most: int = 100_000) -> Iterator[Fields]:
        """List of objects."""
        for at, value in enumerate(self.items(key, default, most)):
            yield Fields(value, f"{self.path(key)}[{at}]")

    def object(self, key: str) -> Fields:
        """Object; empty if it is missing."""
        value = self.raw.get(key)
        return Fields({} if value is None else value, self.path(key))


def _type_name(value: object) -> str:
    """Type of a JSON value in words."""
    names = {
        bool: "true or false",
        int: "a number",
        float: "a fraction",
        str: "a text",
        list: "a list",
        dict: "an object",
    }
    return "nothing" if value is None else names.get(type(value), type(value).__name__)
