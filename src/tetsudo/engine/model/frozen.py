"""What the model's parts have in common."""

from __future__ import annotations

from dataclasses import fields
from typing import Any


class Fixed:
    """A frozen dataclass of the model. It is pickled and copied by making it again: compiled, nothing else sets it."""

    __slots__ = ()

    def __reduce__(self) -> tuple[type[Fixed], tuple[object, ...]]:
        said: Any = self
        return type(self), tuple(getattr(self, each.name) for each in fields(said))
